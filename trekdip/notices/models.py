"""The tables of notices: what people want, what is to be told and whether it was, and the way mail comes in.

No behaviour: services write, selectors read. No row holds what a game hides: words are found when a notice is
sent, from its recipient's View.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models import Game, Seat


class Habit(models.Model):
    """How somebody likes to be written to. Who has none is written to at once, and in UTC."""

    class Pace(models.TextChoices):
        """When mail goes out; urgent kinds go out at once in any case."""

        NOW = "now", "at once"
        HOURLY = "hourly", "gathered, at most every hour"
        DAILY = "daily", "gathered, once a day"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="habit")
    zone = models.CharField(max_length=64, default="UTC")
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.NOW)
    hour = models.PositiveSmallIntegerField(default=8)

    class Meta:
        """Hours of a day."""

        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(pace__in=["now", "hourly", "daily"]), name="habit_pace"),
            models.CheckConstraint(condition=Q(hour__lte=23), name="habit_hour"),
            models.CheckConstraint(condition=~Q(zone=""), name="habit_zone_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"habits of user {self.user_id}"


class Preference(models.Model):
    """A switch somebody has set: a kind by a channel, for one game, or (game empty) for all others."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="preferences", null=True, blank=True
    )
    kind = models.CharField(max_length=12)
    channel = models.CharField(max_length=8)
    wanted = models.BooleanField()

    class Meta:
        """One switch each."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game", "kind", "channel"], name="preference_per_game"),
            models.UniqueConstraint(
                fields=["user", "kind", "channel"], condition=Q(game__isnull=True), name="preference_general"
            ),
            models.CheckConstraint(condition=Q(channel__in=["mail", "push"]), name="preference_channel"),
            models.CheckConstraint(condition=~Q(kind=""), name="preference_kind_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} by {self.channel} for user {self.user_id}: {self.wanted}"


class Device(models.Model):
    """A browser that takes push messages for somebody. Its service has given it an address and keys."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    added_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        """Oldest first."""

        ordering = ("pk",)

    @override
    def __str__(self) -> str:
        return f"a device of user {self.user_id}"


class Hook(models.Model):
    """A club's chat that is told what is public of a game. Address and signing secret are the GM's."""

    class Style(models.TextChoices):
        """Whose format the other side understands."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack, Mattermost and others"

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="hook")
    url = models.URLField(max_length=600)
    style = models.CharField(max_length=8, choices=Style)
    secret = models.CharField(max_length=64)
    added_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    disabled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Only by TLS."""

        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(url__startswith="https://"), name="hook_https"),
            models.CheckConstraint(condition=~Q(secret=""), name="hook_secret_not_empty"),
            models.CheckConstraint(condition=Q(style__in=["discord", "slack"]), name="hook_style"),
        ]

    @override
    def __str__(self) -> str:
        return f"the chat of game {self.game_id}"


class Errand(models.Model):
    """Something to be carried to somebody: when it is due, and what became of it.

    `claimed_until`: somebody is at it, and nobody else tries before then. `mark` is what the other side can
    tell a repetition by.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=120)
    ordinal = models.PositiveIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, blank=True)

    class Meta:
        """Shared by notices and posts."""

        abstract = True


class Notice(Errand):
    """One thing to be told to one person by one channel; the event that led to it wrote the row.

    `viewer`: as whom the recipient saw the game then; who sees it otherwise by now is told nothing.
    """

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    channel = models.CharField(max_length=8)
    viewer = models.CharField(max_length=40)

    class Meta:
        """Each exists once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recipient", "kind", "key", "channel"], name="notice_one"),
            models.CheckConstraint(condition=Q(channel__in=["mail", "push"]), name="notice_channel"),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True, outcome="") | Q(done_at__isnull=False) & ~Q(outcome=""),
                name="notice_done",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="notice_due", condition=Q(done_at__isnull=True))
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.key} for user {self.recipient_id} by {self.channel}"


class Post(Errand):
    """One thing to be told to a game's chat."""

    mark = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)

    class Meta:
        """Each exists once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "kind", "key"], name="post_one"),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True, outcome="") | Q(done_at__isnull=False) & ~Q(outcome=""),
                name="post_done",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="post_due", condition=Q(done_at__isnull=True))
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.key} for the chat of game {self.game_id}"


class Letterbox(models.Model):
    """A seat's secret address for orders by mail.

    The token is drawn from `salt` and the site's secret key and is not stored: `token_hash` finds the row.
    It belongs to the player who made it and ends with their seat, or with their password.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="letterbox")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="letterboxes")
    salt = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        """None without a token."""

        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(salt="") & ~Q(token_hash=""), name="letterbox_token")
        ]

    @override
    def __str__(self) -> str:
        return f"the address of seat {self.seat_id}"


class Letter(models.Model):
    """A mail that came to a seat's address, so that the same one counts once. What it said is not kept."""

    letterbox = models.ForeignKey(Letterbox, on_delete=models.CASCADE, related_name="letters")
    fingerprint = models.CharField(max_length=64)
    received_at = models.DateTimeField()

    class Meta:
        """Each counts once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["letterbox", "fingerprint"], name="letter_one")
        ]
        indexes: ClassVar = [models.Index(fields=["letterbox", "received_at"], name="letter_rate")]

    @override
    def __str__(self) -> str:
        return f"a letter to address {self.letterbox_id}"
