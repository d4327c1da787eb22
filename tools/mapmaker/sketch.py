"""From strokes to ground: each point of the sheet belongs to the nearest stroke's province.

Makes a first rough mesh (`Mesh`) by a Voronoi diagram; what the mesh then looks like is `relax`'s affair.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.spatial import Voronoi

from .mesh import OUTSIDE, Edge, Mesh

STEP = 9.0
"""Distance between the points by which a stroke is sampled, in units of the sheet."""

Strokes = Sequence[Sequence[float]]


def sketch(size: tuple[float, float], skeletons: Mapping[str, Strokes]) -> Mesh:
    """Cut a sheet of `size` into a face for each skeleton; the rest is the face `OUTSIDE`."""
    owners: list[str] = []
    points: list[tuple[float, float]] = []
    for name, strokes in skeletons.items():
        for stroke in strokes:
            for point in _sample(stroke):
                owners.append(name)
                points.append(point)
    width, height = size
    inner = np.array(points)
    # Reflecting every point at the four sides makes the sides themselves Voronoi ridges.
    mirrored = [
        inner * (-1, 1),
        inner * (-1, 1) + (2 * width, 0),
        inner * (1, -1),
        inner * (1, -1) + (0, 2 * height),
    ]
    diagram = Voronoi(np.vstack([inner, *mirrored]))
    faces = owners + [OUTSIDE] * (4 * len(owners))
    links: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for (first, second), ridge in zip(diagram.ridge_points, diagram.ridge_vertices, strict=True):
        left, right = faces[first], faces[second]
        if left == right or -1 in ridge:
            continue
        a, b = ridge
        if not _left_of(diagram.vertices[a], diagram.vertices[b], diagram.points[first]):
            left, right = right, left
        links[a].append((b, left, right))
        links[b].append((a, right, left))
    return Mesh(size=size, edges=_chains(diagram.vertices, links))


def _sample(stroke: Sequence[float]) -> list[tuple[float, float]]:
    corners = list(zip(stroke[::2], stroke[1::2], strict=True))
    points = [corners[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(corners):
        count = max(1, round(math.hypot(bx - ax, by - ay) / STEP))
        points += [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(1, count + 1)]
    return points


def _left_of(a: np.ndarray, b: np.ndarray, point: np.ndarray) -> bool:
    """Is `point` to the left of a->b on a sheet whose y grows downwards?"""
    return bool((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) < 0)


def _chains(vertices: np.ndarray, links: Mapping[int, list[tuple[int, str, str]]]) -> list[Edge]:
    """Join ridges between the same two faces to edges that run from junction to junction."""
    junctions = {v for v, ends in links.items() if len(ends) != 2}
    edges: list[Edge] = []
    used: set[tuple[int, int]] = set()

    def walk(start: int, step: tuple[int, str, str]) -> None:
        before, (here, left, right) = start, step
        line = [start, here]
        used.update({(before, here), (here, before)})
        while here not in junctions and here != start:
            onward = next(end for end in links[here] if end[0] != before)
            before, here = here, onward[0]
            line.append(here)
            used.update({(before, here), (here, before)})
        edges.append(Edge(points=[tuple(map(float, vertices[v])) for v in line], left=left, right=right))

    for start in sorted(junctions):
        for step in links[start]:
            if (start, step[0]) not in used:
                walk(start, step)
    for start in sorted(links):  # what is left are islands: closed lines without a junction
        for step in links[start]:
            if (start, step[0]) not in used:
                walk(start, step)
    return edges
