"""Orders as arrows with their results. Where units stand is the board's; what an order says is `said`'s."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from adjudicator.drawing.boards import Drawing, Point, number
from adjudicator.drawing.said import Said, said

FAILURES = {
    "bounce",
    "no convoy",
    "disrupted",
    "destroyed",
    "illegal",
    "dislodged",
    "assimilated",
    "cut",
    "void",
}


def orders(board: Drawing, entries: Sequence[Mapping[str, Any]]) -> str:
    """All orders of a view, moves last so that they lie on top."""
    drawn = [(said(str(e["order"])), e) for e in entries]
    known = [(s, e) for s, e in drawn if s is not None and s.at in board.places]
    known.sort(key=lambda pair: pair[0].what in {"move", "retreat"})
    return f'<g class="orders">{"".join(_order(board, s, e) for s, e in known)}</g>'


def _order(board: Drawing, what: Said, entry: Mapping[str, Any]) -> str:
    words = [str(w) for w in entry.get("result", ())]
    state = " ".join(["failed" if words else "ok", *(w.replace(" ", "-") for w in words)])
    label = sentence(entry)
    province = what.at.partition("/")[0]
    body = _body(board, what, str(entry["power"]), words)
    if not body:
        return ""
    return (
        f'<g class="order {what.what} {state}" data-unit="{escape(str(entry.get("unit") or ""))}" '
        f'data-power="{escape(str(entry["power"]))}" data-province="{province}" tabindex="0" role="img" '
        f'aria-label="{escape(label)}"><title>{escape(label)}</title>{body}</g>'
    )


def sentence(entry: Mapping[str, Any]) -> str:
    """The order with its result and reason, for hover, focus and screen readers."""
    words = ", ".join(str(w) for w in entry.get("result", ()))
    head = f"{entry['order']}: {words}." if words else f"{entry['order']}."
    return f"{head} {entry.get('because') or ''}".strip()


def _body(board: Drawing, what: Said, power: str, words: list[str]) -> str:
    start = board.places[what.at].anchor
    goal = board.places[what.to].anchor if what.to in board.places else None
    aim = board.places[what.aim].anchor if what.aim in board.places else None
    colour = f"arrow power-{power}"
    match what.what:
        case "move" | "retreat" if goal is not None:
            body = _shaft(start, goal, colour, board.radius)
            if what.then in board.places:
                body += _shaft(goal, board.places[what.then].anchor, colour, 4)
            return body + _badge(_along(start, goal, 0.62), words)
        case "support-move" if goal is not None and aim is not None:
            middle = _along(aim, goal, 0.5)
            return (
                _thread(start, middle, colour)
                + _dot(middle, power)
                + _badge(_along(start, middle, 0.5), words)
            )
        case "support-hold" if aim is not None:
            end = _short(start, aim, board.radius + 5)
            return _thread(start, end, colour) + _dot(end, power) + _badge(_along(start, end, 0.5), words)
        case "convoy" if goal is not None and aim is not None:
            middle = _along(aim, goal, 0.5)
            return _thread(start, middle, colour) + _badge(_along(start, middle, 0.5), words)
        case "scan" if goal is not None:
            return (
                _thread(start, goal, colour)
                + _ring(goal, power, 10)
                + _badge(_along(start, goal, 0.5), words)
            )
        case "build" | "disband":
            return _ring(start, power, board.radius + 5)
        case "hold":
            return _ring(start, power, board.radius + 4) if words else ""
    return ""


# -- strokes --
def _along(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _short(a: Point, b: Point, by: float) -> Point:
    length = math.dist(a, b)
    return _along(a, b, max(0.0, (length - by) / length)) if length else b


def _shaft(start: Point, goal: Point, colour: str, radius: float) -> str:
    end = _short(start, goal, radius + 3)
    begin = _short(goal, start, radius) if radius > 6 else start
    angle = math.atan2(end[1] - begin[1], end[0] - begin[0])
    base = end[0] - 12 * math.cos(angle), end[1] - 12 * math.sin(angle)
    line = f"M{_at(begin)}L{_at(base)}"
    wings = [(base[0] + 6.5 * math.sin(angle) * s, base[1] - 6.5 * math.cos(angle) * s) for s in (1, -1)]
    head = f"M{_at(end)}L{_at(wings[0])}L{_at(wings[1])}Z"
    return (
        f'<path class="arrow-under" d="{line}"/><path class="{colour}" d="{line}"/>'
        f'<path class="head {colour}" d="{head}"/>'
    )


def _thread(start: Point, end: Point, colour: str) -> str:
    line = f"M{_at(start)}L{_at(end)}"
    return f'<path class="arrow-under thin" d="{line}"/><path class="thread {colour}" d="{line}"/>'


def _dot(at: Point, power: str) -> str:
    return f'<circle class="end power-{power}" cx="{number(at[0])}" cy="{number(at[1])}" r="4.5"/>'


def _ring(at: Point, power: str, radius: float) -> str:
    return (
        f'<circle class="ring power-{power}" cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"/>'
    )


SIGNS = {
    "bounce": "✕",
    "cut": "✂",
    "void": "∅",
    "no convoy": "✕",
    "disrupted": "✕",
    "illegal": "!",
    "romulan activity": "?",
}


def _badge(at: Point, words: list[str]) -> str:
    word = next((w for w in words if w in SIGNS), None)
    if word is None:
        return ""
    x, y = number(at[0]), number(at[1])
    return (
        f'<g class="result {word.replace(" ", "-")}" transform="translate({x} {y})"><circle r="8"/>'
        f'<text y="3.6">{SIGNS[word]}</text></g>'
    )


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
