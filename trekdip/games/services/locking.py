"""The moment between the lock of orders and their resolution, in games that have one: a phase of its own, in
which those who were told something then may amend their orders.
"""

import datetime as dt

from trekdip.games import gate
from trekdip.games.models import Advance, Game, OrderSheet, Phase
from trekdip.parts import part_of


def window_of(game: Game, phase: Phase) -> dt.timedelta | None:
    """How long orders may be amended once those of this phase are locked; None where they are resolved at
    once, and where they were locked already.
    """
    hours = 0.0 if phase.locked else part_of(game.variant).lock_hours(game.options)
    return dt.timedelta(hours=hours) if hours > 0 else None


def sheets_carry(*, before: Phase, phase: Phase) -> None:
    """Bring all sheets over to the phase in which some may be amended: those stand as not final, all others
    as final; and what was given in advance, which the retreats look for in the phase before theirs. For
    services that hold the game's lock.
    """
    OrderSheet.objects.bulk_create(
        OrderSheet(
            phase=phase,
            seat=sheet.seat,
            text=sheet.text,
            lines=sheet.lines,
            final=sheet.nmr or sheet.seat.power not in phase.awaiting,
            nmr=sheet.nmr,
            saved_at=sheet.saved_at,
            sent_at=sheet.sent_at,
        )
        for sheet in OrderSheet.objects.filter(phase=before).select_related("seat")
    )
    Advance.objects.bulk_create(
        Advance(phase=phase, seat_id=row.seat_id, text=row.text, lines=row.lines, saved_at=row.saved_at)
        for row in Advance.objects.filter(phase=before)
    )


def why_locked(phase: Phase, power: str, titles: dict[str, str]) -> str | None:
    """Why a power's orders cannot be changed any more though the phase is open; None if they can."""
    if not phase.locked or power in phase.awaiting:
        return None
    who = " and ".join(titles.get(one, one) for one in phase.awaiting)
    return f"The orders are locked. Only {who} may still amend theirs, until the phase is resolved."


def entering_window(
    game: Game, phase: Phase, orders: dict[str, list[str]], declared: list[gate.Declaration]
) -> gate.Entering | None:
    """The phase in which orders may be amended before this one is resolved; None if it is resolved now.

    Raises gate.AdjudicationError.
    """
    return None if window_of(game, phase) is None else gate.locked(phase.truth, orders, declared)
