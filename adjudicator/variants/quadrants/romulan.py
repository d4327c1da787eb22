"""Romulan: Tal Shiar (Q-g, Q-v): which orders of others are shown to the Romulan alone when the orders
lock."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.draws import draw
from adjudicator.outcomes import Report
from adjudicator.variants.quadrants.powers import ROMULAN
from adjudicator.variants.quadrants.written import Written


def tal_shiar(written: Sequence[Written], seed: int, turn: str) -> list[Report]:
    """One or two orders, drawn from those of all other powers' units, complete. The draws see which units
    there are, not what they were ordered."""
    rest = [w for w in written if w.power != ROMULAN]
    count = draw(seed, "tal shiar: how many", turn, (1, 2))
    shown = []
    for number in range(min(count, len(rest))):
        one = draw(seed, f"tal shiar {number}", turn, rest)
        rest.remove(one)
        shown.append(Report(ROMULAN, "tal_shiar", {"power": one.power, "unit": one.unit, "order": one.text}))
    return shown
