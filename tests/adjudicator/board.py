"""The standard map as these tests read it, and the possible orders on it; no part of the engine is used
here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

MAP = json.loads((Path(__file__).parent / "data" / "standard_map.json").read_text(encoding="utf-8"))
POWERS: list[str] = [power.lower() for power in MAP["powers"]]
PROVINCES: dict[str, dict[str, Any]] = {province["abbr"]: province for province in MAP["provinces"]}
CENTRES = sorted(name for name, province in PROVINCES.items() if province["supply_center"])
SEAS = frozenset(name for name, province in PROVINCES.items() if province["kind"] == "sea")
COASTAL = frozenset(name for name, province in PROVINCES.items() if province["kind"] == "coastal")
HOMES = {power: sorted(n for n, p in PROVINCES.items() if p["home"] == power.upper()) for power in POWERS}


def province_of(region: str) -> str:
    """`stp/nc` -> `stp`."""
    return region[:3]


@cache
def regions(kind: str, province: str) -> tuple[str, ...]:
    """Where in `province` a unit of `kind` may stand: itself, its named coasts, or nowhere."""
    entry = PROVINCES[province]
    if kind == "A":
        return () if entry["kind"] == "sea" else (province,)
    if entry["kind"] == "land":
        return ()
    return tuple(f"{province}/{coast}" for coast in entry["coasts"]) or (province,)


@cache
def steps(kind: str, region: str) -> frozenset[str]:
    """The regions a unit of `kind` standing in `region` may move to without a convoy."""
    entry = PROVINCES[province_of(region)]
    if kind == "A":
        return frozenset(entry["army_adj"])
    links = entry.get("fleet_adj", [])
    if isinstance(links, dict):
        links = links[region.partition("/")[2]]
    return frozenset(links)


@cache
def reach(kind: str, region: str) -> frozenset[str]:
    """The provinces a unit may move to without a convoy: also what it may support into."""
    return frozenset(map(province_of, steps(kind, region)))


@cache
def sea_neighbours(province: str) -> frozenset[str]:
    """The sea provinces that touch `province`, on any coast."""
    return frozenset(sea for sea in SEAS if province in reach("F", sea))


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `kind` is A or F, `region` is where it stands, with its coast."""

    power: str
    kind: str
    region: str

    @property
    def province(self) -> str:
        return province_of(self.region)

    def __str__(self) -> str:
        return f"{self.kind} {self.region}"


@dataclass(frozen=True, slots=True)
class Order:
    """What a unit was told. `act` is H, M, S (hold), SM (move) or C; `other` is the unit supported or
    convoyed.
    """

    unit: Unit
    act: str = "H"
    to: str = ""
    other: Unit | None = None
    via: bool = False

    def __str__(self) -> str:
        if self.act == "H":
            return f"{self.unit} H"
        if self.act == "M":
            return f"{self.unit} - {self.to}{' via' if self.via else ''}"
        if self.act == "S":
            return f"{self.unit} S {self.other}"
        return f"{self.unit} {self.act[0]} {self.other} - {self.to}"


def routes(units: Iterable[Unit], start: str, end: str, *, without: str = "") -> Iterator[tuple[str, ...]]:
    """Every chain of seas holding fleets that leads an army from `start` to `end` and needs each of its
    fleets.

    A fleet that could be left out is on no route (DATC 6.F.12, 6.G.19): the chain touches neither shore but
    at its ends, and touches itself only from link to link.
    """
    fleets = {u.province for u in units if u.kind == "F" and u.province in SEAS and u.province != without}
    first, last = sea_neighbours(start) & fleets, sea_neighbours(end) & fleets

    def extend(chain: tuple[str, ...], passed: frozenset[str]) -> Iterator[tuple[str, ...]]:
        if chain[-1] in last:
            yield chain
            return
        around = sea_neighbours(chain[-1]) & fleets
        for sea in sorted(around - passed):
            yield from extend((*chain, sea), passed | around)

    for sea in sorted(first):
        yield from extend((sea,), first)


def can_convoy(units: Iterable[Unit], army: Unit, end: str, *, without: str = "") -> bool:
    """Whether fleets stand so that they might carry `army` to `end`, were they all told to."""
    if army.kind != "A" or army.province not in COASTAL or end not in COASTAL or end == army.province:
        return False
    return next(routes(units, army.province, end, without=without), None) is not None


def convoy_ends(units: list[Unit], army: Unit, *, without: str = "") -> set[str]:
    """Every province `army` might be convoyed to by the fleets that stand there."""
    if army.kind != "A" or army.province not in COASTAL:
        return set()
    fleets = {u.province for u in units if u.kind == "F" and u.province in SEAS and u.province != without}
    seen: set[str] = set()
    queue = list(sea_neighbours(army.province) & fleets)
    while queue:
        sea = queue.pop()
        if sea not in seen:
            seen.add(sea)
            queue.extend(sea_neighbours(sea) & fleets - seen)
    return {end for sea in seen for end in reach("F", sea) if end in COASTAL} - {army.province}


def movement_orders(units: list[Unit], unit: Unit) -> list[Order]:
    """Every order the rules allow `unit` in a movement phase: what a full list of legal orders must hold."""
    found = [Order(unit), *(Order(unit, "M", to) for to in sorted(steps(unit.kind, unit.region)))]
    found.extend(Order(unit, "M", end, via=True) for end in sorted(convoy_ends(units, unit)))
    for other in units:
        if other == unit:
            continue
        if other.province in reach(unit.kind, unit.region):
            found.append(Order(unit, "S", other=other))
        goals = set(steps(other.kind, other.region)) | convoy_ends(units, other, without=unit.province)
        found.extend(
            Order(unit, "SM", to, other)
            for to in sorted(goals)
            if province_of(to) in reach(unit.kind, unit.region)
        )
        if unit.kind == "F" and unit.province in SEAS and other.kind == "A":
            found.extend(
                Order(unit, "C", to, other)
                for to in sorted(convoy_ends(units, other))
                if any(unit.province in route for route in routes(units, other.province, to))
            )
    return found


def moved(unit: Unit, region: str) -> Unit:
    """`unit` standing in `region`."""
    return replace(unit, region=region)
