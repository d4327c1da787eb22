"""What never changes in a variant's drawing: sky, provinces, and the definitions that the changing layers
refer to (patterns, borders, names)."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from html import escape

from adjudicator.drawing.boards import Drawing, Label, drawing_of, number, pair
from adjudicator.drawing.lettering import ABOVE, BELOW, LINE
from adjudicator.drawing.looks import Look, looks_of
from adjudicator.drawing.wheel import definitions, orbits, spiral

WEAVES = {
    "rising": "M-2 10L10 -2M4 16L16 4",
    "falling": "M-2 2L10 14M4 -4L16 8",
    "level": "M0 6H12",
    "upright": "M6 0V12",
    "crosses": "M6 3V9M3 6H9",
    "checks": "M0 0H6V6H0ZM6 6H12V12H6Z",
    "rings": "M6 3a3 3 0 1 0 .01 0Z",
    "dots": "M6 5a1 1 0 1 0 .01 0Z",
}
NEBULAE = ((0.16, 0.2, 0.34), (0.8, 0.12, 0.3), (0.28, 0.86, 0.3), (0.72, 0.9, 0.34))  # x, y, radius


@functools.cache
def static_layers(variant: str) -> str:
    """Definitions, sky and provinces; provinces that travel are no part of it (`ground_of`)."""
    board, looks = drawing_of(variant), looks_of(variant)
    ground = "" if board.wheel is not None else f'<g class="provinces">{"".join(_provinces(board))}</g>'
    return (
        f"<defs>{''.join(_definitions(board, looks))}</defs>"
        f'<g class="backdrop">{"".join(_backdrop(board))}</g>{ground}'
    )


def ground_of(board: Drawing) -> str:
    """The provinces of a board that turns, as they lie now; nothing for boards that stand still."""
    return "" if board.wheel is None else f'<g class="provinces">{"".join(_provinces(board))}</g>'


def chart_of(board: Drawing) -> str:
    """Borders, which lie over the colours of owners."""
    return '<use href="#board-borders"/>' if board.wheel is None else spiral(board.wheel)


def names_above(board: Drawing) -> str:
    """The names over all else, so that they are read across arrows too: they keep clear of units. Nothing for
    boards that turn, whose names travel."""
    return (
        ""
        if board.wheel is not None
        else '<g class="names" aria-hidden="true"><use href="#board-names"/></g>'
    )


def names_along(board: Drawing) -> str:
    """The names of a board that turns, as they lie now; nothing for boards that stand still."""
    return "" if board.wheel is None else f'<g class="names" aria-hidden="true">{"".join(_names(board))}</g>'


# -- definitions --
def _definitions(board: Drawing, looks: dict[str, Look]) -> Iterator[str]:
    for power, look in looks.items():
        yield (
            f'<pattern id="pattern-{power}" width="12" height="12" patternUnits="userSpaceOnUse">'
            f'<path class="weave power-{power}" d="{WEAVES.get(look.pattern, WEAVES["dots"])}"/></pattern>'
        )
    yield (
        '<pattern id="board-void" width="9" height="9" patternUnits="userSpaceOnUse">'
        '<path class="hatch" d="M-2 11L11 -2M-2 2L2 -2M7 11L11 7"/></pattern>'
        '<radialGradient id="board-nebula"><stop class="nebula-core" offset="0"/>'
        '<stop class="nebula-rim" offset="1"/></radialGradient>'
        '<linearGradient id="board-ground" gradientUnits="userSpaceOnUse" x1="0" y1="0" '
        f'x2="{number(board.size[0] * 0.35)}" y2="{number(board.size[1])}">'
        '<stop class="ground-lit" offset="0"/><stop class="ground-dim" offset="1"/></linearGradient>'
    )
    if board.wheel is not None:
        yield definitions()
        return
    for kind, path in board.lines.items():
        yield f'<path id="board-line-{kind}" d="{path}"/>'
    lines = "".join(f'<use class="border {kind}" href="#board-line-{kind}"/>' for kind in board.lines)
    yield f'<g id="board-borders">{lines}</g><g id="board-names">{"".join(_names(board))}</g>'


def _names(board: Drawing) -> Iterator[str]:
    for province in board.chart.provinces:
        label = board.labels.get(province.id)
        if label is None:
            continue
        yield (
            f'<text class="name {province.kind}" font-size="{number(label.size)}" '
            f'data-province="{province.id}"{_turned(label)}>{_rows(label)}</text>'
        )
        x, y = label.code
        code = escape(short(province.id))
        yield (
            f'<text class="code {province.kind}" data-province="{province.id}" '
            f'x="{number(x)}" y="{number(y + 5)}">{code}</text>'
        )


def short(place: str) -> str:
    """What is written where there is no room for a name: the id, or the beginnings of its words if that is
    long: what typed orders are completed from."""
    words = place.upper().split("_")
    if len(place) <= 4:
        return " ".join(words)
    return words[0][:4] if len(words) == 1 else " ".join(word[:2] for word in words)


def _rows(label: Label) -> str:
    x, size = number(label.at[0]), label.size
    top = label.at[1] + (ABOVE - BELOW - (len(label.lines) - 1) * LINE) * size / 2
    return "".join(
        f'<tspan x="{x}" y="{number(top + n * size * LINE)}">{escape(line)}</tspan>'
        for n, line in enumerate(label.lines)
    )


def _turned(label: Label) -> str:
    return f' transform="rotate({number(label.angle)} {pair(label.at)})"' if label.angle else ""


# -- sky --
def _backdrop(board: Drawing) -> Iterator[str]:
    width, height = board.size
    yield f'<rect class="space" width="{number(width)}" height="{number(height)}"/>'
    for x, y, r in NEBULAE:
        yield (
            f'<circle class="nebula" cx="{number(x * width)}" cy="{number(y * height)}" '
            f'r="{number(r * width)}" fill="url(#board-nebula)"/>'
        )
    if board.wheel is None:
        yield f'<g class="grid">{"".join(_grid(width, height))}</g>'
    yield f'<g class="stars">{"".join(_stars(width, height))}</g>'
    if board.lanes:
        lanes = (f'<path class="lane {words}" d="{path}"/>' for words, path in board.lanes.items())
        yield f'<g class="lanes">{"".join(lanes)}</g>'
    if board.wheel is not None:
        yield f'<g class="orbits">{"".join(orbits(board.wheel))}</g>'


def _grid(width: float, height: float) -> Iterator[str]:
    """Lines of a chart: circles about a far pole, and the rays from it."""
    x, y = width / 2, -height * 0.75
    for n in range(1, 8):
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(height * (0.72 + n * 0.18))}"/>'
    rays = "".join(f"M{pair((x, y))}L{pair((x + width * 0.32 * n, height * 1.1))}" for n in range(-4, 5))
    yield f'<path d="{rays}"/>'


def _stars(width: float, height: float) -> Iterator[str]:
    """A faint field of stars, the same in every drawing."""
    chance = random.Random(1701)  # noqa: S311  decoration, always the same
    for _ in range(int(width * height / 7500)):
        x, y = chance.uniform(0, width), chance.uniform(0, height)
        r = chance.choice((0.6, 0.6, 0.8, 0.8, 1.1, 1.5))
        yield f'<circle class="star" cx="{number(x)}" cy="{number(y)}" r="{r}"/>'


# -- provinces --
def _provinces(board: Drawing) -> Iterator[str]:
    for province in board.chart.provinces:
        shape = board.shapes.get(province.id)
        if shape is None:
            continue
        centre = f' data-centre="{"home" if province.home else "neutral"}"' if province.centre else ""
        paint = "board-ground" if board.wheel is None else "board-planet"
        ground = "" if province.kind == "sea" else f' fill="url(#{paint})"'
        name = escape(province.name)
        yield (
            f'<g class="province {province.kind}" data-province="{province.id}" data-name="{name}"'
            f"{centre}{ground}>"
            f'<title>{name}</title><path id="shape-{province.id}" d="{shape}"/></g>'
        )
    for shape in board.voids:
        yield (
            f'<g class="void"><title>Impassable</title><path class="void-ground" d="{shape}"/>'
            f'<path fill="url(#board-void)" d="{shape}"/></g>'
        )
    if "coast" in board.lines:
        for width in (" widest", " wide", ""):
            yield f'<use class="coast-glow{width}" href="#board-line-coast"/>'
