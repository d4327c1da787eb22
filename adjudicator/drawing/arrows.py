"""Orders as arrows with their results. Where units stand is the board's; what an order says is `said`'s; how
lines run is `strokes`'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import msgspec

from adjudicator.drawing.boards import Drawing, Point, number
from adjudicator.drawing.links import link, way
from adjudicator.drawing.said import Said, said
from adjudicator.drawing.strokes import SIGNS, Bow, along, cross, dot, head, ring, short_of, sign, thread
from adjudicator.sentences import plainly

UNITS = {"dislodged", "destroyed"}  # results that say what befell a unit
LAST = {"move": 2, "retreat": 2, "support-move": 1, "support-hold": 1, "convoy": 1}
Caption = Callable[[Mapping[str, Any]], str]  # an order of a view with its result -> what its arrow says


class Told(msgspec.Struct, frozen=True):
    """One order of a view with what became of it; `power`, `unit`, `order` and `label` are safe in markup,
    `results` are class names."""

    says: Said
    power: str
    unit: str
    order: str
    results: tuple[str, ...]
    label: str


def sentence(entry: Mapping[str, Any]) -> str:
    """The order as it is written, with its result and reason: what arrows say unless somebody has other words
    for them."""
    words = ", ".join(str(w) for w in entry.get("result") or ())
    head = f"{entry['order']}: {words}." if words else f"{entry['order']}."
    return f"{head} {plainly(entry.get('because') or '')}".strip()


def orders(board: Drawing, entries: Iterable[Mapping[str, Any]], caption: Caption, lie: str = "") -> str:
    """All orders of a view; helpers over those that stay, moves on top. `lie`: which board they lie on, where
    a drawing has them twice."""
    read = (_told(entry, caption) for entry in entries)
    told = [t for t in read if t is not None and t.says.at in board.places]
    moves = {(t.says.at, t.says.to) for t in told if t.says.what == "move"}
    told.sort(key=lambda t: LAST.get(t.says.what, 0))
    kind = f"orders {lie}".strip()
    return f'<g class="{kind}">{"".join(_order(board, t, moves) for t in told)}</g>'


def _told(entry: Mapping[str, Any], caption: Caption) -> Told | None:
    says = said(str(entry.get("order") or ""))
    if says is None:
        return None
    results = tuple(escape(str(word).replace(" ", "-")) for word in entry.get("result") or ())
    power, unit = escape(str(entry.get("power") or "")), escape(str(entry.get("unit") or ""))
    return Told(says, power, unit, escape(str(entry["order"])), results, escape(caption(entry)))


def _order(board: Drawing, told: Told, moves: set[tuple[str, str | None]]) -> str:
    says = told.says
    body = _helping(board, told, moves) if says.aim is not None else _alone(board, told)
    if not body:
        return ""
    state = " ".join(["failed", *told.results]) if told.results else "ok"
    return (
        f'<g class="order {says.what} {state}" data-unit="{told.unit}" data-power="{told.power}" '
        f'data-order="{told.order}" data-province="{says.at.partition("/")[0]}" tabindex="0" role="img" '
        f'aria-label="{told.label}">'
        f"<title>{told.label}</title>{body}</g>"
    )


def _alone(board: Drawing, told: Told) -> str:
    """Orders that concern their own unit: moves, scans, builds …"""
    says, power = told.says, told.power
    start = board.places[says.at].anchor
    goal = board.places[says.to].anchor if says.to in board.places else None
    wide = board.radius + 6
    match says.what:
        case "move" | "retreat" if goal is not None:
            return _moving(board, told, start, goal)
        case "scan" if goal is not None:
            end = short_of(start, goal, wide)
            return (
                thread(start, end, power)
                + ring(goal, power, wide, "eye")
                + _sign(along(start, end, 0.5), told)
            )
        case "warp" if says.word is not None and board.wheel is not None:
            return _course(board, told, start)
        case "arrive":
            return _arriving(board, told, start)
        case "join" | "part" | "join-support" | "part-support":
            return _linking(board, told)
        case "build" | "warp" | "act":
            return ring(start, power, wide, says.what) + _sign((start[0] + wide, start[1]), told)
        case "disband":
            return ring(start, power, wide) + cross(start, power, wide)
        case "hold" if told.results:
            return ring(start, power, wide) + _sign((start[0] + wide * 0.75, start[1] + wide * 0.75), told)
    return ""


def _course(board: Drawing, told: Told, start: Point) -> str:
    """Into warp: the way along the ring, as far as it was told."""
    says, power, wide = told.says, told.power, board.radius + 6
    steps = int(says.word or 0)
    way = board.wheel.course(says.at, board.turned, steps, -board.radius * 2.1) if board.wheel else None
    if way is None:
        return ring(start, power, wide, "warp")
    path, tip, before = way
    return (
        ring(start, power, wide, "warp")
        + f'<path class="arrow-under thin" d="{path}"/><path class="arrow thread power-{power}" d="{path}"/>'
        + head(before, tip, power)
        + _sign((start[0] + wide, start[1]), told)
    )


def _arriving(board: Drawing, told: Told, goal: Point) -> str:
    """Out of warp: an arrow from nowhere."""
    place, wheel = told.says.at, board.wheel
    off = board.radius * 3.4
    start = wheel.beside(place, board.turned, 0.0, 0.5) if wheel is not None else None
    bow = Bow(start or (goal[0], goal[1] - off), goal, 0, board.radius * 0.9)
    return bow.arrow(told.power) + _sign(bow.at(0.5), told)


def _moving(board: Drawing, told: Told, start: Point, goal: Point) -> str:
    """A move, or a move in two steps; a first step back to the own place is a wait there."""
    room = board.radius * 1.1
    then = board.places[told.says.then].anchor if told.says.then in board.places else None
    if then is None:
        bow = Bow(start, goal, room, room)
        return bow.arrow(told.power) + _tally(bow.at(0.4), told) + _sign(bow.at(0.66), told)
    waits = start == goal
    first = "" if waits else Bow(start, goal, room, 0).arrow(told.power, tipped=False)
    second = Bow(goal, then, room if waits else 0, room)
    return first + second.arrow(told.power) + _sign(second.at(0.6), told)


def _linking(board: Drawing, told: Told) -> str:
    """A way opened or closed; nothing where its ends are not on the board."""
    says = told.says
    ends, opens = (says.then or "", says.to or ""), says.what.startswith("join")
    drawn = link(board, ends, says.crew, told.power, opens=opens)
    at = way(board, ends, opens=opens).at(0.3)
    if told.results and told.results[0] in UNITS and says.at in says.crew:  # befell the unit, not the way
        x, y = board.places[says.at].anchor
        at = x - board.radius, y - board.radius
    return drawn and drawn + _sign(at, told)


def _helping(board: Drawing, told: Told, moves: set[tuple[str, str | None]]) -> str:
    """Supports and convoys: a thread to the move or the unit that is helped. A move that nobody else's arrow
    shows is hinted at."""
    says, power = told.says, told.power
    start = board.places[says.at].anchor
    aim = board.places[says.aim].anchor if says.aim in board.places else None
    goal = board.places[says.to].anchor if says.to in board.places else None
    if aim is None or goal is None:
        helped = aim or goal
        if helped is None or helped == start:
            return ""
        end = short_of(start, helped, board.radius + 4)
        whose = says.aim if says.aim is not None and aim is None else power  # helps a power, not one unit
        return (
            thread(start, end, power)
            + dot(end, escape(whose))
            + _tally(along(start, end, 0.4), told)
            + _sign(along(start, end, 0.6), told)
        )
    bow = Bow(aim, goal, board.radius * 1.1, board.radius * 1.1)
    end = bow.nearest(start) if says.what == "convoy" else bow.at(0.5)
    hint = "" if (says.aim, says.to) in moves else f'<path class="aim power-{power}" d="{bow.path()}"/>'
    return hint + thread(start, end, power) + dot(end, power) + _sign(along(start, end, 0.5), told)


def _tally(at: Point, told: Told) -> str:
    """How many units of a stack an order is for, where it is more than one."""
    count = told.unit[: len(told.unit) - len(told.unit.lstrip("0123456789"))]
    if not count:
        return ""
    x, y = number(at[0]), number(at[1] + 4)
    return f'<text class="count of-order" x="{x}" y="{y}">{count}</text>'


def _sign(at: Point, told: Told) -> str:
    """The sign of the first result that has one."""
    result = next((r for r in told.results if r in SIGNS), None)
    return sign(at, result) if result is not None else ""
