"""The Cardassians: hidden first placement (Car 2), amphibious units (Car 3), what may leave of its own
will (Car 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.chart import COAST, LAND, Chart, Link
from adjudicator.orders import Order
from adjudicator.position import Unit

CARDASSIAN = "cardassian"
AMPHIBIOUS = "amphibious"

# M-t: the land provinces of each home country.
COUNTRIES = {
    "russia": "fin lvn mos sev stp ukr war",
    "austria": "boh bud gal tri tyr vie",
    "turkey": "ank arm con smy syr",
    "italy": "apu nap pie rom tus ven",
    "germany": "ber kie mun pru ruh sil",
    "france": "bre bur gas mar par pic",
    "england": "cly edi lon lvp wal yor",
}


def amphibious_links(links: Iterable[Link]) -> frozenset[Link]:
    """Every link of armies and fleets, from province to province: a Cardassian unit knows no coasts (Car
    3, C-a)."""
    ends = {(link.origin.partition("/")[0], link.goal.partition("/")[0]) for link in links}
    return frozenset(Link(AMPHIBIOUS, a, b) for a, b in ends)


def homeland(country: str) -> tuple[str, ...]:
    """The provinces in which the first units may be placed."""
    return tuple(COUNTRIES[country].split())


def standard_places(chart: Chart, country: str) -> list[str]:
    """The provinces where the country's units start in standard Diplomacy, in map order."""
    start = next(c.start for c in chart.countries if c.id == country)
    places = [text.split()[1].partition("/")[0] for text in start]
    return sorted(places, key=lambda p: chart.index[p])


def placed(chart: Chart, country: str, wishes: Sequence[tuple[int, str]], count: int) -> dict[int, str]:
    """Number of each unit (1 …) -> the province it starts in (Car 2, C-b, M-t).

    `wishes`: the placements written, in order (number, province). Good ones first; the others fall back
    on the standard places still free, in map order. Of two placements for one number the later counts."""
    free = set(homeland(country))
    found: dict[int, str] = {}
    for number, province in dict(wishes).items():
        if 1 <= number <= count and province in free:
            found[number] = province
            free.discard(province)
    spare = [p for p in standard_places(chart, country) if p not in found.values()]
    for number in range(1, count + 1):
        if number not in found:
            found[number] = spare.pop(0)
    return dict(sorted(found.items()))


def misplaced(
    country: str, wishes: Sequence[tuple[int, str]], found: dict[int, str]
) -> list[tuple[int, str]]:
    """The placements that did not count: elsewhere than at home, twice the same, or a number too many."""
    latest = dict(wishes)
    land = set(homeland(country))
    return [
        (number, province)
        for number, province in wishes
        if province not in land or found.get(number) != province or latest[number] != province
    ]


def held(unit: Unit, order: Order | None, *, illegal: bool) -> bool:
    """Did this unit effectively hold, so that it may retreat of its own will (Car 4, C-c)? No order and
    an illegal one do."""
    return unit.kind == "C" and (order is None or illegal or order.verb == "hold")


def converted(kind_of_province: str) -> str | None:
    """The kind of the Borg unit that a Cardassian one becomes: fleet on water, army inland, None (a
    choice) on a coast (B-g)."""
    return None if kind_of_province == COAST else "A" if kind_of_province == LAND else "F"
