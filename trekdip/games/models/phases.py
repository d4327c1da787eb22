"""Phases with their truth by row, and what is still to be announced of them.

The truth (`Phase.truth`, `Unit`, `Order`) is read by the gate and the GM's desk alone.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models.table import Game


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
