"""Boards that turn: planets that travel along rings while spaces and lanes stand still. Where everything is
after so many turns, and what of the sky shows that it turns. Knows no rules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Point = tuple[float, float]

ARMS = 3  # of the spiral at the heart
TURNS = 0.9  # how far each of them winds
AS_IT_LAY = "as_it_lay"  # of a view whose board is turned back to where its orders were given
FLEET = 0.62  # how big a ship in warp is drawn, beside one that stands


class Ring(msgspec.Struct, frozen=True):
    """One ring: its radius, its planets in the order in which they lie along it, anticlockwise."""

    radius: float
    planets: tuple[str, ...]


class Wheel(msgspec.Struct, frozen=True):
    """A board of rings about a heart.

    `turned_by`: the name under which a view's notebook tells how often the wheel has turned; `sizes`: radius
    of the discs (`plain`, `centre`, `great`, `heart`); `great`: places that count for more; `names`: what is
    written beside some of them along the ring."""

    centre: Point
    turned_by: str
    sizes: dict[str, float]
    great: tuple[str, ...]
    heart: str
    rings: tuple[Ring, ...]
    names: dict[str, str] = {}

    @property
    def period(self) -> int:
        """After so many turns the board looks as before."""
        return math.lcm(*(len(ring.planets) for ring in self.rings))

    def turns(self, view: Mapping[str, Any]) -> int:
        """How often the wheel has turned, as a view tells it; 0 if it does not."""
        told = (view.get("memory") or {}).get(self.turned_by)
        return told % self.period if isinstance(told, int) else 0

    def ordered(self, view: Mapping[str, Any]) -> int:
        """How often the wheel had turned when the orders were given that a view lists. It turns when a season
        is over: while dislodged ships wait it lies as it lay, later once farther."""
        still = str(view.get("turn") or "").endswith("R") or view.get(AS_IT_LAY)
        return self.turns(view) if still else (self.turns(view) - 1) % self.period

    def size(self, place: str, *, centre: bool) -> float:
        """The radius of a place's disc."""
        kind = "heart" if place == self.heart else "great" if place in self.great else ""
        return self.sizes[kind or ("centre" if centre else "plain")]

    def seat(self, place: str) -> tuple[Ring, int] | None:
        """The ring of a planet and its number there."""
        for ring in self.rings:
            if place in ring.planets:
                return ring, ring.planets.index(place)
        return None

    def point(self, ring: Ring, space: float, off: float = 0.0) -> Point:
        """A space of a ring (or between two), `off` farther out than the ring."""
        angle = (space + 0.5) * 2 * math.pi / len(ring.planets)
        radius = ring.radius + off
        return self.centre[0] - radius * math.sin(angle), self.centre[1] - radius * math.cos(angle)

    def places(self, turned: int) -> dict[str, Point]:
        """Planet -> where it lies after so many turns."""
        return {
            planet: self.point(ring, n + turned)
            for ring in self.rings
            for n, planet in enumerate(ring.planets)
        }

    def beside(self, place: str, turned: int, off: float, along: float = 0.0) -> Point | None:
        """A point near a planet: `off` farther from the heart, `along` spaces farther along its ring."""
        seat = self.seat(place)
        return None if seat is None else self.point(seat[0], seat[1] + turned + along, off)

    def angle(self, place: str, turned: int) -> float:
        """How a name written along the ring beside a planet is turned, in degrees, never head down."""
        seat = self.seat(place)
        if seat is None:
            return 0.0
        ring, n = seat
        angle = -((n + turned + 0.5) * 360 / len(ring.planets)) % 360
        return angle if angle < 90 or angle > 270 else angle - 180

    def course(self, place: str, turned: int, steps: int, off: float) -> tuple[str, Point, Point] | None:
        """The way along a ring: its path, where it ends, and a point on it shortly before."""
        seat = self.seat(place)
        if seat is None or not steps:
            return None
        ring, n = seat
        start, end = self.point(ring, n + turned, off), self.point(ring, n + turned + steps, off)
        sign = 1 if steps > 0 else -1
        room = 0.42 * sign
        first, last = (
            self.point(ring, n + turned + room, off),
            self.point(ring, n + turned + steps - room, off),
        )
        if abs(steps) == 1:
            first, last = start, end
        radius = ring.radius + off
        long = int(abs(steps) * 2 > len(ring.planets))
        path = (
            f"M{first[0]:.1f} {first[1]:.1f}A{radius:g} {radius:g} 0 {long} {0 if sign > 0 else 1} "
            f"{last[0]:.1f} {last[1]:.1f}"
        )
        return path, last, self.point(ring, n + turned + steps - room - 0.3 * sign, off)


def read_wheel(data: Mapping[str, Any] | None) -> Wheel | None:
    """The `wheel` of a `board.json`; None for boards that stand still."""
    return None if data is None else msgspec.convert(data, Wheel)


def orbits(wheel: Wheel) -> Iterator[str]:
    """The rings, and the light at their heart."""
    x, y = wheel.centre
    heart = wheel.sizes["heart"]
    yield f'<circle class="glow" cx="{x:g}" cy="{y:g}" r="{heart * 2.6:g}" fill="url(#board-glow)"/>'
    for ring in wheel.rings:
        yield f'<circle class="orbit wide" cx="{x:g}" cy="{y:g}" r="{ring.radius:g}"/>'
        yield f'<circle class="orbit" cx="{x:g}" cy="{y:g}" r="{ring.radius:g}"/>'


def spiral(wheel: Wheel) -> str:
    """The arms of the heart, from its rim inwards."""
    rim = wheel.sizes["heart"] - 5
    arms = []
    for arm in range(ARMS):
        points = []
        for step in range(25):
            share = step / 24
            angle = 2 * math.pi * (arm / ARMS + share * TURNS)
            radius = rim * (1 - share) ** 1.35 + 3
            points.append(
                f"{wheel.centre[0] - radius * math.sin(angle):.1f} "
                f"{wheel.centre[1] - radius * math.cos(angle):.1f}"
            )
        arms.append("M" + "L".join(points))
    return f'<path class="vortex" d="{"".join(arms)}"/>'


def definitions() -> str:
    """The gradients of a board that turns."""
    return (
        '<radialGradient id="board-planet" cx=".36" cy=".3" r=".8"><stop class="ground-lit" offset="0"/>'
        '<stop class="ground-dim" offset="1"/></radialGradient>'
        '<radialGradient id="board-glow"><stop class="glow-core" offset="0"/>'
        '<stop class="glow-mid" offset=".38"/><stop class="glow-rim" offset="1"/></radialGradient>'
    )
