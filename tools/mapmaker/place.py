"""Where things stand in a province: unit, second unit, centre mark, name. Nothing overlaps."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shapely import Polygon, prepare
from shapely.geometry import LineString, Point, box

from adjudicator.drawing.lettering import half

AIR = 10.0  # between a name and the border, where there is so much
GRID = 4  # the finest grid on which places are sought, in units of the sheet
FINENESS = 26  # steps across a large province
UNIT, SECOND, CENTRE = 17.0, 13.0, 7.0  # radii, in units of the sheet
CODE = half(("MMM",), 15.0)  # of the letters that stand there when names would be too small
REACH, SECOND_REACH = 20.0, 16.0  # of a unit and of a second one, from tip to middle
SIZES = (19.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.5, 9.5, 8.5)  # font sizes, best first

Spot = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """The places in one province; `lines` is its name as written there."""

    unit: Spot
    second: Spot
    centre: Spot | None
    at: Spot
    size: float
    lines: tuple[str, ...]


def lay_out(ground: Polygon, name: str, *, centre: bool) -> Layout:
    """The best places: the largest name that leaves room for a unit, then the roomiest spots.

    Raises ValueError if there is no room."""
    prepare(ground)
    points = _grid(ground)
    border = LineString(ground.exterior.coords)
    room = {p: border.distance(Point(p)) for p in points}
    for size, lines in itertools.product(SIZES, _wrapped(name)):
        found = _fit(ground, room, size, lines, centre=centre)
        if found is not None:
            return found
    raise ValueError(f"no room for a unit and the name in {name}")


def near(ground: Polygon, shore: Iterable[LineString], found: Layout) -> Spot:
    """A spot for a fleet on one coast: as near to that shore as its size allows, clear of the name and of the
    other things there. Raises ValueError if there is no room."""
    border = LineString(ground.exterior.coords)
    coast = list(shore)
    frame = half(found.lines, found.size)
    held = [(found.second, UNIT + SECOND - 3)] + ([(found.centre, UNIT + CENTRE)] if found.centre else [])
    best: tuple[float, Spot] | None = None
    for p in _grid(ground):
        point = Point(p)
        if border.distance(point) < UNIT + 1 or not _clear(p, held):
            continue
        if _from_frame(p, found.at, frame) < REACH:
            continue
        score = sum(line.distance(point) for line in coast) / len(coast)
        if best is None or score < best[0]:
            best = (score, p)
    if best is None:
        raise ValueError("no room for a fleet on that coast")
    return best[1]


def _grid(ground: Polygon) -> list[Spot]:
    left, top, right, bottom = map(int, ground.bounds)
    step = max(GRID, int(ground.area**0.5 / FINENESS))
    return [
        (float(x), float(y))
        for x in range(left, right + 1, step)
        for y in range(top, bottom + 1, step)
        if ground.contains(Point(x, y))
    ]


def _wrapped(name: str) -> list[tuple[str, ...]]:
    words = name.split()
    found: list[tuple[str, ...]] = [(name,)]
    found += [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    if len(words) > 2:
        found.append(tuple(words))
    return found


def _fit(
    ground: Polygon, room: dict[Spot, float], size: float, lines: tuple[str, ...], *, centre: bool
) -> Layout | None:
    width, height = map(max, half(lines, size), CODE)
    best: tuple[float, Layout] | None = None
    roomy = sorted((p for p in room if room[p] >= UNIT + 1), key=lambda p: -room[p])
    for (x, y), depth in room.items():
        if depth < height:
            continue
        frame = box(x - width, y - height, x + width, y + height)
        if not ground.contains(frame):
            continue
        unit = next((p for p in roomy if _from_frame(p, (x, y), (width, height)) >= REACH), None)
        if unit is None:
            continue
        others = [
            p for p in room if room[p] >= SECOND and _from_frame(p, (x, y), (width, height)) >= SECOND_REACH
        ]
        second = _farther(others, [(unit, UNIT + SECOND - 3)], room)
        mark = None
        if centre:
            free = [
                p
                for p in room
                if room[p] >= CENTRE + 2 and _from_frame(p, (x, y), (width, height)) >= CENTRE + 2
            ]
            held = [(unit, UNIT + CENTRE + 2)] + ([(second, SECOND + CENTRE + 1)] if second else [])
            mark = _beside(free, held, unit)
        if second is None or (centre and mark is None):
            continue
        air = min(ground.exterior.distance(frame), AIR) * 2
        score = air + min(room[unit], 60) + min(room[second], 30) - abs(x - unit[0]) * 0.15
        if best is None or score > best[0]:
            best = (score, Layout(unit, second, mark, (x, y), size, lines))
    return best[1] if best else None


def _from_frame(p: Spot, middle: Spot, half: Spot) -> float:
    """Distance of a point from a frame of text around `middle`."""
    across = max(abs(p[0] - middle[0]) - half[0], 0.0)
    down = max(abs(p[1] - middle[1]) - half[1], 0.0)
    return (across * across + down * down) ** 0.5


def _clear(p: Spot, held: Sequence[tuple[Spot, float]]) -> bool:
    return all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 >= far * far for q, far in held)


def _farther(
    points: Iterable[Spot], held: Sequence[tuple[Spot, float]], room: dict[Spot, float]
) -> Spot | None:
    return max((p for p in points if _clear(p, held)), key=lambda p: room[p], default=None)


def _beside(points: Iterable[Spot], held: Sequence[tuple[Spot, float]], unit: Spot) -> Spot | None:
    return min(
        (p for p in points if _clear(p, held)),
        key=lambda p: (p[0] - unit[0]) ** 2 + (p[1] - unit[1]) ** 2,
        default=None,
    )
