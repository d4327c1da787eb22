"""What is printed of a variant: its card, map, calendar and first position. Asks no position of a game."""

import functools
from collections.abc import Mapping
from typing import Any

import adjudicator as adj
from trekdip.games.gate.names import PUBLIC
from trekdip.games.passed import VariantCard


@functools.cache
def variants() -> tuple[VariantCard, ...]:
    """All variants that can be played."""
    return tuple(variant(name) for name in adj.variants())


@functools.cache
def variant(name: str) -> VariantCard:
    """One variant's card; raises KeyError for a name that is none."""
    if name not in adj.variants():
        raise KeyError(name)
    record = adj.variant(name)
    return VariantCard(name, record.title, tuple((power.id, power.name) for power in record.powers))


@functools.cache
def home_centres(name: str) -> frozenset[str]:
    """The provinces of a variant's map that are some country's home centre."""
    return frozenset(province.id for province in adj.variant(name).chart.provinces if province.home)


@functools.cache
def homes(name: str) -> dict[str, tuple[str, ...]]:
    """The home centres of each country of a variant's map."""
    return {country.id: tuple(country.homes) for country in adj.variant(name).chart.countries}


@functools.cache
def kinds(name: str) -> dict[str, str]:
    """The kinds of units of a variant: the letter in orders, and the word."""
    return {letter: kind.name for letter, kind in adj.variant(name).kinds.items()}


@functools.cache
def countries(name: str) -> tuple[tuple[str, str], ...]:
    """The countries that powers of a variant can begin in, (id, title); none where each power has its own."""
    record = adj.variant(name)
    found = tuple((country.id, country.name) for country in record.chart.countries)
    return () if {country for country, _ in found} & set(record.ids) else found


@functools.cache
def centres(name: str) -> tuple[str, ...]:
    """The provinces of a variant's map with a centre, in the chart's order."""
    return tuple(adj.variant(name).chart.centres)


@functools.cache
def start(name: str) -> dict[str, Any]:
    """The first position of the variant as everybody would see it; where powers draw lots for countries, one
    of the ways in which they may fall.
    """
    return adj.view(adj.new(name, seed=0), PUBLIC)


def options_problem(name: str, options: Mapping[str, Any]) -> str | None:
    """Why no game of the variant can begin with these options; None if one can."""
    try:
        adj.new(name, seed=0, options=dict(options))
    except adj.AdjudicatorError as error:
        return str(error)
    return None


def turn_title(name: str, turn: str) -> str:
    """A turn code in the variant's words: `S1901M` is "Spring 1901, movement"."""
    record = adj.variant(name)
    return f"{record.seasons[turn[0]]} {turn[1:-1]}, {record.phases[turn[-1]].name}"


@functools.cache
def phase_kinds() -> tuple[tuple[str, str], ...]:
    """The kinds of phase a rhythm can name, of all variants: (letter that ends a turn code, title)."""
    kinds = {
        letter: phase.name for name in adj.variants() for letter, phase in adj.variant(name).phases.items()
    }
    return tuple(kinds.items())


@functools.cache
def year_of(name: str) -> tuple[tuple[str, str], ...]:
    """The phases of a year of the variant in their order, as (the letters of season and phase in turn codes,
    title): "SM", "Spring, movement".
    """
    record = adj.variant(name)
    return tuple(
        (step.season + step.phase, f"{record.seasons[step.season]}, {record.phases[step.phase].name}")
        for step in record.steps
    )


@functools.cache
def kinds_of(name: str) -> tuple[tuple[str, str], ...]:
    """The kinds of phase of one variant: (letter that ends a turn code, title)."""
    return tuple((letter, phase.name) for letter, phase in adj.variant(name).phases.items())
