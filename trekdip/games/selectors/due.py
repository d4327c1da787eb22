"""What the sweep has to do: phases whose time has come, reminders, pauses that end, news that was not sent.

By the database's clock.
"""

from django.db.models import Q
from django.db.models.functions import Now

from trekdip.games.models import Game, Outbox, Phase, Reminder


def phases_due(limit: int = 500) -> list[int]:
    """Open phases of running games that are past their deadline or have everybody awaited final where the
    table allows an early end or orders were missing; longest overdue first.

    One phase a game: there is never more than one open.
    """
    early = Q(ready=True) & (Q(game__early=True) | Q(grace_at__isnull=False))
    late = Q(deadline__lte=Now())
    due = Phase.objects.filter(early | late, status=Phase.Status.OPEN, game__status=Game.Status.RUNNING)
    return list(due.order_by("deadline", "pk").values_list("pk", flat=True)[:limit])


def outbox_unsent(limit: int = 100) -> list[int]:
    """Phases whose news has not been sent, oldest first."""
    unsent = Outbox.objects.filter(sent_at__isnull=True).order_by("created_at", "pk")
    return list(unsent.values_list("phase_id", flat=True)[:limit])


def reminders_due(limit: int = 500) -> list[int]:
    """Open phases of running games, before their deadline, that have a reminder to be sent now."""
    found = Reminder.objects.filter(
        sent_at__isnull=True,
        due_at__lte=Now(),
        phase__status=Phase.Status.OPEN,
        phase__deadline__gt=Now(),
        phase__game__status=Game.Status.RUNNING,
    )
    return list(found.order_by("phase").values_list("phase", flat=True).distinct()[:limit])


def pauses_over(limit: int = 500) -> list[int]:
    """Paused games whose pause has ended, or that wait for a replacement whose orders are in by now."""
    ended = Q(paused_until__lte=Now())
    filled = Q(
        pause=Game.Pause.MISSING, phases__status=Phase.Status.OPEN, phases__ready=True
    )  # one phase a game: there is never more than one open
    paused = Game.objects.filter(ended | filled, status=Game.Status.PAUSED)
    return list(paused.order_by("pk").values_list("pk", flat=True).distinct()[:limit])
