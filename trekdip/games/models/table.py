"""Games and who sits at their tables. No behaviour: services write, selectors read."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

_SLUG_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are mistaken for each other


def new_slug() -> str:
    """A random name for a game's URL: 12 letters and digits, about 59 bits, so nothing can be counted."""
    return "".join(secrets.choice(_SLUG_ALPHABET) for _ in range(12))


def new_token() -> str:
    """The secret of an invite link: 128 random bits, URL-safe."""
    return secrets.token_urlsafe(16)


def new_seed() -> str:
    """A game's secret seed: 128 random bits as 32 hexadecimal digits, so that its public hash betrays
    nothing.
    """
    return secrets.token_hex(16)


class Game(models.Model):
    """A table: its variant, how it is joined and timed, and the secret its chance is drawn from."""

    class Status(models.TextChoices):
        """Where in its life a game is."""

        FORMING = "forming", "forming"
        RUNNING = "running", "running"
        PAUSED = "paused", "paused"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class Joining(models.TextChoices):
        """Who may take a seat while the game is forming."""

        OPEN = "open", "anybody signed in"
        INVITE = "invite", "whoever has the invite link"

    class Seating(models.TextChoices):
        """How powers come to players."""

        LOT = "lot", "drawn by lot at the start"
        ASSIGNED = "assigned", "assigned by the GM"
        CHOSEN = "chosen", "chosen when joining"

    class Press(models.TextChoices):
        """What players may write to each other. The GM can always be written to."""

        NONE = "none", "no press"
        PUBLIC = "public", "to everybody only"
        FULL = "full", "to whomever they like"
        ANONYMOUS = "anonymous", "to whomever they like, nobody knowing who plays what"

    class Pause(models.TextChoices):
        """Why the clock of a paused game stands."""

        GM = "gm", "the GM paused the game"
        VOTE = "vote", "the players voted for a pause"
        MISSING = "missing", "the game waits for a replacement"

    class Outcome(models.TextChoices):
        """How a finished game ended; `winner` names the powers that share in it."""

        SOLO = "solo", "won on the board"
        SHARED = "shared", "won on the board by several together"
        DRAW = "draw", "a draw"
        CONCESSION = "concession", "won by concession"
        ENDED = "ended", "ended without a winner"

    class Draws(models.TextChoices):
        """What draws a table allows."""

        NAMED = "named", "among the powers that a proposal names"
        SURVIVORS = "survivors", "among all powers that are left, and no fewer"
        NONE = "none", "none: the game is played to its end"

    class Takeovers(models.TextChoices):
        """How a vacant seat of a game in play is filled."""

        ASKED = "asked", "the GM is asked"
        OPEN = "open", "whoever comes first takes it at once"

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    title = models.CharField(max_length=80)
    variant = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.FORMING)
    gm = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="managed_games")
    gm_plays = models.BooleanField(default=False)
    joining = models.CharField(max_length=12, choices=Joining, default=Joining.OPEN)
    seating = models.CharField(max_length=12, choices=Seating, default=Seating.LOT)
    early = models.BooleanField(default=True)
    holds = models.BooleanField(default=False)  # results wait for the GM, who publishes them
    rhythm = models.JSONField(default=dict, blank=True)  # trekdip.games.rhythm
    clock_terms = models.JSONField(default=dict, blank=True)  # trekdip.games.terms
    pause = models.CharField(max_length=12, choices=Pause, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)
    press = models.CharField(max_length=12, choices=Press, default=Press.FULL)
    press_closed = models.JSONField(default=list, blank=True)  # letters of the kinds of phase without press
    press_watched = models.BooleanField(default=True)  # spectators read what goes to everybody
    press_after_out = models.BooleanField(default=True)  # eliminated powers may go on writing
    press_gm_reads = models.BooleanField(default=False)
    invite_token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    seed_hash = models.CharField(max_length=64, editable=False)
    draws = models.CharField(max_length=12, choices=Draws, default=Draws.NAMED)
    takeovers = models.CharField(max_length=12, choices=Takeovers, default=Takeovers.ASKED)
    gm_next = models.ForeignKey(  # who is asked to manage the game from now on
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="games_offered",
        null=True,
        blank=True,
    )
    winner = models.JSONField(default=list, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Constraints and the lobby's order."""

        ordering = ("-created_at", "slug")
        indexes: ClassVar = [models.Index(fields=["status", "-created_at"], name="game_lobby")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["forming", "running", "paused", "finished", "cancelled"]),
                name="game_status",
            ),
            models.CheckConstraint(condition=Q(joining__in=["open", "invite"]), name="game_joining"),
            models.CheckConstraint(
                condition=Q(seating__in=["lot", "assigned", "chosen"]), name="game_seating"
            ),
            models.CheckConstraint(
                condition=Q(press__in=["none", "public", "full", "anonymous"]), name="game_press"
            ),
            models.CheckConstraint(
                condition=~Q(press="anonymous", gm_plays=True), name="game_anonymous_gm_does_not_play"
            ),
            models.CheckConstraint(
                condition=~Q(press_gm_reads=True, gm_plays=True), name="game_press_read_by_no_player"
            ),
            models.CheckConstraint(
                condition=Q(pause__in=["", "gm", "vote", "missing"]), name="game_pause_cause"
            ),
            models.CheckConstraint(condition=~Q(title=""), name="game_title_not_empty"),
            models.CheckConstraint(condition=~Q(seed_hash=""), name="game_seed_hash_not_empty"),
            models.CheckConstraint(
                condition=Q(status__in=["forming", "cancelled"]) | Q(started_at__isnull=False),
                name="game_started",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["finished", "cancelled"], ended_at__isnull=False)
                | Q(status__in=["forming", "running", "paused"], ended_at__isnull=True),
                name="game_ended",
            ),
            models.CheckConstraint(condition=Q(draws__in=["named", "survivors", "none"]), name="game_draws"),
            models.CheckConstraint(condition=Q(takeovers__in=["asked", "open"]), name="game_takeovers"),
            models.CheckConstraint(
                condition=Q(status="finished", outcome="ended", winner=[])
                | Q(status="finished", outcome__in=["solo", "shared", "draw", "concession"]) & ~Q(winner=[])
                | ~Q(status="finished") & Q(outcome="", winner=[]),
                name="game_outcome",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.title} ({self.slug})"

    @property
    def names_hidden(self) -> bool:
        """Whether players are known by their powers alone, to everybody but a GM: until the game is over."""
        over = self.status in {Game.Status.FINISHED, Game.Status.CANCELLED}
        return self.press == Game.Press.ANONYMOUS and not over


class Seat(models.Model):
    """A player's place at a table.

    Without a user it is vacant: its power has no orders until it is filled.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", null=True, blank=True
    )
    power = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001  NULL keeps (game, power) unique
    joined_at = models.DateTimeField()

    class Meta:
        """One seat a power, one seat a person, none without both."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "power"], name="seat_one_per_power"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_one_per_user"),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(power__isnull=False), name="seat_user_or_power"
            ),
            models.CheckConstraint(
                condition=Q(power__isnull=True) | ~Q(power=""), name="seat_power_not_empty"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.power or 'no power yet'} of game {self.game_id}"
