"""What players say: order sheets, orders given in advance, plans, declarations."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models.phases import Phase
from trekdip.games.models.table import Seat


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

    `sent_at`: when what was saved last came to the site, which may be well before it was saved; None where
    nobody sent it. For its own seat and the desk.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="sheets")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sheets")
    text = models.TextField(blank=True)
    lines = models.JSONField(default=list, blank=True)
    final = models.BooleanField(default=False)
    nmr = models.BooleanField(default=False)
    saved_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

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
