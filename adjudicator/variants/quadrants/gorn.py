"""Gorn: Reptilian Resilience (Q-k): which dislodged units come back, and where. Every unit has a draw of its
own."""

from __future__ import annotations

import msgspec

from adjudicator.chart import Chart
from adjudicator.draws import draw
from adjudicator.position import Position, Unit
from adjudicator.variants.quadrants.memory import memory_of
from adjudicator.variants.quadrants.powers import GORN, homes


class Fate(msgspec.Struct, frozen=True):
    """What became of a Gorn unit that could not retreat: its home if it came back; whether the draw was for
    it."""

    unit: Unit
    home: str | None
    lucky: bool


def fates(before: Position, after: Position, chart: Chart) -> list[Fate]:
    """For each Gorn unit of `before` dislodged without a retreat, in map order, what becomes of it when all
    retreats are done (`after`). The homes go in the rulebook's order; a frozen one is closed (Q-r)."""
    taken = {u.place for u in after.units} | {memory_of(before).frozen}
    free = [home for home in homes(chart, GORN) if home not in taken]
    found = []
    for one in before.dislodged:
        if one.unit.owner != GORN or one.retreats:
            continue
        lucky = draw(before.seed, f"resilience {one.unit.place}", before.turn, (True, False))
        found.append(Fate(one.unit, free.pop(0) if lucky and free else None, lucky))
    return found
