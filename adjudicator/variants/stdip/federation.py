"""The Federation: the Enterprise (Fed 1, 2) and neutral centres that join (Fed 3, 4). Who wins a battle
is decided elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Board
from adjudicator.orders import MOVE, Order
from adjudicator.position import Position, Unit

FEDERATION = "federation"
NARROW, WIDE = 8, 13  # centres from which the Enterprise may enter centres, and may be used every season


def may_mark(unit: Unit, order: Order | None, centres: int, *, used: bool, board: Board) -> bool:
    """May this unit be the Enterprise with this order (None: it holds)? (Fed 2, F-a, M-b)

    `centres`: how many the Federation owns as the orders are written; `used`: already used this year."""
    if unit.owner != FEDERATION:
        return False
    if centres >= WIDE:
        return True
    if used:
        return False
    if centres >= NARROW:
        return True
    moves = order is not None and order.verb == MOVE and order.to is not None
    there = order.to if moves and order is not None and order.to is not None else unit.place
    return not board.chart.provinces[board.spot[there]].centre


def joining(position: Position, board: Board) -> list[str]:
    """The centres that join the Federation after a Fall, in map order (Fed 3, 4, F-d).

    A province that began as a neutral centre, holds no unit of another power (a cloaked one counts, a
    trader does not), and could be reached next season by a Federation unit without a convoy. Centres it
    owns already are not named."""
    chart = board.chart
    guarded = {board.spot[u.place] for u in position.units if u.owner != FEDERATION and "T" not in u.marks}
    ours = [u for u in position.units if u.owner == FEDERATION]
    return [
        p.id
        for number, p in enumerate(chart.provinces)
        if p.centre
        and p.home is None
        and number not in guarded
        and position.centers.get(p.id) != FEDERATION
        and any(_beside(board, u, number) for u in ours)
    ]


def _beside(board: Board, unit: Unit, province: int) -> bool:
    return board.spot[unit.place] == province or board.can_reach(unit.kind, unit.place, province)


def owns(centers: dict[str, str], power: str = FEDERATION) -> int:
    """How many centres a power owns."""
    return sum(1 for owner in centers.values() if owner == power)


__all__: Sequence[str] = ("FEDERATION", "joining", "may_mark", "owns")
