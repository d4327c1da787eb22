"""A variant's notes on its board as SVG. What is noted is the variant's business (`adjudicator.sketch`), how
it is coloured its `look.css`'s."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from adjudicator.drawing.boards import Drawing, number, shift
from adjudicator.drawing.links import way
from adjudicator.drawing.strokes import along
from adjudicator.sketch import Line, Note, Ring, Tag
from adjudicator.variants import variant as variant_named

BREAK = "M-7 -4.5L-2 6M2 -6L7 4.5"  # what is cut: two strokes across the line


def noted(variant: str, view: Mapping[str, Any]) -> tuple[Note, ...]:
    """The notes of a view; none where the variant makes none."""
    sketch = variant_named(variant).sketch
    return tuple(sketch(view)) if sketch is not None else ()


def ground_notes(board: Drawing, notes: Iterable[Note]) -> str:
    """What lies under the units: lines and rings."""
    known = [n for n in notes if not isinstance(n, Tag)]
    lines = [_line(board, n) for n in known if isinstance(n, Line) and {n.a, n.b} <= board.places.keys()]
    rings = [_ring(board, n) for n in known if isinstance(n, Ring) and n.at in board.places]
    return "".join([*lines, *rings])


def tags(board: Drawing, notes: Iterable[Note]) -> str:
    """What lies over the units: letters."""
    found = "".join(_tag(board, n) for n in notes if isinstance(n, Tag) and n.at in board.places)
    return f'<g class="tags">{found}</g>' if found else ""


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


def _line(board: Drawing, note: Line) -> str:
    a, b = board.places[note.a].anchor, board.places[note.b].anchor
    bow = way(board, (note.a, note.b), opens=True)
    path = bow.path()
    words = escape(note.words)
    if "shut" in note.words.split():  # a printed lane is straight
        middle = along(a, b, 0.5)
        path = f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
        sign = f'<g class="break" {shift(middle)}><circle r="9"/><path d="{BREAK}"/></g>'
    else:
        sign = "".join(f'<circle class="mouth" r="4" {shift(end)}/>' for end in (bow.start, bow.end))
    return (
        f'<g class="note {words}">{_title(note.title)}<path class="under" d="{path}"/>'
        f'<path class="line" d="{path}"/>{sign}</g>'
    )


def _ring(board: Drawing, note: Ring) -> str:
    at = shift(board.places[note.at].anchor)
    return (
        f'<g class="note {escape(note.words)}" data-province="{note.at}" {at}>'
        f'{_title(note.title)}<circle r="{number(board.radius * note.wide)}"/></g>'
    )


def _tag(board: Drawing, note: Tag) -> str:
    x, y = board.places[note.at].anchor
    head = f'<g class="tag {escape(note.words)}" data-province="{note.at}"'
    text = escape(note.text)
    if note.below:
        return f"{head} {shift((x, y + board.radius * 2.5))}>{_title(note.title)}<text>{text}</text></g>"
    wide = 5.0 + 3.2 * len(note.text)
    at = x + board.radius * 1.15, y + board.radius * 1.15
    return (
        f'{head} {shift(at)}>{_title(note.title)}<rect x="{number(-wide)}" y="-7.5" '
        f'width="{number(2 * wide)}" height="15" rx="7.5"/><text y="3.8">{text}</text></g>'
    )
