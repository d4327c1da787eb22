"""The tables of the clock: what happened to it, reminders, absences, votes. No behaviour: services write.

Part of the app's models (`trekdip.games.models` names them all). The clock itself is `Phase.deadline`.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from typing_extensions import override


class ClockEvent(models.Model):
    """Something that happened to a game's clock, for everybody to read at once, with the reason given.

    `by` None: the rules of the table did it, or a vote. `powers` are those it is about: publicly missing,
    away, or who called the vote. `was` and `deadline` are the deadline before and after.
    """

    class Act(models.TextChoices):
        """What happened."""

        MOVE = "move", "the GM moved the deadline"
        FORCE = "force", "the GM ended the phase"
        EXTEND = "extend", "a vote moved the deadline"
        ABSENCE = "absence", "an absence moved the deadline"
        LATE = "late", "results were late"
        GRACE = "grace", "movement orders were missing"
        NMR = "nmr", "no orders were received"
        HOLD = "hold", "the game waits for a replacement"
        VACATE = "vacate", "a seat was opened"
        PAUSE = "pause", "the GM paused the game"
        STOP = "stop", "a vote paused the game"
        RESUME = "resume", "the game goes on"

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="clock_events")
    phase = models.ForeignKey("games.Phase", on_delete=models.CASCADE, related_name="clock_events")
    act = models.CharField(max_length=12, choices=Act)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    powers = models.JSONField(default=list, blank=True)
    was = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Oldest first, as it happened."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    act__in=[
                        "move", "force", "extend", "absence", "late", "grace",
                        "nmr", "hold", "vacate", "pause", "stop", "resume",
                    ]
                ),
                name="clock_event_act",
            ),
            models.CheckConstraint(
                condition=~Q(act__in=["move", "force", "pause"]) | Q(by__isnull=False), name="clock_event_by"
            ),
        ]  # fmt: skip

    @override
    def __str__(self) -> str:
        return f"{self.act} in game {self.game_id}"


class Reminder(models.Model):
    """A moment before a deadline at which those who owe orders are reminded. The row is the timer.

    `sent_at` is empty until then; a deadline that moves takes its unsent reminders with it.
    """

    phase = models.ForeignKey("games.Phase", on_delete=models.CASCADE, related_name="reminders")
    due_at = models.DateTimeField()
    deadline = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Each goes once; the sweep asks for what is unsent."""

        ordering = ("phase", "due_at")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="reminder_unsent", condition=Q(sent_at__isnull=True))
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "due_at"], name="reminder_once"),
            models.CheckConstraint(condition=Q(due_at__lt=F("deadline")), name="reminder_before_deadline"),
        ]

    @override
    def __str__(self) -> str:
        return f"reminder for phase {self.phase_id}"


class Absence(models.Model):
    """A person away from one game, or from all of theirs (`game` empty), announced ahead and shown."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="absences", null=True, blank=True
    )
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    note = models.CharField(max_length=120, blank=True)
    announced_at = models.DateTimeField()

    class Meta:
        """It ends after it begins, and is announced before it ends."""

        ordering = ("begins", "pk")
        indexes: ClassVar = [models.Index(fields=["user", "ends"], name="absence_of")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(begins__lt=F("ends")), name="absence_has_a_length"),
            models.CheckConstraint(condition=Q(announced_at__lt=F("ends")), name="absence_announced_ahead"),
        ]

    @override
    def __str__(self) -> str:
        return f"absence {self.pk} of user {self.user_id}"


class ClockVote(models.Model):
    """A vote of the players on the clock: more time for this phase, a pause, or an end of the pause."""

    class Kind(models.TextChoices):
        """What is asked for."""

        EXTENSION = "extension", "more time"
        PAUSE = "pause", "a pause"
        RESUME = "resume", "an end of the pause"

    class Outcome(models.TextChoices):
        """What became of it."""

        OPEN = "open", "open"
        PASSED = "passed", "passed"
        FAILED = "failed", "failed"
        LAPSED = "lapsed", "lapsed"

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="clock_votes")
    phase = models.ForeignKey("games.Phase", on_delete=models.CASCADE, related_name="clock_votes")
    kind = models.CharField(max_length=12, choices=Kind)
    minutes = models.PositiveIntegerField(default=0)
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="clock_votes")
    reason = models.CharField(max_length=500, blank=True)
    opened_at = models.DateTimeField()
    outcome = models.CharField(max_length=12, choices=Outcome, default=Outcome.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One open vote a game at a time."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(outcome="open"), name="clock_vote_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["extension", "pause"], minutes__gt=0) | Q(kind="resume", minutes=0),
                name="clock_vote_kind",
            ),
            models.CheckConstraint(
                condition=Q(outcome="open", closed_at__isnull=True)
                | Q(outcome__in=["passed", "failed", "lapsed"], closed_at__isnull=False),
                name="clock_vote_outcome",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"vote {self.pk} on {self.kind} in game {self.game_id}"


class ClockBallot(models.Model):
    """A seat's answer in a vote on the clock. How many there are is told, not whose they are."""

    vote = models.ForeignKey(ClockVote, on_delete=models.CASCADE, related_name="ballots")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="clock_ballots")
    yes = models.BooleanField()

    class Meta:
        """One answer a seat."""

        ordering = ("vote", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["vote", "seat"], name="clock_ballot_one_per_seat")
        ]

    @override
    def __str__(self) -> str:
        return f"ballot {self.pk} in vote {self.vote_id}"
