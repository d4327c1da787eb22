"""Cardassian: Obsidian Order (Q-h, Q-v): where the others' moves lead, shown to the Cardassian alone when the
orders lock."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.orders import MOVE
from adjudicator.outcomes import Report
from adjudicator.variants.quadrants.powers import CARDASSIAN
from adjudicator.variants.quadrants.written import Written


def obsidian_order(written: Sequence[Written], powers: Sequence[str]) -> list[Report]:
    """For each other power the destinations of every written move, sorted: not who moves, and nothing of
    other orders."""
    found = []
    for power in powers:
        if power != CARDASSIAN:
            goals = sorted(
                w.order.to for w in written if w.power == power and w.order.verb == MOVE and w.order.to
            )
            found.append(Report(CARDASSIAN, "obsidian_order", {"power": power, "destinations": goals}))
    return found
