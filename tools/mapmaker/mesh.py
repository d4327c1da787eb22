"""The mesh the map maker works on: edges between two faces, each drawn once. No geography, no looks."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from dataclasses import dataclass, field

OUTSIDE = "-"
"""The face around the sheet."""

Point = tuple[float, float]


@dataclass
class Edge:
    """A polyline from junction to junction (or closed), with the faces to its left and right."""

    points: list[Point]
    left: str
    right: str

    def length(self) -> float:
        return sum(math.dist(a, b) for a, b in itertools.pairwise(self.points))


@dataclass
class Mesh:
    size: tuple[float, float]
    edges: list[Edge] = field(default_factory=list)

    def faces(self) -> list[str]:
        return sorted({face for edge in self.edges for face in (edge.left, edge.right)} - {OUTSIDE})

    def borders(self) -> dict[frozenset[str], list[float]]:
        """The lengths of the pieces of border that two faces share."""
        shared: dict[frozenset[str], list[float]] = defaultdict(list)
        for edge in self.edges:
            shared[frozenset((edge.left, edge.right))].append(edge.length())
        return dict(shared)

    def rings(self, face: str) -> list[list[int]]:
        """The rings of a face as signed 1-based edge numbers, the face to the left; the outer ring first.

        Raises ValueError if the edges around the face do not close.
        """
        open_ends: dict[Point, list[tuple[int, Point]]] = defaultdict(list)
        for number, edge in enumerate(self.edges, 1):
            if edge.left == face:
                open_ends[edge.points[0]].append((number, edge.points[-1]))
            if edge.right == face:
                open_ends[edge.points[-1]].append((-number, edge.points[0]))
        rings: list[list[int]] = []
        while open_ends:
            start = min(open_ends)
            here, ring = start, []
            while True:
                if not open_ends.get(here):
                    raise ValueError(f"the border of {face} does not close at {here}")
                number, onward = open_ends[here].pop()
                if not open_ends[here]:
                    del open_ends[here]
                ring.append(number)
                here = onward
                if here == start:
                    break
            rings.append(ring)
        return sorted(rings, key=lambda ring: -abs(area(self.outline(ring))))

    def outline(self, ring: list[int]) -> list[Point]:
        """The points of a ring, the first not repeated at the end."""
        points: list[Point] = []
        for number in ring:
            line = self.edges[abs(number) - 1].points
            points += (line if number > 0 else line[::-1])[:-1]
        return points


def area(outline: list[Point]) -> float:
    """Signed area; positive for rings with their face to the left (y downwards)."""
    return (
        -sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True))
        / 2
    )
