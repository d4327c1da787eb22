"""Star Trek Diplomacy in the Alpha and Beta Quadrants: seven powers, 67 systems in three layers, fleets
only, an ability for each power. Nothing on the board is hidden; reports, and whatever is not posted yet,
are. Rulings: docs/rulings/quadrants.md."""

from __future__ import annotations

from typing import Any

from adjudicator import sight
from adjudicator.adjustments import centres_less_units, home_sites
from adjudicator.board import Kind
from adjudicator.chart import load
from adjudicator.closings import ownership
from adjudicator.errors import BadSetupError
from adjudicator.position import Position
from adjudicator.rules import Rulebook
from adjudicator.starting import read_unit, starting_position
from adjudicator.variant import Power, Step, Variant
from adjudicator.variants.quadrants.abilities import AbilityOrders
from adjudicator.variants.quadrants.alliances import Alliances
from adjudicator.variants.quadrants.klingon import WarriorsRage
from adjudicator.variants.quadrants.law import Passages
from adjudicator.variants.quadrants.memory import Memory, memory_of, public_memory
from adjudicator.variants.quadrants.movement import WINDOW, Movement, lock
from adjudicator.variants.quadrants.powers import CENTRES_TO_WIN
from adjudicator.variants.quadrants.recall import recall
from adjudicator.variants.quadrants.retreats import Retreats
from adjudicator.variants.quadrants.winter import (
    DRAW,
    FIRST_FALL,
    Adjustments,
    claims,
    elimination,
    end_season,
    homeless,
    is_draw,
    victory,
)

FIRST_YEAR = 2370


def begin(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """The starting position. Options, all off if left out (Q-v): `intel_window` (hours),
    `no_first_fall_win` (bool),
    `draw_after` (year).

    Raises `BadSetupError`."""
    _check_options(options)
    return starting_position(variant, seed, options)


def complete(variant: Variant, position: Position) -> Position:
    """A setup whose memory and options make sense.

    Raises `BadSetupError`."""
    _check_options(position.options)
    memory = memory_of(position)
    if memory.told is not None:
        raise BadSetupError("memory: told cannot be set up")
    _check_played(variant, position, memory)
    if memory.latinum < 0:
        raise BadSetupError("memory: latinum cannot be less than 0")
    if memory.frozen is not None and memory.frozen not in variant.chart.index:
        raise BadSetupError(f"memory: frozen: there is no system {memory.frozen!r}")
    if wrong := [c for c in memory.bribed if c not in variant.chart.centres]:
        raise BadSetupError(f"memory: bribed: {wrong[0]!r} is no centre")
    allies = [power for pair in memory.alliances for power in pair]
    strange = [p for pair in memory.proposals + memory.alliances for p in pair if p not in CENTRES_TO_WIN]
    alone = any(a == b for a, b in memory.proposals)
    if strange or alone or len(set(allies)) < len(allies):
        raise BadSetupError(
            "memory: alliances and proposals are pairs of powers, and no power has two alliances"
        )
    return position


def _check_played(variant: Variant, position: Position, memory: Memory) -> None:
    board = variant.board(position)
    places = variant.chart.index
    if wrong := [place for place in memory.sabotaged if place not in places]:
        raise BadSetupError(f"memory: sabotaged: there is no system {wrong[0]!r}")
    told = {"kept": memory.kept}
    if memory.played is not None:
        told |= {"played: units": memory.played.units, "played: orders": memory.played.orders}
    for part, by_power in told.items():
        if strange := [power for power in by_power if power not in variant.ids]:
            raise BadSetupError(f"memory: {part}: there is no power {strange[0]!r}")
    for power, texts in memory.played.units.items() if memory.played is not None else ():
        for text in texts:
            read_unit(board, power, text, f"memory: played: units of {power}")


def _check_options(options: dict[str, Any]) -> None:
    if strange := sorted(set(options) - {WINDOW, FIRST_FALL, DRAW}):
        raise BadSetupError(
            f"options: there is no option {strange[0]!r}; there are {WINDOW}, {FIRST_FALL}, {DRAW}"
        )
    window, last = options.get(WINDOW, 0), options.get(DRAW)
    if isinstance(window, bool) or not isinstance(window, int | float) or window < 0:
        raise BadSetupError(f"options: {WINDOW} is a number of hours, 0 or more")
    if not isinstance(options.get(FIRST_FALL, False), bool):
        raise BadSetupError(f"options: {FIRST_FALL} is true or false")
    if last is not None and (isinstance(last, bool) or not isinstance(last, int) or last < FIRST_YEAR):
        raise BadSetupError(f"options: {DRAW} is a year from {FIRST_YEAR} on")


def facts(variant: Variant, position: Position) -> list[Any]:
    """What there is to know: the board, the records and reports, what is public of the notebook, and to each
    power its own retreat orders that stand while the phase stays open."""
    found = sight.plain_facts(variant, position)
    found += [sight.Fact("memory", item) for item in public_memory(position).items()]
    kept = {p: list(texts) for p, texts in memory_of(position).kept.items()}
    found += [sight.Fact("memory", ("kept", {p: texts}), frozenset({p})) for p, texts in kept.items()]
    return found + ([sight.Fact("memory", ("kept", kept), frozenset())] if kept else [])  # whole for the GM


chart = load("quadrants")

VARIANT = Variant(
    name="quadrants",
    title="Star Trek Diplomacy: Quadrants",
    powers=tuple(Power(c.id, c.name) for c in chart.countries),
    chart=chart,
    kinds={
        "F": Kind(
            "F",
            "fleet",
            ("fleet",),
            convoys=True,
            convoyed=True,
            terrain=("system", "hyperspace"),
            keeps_coast=False,
        ),
    },
    rulebook=Rulebook((AbilityOrders(), Passages(), WarriorsRage())),
    steps=(
        Step("S", "M"),
        Step("S", "R", (end_season,)),
        Step("F", "M"),
        Step("F", "R", (end_season, ownership, claims, homeless)),
        Step("W", "A", (elimination, victory)),
    ),
    phases={"M": Movement(), "R": Retreats(), "A": Adjustments()},
    seasons={"S": "Spring", "F": "Fall", "W": "Winter"},
    year=FIRST_YEAR,
    begin=begin,
    adjustment=centres_less_units,
    sites=home_sites,
    known=sight.known_units,
    complete=complete,
    facts=facts,
    lock=lock,
    declarations=Alliances(),
    is_draw=is_draw,
    recall=recall,
)
