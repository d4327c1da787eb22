"""The retreat phase of cosmic: as everywhere, but a unit that retreats beside a black hole is lost (X-e,
X-s)."""

from __future__ import annotations

import msgspec

from adjudicator.outcomes import DESTROYED, Entry
from adjudicator.position import Position
from adjudicator.retreats import Retreats as StandardRetreats
from adjudicator.variant import Resolution, Sheets, Variant
from adjudicator.variants.cosmic.cosmos import the_cosmos


class Retreats(StandardRetreats):
    """The retreat phase."""

    def due(self, _variant: Variant, position: Position) -> bool:
        """Only if some dislodged unit can be saved."""
        rim = the_cosmos().rim
        return any(not rim.issuperset(d.retreats) for d in position.dislodged)

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Retreat, collide, and fall into black holes."""
        done = super().resolve(variant, position, {p: sheets[p] for p in variant.ids if p in sheets})
        before, rim = set(position.units), the_cosmos().rim
        kept = tuple(u for u in done.position.units if u in before or u.place not in rim)
        after = msgspec.structs.replace(done.position, units=kept)
        return Resolution(after, lambda: tuple(_told(e) for e in done.entries()))


def _told(entry: Entry) -> Entry:
    """A retreat that came off beside a black hole ends in it."""
    goal = entry.order.rpartition(" R ")[2]
    if entry.result or goal not in the_cosmos().rim or " R " not in entry.order:
        return entry
    because = "It retreats beside a black hole and is sucked into it (X-e)."
    return msgspec.structs.replace(entry, result=(DESTROYED,), because=because)
