"""Breen: the Energy Dampening Weapon (Q-j): who may order it, and what it does to a season."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.chart import Chart
from adjudicator.orders import Order
from adjudicator.rules import Rule
from adjudicator.variants.quadrants.memory import Memory
from adjudicator.variants.quadrants.powers import BREEN, name

FREEZE = "freeze"


class Weapon:
    """The freeze orders of one sheet: the first legal one counts (Q-r)."""

    def __init__(self, memory: Memory) -> None:
        self.used = memory.freeze_used
        self.target: str | None = None

    def order(self, order: Order, power: str) -> str | None:
        """Take an order to the book; the objection if it does not count."""
        if power != BREEN:
            return "only the Breen can freeze a system"
        if self.used:
            return "the Energy Dampening Weapon works once a game and has been used (Q-j)"
        if self.target is not None:
            return "another FREEZE of this sheet counts already (Q-r)"
        self.target = order.to
        return None


class Dampening(Rule):
    """One season in which nothing enters, leaves or passes a system (Q-j)."""

    def __init__(self, place: str, chart: Chart) -> None:
        self._sealed = {place: f"{name(chart, place)} is frozen (Q-j)"}

    def sealed(self) -> Mapping[str, str]:
        """The frozen system, and how people are told."""
        return self._sealed
