"""The orders of the units as they were written, legal or not: what the two intelligence services look at."""

from __future__ import annotations

import msgspec

from adjudicator.board import Board
from adjudicator.movement import Muster
from adjudicator.orders import HOLD, Order, Piece


class Written(msgspec.Struct, frozen=True):
    """One unit's order: who gives it, the unit's text, the order and its canonical text. Without orders it
    holds (Q-v)."""

    power: str
    unit: str
    order: Order
    text: str


def written_orders(muster: Muster, board: Board) -> list[Written]:
    """The order of every unit, in map order."""
    found = []
    for i, unit in enumerate(muster.field.units):
        reading = muster.readings[i]
        order = reading.order if reading is not None else muster.written.get(i)
        if order is None or (reading is None and i not in muster.problems):
            order = Order(HOLD, Piece(unit.kind, unit.place, unit.marks))
        found.append(Written(unit.commander, unit.name, order, board.notation.write(order)))
    return found
