"""The wheel: which planet lies on which space after so many seasons, and who is next to whom then. Knows no
ships."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping

import msgspec

from adjudicator.chart import Chart, Link, load, maps_folder

WORMHOLE = "wormhole"
SHIPS = "ship"  # the traffic of every lane


class Ring(msgspec.Struct, frozen=True):
    """One ring: the kind of its planets, as many spaces as planets."""

    kind: str
    spaces: int


class Spoke(msgspec.Struct, frozen=True):
    """The lanes between two rings: space n of `within` touches the `fan` spaces of `outside` from n * fan
    on."""

    outside: str
    within: str
    fan: int


class Wheel:
    """The board as data: rings, their planets in the order of the letters (anticlockwise), lanes between
    spaces.

    `homeworld`: race -> the planet that supports two ships and where it builds without limit (G-c, G-l)."""

    def __init__(
        self,
        chart: Chart,
        rings: tuple[Ring, ...],
        spokes: tuple[Spoke, ...],
        homeworld: Mapping[str, str],
    ) -> None:
        self.rings = rings
        self.spokes = spokes
        self.homeworld = homeworld
        self.race_of = {planet: race for race, planet in homeworld.items()}
        self.planets: dict[str, tuple[str, ...]] = {
            ring.kind: tuple(p.id for p in chart.provinces if p.kind == ring.kind) for ring in rings
        }
        self.seat = {planet: (kind, n) for kind, row in self.planets.items() for n, planet in enumerate(row)}
        self.order = {p.id: i for i, p in enumerate(chart.provinces)}
        self.inner = self.planets[rings[-1].kind]
        self._links: dict[int, frozenset[Link]] = {}
        self._distances: dict[tuple[int, str], dict[str, int]] = {}
        self.period = rings[0].spaces  # the board repeats itself after so many seasons

    def at(self, ring: str, space: int, rotation: int) -> str:
        """The planet that lies on a space after `rotation` seasons: every season each goes one space
        anticlockwise (G-a)."""
        row = self.planets[ring]
        return row[(space - rotation) % len(row)]

    def along(self, planet: str, steps: int) -> str:
        """The planet so many places along the same ring: + anticlockwise, - clockwise (G-j)."""
        kind, n = self.seat[planet]
        row = self.planets[kind]
        return row[(n + steps) % len(row)]

    def links(self, rotation: int) -> frozenset[Link]:
        """All lanes after so many seasons, both ways: along the rings, between them, into the wormhole (G-a,
        G-i)."""
        turn = rotation % self.period
        known = self._links.get(turn)
        if known is None:
            pairs = [(row[n - 1], planet) for row in self.planets.values() for n, planet in enumerate(row)]
            for spoke in self.spokes:
                for n in range(len(self.planets[spoke.within])):
                    near = self.at(spoke.within, n, turn)
                    pairs += [
                        (self.at(spoke.outside, n * spoke.fan + k, turn), near) for k in range(spoke.fan)
                    ]
            pairs += [(planet, WORMHOLE) for planet in self.inner]
            known = self._links[turn] = frozenset(
                Link(SHIPS, *ends) for a, b in pairs for ends in ((a, b), (b, a))
            )
        return known

    def distances(self, rotation: int, goal: str) -> dict[str, int]:
        """Fewest moves from every place to a planet on the board of that season, never through the wormhole;
        a ship inside it counts one more than the nearest inner planet (G-t)."""
        key = (rotation % self.period, goal)
        known = self._distances.get(key)
        if known is None:
            beside: dict[str, list[str]] = {}
            for link in self.links(rotation):
                if WORMHOLE not in {link.origin, link.goal}:
                    beside.setdefault(link.goal, []).append(link.origin)
            known = {goal: 0}
            frontier = [goal]
            for planet in frontier:
                for other in beside[planet]:
                    if other not in known:
                        known[other] = known[planet] + 1
                        frontier.append(other)
            known[WORMHOLE] = 1 + min(known[planet] for planet in self.inner)
            self._distances[key] = known
        return known


@functools.cache
def the_wheel() -> Wheel:
    """The wheel of `maps/rings/chart.toml`."""
    data = tomllib.loads((maps_folder() / "rings" / "chart.toml").read_text(encoding="utf-8"))
    return Wheel(
        the_chart(),
        tuple(msgspec.convert(data["ring"], list[Ring])),
        tuple(msgspec.convert(data["spoke"], list[Spoke])),
        {c["id"]: c["homeworld"] for c in data["country"]},
    )


@functools.cache
def the_chart() -> Chart:
    """The planets and the wormhole, without lanes: those depend on the season."""
    return load("rings")
