"""Star Trek Diplomacy on three turning rings (after Agar, Egan, Bate and Galloway): eight races, stacks of
ships, a wormhole, warp. The record; how it is played is in the other files."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.board import Kind
from adjudicator.closings import end_season, ownership, solo
from adjudicator.errors import BadSetupError
from adjudicator.position import Position
from adjudicator.rules import Rulebook
from adjudicator.sight import known_units
from adjudicator.starting import read_unit
from adjudicator.variant import Power, Step, Variant
from adjudicator.variants.rings.book import adjustment, sites
from adjudicator.variants.rings.facts import facts, further
from adjudicator.variants.rings.memory import Entering, InWarp, in_order, memory_of, remember
from adjudicator.variants.rings.movement import Movement, stacked, units_of
from adjudicator.variants.rings.reach import reach
from adjudicator.variants.rings.retreats import Retreats
from adjudicator.variants.rings.season import RULES
from adjudicator.variants.rings.wheel import SHIPS, WORMHOLE, the_chart, the_wheel
from adjudicator.variants.rings.winter import Adjustments

PLANETS_TO_WIN = 17  # paragraph 11, G-c: a homeworld counts once
FIRST_YEAR = 2371


def begin(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """The first position: every race with two ships at its homeworld and one at its other planet."""
    turn = f"{variant.steps[0].season}{variant.year}{variant.steps[0].phase}"
    bare = Position(variant.name, turn, (), {}, seed=seed, options=dict(options))
    board = variant.board(bare)
    units = [
        read_unit(board, country.id, text, "start")
        for country in variant.chart.countries
        for text in country.start
    ]
    owner = {planet: country.id for country in variant.chart.countries for planet in country.homes}
    centers = {planet: owner[planet] for planet in variant.chart.centres if planet in owner}
    units_now = units_of(stacked(units), board.spot)
    return complete(variant, msgspec.structs.replace(bare, units=units_now, centers=centers))


def complete(variant: Variant, position: Position) -> Position:
    """A setup with ships of one race and place as one stack, and a notebook that makes sense.

    Raises `BadSetupError`."""
    memory, wheel = memory_of(position), the_wheel()
    if memory.rotation < 0:
        raise BadSetupError("memory: rotation counts the seasons the wheel has turned, 0 or more")
    ships: list[InWarp | Entering] = [*memory.warp, *memory.entering]
    for ship in ships:
        if ship.power not in variant.ids:
            raise BadSetupError(
                f"memory: there is no power {ship.power!r}; there are {', '.join(variant.ids)}"
            )
        if ship.to not in wheel.seat:
            raise BadSetupError(f"memory: a ship in warp is bound for a planet; {ship.to!r} is none")
    stacks = stacked(position.units)
    for one in memory.entering:
        stacks[one.power, one.place] -= 1
        if stacks[one.power, one.place] < 0:
            raise BadSetupError(f"memory: no ship of {one.power} at {one.place} is there to enter warp")
    units = units_of(stacked(position.units), variant.board(position).spot)
    position = msgspec.structs.replace(position, units=units)
    return remember(position, warp=in_order(list(memory.warp), variant.ids, wheel))


VARIANT = Variant(
    name="rings",
    title="Star Trek Diplomacy: Rings",
    powers=tuple(Power(c.id, c.name) for c in the_chart().countries),
    chart=the_chart(),
    kinds={
        "S": Kind("S", "ship", (SHIPS,), terrain=(*(r.kind for r in the_wheel().rings), WORMHOLE)),
    },
    rulebook=Rulebook(RULES),
    steps=(
        Step("S", "M"),
        Step("S", "R", (end_season,)),
        Step("F", "M"),
        Step("F", "R", (end_season, ownership, solo(PLANETS_TO_WIN))),
        Step("W", "A"),
    ),
    phases={"M": Movement(), "R": Retreats(), "A": Adjustments()},
    seasons={"S": "Spring", "F": "Fall", "W": "Winter"},
    year=FIRST_YEAR,
    begin=begin,
    adjustment=adjustment,
    sites=sites,
    known=known_units,
    complete=complete,
    facts=facts,
    further=further,
    reach=reach,
)
