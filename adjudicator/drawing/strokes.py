"""Lines of orders: gently bent arrows, dotted threads, small signs. Knows geometry and class names, no
orders.

An arrow bends to the same side seen from its start, so that two units changing places get two arrows beside
each other; drafts in the browser bend alike."""

from __future__ import annotations

import math

from adjudicator.drawing.boards import Point, number, pair, shift

BEND = 0.08  # of the length of an arrow
HEAD = 15.0


def along(a: Point, b: Point, part: float) -> Point:
    """The point at a share of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def short_of(a: Point, b: Point, by: float) -> Point:
    """The point `by` before `b`, coming from `a`."""
    length = math.dist(a, b)
    return along(a, b, max(0.0, (length - by) / length)) if length else b


class Bow:
    """The bent line of a move between two units' places.

    `leave`, `reach`: the room it leaves for what stands at its start and at its goal; `bend`: how far
    it bends, as a share of its length."""

    def __init__(self, start: Point, goal: Point, leave: float, reach: float, bend: float = BEND) -> None:
        most = math.dist(start, goal) * 0.25
        self.start = short_of(goal, start, min(leave, most))
        self.end = short_of(start, goal, min(reach, most))
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        middle = along(self.start, self.end, 0.5)
        self.bend = middle[0] - dy * bend, middle[1] + dx * bend

    def at(self, part: float) -> Point:
        """The point at a share of the way."""
        a, b, c = self.start, self.bend, self.end
        rest = 1 - part
        return (
            rest * rest * a[0] + 2 * rest * part * b[0] + part * part * c[0],
            rest * rest * a[1] + 2 * rest * part * b[1] + part * part * c[1],
        )

    def nearest(self, point: Point) -> Point:
        """The point of its middle part that is nearest to another point."""
        return min((self.at(n / 20) for n in range(5, 16)), key=lambda p: math.dist(p, point))

    def path(self, share: float = 1.0) -> str:
        """Its path, or that of its first share."""
        bend, end = along(self.start, self.bend, share), self.at(share)
        return f"M{pair(self.start)}Q{pair(bend)} {pair(end)}"

    def arrow(self, power: str, *, tipped: bool = True) -> str:
        """The line with its dark seam, its origin and its head."""
        length = math.dist(self.start, self.end) or 1.0
        line = self.path(max(0.0, 1 - HEAD * 0.8 / length) if tipped else 1.0)
        return (
            f'<path class="arrow-under" d="{line}"/><path class="arrow power-{power}" d="{line}"/>'
            f'<circle class="tail power-{power}" cx="{number(self.start[0])}" cy="{number(self.start[1])}" '
            f'r="3.2"/>{head(self.bend, self.end, power) if tipped else ""}'
        )


def head(before: Point, tip: Point, power: str) -> str:
    """The head of an arrow that comes to its tip from a point before it."""
    x, y = tip
    angle = math.atan2(y - before[1], x - before[0])
    wings = [(x - HEAD * math.cos(angle + t), y - HEAD * math.sin(angle + t)) for t in (0.44, -0.44)]
    notch = x - HEAD * 0.68 * math.cos(angle), y - HEAD * 0.68 * math.sin(angle)
    path = f"M{pair(tip)}L{pair(wings[0])}L{pair(notch)}L{pair(wings[1])}Z"
    return f'<path class="head power-{power}" d="{path}"/>'


def thread(start: Point, end: Point, power: str) -> str:
    """The dotted line of an order that helps or looks."""
    line = f"M{pair(start)}L{pair(end)}"
    return f'<path class="arrow-under thin" d="{line}"/><path class="arrow thread power-{power}" d="{line}"/>'


def dot(at: Point, power: str) -> str:
    """Where a thread meets what it helps."""
    return f'<circle class="end power-{power}" cx="{number(at[0])}" cy="{number(at[1])}" r="5"/>'


def ring(at: Point, power: str, radius: float, kind: str = "") -> str:
    """A circle around a place; `kind`: a further class."""
    return (
        f'<circle class="ring{kind and " " + kind} power-{power}" cx="{number(at[0])}" '
        f'cy="{number(at[1])}" r="{number(radius)}"/>'
    )


def cross(at: Point, power: str, radius: float) -> str:
    """What is to go is crossed out."""
    d = number(radius * 0.75)
    lines = f"M-{d} -{d}L{d} {d}M{d} -{d}L-{d} {d}"
    return f'<path class="cross power-{power}" {shift(at)} d="{lines}"/>'


SIGNS = {
    "bounce": "M-3 -3L3 3M3 -3L-3 3",
    "no-convoy": "M-3 -3L3 3M3 -3L-3 3",
    "disrupted": "M-3 -3L3 3M3 -3L-3 3",
    "cut": "M-4 0H-1.2M1.2 0H4M.6 -4L-.6 4",
    "void": "M-2.6 2.6L2.6 -2.6M-3.7 0A3.7 3.7 0 1 1 3.7 0A3.7 3.7 0 1 1 -3.7 0",
    "illegal": "M0 -4V.8M0 3.4V3.8",
    "dislodged": "M-3.4 -1.6L0 1.8L3.4 -1.6M0 1.8V-4M-3.4 4.2H3.4",
    "destroyed": "M-3 -3L3 3M3 -3L-3 3M0 -4.2V4.2M-4.2 0H4.2",
    "assimilates": "M-3 -3H3V3H-3ZM-3 0H3M0 -3V3",
    "assimilated": "M-3 -3H3V3H-3ZM-3 0H3M0 -3V3",
    "superseded": "M-3.6 -2.4H2.4M.4 -4.2L2.4 -2.4L.4 -.6M3.6 2.4H-2.4M-.4 4.2L-2.4 2.4L-.4 .6",
    "romulan-activity": "M-2.4 -1.6A2.4 2.4 0 1 1 0 .8V1.6M0 3.8V4",
}


def sign(at: Point, result: str) -> str:
    """The small disc that says what became of an order."""
    return f'<g class="result {result}" {shift(at)}><circle r="8"/><path d="{SIGNS[result]}"/></g>'
