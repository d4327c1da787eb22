"""Units that are between places: who is in warp, as far as a view tells, and whither. Where units stand on
the board is `pieces`'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from adjudicator.drawing.boards import Point, number, pair, shift
from adjudicator.drawing.pieces import Pieces, Unit
from adjudicator.drawing.strokes import HEAD
from adjudicator.drawing.wheel import FLEET

ROW = 24.0  # between two lines of the list
LEFT = 16.0  # of the list, from the board's edge


def passing(pieces: Pieces, view: Mapping[str, Any]) -> Iterator[str]:
    """The units of `warp` in a view (power -> goals, None where the viewer may not know one): each known
    goal's beside that goal; and in the corner how many each power has there."""
    told = {str(power): list(goals) for power, goals in (view.get("warp") or {}).items() if goals}
    if not told:
        return
    nth: Counter[str] = Counter()
    for power, goals in told.items():
        for goal, count in Counter(str(g) for g in goals if g is not None).items():
            yield _bound(pieces, power, goal, count, nth[goal])
            nth[goal] += 1
    yield _list(pieces, told)


def _bound(pieces: Pieces, power: str, goal: str, count: int, nth: int) -> str:
    """Units whose goal the viewer knows, between it and the place before it on its ring."""
    board = pieces.board
    if board.wheel is None or goal not in board.places:
        return ""
    near = board.wheel.beside(goal, board.turned, nth * -20.0, 0.5)
    if near is None:
        return ""
    many = "" if count == 1 else str(count)
    unit = Unit(f"{many}S warp {goal}", "S", goal, count=many)
    title = pieces.called(power, unit).replace(" in ", " in warp to ", 1)
    return _line(near, board.places[goal].anchor, power) + pieces.unit(
        power, unit, 0, more=" warping", title=title, at=near, size=FLEET
    )


def _line(start: Point, end: Point, power: str) -> str:
    return f'<path class="warp-way power-{escape(power)}" d="M{pair(start)}L{pair(end)}"/>'


def _list(pieces: Pieces, told: Mapping[str, list[Any]]) -> str:
    """The list in the corner: everybody may know who is in warp."""
    rows = []
    bottom = pieces.board.size[1] - 18
    for n, (power, goals) in enumerate(reversed(list(told.items()))):
        look = pieces.looks.get(power)
        at = LEFT + HEAD, bottom - n * ROW
        ships = f"{len(goals)} {pieces.words.kinds.get('S', 'unit')}{'s' if len(goals) > 1 else ''} in warp"
        name = look.name if look else power
        emblem = f'<path class="emblem" transform="scale(.8)" d="{look.emblem}"/>' if look else ""
        rows.append(
            f'<g class="in-warp power-{escape(power)}" data-power="{escape(power)}" {shift(at)}>'
            f"<title>{escape(f'{name}: {ships}')}</title>"
            f'<circle class="hull" r="9"/>{emblem}<text x="16" y="5">× {len(goals)}</text></g>'
        )
    head = bottom - len(told) * ROW
    return (
        f'<text class="warp-head" x="{number(LEFT)}" y="{number(head + 5)}">In warp</text>'
        f"{''.join(reversed(rows))}"
    )
