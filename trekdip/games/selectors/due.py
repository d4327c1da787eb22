"""What the sweep has to do: phases whose time has come, and news that was not sent.

By the database's clock.
"""

from django.db.models import Q
from django.db.models.functions import Now

from trekdip.games.models import Game, Outbox, Phase


def phases_due(limit: int = 500) -> list[int]:
    """Open phases of running games that are past their deadline or have everybody awaited final where the
    table allows an early end; longest overdue first.

    One phase a game: there is never more than one open.
    """
    early = Q(ready=True, game__early=True)
    late = Q(deadline__lte=Now())
    due = Phase.objects.filter(early | late, status=Phase.Status.OPEN, game__status=Game.Status.RUNNING)
    return list(due.order_by("deadline", "pk").values_list("pk", flat=True)[:limit])


def outbox_unsent(limit: int = 100) -> list[int]:
    """Phases whose news has not been sent, oldest first."""
    unsent = Outbox.objects.filter(sent_at__isnull=True).order_by("created_at", "pk")
    return list(unsent.values_list("phase_id", flat=True)[:limit])
