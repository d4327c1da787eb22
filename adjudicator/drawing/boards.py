"""The drawing of a map as data: `maps/<name>/board.json` read into what the layers need. Nothing is drawn
here."""

from __future__ import annotations

import functools
import json
from typing import Any

import msgspec

from adjudicator.chart import Chart, maps_folder
from adjudicator.errors import BadSetupError
from adjudicator.variants import variant as variant_named

Point = tuple[float, float]


class Place(msgspec.Struct, frozen=True):
    """Where a region's unit, second unit and arrows are."""

    unit: Point
    second: Point
    anchor: Point


class Label(msgspec.Struct, frozen=True):
    """Where a province's name is written, in which size, on which lines; where its code is."""

    at: Point
    size: float
    lines: tuple[str, ...]
    code: Point


class Border(msgspec.Struct, frozen=True):
    """A border drawn once: its path and its kind (`land`, `coast`, `sea`, `rim`, `lane`)."""

    path: str
    kind: str


class Drawing(msgspec.Struct, frozen=True):
    """A board ready to be drawn. `shapes`: province -> path; `voids`: paths of impassable ground."""

    name: str
    chart: Chart
    size: tuple[float, float]
    shapes: dict[str, str]
    voids: tuple[str, ...]
    borders: tuple[Border, ...]
    places: dict[str, Place]
    centres: dict[str, Point]
    labels: dict[str, Label]
    radius: float = 17.0


@functools.cache
def drawing_of(variant: str) -> Drawing:
    """The drawing of a variant's board.

    Raises `BadSetupError` if its map has no drawing."""
    chart = variant_named(variant).chart
    path = maps_folder() / chart.name / "board.json"
    if not path.is_file():
        raise BadSetupError(f"the map {chart.name} has no drawing")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return _graph(chart, data) if data.get("kind") == "graph" else _mesh(chart, data)


# -- boards of land and water: a mesh of borders --
def _mesh(chart: Chart, data: dict[str, Any]) -> Drawing:
    vertices = [(float(x), float(y)) for x, y in data["vertices"]]
    lines = [[vertices[v] for v in edge] for edge in data["edges"]]
    sides: dict[int, list[str]] = {}
    for face, rings in data["faces"].items():
        for ring in rings:
            for number in ring:
                sides.setdefault(abs(number), []).append(face)
    kinds = {p.id: p.kind for p in chart.provinces}
    borders = tuple(
        Border(_path(line), _border_kind([kinds[f] for f in sides.get(number, ())]))
        for number, line in enumerate(lines, 1)
    )
    places = {
        region: Place(
            _point(row["unit"]),
            _point(row.get("second", row["unit"])),
            _point(row.get("anchor", row["unit"])),
        )
        for region, row in data["places"].items()
    }
    labels = {
        province: Label(
            _point(row["at"]), row["size"], tuple(row.get("lines", (province,))), _point(row["code"])
        )
        for province, row in data["labels"].items()
    }
    return Drawing(
        chart.name,
        chart,
        (data["size"][0], data["size"][1]),
        {face: _rings(rings, lines) for face, rings in data["faces"].items()},
        tuple(_rings(rings, lines) for rings in data.get("voids", {}).values()),
        borders,
        places,
        {province: _point(at) for province, at in data["centres"].items()},
        labels,
    )


def _border_kind(kinds: list[str]) -> str:
    if len(kinds) < 2:
        return "coast" if kinds and kinds[0] != "sea" else "rim"
    seas = kinds.count("sea")
    return ("land", "coast", "sea")[seas]


def _rings(rings: list[list[int]], lines: list[list[Point]]) -> str:
    parts = []
    for ring in rings:
        points: list[Point] = []
        for number in ring:
            line = lines[abs(number) - 1]
            points += (line if number > 0 else line[::-1])[:-1]
        parts.append(_path(points) + "Z")
    return "".join(parts)


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# -- boards of nodes and lanes --
def _graph(chart: Chart, data: dict[str, Any]) -> Drawing:
    nodes = {name: _point(at) for name, at in data["nodes"].items()}
    radius = float(data.get("radius", 22))
    names = {p.id: p.name for p in chart.provinces}
    lanes = tuple(
        Border(_path([nodes[lane[0]], nodes[lane[1]]]), f"lane {lane[2]}" if len(lane) > 2 else "lane")
        for lane in data.get("lanes", ())
        if lane[0] in nodes and lane[1] in nodes
    )
    return Drawing(
        chart.name,
        chart,
        (data["size"][0], data["size"][1]),
        {name: _disc(at, radius) for name, at in nodes.items()},
        (),
        lanes,
        {name: Place(at, (at[0] + radius * 0.8, at[1] + radius * 0.8), at) for name, at in nodes.items()},
        {
            p.id: (nodes[p.id][0], nodes[p.id][1] - radius * 0.78)
            for p in chart.provinces
            if p.centre and p.id in nodes
        },
        {
            name: Label((x, y + radius + 9), 10.0, (names.get(name, name),), (x, y + radius + 9))
            for name, (x, y) in nodes.items()
        },
        min(17.0, radius * 0.66),
    )


def _disc(at: Point, radius: float) -> str:
    x, y, r = at[0], at[1], number(radius)
    half = f"a{r} {r} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{half} {number(2 * radius)} 0{half} {number(-2 * radius)} 0Z"


def _point(pair: list[float]) -> Point:
    return float(pair[0]), float(pair[1])


def number(value: float) -> str:
    """A coordinate as short text."""
    return f"{value:.1f}".removesuffix(".0")
