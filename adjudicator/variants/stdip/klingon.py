"""The Klingons: a lone attacker counts one and a half. Nothing else of theirs differs from standard
Diplomacy."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.contest.battle import Force

KLINGON = "klingon"

# Kli 1, 2 and K-a: the half counts only for a move, and only while no support counts with it; holding or
# thrown back it is 1.
LONE = Force(alone=Fraction(3, 2), attack=1, hold=1, failed=1)


def strength(owner: str, *, moves: bool) -> Force | None:
    """The strengths of a unit of this owner, if they are not all 1."""
    return LONE if moves and owner == KLINGON else None
