"""The tables of games and every invariant a database can hold.

No behaviour: services write, selectors read.

The truth of a game (`Phase.truth`, `Unit`, `Order`, `Game.seed`) stands beside what people may see
(`PhaseView`). Players and spectators are served from `PhaseView` alone; the truth's rows are read by the
gate and the GM's desk.
"""

import secrets
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.ending_models import Ballot, Proposal, SeatRequest
from trekdip.games.timing_models import Absence, ClockBallot, ClockEvent, ClockVote, Reminder

__all__ = [
    "Absence",
    "Ballot",
    "ClockBallot",
    "ClockEvent",
    "ClockVote",
    "Proposal",
    "Reminder",
    "SeatRequest",
]

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
                | Q(status="finished", outcome__in=["solo", "draw", "concession"]) & ~Q(winner=[])
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


class Phase(models.Model):
    """A step of a game, waiting for orders or done. Its row is the timer: no deadline is kept elsewhere.

    `withdrawn`: it does not count any more; the game was taken back and goes on from a later phase.
    `missing`: powers without orders at the deadline, publicly named; while the phase is open they alone can
    still order, in the time of grace since `grace_at`. `nmr`: those that had none when the phase ended.
    `locked`: the orders of the phase before are locked and those awaited alone may amend theirs. `declarable`
    (what each power may declare now) and `standing` (what of the View's memory declarations have changed) are
    public; `truth` stays what it was when the phase opened.
    """

    class Status(models.TextChoices):
        """Whether orders are taken, the GM has them, results are out, or the adjudicator has failed on it."""

        OPEN = "open", "open"
        HELD = "held", "held"
        RESOLVED = "resolved", "resolved"
        STUCK = "stuck", "stuck"

    AT_WORK: ClassVar = [Status.OPEN, Status.HELD, Status.STUCK]

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="phases")
    ordinal = models.PositiveIntegerField()
    turn = models.CharField(max_length=16)
    title = models.CharField(max_length=80)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    remaining = models.DurationField(null=True, blank=True)
    awaiting = models.JSONField(default=list, blank=True)
    ready = models.BooleanField(default=False)
    missing = models.JSONField(default=list, blank=True)
    grace_at = models.DateTimeField(null=True, blank=True)
    nmr = models.JSONField(default=list, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    trace = models.TextField(blank=True)
    truth = models.TextField()
    locked = models.BooleanField(default=False)
    declarable = models.JSONField(default=dict, blank=True)
    standing = models.JSONField(default=dict, blank=True)
    withdrawn = models.ForeignKey(
        "gm.Correction", on_delete=models.RESTRICT, related_name="withdrew", null=True, blank=True
    )

    class Meta:
        """One phase an ordinal, and never two at work in one game."""

        ordering = ("game", "ordinal")
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="phase_due", condition=Q(status="open")),
            models.Index(fields=["ready"], name="phase_ready", condition=Q(status="open", ready=True)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ordinal"], name="phase_one_per_ordinal"),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(status__in=["open", "held", "stuck"]),
                name="phase_one_at_work_per_game",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "held", "resolved", "stuck"]), name="phase_status"
            ),
            models.CheckConstraint(
                condition=Q(grace_at__isnull=False) | Q(missing=[]), name="phase_missing_in_grace"
            ),
            models.CheckConstraint(condition=~Q(turn=""), name="phase_turn_not_empty"),
            models.CheckConstraint(condition=~Q(truth=""), name="phase_truth_not_empty"),
            models.CheckConstraint(
                condition=Q(status="resolved", resolved_at__isnull=False)
                | Q(status__in=["open", "held", "stuck"], resolved_at__isnull=True),
                name="phase_resolved_at",
            ),
            models.CheckConstraint(
                condition=Q(deadline__isnull=True) | Q(remaining__isnull=True),
                name="phase_deadline_or_remaining",
            ),
            models.CheckConstraint(
                condition=Q(status="stuck") & ~Q(trace="")
                | Q(status__in=["open", "held", "resolved"], trace=""),
                name="phase_stuck_has_trace",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn__isnull=True) | Q(status="resolved"), name="phase_withdrawn_is_closed"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.turn} of game {self.game_id}"


class Unit(models.Model):
    """The truth by row: a unit as it really stands when a phase opens. For the gate and the desk alone."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="units")
    index = models.PositiveIntegerField()
    owner = models.CharField(max_length=40)
    controller = models.CharField(max_length=40)
    kind = models.CharField(max_length=16)
    region = models.CharField(max_length=40)
    marks = models.JSONField(default=list, blank=True)
    text = models.CharField(max_length=80)
    dislodged = models.BooleanField(default=False)

    class Meta:
        """Rows in the order the adjudicator lists them."""

        ordering = ("phase", "index")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "index"], name="unit_one_per_index"),
            models.CheckConstraint(
                condition=~Q(owner="") & ~Q(controller="") & ~Q(kind=""), name="unit_named"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.owner} {self.text}"


class Order(models.Model):
    """The truth by row: an order as submitted, as it counted, and its result.

    For the gate and the desk alone.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="orders")
    index = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    unit = models.CharField(max_length=80)
    submitted = models.TextField(blank=True)
    counted = models.TextField()  # a line that is no order stands here as it was typed
    result = models.JSONField(default=list, blank=True)
    because = models.TextField(blank=True)

    class Meta:
        """Rows in the order the adjudicator lists them."""

        ordering = ("phase", "index")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "index"], name="order_one_per_index"),
            models.CheckConstraint(condition=~Q(power=""), name="order_power_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.power}: {self.counted}"


class Declaration(models.Model):
    """Something a power declared in a phase, at once and in public. Everybody may read it."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="declarations")
    index = models.PositiveIntegerField()
    power = models.CharField(max_length=40)
    text = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        """In the order they were made."""

        ordering = ("phase", "index")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "index"], name="declaration_one_per_index"),
            models.CheckConstraint(
                condition=~Q(power="") & ~Q(text=""), name="declaration_power_and_text_not_empty"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.power}: {self.text}"


class OrderSheet(models.Model):
    """What a seat has sent for a phase: the text as typed, the lines as understood.

    For its own seat and the desk.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="sheets")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sheets")
    text = models.TextField(blank=True)
    lines = models.JSONField(default=list, blank=True)
    final = models.BooleanField(default=False)
    nmr = models.BooleanField(default=False)
    saved_at = models.DateTimeField()

    class Meta:
        """One sheet a seat and phase; one declared NMR is empty and final."""

        ordering = ("phase", "seat")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "seat"], name="sheet_one_per_seat"),
            models.CheckConstraint(
                condition=Q(nmr=False) | Q(nmr=True, final=True, text=""), name="sheet_nmr_is_empty"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"sheet of seat {self.seat_id} for phase {self.phase_id}"


class ImmutableError(Exception):
    """Somebody tried to change a stored view."""


class PhaseViewQuerySet(models.QuerySet["PhaseView"]):
    """Rows that are written once: what people have been shown is never changed behind their backs."""

    @override
    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise ImmutableError("A stored view is never changed; resolve the phase anew instead.")


class PhaseView(models.Model):
    """What one viewer knows on entering a phase: the View, the legal orders, the drawing. Written once.

    `viewer` is a power's id, `public` or `gm`. `view` and `legal` are JSON texts, kept byte for byte as
    encoded; `board` is the part of the SVG drawing that changes with the phase.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="views")
    viewer = models.CharField(max_length=40)
    view = models.TextField()
    legal = models.TextField()
    board = models.TextField()

    objects = PhaseViewQuerySet.as_manager()

    class Meta:
        """One view a viewer and phase."""

        ordering = ("phase", "viewer")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "viewer"], name="view_one_per_viewer"),
            models.CheckConstraint(condition=~Q(viewer=""), name="view_viewer_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"phase {self.phase_id} as {self.viewer} sees it"

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert; raises ImmutableError for a row that exists."""
        if not self._state.adding:
            raise ImmutableError("A stored view is never changed; resolve the phase anew instead.")
        super().save(*args, **kwargs)


class Advance(models.Model):
    """Retreats and builds a seat has given ahead of time. They count if it sends no sheet when they fall due.

    `phase` is the one they were given in, or one they were carried over to, where `lines` says how they are
    understood there. For its own seat.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="advances")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="advances")
    text = models.TextField()
    lines = models.JSONField(default=list, blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        """One a seat and phase, never an empty one."""

        ordering = ("phase", "seat")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "seat"], name="advance_one_per_seat"),
            models.CheckConstraint(condition=~Q(text=""), name="advance_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"orders in advance of seat {self.seat_id} in phase {self.phase_id}"


class Plan(models.Model):
    """Orders for anybody that somebody has thought out for a phase, under a name. Its owner's alone."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="plans")
    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="plans")
    name = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        """One plan a name, owner and phase."""

        ordering = ("phase", "name")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "phase", "name"], name="plan_one_per_name"),
            models.CheckConstraint(condition=~Q(name=""), name="plan_name_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"plan {self.pk} for phase {self.phase_id}"


class Outbox(models.Model):
    """A phase whose news must reach people; `sent_at` is empty until it was announced."""

    phase = models.OneToOneField(Phase, on_delete=models.CASCADE, related_name="outbox")
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """The sweep asks for what is unsent."""

        verbose_name_plural = "outbox"
        indexes: ClassVar = [
            models.Index(fields=["created_at"], name="outbox_unsent", condition=Q(sent_at__isnull=True))
        ]

    @override
    def __str__(self) -> str:
        return f"news of phase {self.phase_id}"


class Observer(models.Model):
    """Somebody without a seat who has asked to see what is private.

    `asked_at` is empty once the request is taken back; `granted_at` is empty until every player agreed, and
    again from the moment one objects. `seen` stays: who has seen what is private takes no seat any more.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="observers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="observed")
    asked_at = models.DateTimeField(null=True, blank=True)
    granted_at = models.DateTimeField(null=True, blank=True)
    seen = models.BooleanField(default=False)

    class Meta:
        """One request a person and game."""

        ordering = ("game", "asked_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="observer_one_per_user"),
            models.CheckConstraint(
                condition=Q(granted_at__isnull=True) | Q(seen=True, asked_at__isnull=False),
                name="observer_granted",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"observer {self.user_id} of game {self.game_id}"


class Consent(models.Model):
    """A player's agreement that an observer sees what is private. It is the person's, not the seat's."""

    observer = models.ForeignKey(Observer, on_delete=models.CASCADE, related_name="consents")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="consents")
    at = models.DateTimeField()

    class Meta:
        """Once a person and observer."""

        ordering = ("observer", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["observer", "user"], name="consent_one_per_user")
        ]

    @override
    def __str__(self) -> str:
        return f"consent of {self.user_id} to observer {self.observer_id}"


class AuditEntry(models.Model):
    """An act at a table: who, when, why. The GM reads it always, everybody when the game is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="audit")
    act = models.CharField(max_length=40)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="audit_entries",
        null=True,
        blank=True,
    )
    at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        """Oldest first, as it happened."""

        ordering = ("game", "pk")
        verbose_name_plural = "audit entries"
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(act=""), name="audit_act_not_empty")]

    @override
    def __str__(self) -> str:
        return f"{self.act} in game {self.game_id}"
