"""Klingon: Warrior's Rage (Q-e). How strengths are compared is decided by the battle."""

from __future__ import annotations

from adjudicator.contest.battle import Force
from adjudicator.orders import Order
from adjudicator.position import Unit
from adjudicator.rules import Rule
from adjudicator.variants.quadrants.powers import KLINGON

RAGE = Force(alone=2, attack=2, hold=0, failed=0)


class WarriorsRage(Rule):
    """A Klingon move counts 2 and its supports, against whatever it meets; a Klingon unit that stays, even
    after a failed move, defends with its hold supports alone."""

    def strength(self, unit: Unit, _order: Order | None) -> Force | None:
        """2 attacking, 0 staying."""
        return RAGE if unit.owner == KLINGON else None
