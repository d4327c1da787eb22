"""The layers that a View fills: owners, centres, orders, units. Made from the view alone."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from adjudicator.drawing.arrows import Caption, orders, sentence
from adjudicator.drawing.boards import Drawing, drawing_for, drawing_of, number, pair, shift
from adjudicator.drawing.looks import looks_of, words_of
from adjudicator.drawing.notes import ground_notes, noted, tags
from adjudicator.drawing.passage import passing
from adjudicator.drawing.pieces import Pieces
from adjudicator.drawing.sky import chart_of, ground_of, names_along
from adjudicator.drawing.strokes import BEND, along

GREAT = "M-10 -10H10V10H-10Z"  # a second frame about the mark of what counts for more
CENTRE = "M0 -5L1.3 -1.3L5 0L1.3 1.3L0 5L-1.3 1.3L-5 0L-1.3 -1.3Z"


def dynamic_layers(variant: str, view: Mapping[str, Any], caption: Caption = sentence) -> str:
    """The group that is replaced when a phase changes."""
    board = drawing_for(variant, view)
    pieces = _pieces(variant, board.turned)
    given = view.get("orders") or ()
    turned, arrows = "", orders(board, given, caption)
    if board.wheel is not None:
        turned = f' data-turned="{board.turned}"'
        ordered = drawing_of(variant, board.wheel.ordered(view))
        if given and ordered.turned != board.turned:
            turned += f' data-ordered="{ordered.turned}"'
            arrows = orders(board, given, caption, "carried") + orders(ordered, given, caption, "back")
    notes = noted(variant, view)
    return (
        f'<g id="dynamic" data-turn="{escape(str(view.get("turn") or ""))}"{turned}>{ground_of(board)}'
        f'<g class="owners">{"".join(_owners(board, view))}</g>'
        f'<g class="chart">{chart_of(board)}</g>'
        f'<g class="notes">{"".join(_notes(board, view))}{ground_notes(board, notes)}</g>'
        f'<g class="centres">{"".join(_centres(board, view))}</g>'
        f'<g class="ghosts">{"".join(pieces.last_known(view))}</g>'
        f"{arrows}{names_along(board)}"
        f'<g class="units">{"".join(pieces.standing(view))}{"".join(passing(pieces, view))}</g>'
        f"{tags(board, notes)}"
        f'<g class="dislodgements">{"".join(pieces.pushed_out(view))}</g></g>'
    )


@functools.lru_cache(maxsize=256)
def _pieces(variant: str, turned: int) -> Pieces:
    return Pieces(drawing_of(variant, turned), looks_of(variant), words_of(variant))


def _owned(view: Mapping[str, Any]) -> dict[str, str]:
    """Centre -> owner, safe in markup."""
    return {str(c): escape(str(p)) for p, held in (view.get("centers") or {}).items() for c in held}


def _owners(board: Drawing, view: Mapping[str, Any]) -> Iterator[str]:
    for province, power in sorted(_owned(view).items()):
        if province in board.shapes:
            yield (
                f'<use class="owned power-{power}" data-province="{province}" href="#shape-{province}"/>'
                f'<use class="owned-pattern" data-province="{province}" fill="url(#pattern-{power})" '
                f'href="#shape-{province}"/>'
            )


def _centres(board: Drawing, view: Mapping[str, Any]) -> Iterator[str]:
    owned = _owned(view)
    for province in board.chart.provinces:
        at = board.centres.get(province.id)
        if at is None:
            continue
        kind = "home" if province.home else "neutral"
        power = f" owned-centre power-{owned[province.id]}" if province.id in owned else ""
        mark = '<circle r="7"/>' if kind == "neutral" else '<path class="base" d="M-6.5 -6.5H6.5V6.5H-6.5Z"/>'
        if board.wheel is not None and province.id in board.wheel.great:
            kind, mark = f"{kind} great", f'<path class="base" d="{GREAT}"/>{mark}'
        yield (
            f'<g class="centre {kind}{power}" data-province="{province.id}" {shift(at)}>'
            f'{mark}<path class="core" d="{CENTRE}"/></g>'
        )


def _notes(board: Drawing, view: Mapping[str, Any]) -> Iterator[str]:
    """What else a view may say of the ground: a wormhole, provinces closed to retreats, a frozen place."""
    ends = [board.places[str(end)] for end in view.get("wormhole") or () if str(end) in board.places]
    if len(ends) == 2:
        a, b = (end.anchor for end in ends)
        middle = along(a, b, 0.5)
        bend = middle[0] - (b[1] - a[1]) * BEND * 1.5, middle[1] + (b[0] - a[0]) * BEND * 1.5
        rings = "".join(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(board.radius * r)}"/>'
            for x, y in (a, b)
            for r in (1.4, 1.7)
        )
        yield (
            f'<g class="wormhole"><title>Wormhole</title><path d="M{pair(a)}Q{pair(bend)} {pair(b)}"/>'
            f"{rings}</g>"
        )
    for key, title in (("closed", "Closed to retreats"), ("frozen", "Frozen")):
        for province in _named(view, key):
            if province in board.places:
                x, y = board.places[province].anchor
                d = number(board.radius * 0.6)
                yield (
                    f'<g class="{key}" data-province="{province}" {shift((x, y))}><title>{title}</title>'
                    f'<circle r="{number(board.radius * 0.85)}"/><path d="M-{d} {d}L{d} -{d}"/></g>'
                )


def _named(view: Mapping[str, Any], key: str) -> list[str]:
    """Provinces under a key of the view, or of the variant's notebook in it; one or several."""
    found = view.get(key) or (view.get("memory") or {}).get(key) or ()
    if isinstance(found, str):
        return [found]
    return sorted(str(place) for place in found if isinstance(place, str))
