"""Cosmic Diplomacy (after L A Dunning, 1976): fleets and space folds among black holes, and warps that open
and close the lanes between spaces. The record; how it is played is in the other files. Rulings:
docs/rulings/cosmic.md."""

from __future__ import annotations

from typing import Any

from adjudicator import sight
from adjudicator.adjustments import centres_less_units
from adjudicator.board import Kind
from adjudicator.errors import BadSetupError
from adjudicator.position import Position
from adjudicator.rules import Rule, Rulebook
from adjudicator.starting import starting_position
from adjudicator.variant import Power, Step, Variant
from adjudicator.variants.cosmic import language
from adjudicator.variants.cosmic.adjusting import Adjustments
from adjudicator.variants.cosmic.cosmos import COLONIAL, FLEETS, IMPERIAL, SPACE, the_chart
from adjudicator.variants.cosmic.empires import ownership, sites, victory
from adjudicator.variants.cosmic.lanes import Lanes, forbidden, read_warp, warp_text
from adjudicator.variants.cosmic.memory import memory_of, remember
from adjudicator.variants.cosmic.movement import Movement, season_over
from adjudicator.variants.cosmic.offers import offers
from adjudicator.variants.cosmic.omega import WarpsB, WarpsC
from adjudicator.variants.cosmic.retreats import Retreats
from adjudicator.variants.cosmic.sketch import sketch

FIRST_YEAR = 2820


class WarpOrders(Rule):
    """The words the variant adds to the language of orders."""

    readers = (language.read,)
    writers = (language.write,)


def begin(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """The first position: a fleet in every imperial system (rule 8).

    Raises `BadSetupError`: there are no options."""
    if options:
        raise BadSetupError(f"options: there is no option {min(options)!r}; there are none in this game")
    return starting_position(variant, seed, options)


def complete(variant: Variant, position: Position) -> Position:
    """A setup with a notebook that makes sense, its warps in one spelling.

    Raises `BadSetupError`."""
    memory = memory_of(position)
    for power, sets in memory.empires.items():
        if strange := [p for p in (power, *sets) if p not in variant.ids]:
            raise BadSetupError(
                f"memory: empires: there is no power {strange[0]!r}; there are {', '.join(variant.ids)}"
            )
        if power in sets:
            raise BadSetupError("memory: empires: a power's own home systems are not in its empire")
    season = position.turn[0] in "AG"
    return remember(
        position,
        warps=_spelt(memory.warps),
        season_warps=_spelt(memory.season_warps) if season and position.turn[-1] == "R" else (),
    )


def _spelt(texts: tuple[str, ...]) -> tuple[str, ...]:
    changed = {}
    for text in texts:
        warp = read_warp(text.lower().replace(" ", ""))
        if warp is None or forbidden(warp, {}, None) is not None:
            raise BadSetupError(f"memory: {text!r} is no warp between two spaces; write 2+86 or 2/86")
        changed[warp.pair] = warp.connects
    printed = Lanes()
    return tuple(
        warp_text(pair, connects=changed[pair])
        for pair in sorted(changed)
        if changed[pair] != printed.open(*pair)
    )


def facts(variant: Variant, position: Position) -> list[Any]:
    """Everything there is to know; all of it is everybody's (X-m)."""
    found = sight.plain_facts(variant, position)
    return [*found, *(sight.Fact("memory", item) for item in _notebook(position).items())]


def further(_variant: Variant, position: Position) -> dict[str, Any]:
    """What outcomes of cosmic say beside the usual: the notebook."""
    return {"memory": _notebook(position)}


def _notebook(position: Position) -> dict[str, Any]:
    memory = memory_of(position)
    return {
        "warps": list(memory.warps),
        "season_warps": list(memory.season_warps),
        "empires": {power: list(sets) for power, sets in memory.empires.items()},
    }


VARIANT = Variant(
    name="cosmic",
    title="Cosmic Diplomacy",
    powers=tuple(Power(c.id, c.name) for c in the_chart().countries),
    chart=the_chart(),
    kinds={
        "F": Kind("F", "fleet", (FLEETS,), terrain=(IMPERIAL, COLONIAL, SPACE)),
        "Q": Kind("Q", "fold", (FLEETS,), terrain=(IMPERIAL, COLONIAL, SPACE)),
    },
    rulebook=Rulebook((WarpOrders(),)),
    steps=(
        Step("A", "M"),
        Step("A", "R", (season_over,)),
        Step("G", "M"),
        Step("G", "R", (season_over, ownership)),
        Step("O", "B"),
        Step("O", "C"),
        Step("O", "A", (victory,)),
    ),
    phases={"M": Movement(), "R": Retreats(), "B": WarpsB(), "C": WarpsC(), "A": Adjustments()},
    seasons={"A": "Alpha", "G": "Gamma", "O": "Omega"},
    year=FIRST_YEAR,
    begin=begin,
    adjustment=centres_less_units,
    sites=sites,
    known=sight.known_units,
    complete=complete,
    facts=facts,
    further=further,
    sketch=sketch,
    offers=offers,
)
