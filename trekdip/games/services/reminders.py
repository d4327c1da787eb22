"""Reminding those who owe orders, once each time, and nobody else. Planning them is `timing`'s work."""

from django.db import transaction
from django.db.models.functions import Now

from trekdip.games import clock, signals
from trekdip.games.models import Advance, Game, OrderSheet, Phase, Reminder, Seat


@transaction.atomic
def phase_remind(*, phase_id: int) -> list[Seat]:
    """Send what is due of a phase's reminders, as one: `reminder_due` with the seats that owe orders.

    Returns those seats. Called again it does nothing: the rows say what was sent.
    """
    phase = Phase.objects.select_for_update(no_key=True).select_related(None).filter(pk=phase_id).first()
    if phase is None:
        return []
    now = clock.now_at(phase)
    due = Reminder.objects.filter(phase=phase, sent_at__isnull=True, due_at__lte=now)
    if not due.update(sent_at=Now()):
        return []
    playing = Game.objects.filter(pk=phase.game_id, status=Game.Status.RUNNING).exists()
    if not playing or phase.status != Phase.Status.OPEN or phase.deadline is None or phase.deadline <= now:
        return []
    seats = seats_owing(phase)
    if seats:
        signals.reminder_due.send(sender=Phase, phase=phase, seats=seats)
    return seats


def seats_owing(phase: Phase) -> list[Seat]:
    """The seats, with their players, that a phase publicly waits for and that have sent nothing for it: no
    sheet, and no orders in advance that will count.
    """
    waited: list[str] = phase.missing if phase.grace_at else phase.awaiting
    return list(
        Seat.objects.filter(game_id=phase.game_id, power__in=waited, user__isnull=False)
        .exclude(pk__in=OrderSheet.objects.filter(phase=phase).values("seat"))
        .exclude(pk__in=Advance.objects.filter(phase=phase).exclude(lines=[]).values("seat"))
        .select_related("user")
        .order_by("pk")
    )
