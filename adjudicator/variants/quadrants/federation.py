"""Federation: Diplomatic Immunity (Q-f, Q-q): for which units it can be used, and that they stay."""

from __future__ import annotations

from adjudicator.board import Board
from adjudicator.orders import Order
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.rules import Rule
from adjudicator.variants.quadrants.memory import Memory, memory_of
from adjudicator.variants.quadrants.powers import FEDERATION, name

IMMUNITY = "immunity"


class Immune(Rule):
    """The movement phase judged again: this unit cannot be dislodged (Q-f)."""

    def __init__(self, place: str) -> None:
        self._place = place

    def may_be_dislodged(self, unit: Unit, _order: Order | None) -> bool:
        """Anybody but the protected unit."""
        return not (unit.owner == FEDERATION and unit.place == self._place)


class Envoy:
    """The immunity orders of one sheet: the first legal one counts."""

    def __init__(self, position: Position, board: Board) -> None:
        self._position = position
        self._chart = board.chart
        self._memory = memory_of(position)
        self.target: str | None = None

    def order(self, order: Order, power: str) -> str | None:
        """Take an order to the book; the objection if it does not count."""
        if power != FEDERATION:
            return "only the Federation has Diplomatic Immunity"
        if self._memory.immunity_used:
            return "Diplomatic Immunity works once a game and has been used (Q-f)"
        if self.target is not None:
            return "another IMMUNITY of this sheet counts already (Q-f)"
        if order.to not in claims(self._position):
            return f"no unit of yours that could stay was dislodged in {name(self._chart, order.to or '')}"
        self.target = order.to
        return None


def claims(position: Position) -> list[str]:
    """The places of dislodged Federation units that Immunity could still keep, in map order."""
    memory = memory_of(position)
    if memory.immunity_used:
        return []
    return [
        d.unit.place
        for d in position.dislodged
        if d.unit.owner == FEDERATION and _can_stay(d, position, memory)
    ]


def _can_stay(one: Dislodged, position: Position, memory: Memory) -> bool:
    """A setup in mid-phase may not say how its movement phase went: then the attacker must have where to
    return to."""
    if memory.played is not None:
        return True
    taken = {u.place for u in position.units}
    return one.unit.place not in taken or (one.by is not None and one.by.split()[-1] not in taken)
