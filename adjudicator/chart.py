"""The printed map as a value: provinces, regions (a place with its coast), links. No units and no rules live
here."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.errors import BadSetupError

SEA, COAST, LAND = "sea", "coast", "land"


class Province(msgspec.Struct, frozen=True):
    """One province. `kind` is `sea`, `coast` or `land`, or a word of the map's own; `home` is the country
    whose home centre it is; `layer` tells storeys of a map apart that has several (from 1 upwards; 0: it has
    one)."""

    id: str
    name: str
    kind: str
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str | None = None
    aliases: tuple[str, ...] = ()
    layer: int = 0


class Waters(msgspec.Struct, frozen=True):
    """The kind of province over which convoys go, and how people say that a unit is there."""

    kind: str = SEA
    where: str = "at sea"


class Country(msgspec.Struct, frozen=True):
    """A home country: its home centres and its starting units as text (`F stp/sc`)."""

    id: str
    name: str
    homes: tuple[str, ...]
    start: tuple[str, ...]


class Link(msgspec.Struct, frozen=True):
    """One way from a region to another, open to `army`, `fleet` or a variant's own kind of traffic."""

    traffic: str
    origin: str
    goal: str


class Chart:
    """Provinces and links, with every table the engine looks things up in, computed once.

    Provinces and regions are numbered; the numbers never leave the engine. Region number = province number
    where the province itself is meant; coasts come after all provinces. Sets of provinces are bit masks."""

    def __init__(
        self,
        name: str,
        provinces: tuple[Province, ...],
        countries: tuple[Country, ...],
        links: frozenset[Link],
        waters: Waters = Waters(),  # noqa: B008  (frozen)
    ) -> None:
        self.name = name
        self.waters = waters
        self.provinces = provinces
        self.countries = countries
        self.links = links
        self.index = {p.id: i for i, p in enumerate(provinces)}
        coasts = tuple(f"{p.id}/{c}" for p in provinces for c in p.coasts)
        self.regions: tuple[str, ...] = tuple(p.id for p in provinces) + coasts
        self.region = {r: i for i, r in enumerate(self.regions)}
        self.province_of: tuple[int, ...] = tuple(self.index[r.partition("/")[0]] for r in self.regions)
        self.centres: tuple[str, ...] = tuple(p.id for p in provinces if p.centre)
        self.seas = sum(1 << i for i, p in enumerate(provinces) if p.kind == waters.kind)
        self.coast_mask = sum(1 << i for i, p in enumerate(provinces) if p.kind == COAST)
        self._reach: dict[tuple[str, ...], tuple[tuple[int, ...], ...]] = {}
        self._masks: dict[tuple[str, ...], tuple[int, ...]] = {}
        self._distances: dict[int, tuple[int, ...]] = {}
        self._extended: dict[frozenset[Link], Chart] = {}
        # For convoys: the seas beside a sea, the coasts beside a sea, the seas beside a coast, as masks by
        # province.
        self.sea_beside: list[int] = [0] * len(provinces)
        self.coast_beside: list[int] = [0] * len(provinces)
        self._fill_waters()

    def _fill_waters(self) -> None:
        for link in self.links:
            if link.traffic != "fleet":
                continue
            a, b = self.province_of[self.region[link.origin]], self.province_of[self.region[link.goal]]
            for here, there in ((a, b), (b, a)):
                if self.seas >> there & 1:
                    self.sea_beside[here] |= 1 << there
                elif self.seas >> here & 1:
                    self.coast_beside[here] |= 1 << there

    def reach(self, traffic: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        """For each region the regions a unit of this traffic (`("army",)`, `("army", "fleet")` …) reaches in
        one move."""
        known = self._reach.get(traffic)
        if known is None:
            goals: list[set[int]] = [set() for _ in self.regions]
            for link in self.links:
                if link.traffic in traffic:
                    goals[self.region[link.origin]].add(self.region[link.goal])
            known = self._reach[traffic] = tuple(tuple(sorted(g)) for g in goals)
        return known

    def reach_masks(self, traffic: tuple[str, ...]) -> tuple[int, ...]:
        """As `reach`, but the provinces as bit masks."""
        known = self._masks.get(traffic)
        if known is None:
            known = tuple(
                functools.reduce(lambda m, r: m | 1 << self.province_of[r], goals, 0)
                for goals in self.reach(traffic)
            )
            self._masks[traffic] = known
        return known

    def distances(self, goal: int) -> tuple[int, ...]:
        """Moves from each province to province `goal` over any link, by land and sea alike (DATC 4.D.8, 2023
        rule)."""
        known = self._distances.get(goal)
        if known is None:
            beside: list[set[int]] = [set() for _ in self.provinces]
            for link in self.links:
                a, b = self.province_of[self.region[link.origin]], self.province_of[self.region[link.goal]]
                beside[a].add(b)
                beside[b].add(a)
            far = len(self.provinces)
            steps = [far] * far
            steps[goal] = 0
            frontier = [goal]
            while frontier:
                found = []
                for p in frontier:
                    for q in beside[p]:
                        if steps[q] == far:
                            steps[q] = steps[p] + 1
                            found.append(q)
                frontier = found
            known = self._distances[goal] = tuple(steps)
        return known

    def extended(self, links: frozenset[Link]) -> Chart:
        """This chart with more links, as a chart of its own; asked again, the same object."""
        if links <= self.links:
            return self
        known = self._extended.get(links)
        if known is None:
            known = self._extended[links] = Chart(
                self.name, self.provinces, self.countries, self.links | links, self.waters
            )
        return known


def maps_folder() -> Path:
    """Where map data lies: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    packed = here / "_maps"
    return packed if packed.is_dir() else here.parent / "maps"


@functools.cache
def load(name: str) -> Chart:
    """Read `maps/<name>/chart.toml`.

    Raises `BadSetupError` when a link leads nowhere."""
    data: dict[str, Any] = tomllib.loads((maps_folder() / name / "chart.toml").read_text(encoding="utf-8"))
    provinces = []
    links: set[Link] = set()
    for row in data["province"]:
        provinces.append(
            Province(
                row["id"],
                row["name"],
                row["kind"],
                tuple(row.get("coasts", ())),
                row.get("centre", False),
                row.get("home"),
                tuple(row.get("aliases", ())),
                row.get("layer", 0),
            )
        )
        links |= _links_of(row)
    countries = tuple(
        Country(c["id"], c["name"], tuple(c["homes"]), tuple(c["start"])) for c in data.get("country", ())
    )
    known = {p.id for p in provinces} | {f"{p.id}/{c}" for p in provinces for c in p.coasts}
    astray = [link for link in links if link.origin not in known or link.goal not in known]
    if astray:
        raise BadSetupError(
            f"maps/{name}/chart.toml: a link leads to a place that is not on the map: {astray[0]}"
        )
    waters = msgspec.convert(data.get("waters", {}), Waters)
    return Chart(data["name"], tuple(provinces), countries, frozenset(links), waters)


def _links_of(row: dict[str, Any]) -> set[Link]:
    here = row["id"]
    links = {Link("army", here, goal) for goal in row.get("army", ())}
    fleet = row.get("fleet", ())
    if isinstance(fleet, dict):
        return links | {
            Link("fleet", f"{here}/{coast}", goal) for coast, goals in fleet.items() for goal in goals
        }
    return links | {Link("fleet", here, goal) for goal in fleet}
