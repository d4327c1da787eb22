"""The drawing of the standard board holds together: borders, crossings, and room for everything."""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from typing import Any

import pytest

from adjudicator.chart import load, maps_folder

Point = tuple[float, float]
BOARD: dict[str, Any] = json.loads((maps_folder() / "standard" / "board.json").read_text(encoding="utf-8"))
CHART = load("standard")
VERTICES = [tuple(v) for v in BOARD["vertices"]]
FACES = {**BOARD["faces"], **{f"void {name}": rings for name, rings in BOARD["voids"].items()}}
UNIT, CROSSING = 17, 12


def line(number: int) -> list[Point]:
    points = [VERTICES[v] for v in BOARD["edges"][abs(number) - 1]]
    return points if number > 0 else points[::-1]


def outline(ring: list[int]) -> list[Point]:
    return [p for number in ring for p in line(number)[:-1]]


def length(number: int) -> float:
    points = line(number)
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def inside(point: Point, rings: list[list[int]]) -> bool:
    odd = False
    for ring in rings:
        corners = outline(ring)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (ay > point[1]) != (by > point[1]) and point[0] < (bx - ax) * (point[1] - ay) / (by - ay) + ax:
                odd = not odd
    return odd


def to_border(point: Point, rings: list[list[int]]) -> float:
    best = math.inf
    for ring in rings:
        corners = outline(ring)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            square = (bx - ax) ** 2 + (by - ay) ** 2
            along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / square if square else 0.0
            along = min(1.0, max(0.0, along))
            best = min(best, math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay))))
    return best


def borders() -> dict[frozenset[str], float]:
    sides: dict[int, list[str]] = defaultdict(list)
    for face, rings in FACES.items():
        for ring in rings:
            for number in ring:
                sides[abs(number)].append(face)
    shared: dict[frozenset[str], float] = defaultdict(float)
    for number, faces in sides.items():
        shared[frozenset(faces)] += length(number)
    return dict(shared)


def test_every_border_is_drawn_once_and_has_a_face_on_each_side() -> None:
    seen: dict[int, list[int]] = defaultdict(list)
    for rings in FACES.values():
        for ring in rings:
            for number in ring:
                seen[abs(number)].append(number)
    assert set(seen) == set(range(1, len(BOARD["edges"]) + 1))
    for number, uses in seen.items():
        ends = [VERTICES[v] for v in (BOARD["edges"][number - 1][0], BOARD["edges"][number - 1][-1])]
        at_rim = all(x in {0, BOARD["size"][0]} or y in {0, BOARD["size"][1]} for x, y in ends)
        assert sorted(uses) == [-number, number] or (len(uses) == 1 and at_rim), number


@pytest.mark.parametrize("face", sorted(FACES))
def test_rings_close(face: str) -> None:
    for ring in FACES[face]:
        for number, following in zip(ring, ring[1:] + ring[:1], strict=True):
            assert line(number)[-1] == line(following)[0]


def test_two_provinces_share_a_border_exactly_if_they_touch() -> None:
    touching = {
        frozenset({link.origin.partition("/")[0], link.goal.partition("/")[0]}) for link in CHART.links
    }
    drawn = {pair for pair in borders() if len(pair) == 2 and not any(f.startswith("void") for f in pair)}
    assert drawn == touching


def test_every_link_has_somewhere_to_be_crossed() -> None:
    shared = borders()
    for link in CHART.links:
        pair = frozenset({link.origin.partition("/")[0], link.goal.partition("/")[0]})
        assert shared[pair] >= CROSSING, link


def test_both_coasts_of_spain_have_a_piece_of_the_ocean_of_their_own() -> None:
    pieces = [
        n for n in range(1, len(BOARD["edges"]) + 1)
        if {f for f, rings in FACES.items() for ring in rings if n in ring or -n in ring} == {"spa", "mao"}
    ]  # fmt: skip
    assert len(pieces) == 2
    assert all(length(n) >= CROSSING for n in pieces)


@pytest.mark.parametrize("region", CHART.regions)
def test_a_unit_stands_well_inside_its_province(region: str) -> None:
    spot = tuple(BOARD["places"][region]["unit"])
    rings = BOARD["faces"][region.partition("/")[0]]
    assert inside(spot, rings)
    assert to_border(spot, rings) >= UNIT


@pytest.mark.parametrize("province", [p.id for p in CHART.provinces])
def test_nothing_in_a_province_covers_anything_else(province: str) -> None:
    rings = BOARD["faces"][province]
    unit, second = (tuple(BOARD["places"][province][k]) for k in ("unit", "second"))
    assert inside(second, rings)
    assert math.dist(unit, second) >= UNIT + 10
    label = BOARD["labels"][province]
    half = (
        max(len(t) for t in label["lines"]) * label["size"] * 0.28,
        len(label["lines"]) * label["size"] * 0.56,
    )
    for x in (-1, 1):
        for y in (-1, 1):
            assert inside((label["at"][0] + x * half[0], label["at"][1] + y * half[1]), rings)

    def from_label(point: Point) -> float:
        across = max(abs(point[0] - label["at"][0]) - half[0], 0)
        return math.hypot(across, max(abs(point[1] - label["at"][1]) - half[1], 0))

    assert from_label(unit) >= UNIT
    if province in BOARD["centres"]:
        centre = tuple(BOARD["centres"][province])
        assert inside(centre, rings)
        assert math.dist(centre, unit) >= UNIT + 7
        assert from_label(centre) >= 7


def test_every_centre_has_a_mark_and_nothing_else_has() -> None:
    assert set(BOARD["centres"]) == set(CHART.centres)
