"""What becomes of infiltrations: passed on, lost, drawn (Dom 1, 9, 10; D-a, D-b, D-d, D-e; M-f). Told to
the Dominion alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from adjudicator.outcomes import Report
from adjudicator.position import Position, Unit
from adjudicator.variants.stdip.dominion import barred_powers, drawn, eligible, key
from adjudicator.variants.stdip.ferengi import is_trader
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.memory import INFILTRATED, Drawn, memory_of, remember, with_tag, without_tag


def lost(unit: Unit) -> list[Report]:
    """What the Dominion is told when an infiltrated unit is lost to it; nothing if it was not infiltrated."""
    if INFILTRATED not in unit.tags:
        return []
    return [Report(DOMINION, "infiltration_lost", {"unit": unit.plain, "at": unit.place})]


def _draw(position: Position, pool: Sequence[Unit], purpose: str) -> tuple[Position, Unit | None]:
    """Draw one of the pool, and write down from what (none: there is nothing to draw from, Dom 10)."""
    chosen = drawn(position.seed, position.turn, pool, purpose)
    if chosen is None:
        return position, None
    memory = memory_of(position)
    made = Drawn(position.turn, purpose, tuple(key(u) for u in pool), key(chosen))
    return remember(position, msgspec.structs.replace(memory, draws=(*memory.draws, made))), chosen


def _handed(position: Position, gone: Unit, heir: Unit | None) -> tuple[Position, list[Report]]:
    if heir is None:
        return position, lost(gone)
    units = tuple(with_tag(u, INFILTRATED) if u is heir else u for u in position.units)
    fields = {"from": gone.plain, "unit": heir.plain, "at": heir.place}
    return msgspec.structs.replace(position, units=units), [Report(DOMINION, "infiltration_moved", fields)]


def after_retreats(
    position: Position, gone: Sequence[Unit], voluntary: Iterable[Unit]
) -> tuple[Position, list[Report]]:
    """Infiltrations of the units destroyed in a retreat phase: to the unit that dislodged them, or by lot
    if they went of their own will (Dom 9, D-d, C-c, M-f)."""
    reports: list[Report] = []
    drifters = set(voluntary)
    for unit in gone:
        if INFILTRATED not in unit.tags:
            continue
        if unit in drifters:
            position, heir = _draw(position, eligible(position.units), f"bequest of {key(unit)}")
        else:
            heir = _dislodger(position, unit)
        position, more = _handed(position, unit, heir)
        reports += more
    return position, reports


def _dislodger(position: Position, victim: Unit) -> Unit | None:
    """The unit that drove the victim out, if it may be infiltrated: it stands where the victim stood."""
    place = victim.place.partition("/")[0]
    standing = [u for u in position.units if u.place.partition("/")[0] == place and not is_trader(u)]
    fit = eligible(standing)
    return fit[0] if fit else None


def fresh(position: Position) -> Position:
    """The position with no draws noted: new orders are being carried out."""
    memory = memory_of(position)
    return remember(position, msgspec.structs.replace(memory, draws=())) if memory.draws else position


def after_winter(position: Position, disbanded: Sequence[Unit]) -> tuple[Position, list[Report]]:
    """Infiltrations of the units disbanded in Winter pass on by lot, one after another (Dom 9, D-e)."""
    reports: list[Report] = []
    for unit in sorted((u for u in disbanded if INFILTRATED in u.tags), key=key):
        position, heir = _draw(position, eligible(position.units), f"bequest of {key(unit)}")
        position, more = _handed(position, unit, heir)
        reports += more
    return position, reports


def season_draw(position: Position, *, fall: bool) -> tuple[Position, list[Report]]:
    """The Dominion's draw at the end of a season, if it owns a centre (Dom 1, D-a, D-b). In Fall units of
    powers just eliminated are not eligible (M-f)."""
    owners = set(position.centers.values())
    if DOMINION not in owners:
        return position, []
    memory = memory_of(position)
    pool = [u for u in position.units if not fall or u.owner in owners]
    fit = eligible(pool, barred_powers(position, memory.last_infiltrated))
    position, chosen = _draw(position, fit, "infiltration")
    memory = memory_of(position)
    last = chosen.owner if chosen is not None else None
    position = remember(position, msgspec.structs.replace(memory, last_infiltrated=last))
    if chosen is None:
        return position, []
    units = tuple(with_tag(u, INFILTRATED) if u is chosen else u for u in position.units)
    report = Report(DOMINION, "infiltration", {"unit": chosen.plain, "at": chosen.place})
    return msgspec.structs.replace(position, units=units), [report]


def vanished(position: Position) -> Position:
    """All infiltrations vanish with the Dominion (M-f)."""
    units = tuple(without_tag(u, INFILTRATED) for u in position.units)
    return msgspec.structs.replace(position, units=units)
