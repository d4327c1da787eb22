"""Orders that open or close the way between two places, as lines: from who gives them to the way, and the way
itself. Two that contradict each other lie on either side of the straight line."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.drawing.boards import Drawing, Point
from adjudicator.drawing.strokes import Bow, cross, dot, ring, short_of, thread

ROOM = 1.75  # radii of a unit


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
    the other if it is closed."""
    first, second = sorted(ends, reverse=not opens)
    room = board.radius * ROOM
    return Bow(board.places[first].anchor, board.places[second].anchor, room, room)


def _from(board: Drawing, place: str, to: Point, power: str) -> str:
    if place not in board.places:
        return ""
    start = board.places[place].anchor
    return ring(start, power, board.radius + 6) + thread(start, short_of(start, to, 8), power)
