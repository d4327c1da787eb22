"""Which moves count in quadrants: as everywhere, but a move between core systems is never out of reach
(Q-c, Q-r)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.board import Field
from adjudicator.legality import Judge, Verdict, judge_move
from adjudicator.orders import MOVE, Order
from adjudicator.position import Unit
from adjudicator.rules import Rule


def judge_passage(order: Order, unit: Unit, field: Field) -> Verdict:
    """A move along a lane, or between two core systems by convoy: whether one is ordered is seen in the
    battle."""
    verdict = judge_move(order, unit, field)
    if verdict.problem is None or order.to is None:
        return verdict
    here, there = field.board.spot[unit.place], field.board.spot[order.to]
    if here == there or field.board.chart.seas & (1 << here | 1 << there):
        return verdict
    return Verdict(verdict.order, unit)


class Passages(Rule):
    """Convoys go through hyperspace, from core system to core system (Q-c)."""

    @property
    def judges(self) -> Mapping[str, Judge]:
        """Moves are judged here."""
        return {MOVE: judge_passage}
