"""How a game of stdip begins, and how a setup in mid-game is completed (Car 2, Dom 8, C-b, D-g, R-j, M-a,
M-z)."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.draws import draw, shuffled
from adjudicator.errors import BadSetupError
from adjudicator.outcomes import Record, Report
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.starting import countries_of, starting_position
from adjudicator.variant import Variant
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.dominion import eligible, key
from adjudicator.variants.stdip.ferengi import FERENGI, TRADER
from adjudicator.variants.stdip.knowledge import alive
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.memory import INFILTRATED, Drawn, Memory, memory_of, remember, with_tag
from adjudicator.variants.stdip.sheets import CLOAK, ROMULAN


def first_position(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """Spring 2371: each power in its country, the Cardassian's units off the board until they are placed,
    one unit of another power infiltrated (Dom 8)."""
    assignment = _assigned(variant, seed, options.get("assignment"))
    position = starting_position(variant, seed, {**options, "assignment": assignment})
    position = msgspec.structs.replace(position, options=dict(options))
    hidden = sum(1 for u in position.units if u.owner == CARDASSIAN)
    units = tuple(u for u in position.units if u.owner != CARDASSIAN)
    position = remember(msgspec.structs.replace(position, units=units), Memory(unplaced=hidden, watched=True))
    return _pregame(position, hidden) if DOMINION in assignment else position


def _assigned(variant: Variant, seed: int, given: object) -> dict[str, str]:
    """Countries as given; the others by lot."""
    assignment = dict(countries_of(variant, given))
    free = [c.id for c in variant.chart.countries if c.id not in assignment.values()]
    lots = shuffled(seed, "country", free)
    for power in variant.ids:
        if power not in assignment:
            assignment[power] = lots.pop(0)
    return {p: assignment[p] for p in variant.ids}


def _pregame(position: Position, hidden: int) -> Position:
    """Dom 8: one unit is infiltrated before the game; a Cardassian one not placed yet may be (D-g)."""
    pool: list[Unit | int] = [*eligible(position.units), *range(1, hidden + 1)]
    chosen = draw(position.seed, "infiltration", "before the game", pool)
    names = {one: key(one) if isinstance(one, Unit) else f"{CARDASSIAN} {one}" for one in pool}
    made = Drawn("before the game", "infiltration", tuple(names[one] for one in pool), names[chosen])
    memory = msgspec.structs.replace(memory_of(position), draws=(made,))
    if isinstance(chosen, int):
        memory = msgspec.structs.replace(memory, spied=chosen, last_infiltrated=CARDASSIAN)
        told = {"unit": "a Cardassian unit, not yet placed", "at": None}
    else:
        memory = msgspec.structs.replace(memory, last_infiltrated=chosen.owner)
        units = tuple(with_tag(u, INFILTRATED) if u is chosen else u for u in position.units)
        position = msgspec.structs.replace(position, units=units)
        told = {"unit": chosen.plain, "at": chosen.place}
    record = Record(position.turn, (), (Report(DOMINION, "infiltration", told),))
    return msgspec.structs.replace(remember(position, memory), record=record)


def complete(variant: Variant, position: Position) -> Position:
    """A setup with what it left out: tags of infiltrated units, hidden Cardassians, whether the year is
    watched."""
    memory = memory_of(position)
    position = _infiltrate(variant, _marked(position), memory.infiltrated)
    unplaced = memory.unplaced
    first = position.turn == f"S{variant.year}M" and CARDASSIAN in position.assignment
    if first and not any(u.owner == CARDASSIAN for u in position.units):
        country = position.assignment[CARDASSIAN]
        unplaced = len(next(c.start for c in variant.chart.countries if c.id == country))
    watched = memory.watched
    if watched is None:
        watched = any(alive(position, p) for p in (ROMULAN, DOMINION))
    ends = tuple(variant.chart.provinces[variant.chart.index[_known(variant, e)]].id for e in memory.wormhole)
    if len(ends) not in {0, 2}:
        raise BadSetupError("memory: wormhole: give its two provinces")
    done = msgspec.structs.replace(memory, infiltrated=(), unplaced=unplaced, watched=watched, wormhole=ends)
    return remember(position, done)


def _known(variant: Variant, place: str) -> str:
    base = place.partition("/")[0]
    if base not in variant.chart.index:
        raise BadSetupError(f"memory: {place!r} is no place on the map")
    return base


def _marked(position: Position) -> Position:
    """Only lasting marks stay: cloaked Romulans, Ferengi traders; `(M)` says nothing (M-c)."""

    def lasting(unit: Unit) -> Unit:
        kept = tuple(
            m
            for m in unit.marks
            if (m == CLOAK and unit.owner == ROMULAN) or (m == TRADER and unit.owner == FERENGI)
        )
        return unit if kept == unit.marks else msgspec.structs.replace(unit, marks=kept)

    dislodged = tuple(Dislodged(lasting(d.unit), d.by, d.retreats) for d in position.dislodged)
    return msgspec.structs.replace(
        position, units=tuple(lasting(u) for u in position.units), dislodged=dislodged
    )


def _infiltrate(variant: Variant, position: Position, names: tuple[str, ...]) -> Position:
    """Tag the units a setup names by province, or where two share it by power and unit (`ferengi F wes`,
    M-a)."""
    for name in names:
        words = name.split()
        place = _known(variant, words[-1])
        fitting = [
            u
            for u in (*position.units, *(d.unit for d in position.dislodged))
            if u.place.partition("/")[0] == place and (len(words) == 1 or key(u).startswith(words[0]))
        ]
        if not fitting:
            raise BadSetupError(f"memory: infiltrated: there is no unit {name!r}")
        chosen = min(fitting, key=lambda u: TRADER in u.marks)
        units = tuple(with_tag(u, INFILTRATED) if u is chosen else u for u in position.units)
        dislodged = tuple(
            Dislodged(with_tag(d.unit, INFILTRATED), d.by, d.retreats) if d.unit is chosen else d
            for d in position.dislodged
        )
        position = msgspec.structs.replace(position, units=units, dislodged=dislodged)
    return position
