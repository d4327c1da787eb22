"""The drawing of a map as data: `maps/<name>/board.json` read into what the layers need. Nothing is drawn
here."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.chart import Chart, Province, maps_folder
from adjudicator.drawing.wheel import Wheel, read_wheel
from adjudicator.errors import BadSetupError
from adjudicator.variants import variant as variant_named

Point = tuple[float, float]


class Place(msgspec.Struct, frozen=True):
    """Where a region's unit, second unit and arrows are; `crowd`: the radius of the circle on which several
    units stand, 0 where each further one stands beyond the second."""

    unit: Point
    second: Point
    anchor: Point
    crowd: float = 0.0


class Label(msgspec.Struct, frozen=True):
    """Where a province's name is written: its middle, size, lines, the angle in degrees; where its code
    is."""

    at: Point
    size: float
    lines: tuple[str, ...]
    code: Point
    angle: float = 0.0


class Drawing(msgspec.Struct, frozen=True):
    """A board ready to be drawn.

    `shapes`: province -> path; `voids`: paths of impassable ground; `lines`: kind (`land`, `coast`, `sea`,
    `rim`) -> path of all borders of that kind, each drawn once; `lanes`: words that tell lanes apart -> path
    of all such lanes (boards of nodes only); `wheel`, `turned`: how its places turn, and how often they
    have."""

    name: str
    chart: Chart
    size: Point
    shapes: dict[str, str]
    voids: tuple[str, ...]
    lines: dict[str, str]
    lanes: dict[str, str]
    places: dict[str, Place]
    centres: dict[str, Point]
    labels: dict[str, Label]
    radius: float = 17.0
    wheel: Wheel | None = None
    turned: int = 0


def drawing_for(variant: str, view: Mapping[str, Any]) -> Drawing:
    """The drawing of a variant's board as it lies in a view: turned as far as that tells."""
    still = drawing_of(variant)
    return still if still.wheel is None else drawing_of(variant, still.wheel.turns(view))


@functools.lru_cache(maxsize=256)
def drawing_of(variant: str, turned: int = 0) -> Drawing:
    """The drawing of a variant's board, after so many turns if it is one that turns.

    Raises `BadSetupError` if its map has no drawing."""
    chart = variant_named(variant).chart
    path = maps_folder() / chart.name / "board.json"
    if not path.is_file():
        raise BadSetupError(f"the map {chart.name} has no drawing")
    return read_drawing(chart, json.loads(path.read_text(encoding="utf-8")), turned)


def read_drawing(chart: Chart, data: Mapping[str, Any], turned: int = 0) -> Drawing:
    """The data of a `board.json` as a drawing: a mesh of borders, or (`"kind": "graph"`) nodes and lanes,
    which may turn (`"wheel"`)."""
    return _graph(chart, data, turned) if data.get("kind") == "graph" else _mesh(chart, data)


# -- boards of land and water: a mesh of borders --
def _mesh(chart: Chart, data: Mapping[str, Any]) -> Drawing:
    vertices = [_point(v) for v in data["vertices"]]
    lines = [[vertices[v] for v in edge] for edge in data["edges"]]
    sides: dict[int, list[str]] = {}
    for face, rings in data["faces"].items():
        for ring in rings:
            for edge in ring:
                sides.setdefault(abs(edge), []).append(face)
    kinds = {p.id: p.kind for p in chart.provinces}
    borders: dict[str, list[str]] = {}
    for number_, line in enumerate(lines, 1):
        kind = _border_kind([kinds[face] for face in sides.get(number_, ())])
        borders.setdefault(kind, []).append(_path(line))
    middles = {face: _middle(_outline(rings[0], lines)) for face, rings in data["faces"].items()}
    return Drawing(
        chart.name,
        chart,
        _point(data["size"]),
        {face: _rings(rings, lines) for face, rings in data["faces"].items()},
        tuple(_rings(rings, lines) for rings in data.get("voids", {}).values()),
        {kind: "".join(paths) for kind, paths in sorted(borders.items())},
        {},
        _places(chart, data.get("places", {}), middles),
        {
            p.id: _point(data.get("centres", {}).get(p.id, _off(middles[p.id], -20, -14)))
            for p in chart.provinces
            if p.centre and p.id in middles
        },
        _labels(chart, data.get("labels", {}), middles),
    )


def _border_kind(kinds: list[str]) -> str:
    """Between which kinds of province a border runs; `rim`: the edge of the sheet or of a sea."""
    if len(kinds) < 2:
        return "coast" if kinds and kinds[0] != "sea" else "rim"
    return ("land", "coast", "sea")[kinds.count("sea")]


def _places(
    chart: Chart, rows: Mapping[str, Mapping[str, Any]], middles: Mapping[str, Point]
) -> dict[str, Place]:
    """The places of every region; where the data names none, the middle of the province."""
    places = {}
    for region in chart.regions:
        middle = middles.get(region.partition("/")[0])
        row = rows.get(region, {})
        if middle is None and not row:
            continue
        unit = _point(row.get("unit", middle))
        places[region] = Place(
            unit, _point(row.get("second", _off(unit, 24, 20))), _point(row.get("anchor", unit))
        )
    return places


def _labels(
    chart: Chart, rows: Mapping[str, Mapping[str, Any]], middles: Mapping[str, Point]
) -> dict[str, Label]:
    labels = {}
    for province in chart.provinces:
        if province.id not in middles:
            continue
        row = rows.get(province.id, {})
        at = _point(row.get("at", _off(middles[province.id], 0, 30)))
        labels[province.id] = Label(
            at,
            float(row.get("size", 15.0)),
            tuple(row.get("lines", (province.name,))),
            _point(row.get("code", at)),
            float(row.get("angle", 0.0)),
        )
    return labels


def _outline(ring: Iterable[int], lines: list[list[Point]]) -> list[Point]:
    points: list[Point] = []
    for edge in ring:
        line = lines[abs(edge) - 1]
        points += (line if edge > 0 else line[::-1])[:-1]
    return points


def _rings(rings: Iterable[Iterable[int]], lines: list[list[Point]]) -> str:
    return "".join(_path(_outline(ring, lines)) + "Z" for ring in rings)


def _middle(outline: list[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# -- boards of nodes and lanes --
def _graph(chart: Chart, data: Mapping[str, Any], turned: int = 0) -> Drawing:
    wheel = read_wheel(data.get("wheel"))
    spaces = {name: _point(at) for name, at in data["nodes"].items()}
    nodes = dict(spaces)
    if wheel is not None:
        spaces, nodes = spaces | wheel.places(0), nodes | wheel.places(turned)
    radius = float(data.get("radius", 22))
    known = [p for p in chart.provinces if p.id in nodes]
    given: Mapping[str, Mapping[str, Any]] = data.get("labels", {})
    radii = {p.id: radius if wheel is None else wheel.size(p.id, centre=p.centre) for p in known}
    lanes: dict[str, list[str]] = {}
    for a, b, *more in data.get("lanes", ()):
        if a in spaces and b in spaces:
            words = " ".join(word for word in more if isinstance(word, str))
            bends = [_point(at) for bent in more if not isinstance(bent, str) for at in bent]
            lanes.setdefault(words, []).append(_lane(spaces[a], spaces[b], bends))
    discs = {p.id: _disc(nodes[p.id], radii[p.id]) for p in known}
    return Drawing(
        chart.name,
        chart,
        _point(data["size"]),
        discs,
        (),
        {"node": "".join(discs.values())} if wheel is None else {},
        {words: "".join(paths) for words, paths in sorted(lanes.items())},
        {
            name: Place(at, _node_second(name, at, radius, wheel, turned), at, _crowd(wheel, name))
            for name, at in nodes.items()
        },
        {p.id: _node_centre(p.id, nodes[p.id], radii[p.id], wheel, turned) for p in known if p.centre},
        {p.id: _node_label(p, nodes[p.id], radii[p.id], wheel, turned) for p in known}
        | {p.id: _given_label(p.name, given[p.id]) for p in known if p.id in given},
        min(17.0, radius * 0.64),
        wheel,
        turned,
    )


def _lane(a: Point, b: Point, bends: list[Point]) -> str:
    """A straight lane, or one that bends towards two points on its way."""
    return f"M{pair(a)}C{' '.join(map(pair, bends))} {pair(b)}" if bends else _path([a, b])


def _given_label(name: str, row: Mapping[str, Any]) -> Label:
    """Where the data say that the name of a node is written."""
    at = _point(row["at"])
    return Label(at, float(row.get("size", 12.0)), (name,), (at[0], at[1] + float(row.get("drop", 0))))


def _crowd(wheel: Wheel | None, place: str) -> float:
    """Where many may stand: the circle about the heart of a wheel."""
    return wheel.sizes["heart"] * 0.66 if wheel is not None and place == wheel.heart else 0.0


def _node_second(place: str, at: Point, radius: float, wheel: Wheel | None, turned: int) -> Point:
    """Up to the right of a node, clear of its name and its centre mark; of a planet of a wheel towards the
    heart."""
    out = wheel.beside(place, turned, 1.0) if wheel is not None else None
    if out is None:
        return _off(at, radius * 0.95, -radius * 0.62)
    x, y = out[0] - at[0], out[1] - at[1]
    return _off(at, radius * (-0.68 * x - 0.9 * y), radius * (-0.68 * y + 0.9 * x))


def _node_centre(place: str, at: Point, radius: float, wheel: Wheel | None, turned: int) -> Point:
    """At the rim of a node; of a planet of a wheel on the side away from the heart, beside its name."""
    out = wheel.beside(place, turned, 1.0) if wheel is not None else None
    if out is None:
        return _off(at, -radius * 0.8, -radius * 0.68)
    x, y = out[0] - at[0], out[1] - at[1]
    return _off(at, radius * (0.5 * x + 0.87 * y), radius * (0.5 * y - 0.87 * x))


def _node_label(province: Province, at: Point, radius: float, wheel: Wheel | None, turned: int) -> Label:
    """Below a node; beside a planet of a wheel, away from the heart, long names along the ring."""
    below = _off(at, 0, radius + 11)
    if wheel is None:
        return Label(below, 12.0, (province.name,), below)
    name = wheel.names.get(province.id)
    beside = wheel.beside(province.id, turned, radius + (12 if name else 19)) or _off(at, 0, radius + 13)
    code = wheel.beside(province.id, turned, radius + 25) or beside
    angle = wheel.angle(province.id, turned) if name else 0.0
    return Label(beside, 15.0 if name else 13.0, (name or province.name,), code, angle)


def _disc(at: Point, radius: float) -> str:
    x, y, r = at[0], at[1], number(radius)
    half = f"a{r} {r} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{half} {number(2 * radius)} 0{half} {number(-2 * radius)} 0Z"


def _point(pair: Any) -> Point:
    return float(pair[0]), float(pair[1])


def _off(at: Point, x: float, y: float) -> Point:
    return at[0] + x, at[1] + y


def number(value: float) -> str:
    """A coordinate as short text."""
    return f"{value:.1f}".removesuffix(".0")


def pair(point: Point) -> str:
    """A point as it stands in a path."""
    return f"{number(point[0])} {number(point[1])}"


def shift(point: Point) -> str:
    """The transform that puts a shape drawn about the origin at a point."""
    return f'transform="translate({pair(point)})"'
