"""The layers of a board: what never changes (sky, provinces, borders, names) and what a View says
(owners, units, orders)."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from adjudicator.drawing.arrows import orders
from adjudicator.drawing.boards import Drawing, Place, drawing_of, number
from adjudicator.drawing.looks import Look, looks_of

HULLS = {
    "A": "M-13 -12H13V2C13 9 7 14 0 17C-7 14 -13 9 -13 2Z",
    "F": "M0 -18L15 14L0 7L-15 14Z",
    "C": "M-8 -14H8L16 0L8 14H-8L-16 0Z",
    "Q": "M0 -16L16 0L0 16L-16 0Z",
    "S": "M0 -17L12 -6L12 9L0 16L-12 9L-12 -6Z",
}
MARKS = {"I": "cloaked", "E": "Enterprise", "T": "trader", "D": "infiltrated", "M": "military"}


@functools.cache
def static_layers(variant: str) -> str:
    """Sky, provinces and the definitions the dynamic layers refer to."""
    board, looks = drawing_of(variant), looks_of(variant)
    width, height = board.size
    stars = "".join(_stars(width, height))
    patterns = "".join(_pattern(power, look) for power, look in looks.items())
    borders = "".join(f'<path class="border {b.kind}" d="{b.path}"/>' for b in board.borders)
    names = "".join(_names(board))
    return (
        f'<defs>{patterns}<g id="board-borders">{borders}</g><g id="board-names">{names}</g></defs>'
        f'<g class="backdrop"><rect class="space" width="{number(width)}" height="{number(height)}"/>'
        f'<g class="stars">{stars}</g></g>'
        f'<g class="provinces">{"".join(_provinces(board))}</g>'
    )


def _stars(width: float, height: float) -> Iterator[str]:
    """A faint field of stars, the same in every drawing."""
    chance = random.Random(1701)  # noqa: S311  decoration, always the same
    for _ in range(int(width * height / 9000)):
        x, y, r = (
            chance.uniform(0, width),
            chance.uniform(0, height),
            chance.choice((0.5, 0.7, 0.7, 1.0, 1.4)),
        )
        yield f'<circle class="star" cx="{number(x)}" cy="{number(y)}" r="{r}"/>'


def _provinces(board: Drawing) -> Iterator[str]:
    for province in board.chart.provinces:
        shape = board.shapes.get(province.id)
        if shape is None:
            continue
        centre = f' data-centre="{"home" if province.home else "neutral"}"' if province.centre else ""
        name = escape(province.name)
        yield (
            f'<g class="province {province.kind}" data-province="{province.id}" data-name="{name}"{centre}>'
            f'<title>{name}</title><path id="shape-{province.id}" d="{shape}"/></g>'
        )
    for shape in board.voids:
        yield f'<path class="void" d="{shape}"/>'


def _names(board: Drawing) -> Iterator[str]:
    for province in board.chart.provinces:
        label = board.labels.get(province.id)
        if label is None:
            continue
        x, y, size = label.at[0], label.at[1], label.size
        top = y - (len(label.lines) - 1) * size * 0.56 + size * 0.36
        rows = "".join(
            f'<tspan x="{number(x)}" y="{number(top + i * size * 1.12)}">{escape(line)}</tspan>'
            for i, line in enumerate(label.lines)
        )
        classes = f'class="name {province.kind}" font-size="{number(size)}"'
        yield f'<text {classes} data-province="{province.id}">{rows}</text>'
        code = f'x="{number(label.code[0])}" y="{number(label.code[1] + 5)}"'
        classes = f'class="code {province.kind}" {code}'
        yield f'<text {classes} data-province="{province.id}">{province.id.upper()}</text>'


def _pattern(power: str, look: Look) -> str:
    strokes = {
        "rising": "M-2 10L10 -2M4 16L16 4",
        "falling": "M-2 2L10 14M4 -4L16 8",
        "level": "M0 6H12",
        "upright": "M6 0V12",
        "crosses": "M6 3V9M3 6H9",
        "checks": "M0 0H6V6H0ZM6 6H12V12H6Z",
        "rings": "M6 3a3 3 0 1 0 .01 0Z",
        "dots": "M6 5a1 1 0 1 0 .01 0Z",
    }
    path = strokes.get(look.pattern, strokes["dots"])
    return (
        f'<pattern id="pattern-{power}" width="12" height="12" patternUnits="userSpaceOnUse">'
        f'<path class="weave power-{power}" d="{path}"/></pattern>'
    )


# -- what a view says --
def dynamic_layers(variant: str, view: Mapping[str, Any]) -> str:
    """The group that is replaced when a phase changes. Made from the view alone."""
    board, looks = drawing_of(variant), looks_of(variant)
    return (
        f'<g id="dynamic" data-turn="{escape(str(view.get("turn") or ""))}">'
        f'<g class="owners">{"".join(_owners(board, view))}</g>'
        '<g class="dynamic-use"><use href="#board-borders"/><use href="#board-names"/></g>'
        f'<g class="centres">{"".join(_centres(board, view))}</g>'
        f'<g class="ghosts">{"".join(_ghosts(board, looks, view))}</g>'
        f"{orders(board, view.get('orders', ()))}"
        f'<g class="units">{"".join(_units(board, looks, view))}</g>'
        f'<g class="dislodgements">{"".join(_dislodged(board, looks, view))}</g></g>'
    )


def _owned(view: Mapping[str, Any]) -> dict[str, str]:
    return {str(c): str(p) for p, held in view.get("centers", {}).items() for c in held}


def _owners(board: Drawing, view: Mapping[str, Any]) -> Iterator[str]:
    for province, power in sorted(_owned(view).items()):
        if province in board.shapes:
            yield (
                f'<use class="owned power-{power}" data-province="{province}" href="#shape-{province}"/>'
                f'<use class="owned-pattern" fill="url(#pattern-{power})" href="#shape-{province}"/>'
            )


def _centres(board: Drawing, view: Mapping[str, Any]) -> Iterator[str]:
    owned = _owned(view)
    for province in board.chart.provinces:
        at = board.centres.get(province.id)
        if at is None:
            continue
        kind = "home" if province.home else "neutral"
        power = f" owned-centre power-{owned[province.id]}" if province.id in owned else ""
        yield (
            f'<g class="centre {kind}{power}" data-province="{province.id}" '
            f'{_moved(at)}><circle r="6.5"/><path d="{CENTRE}"/></g>'
        )


CENTRE = "M0 -4.6L1.2 -1.2L4.6 0L1.2 1.2L0 4.6L-1.2 1.2L-4.6 0L-1.2 -1.2Z"


def _units(board: Drawing, looks: Mapping[str, Look], view: Mapping[str, Any]) -> Iterator[str]:
    rows = []
    for power, texts in view.get("units", {}).items():
        for text in texts:
            found = read_unit(str(text))
            if found is not None and found[1] in board.places:
                rows.append((found[1].partition("/")[0], "T" in found[2], str(power), str(text), found))
    taken: set[str] = set()
    for province, _, power, text, (kind, region, marks) in sorted(rows):
        second = province in taken
        taken.add(province)
        yield unit(board, looks, power, text, kind, region, marks, second=second)


def _moved(at: tuple[float, float], more: str = "") -> str:
    return f'transform="translate({number(at[0])} {number(at[1])}){more}"'


def read_unit(text: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Kind letter, region and marks of a unit as views write it: `A war (I)`, `2S bca`."""
    words = text.split()
    if len(words) < 2:
        return None
    marks = tuple(m for m in "".join(words[2:]).replace("(", " ").replace(")", " ").split())
    return words[0].lstrip("0123456789") or "S", words[1], marks


def unit(
    board: Drawing, looks: Mapping[str, Look], power: str, text: str, kind: str, region: str,
    marks: tuple[str, ...],
    *, second: bool = False, more: str = "", title: str = "",
) -> str:  # fmt: skip
    """One unit on the board."""
    place: Place = board.places[region]
    x, y = place.second if second else place.unit
    look = looks.get(power)
    province = region.partition("/")[0]
    name = board.chart.provinces[board.chart.index[province]].name
    called = title or f"{look.name if look else power}: {text}, {name}"
    classes = " ".join(
        [
            "unit",
            f"kind-{kind}",
            f"power-{power}",
            *(f"mark-{m}" for m in marks),
            *(["second"] if second else []),
        ]
    )
    scale = number(board.radius / 17 * (0.8 if second else 1) * 10)
    size = f" scale({float(scale) / 10})" if scale != "10" else ""
    badges = "".join(
        f'<g class="mark mark-{m}" {_moved((11 - 22 * (i % 2), -12))}><title>{MARKS.get(m, m)}</title>'
        f'<circle r="6.5"/><text y="3.2">{escape(m)}</text></g>'
        for i, m in enumerate(marks)
    )
    count = text.partition(" ")[0].rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    badges += f'<text class="count" x="13" y="16">{count}</text>' if count else ""
    emblem = f'<path class="emblem" d="{look.emblem}"/>' if look else ""
    return (
        f'<g class="{classes}{more}" data-unit="{escape(text)}" data-power="{power}" '
        f'data-province="{province}" data-region="{region}" {_moved((x, y), size)}>'
        f"<title>{escape(called)}</title>"
        f'<path class="hull" d="{HULLS.get(kind, HULLS["S"])}"/>{emblem}{badges}</g>'
    )


def _dislodged(board: Drawing, looks: Mapping[str, Look], view: Mapping[str, Any]) -> Iterator[str]:
    for row in view.get("dislodged", ()):
        found = read_unit(str(row["unit"]))
        if found is None or found[1] not in board.places:
            continue
        kind, region, marks = found
        by = f", dislodged by {row['by']}" if row.get("by") else ", dislodged"
        title = f"{row['unit']}{by}"
        power = str(row["power"])
        yield unit(
            board,
            looks,
            power,
            str(row["unit"]),
            kind,
            region,
            marks,
            second=True,
            more=" dislodged",
            title=title,
        )
        for goal in row.get("retreats") or ():
            if goal in board.places:
                x, y = board.places[goal].anchor
                yield (
                    f'<g class="retreat-choice" data-province="{str(goal).partition("/")[0]}" '
                    f'transform="translate({number(x)} {number(y)})"><circle r="9"/></g>'
                )


def _ghosts(board: Drawing, looks: Mapping[str, Look], view: Mapping[str, Any]) -> Iterator[str]:
    for ghost in view.get("ghosts", ()):
        kind, _, region = str(ghost["unit"]).partition(" ")
        if region in board.places:
            title = f"{ghost['unit']}, last known here {ghost['since']}"
            text = str(ghost["unit"])
            yield unit(
                board,
                looks,
                str(ghost["power"]),
                text,
                kind,
                region,
                (),
                second=True,
                more=" ghost",
                title=title,
            )
