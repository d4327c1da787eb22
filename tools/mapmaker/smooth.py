"""From rough borders to drawn ones: edges simplified and rounded. Junctions do not move."""

from __future__ import annotations

import itertools
import math

from .mesh import Edge, Mesh, Point

TOLERANCE = 2.5
"""How far a simplified border may stray from the rough one, in units of the sheet."""
ROUNDS = 2
"""How often corners are cut (Chaikin's scheme)."""


def smooth(mesh: Mesh) -> Mesh:
    """The same faces with calm borders."""
    edges = [Edge(_rounded(_simplified(edge.points)), edge.left, edge.right) for edge in mesh.edges]
    return Mesh(mesh.size, [Edge(list(map(_tenth, e.points)), e.left, e.right) for e in edges])


def _tenth(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _simplified(points: list[Point]) -> list[Point]:
    """Douglas and Peucker's scheme; a closed line keeps its shape by being cut in two first."""
    if points[0] == points[-1] and len(points) > 3:
        half = len(points) // 2
        return _simplified(points[: half + 1])[:-1] + _simplified(points[half:])
    if len(points) < 3:
        return points
    worst, far = 0, 0.0
    for i in range(1, len(points) - 1):
        distance = _off(points[i], points[0], points[-1])
        if distance > far:
            worst, far = i, distance
    if far <= TOLERANCE:
        return [points[0], points[-1]]
    return _simplified(points[: worst + 1])[:-1] + _simplified(points[worst:])


def _off(point: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    if length == 0:
        return math.dist(point, a)
    return abs((b[0] - a[0]) * (a[1] - point[1]) - (a[0] - point[0]) * (b[1] - a[1])) / length


def _rounded(points: list[Point]) -> list[Point]:
    closed = points[0] == points[-1]
    for _ in range(ROUNDS):
        if len(points) < 3:
            return points
        cut = [points[0]] if not closed else []
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            cut += [
                (0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by),
                (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by),
            ]
        if closed:
            cut.append(cut[0])
        else:
            cut[1] = points[0]
            cut.pop(0)
            cut[-1] = points[-1]
        points = cut
    return points
