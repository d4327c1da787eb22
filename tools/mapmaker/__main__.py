"""Makes maps/standard/board.json from the sketch: `python -m tools.mapmaker`.

Needs numpy, scipy and shapely, which the product does not."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from shapely import Polygon
from shapely.geometry import LineString

from adjudicator.chart import SEA, Chart, load
from tools.mapmaker.mesh import OUTSIDE, Mesh, Point
from tools.mapmaker.place import lay_out, near
from tools.mapmaker.sketch import sketch
from tools.mapmaker.smooth import smooth

HERE = Path(__file__).parent
VOID = "~"


def main() -> None:
    """Draw the standard board."""
    plan = tomllib.loads((HERE / "standard.toml").read_text(encoding="utf-8"))
    chart = load("standard")
    strokes = {**plan["skeletons"], **{VOID + name: lines for name, lines in plan["voids"].items()}}
    width, height = plan["size"]
    mesh = smooth(sketch((width, height), strokes))
    check(mesh, chart)
    board = describe(mesh, chart)
    path = HERE.parents[1] / "maps" / "standard" / "board.json"
    path.write_text(json.dumps(board, separators=(",", ":")) + "\n", encoding="utf-8")


def check(mesh: Mesh, chart: Chart) -> None:
    """Two provinces share a border exactly if they touch.

    Raises ValueError with what is missing or too much."""
    touching = {
        frozenset({link.origin.partition("/")[0], link.goal.partition("/")[0]}) for link in chart.links
    }
    drawn = {pair for pair in mesh.borders() if not any(f == OUTSIDE or f.startswith(VOID) for f in pair)}
    if touching != drawn:
        raise ValueError(
            f"missing {sorted(map(sorted, touching - drawn))}, extra {sorted(map(sorted, drawn - touching))}"
        )


def describe(mesh: Mesh, chart: Chart) -> dict[str, Any]:
    """The board file: vertices, edges drawn once, faces as rings of signed edges, places, labels."""
    numbers: dict[Point, int] = {}
    edges = [[numbers.setdefault(p, len(numbers)) for p in edge.points] for edge in mesh.edges]
    faces = {p.id: mesh.rings(p.id) for p in chart.provinces}
    places: dict[str, Any] = {}
    centres, labels = {}, {}
    for province in chart.provinces:
        ground = _ground(mesh, faces[province.id])
        found = lay_out(ground, province.name, centre=province.centre)
        places[province.id] = {"unit": found.unit, "second": found.second, "anchor": found.unit}
        for coast in province.coasts:
            shores = _shores(mesh, chart, province.id, coast)
            spot = near(ground, shores, found)
            places[f"{province.id}/{coast}"] = {"unit": spot, "second": found.second, "anchor": spot}
        if found.centre is not None:
            centres[province.id] = found.centre
        labels[province.id] = {"at": found.at, "size": found.size, "lines": found.lines, "code": found.at}
    return {
        "kind": "mesh",
        "size": list(mesh.size),
        "vertices": [list(p) for p in numbers],
        "edges": edges,
        "faces": faces,
        "voids": {face[1:]: mesh.rings(face) for face in mesh.faces() if face.startswith(VOID)},
        "places": places,
        "centres": centres,
        "labels": labels,
    }


def _ground(mesh: Mesh, rings: list[list[int]]) -> Polygon:
    outer, *holes = [mesh.outline(ring) for ring in rings]
    return Polygon(outer, holes)


def _shores(mesh: Mesh, chart: Chart, province: str, coast: str) -> list[LineString]:
    """The borders with the waters of one coast; of a water both coasts touch, the piece on this side."""
    mine = _beside(chart, f"{province}/{coast}")
    coasts = next(p.coasts for p in chart.provinces if p.id == province)
    others = {n for c in coasts if c != coast for n in _beside(chart, f"{province}/{c}")}
    seas = {p.id for p in chart.provinces if p.kind == SEA}
    own = _borders(mesh, province, (mine - others) & seas)
    if own:
        return own
    side = _borders(mesh, province, mine - others)
    shared = _borders(mesh, province, mine & others & seas)
    return [min(shared, key=lambda line: min(line.distance(s) for s in side))]


def _borders(mesh: Mesh, province: str, neighbours: set[str]) -> list[LineString]:
    return [
        LineString(edge.points)
        for edge in mesh.edges
        if province in {edge.left, edge.right} and {edge.left, edge.right} & neighbours
    ]


def _beside(chart: Chart, region: str) -> set[str]:
    """The provinces a fleet can reach from a region."""
    return {
        link.goal.partition("/")[0]
        for link in chart.links
        if link.traffic == "fleet" and link.origin == region
    }


if __name__ == "__main__":
    main()
