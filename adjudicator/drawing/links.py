"""Orders that open or close the way between two places, as lines: from who gives them to the way, and the way
itself. Two that contradict each other lie on either side of the straight line."""

from __future__ import annotations

import math
from collections.abc import Sequence

from adjudicator.drawing.boards import Drawing, Point
from adjudicator.drawing.strokes import Bow, cross, dot, ring, short_of, thread

ROOM = 1.75  # radii of a unit
BENDS = (0.08, 0.13, 0.03, 0.19, 0.25, 0.32)  # of the length of a line


def link(board: Drawing, ends: tuple[str, str], crew: Sequence[str], power: str, *, opens: bool) -> str:
    """A way between two places that somebody orders to be opened or closed, with a thread from each place of
    the crew; empty where a place is not on the board."""
    if not set(ends) <= board.places.keys():
        return ""
    bow = way(board, ends, opens=opens)
    word = "joins" if opens else "parts"
    threads = "".join(_from(board, place, bow.at(0.5), power) for place in crew)
    mark = dot(bow.at(0.5), power) if opens else cross(bow.at(0.5), power, 11)
    return (
        f'{threads}<path class="arrow-under thin" d="{bow.path()}"/>'
        f'<path class="arrow way {word} power-{power}" d="{bow.path()}"/>'
        f"{dot(bow.start, power)}{dot(bow.end, power)}{mark}"
    )


def way(board: Drawing, ends: tuple[str, str], *, opens: bool) -> Bow:
    """The line between two places: the same whichever is named first, bent to one side if it is opened, to
    the other if it is closed, so far that it keeps clear of other places."""
    first, second = sorted(ends, reverse=not opens)
    start, goal = board.places[first].anchor, board.places[second].anchor
    room = board.radius * ROOM
    others = [place.anchor for name, place in board.places.items() if name not in ends]
    bows = [Bow(start, goal, room, room, bend) for bend in BENDS]
    return min(bows, key=lambda bow: _crowding(bow, others, board.radius * ROOM))


def _crowding(bow: Bow, others: Sequence[Point], near: float) -> int:
    """How many places a line runs through."""
    points = [bow.at(n / 24) for n in range(25)]
    left, right = min(x for x, _ in points) - near, max(x for x, _ in points) + near
    return sum(
        any(math.dist(point, other) < near for point in points) for other in others if left < other[0] < right
    )


def _from(board: Drawing, place: str, to: Point, power: str) -> str:
    if place not in board.places:
        return ""
    start = board.places[place].anchor
    return ring(start, power, board.radius + 6) + thread(start, short_of(start, to, 8), power)
