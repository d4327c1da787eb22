"""The printed board of cosmic beyond provinces and lanes: black holes and their rims, double spaces,
capitals. No units and no warps live here."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.chart import Chart, load, maps_folder

FLEETS = "fleet"  # the traffic of all units
IMPERIAL, COLONIAL, SPACE, HOLE = "imperial", "colonial", "space", "hole"


class Cosmos(msgspec.Struct, frozen=True):
    """What the rules ask of the map.

    `beside`: printed neighbours (a half of a double space has those of both halves, X-g); `rim`: spaces
    beside a black hole; `hole`: such a space -> its hole; `twin`: half -> other half; `homes`: power -> its
    imperial systems as printed; `capital`: power -> the underlined one; `rank`: space -> its
    place on the map's list."""

    beside: Mapping[str, frozenset[str]]
    rim: frozenset[str]
    hole: Mapping[str, str]
    holes: frozenset[str]
    twin: Mapping[str, str]
    homes: Mapping[str, tuple[str, ...]]
    capital: Mapping[str, str]
    imperial: frozenset[str]
    centres: frozenset[str]
    rank: Mapping[str, int]
    names: Mapping[str, str]


@functools.cache
def the_cosmos() -> Cosmos:
    """The board, read once from `maps/cosmic/chart.toml`."""
    chart = the_chart()
    data: dict[str, Any] = tomllib.loads(
        (maps_folder() / "cosmic" / "chart.toml").read_text(encoding="utf-8")
    )
    beside: dict[str, set[str]] = {p.id: set() for p in chart.provinces}
    for link in chart.links:
        beside[link.origin].add(link.goal)
    return Cosmos(
        {place: frozenset(near) for place, near in beside.items()},
        frozenset(place for hole in data["hole"] for place in hole["beside"]),
        {place: hole["id"] for hole in data["hole"] for place in hole["beside"]},
        frozenset(p.id for p in chart.provinces if p.kind == HOLE),
        {half: other for a, b in data["doubles"] for half, other in ((a, b), (b, a))},
        {c.id: c.homes for c in chart.countries},
        {row["id"]: row["capital"] for row in data["country"]},
        frozenset(p.id for p in chart.provinces if p.kind == IMPERIAL),
        frozenset(chart.centres),
        {p.id: i for i, p in enumerate(chart.provinces)},
        {p.id: p.name for p in chart.provinces},
    )


def the_chart() -> Chart:
    """Provinces, lanes and countries."""
    return load("cosmic")
