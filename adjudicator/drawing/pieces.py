"""Units as they stand on the board: hull by kind, emblem and colour by power, marks as badges; units pushed
out, units last known somewhere. What they are ordered to do is `arrows`'."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import msgspec

from adjudicator.drawing.boards import Drawing, Point, number, pair, shift
from adjudicator.drawing.looks import Look, Words

# Hulls about the origin, for a unit of radius 17, and where the emblem lies in them: down by, scaled by.
SHIP = (
    "M0 -19.5C4.5 -15 6.5 -9 7.5 -3.5L18 9.5L16 14.5L8 11L5 16H-5L-8 11L-16 14.5L-18 9.5"
    "L-7.5 -3.5C-6.5 -9 -4.5 -15 0 -19.5Z"
)
HULLS = {
    "A": ("M-14 -11L0 -14.5L14 -11V2C14 9.5 7.5 14.5 0 17.5C-7.5 14.5 -14 9.5 -14 2Z", 0.5, 0.98),
    "F": (SHIP, 3.0, 0.72),
    "C": ("M-8.5 -15H8.5L17.5 0L8.5 15H-8.5L-17.5 0Z", 0.0, 1.02),
    "Q": ("M0 -18L18 0L0 18L-18 0Z", 0.0, 0.9),
}
OTHER = ("M0 -18L14.5 -8V9L0 17.5L-14.5 9V-8Z", 0.0, 0.98)
SMALLER = 0.8  # the second unit in a place
BADGES: tuple[Point, ...] = ((13.5, -13.5), (-13.5, -13.5), (13.5, 13.5), (-13.5, 13.5))


class Unit(msgspec.Struct, frozen=True):
    """A unit as views write it, taken apart: `A war (I)`, `2S bca`. `count`: how many are meant."""

    text: str
    kind: str
    region: str
    marks: tuple[str, ...] = ()
    count: str = ""


def read_unit(text: str) -> Unit | None:
    """The unit a text names; None if it names none that stands somewhere."""
    words = text.split()
    if len(words) < 2:
        return None
    letters = words[0].lstrip("0123456789")
    marks = "".join(words[2:]).replace("(", " ").replace(")", " ").split()
    return Unit(text, letters or "S", words[1], tuple(marks), words[0][: len(words[0]) - len(letters)])


class Pieces:
    """Draws units of one variant on its board."""

    def __init__(self, board: Drawing, looks: Mapping[str, Look], words: Words) -> None:
        self.board = board
        self.looks = looks
        self.words = words
        self.names = {p.id: p.name for p in board.chart.provinces}

    def place(self, region: str) -> str:
        """A region in words: `St Petersburg, south coast`."""
        province, _, coast = region.partition("/")
        name = self.names.get(province, province)
        return f"{name}, {self.words.coasts.get(coast, coast)}" if coast else name

    def called(self, power: str, unit: Unit) -> str:
        """A unit in words: `Austria: army in Bulgaria, cloaked`."""
        name = self.looks[power].name if power in self.looks else power
        kind = self.words.kinds.get(unit.kind, unit.kind)
        count = f"{unit.count} × " if unit.count else ""
        marks = "".join(f", {self.words.marks.get(mark, mark)}" for mark in unit.marks)
        return f"{name}: {count}{kind} in {self.place(unit.region)}{marks}"

    def standing(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The units of a view. Where two share a province, traders and then the later powers step aside."""
        rows = []
        for power, texts in view.get("units", {}).items():
            for text in texts:
                unit = read_unit(str(text))
                if unit is not None and unit.region in self.board.places:
                    rows.append(
                        (unit.region.partition("/")[0], "T" in unit.marks, str(power), unit.text, unit)
                    )
        signs = _signs(view)
        together = Counter(row[0] for row in rows)
        taken: dict[str, int] = {}
        for province, _, power, _, unit in sorted(rows, key=lambda row: row[:4]):
            nth = taken[province] = taken.get(province, -1) + 1
            crowd = self.board.places[unit.region].crowd
            if crowd:
                at = _round(self.board.places[unit.region].anchor, crowd, nth, together[province])
                yield self.unit(power, unit, nth, signs=signs, at=at, size=_fitting(together[province]))
                continue
            yield self.unit(power, unit, nth, more="" if not nth else " second", signs=signs)

    def pushed_out(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The dislodged units, and where they may go as far as the view tells."""
        for row in view.get("dislodged") or ():
            unit, power = read_unit(str(row.get("unit") or "")), str(row.get("power") or "")
            if unit is None or unit.region not in self.board.places:
                continue
            by = f", dislodged by {row['by']}" if row.get("by") else ", dislodged"
            title = self.called(power, unit) + by
            yield self.unit(power, unit, 1, more=" second dislodged", title=title)
            for goal in row.get("retreats") or ():
                yield self._choice(power, unit, str(goal))

    def _choice(self, power: str, unit: Unit, goal: str) -> str:
        place = self.board.places.get(goal)
        if place is None:
            return ""
        return (
            f'<g class="retreat-choice power-{escape(power)}" data-province="{goal.partition("/")[0]}" '
            f"{shift(place.anchor)}><title>{escape(f'{unit.text} may retreat here')}</title>"
            f'<circle r="{number(self.board.radius * 0.62)}"/><path d="M-4 -2L0 2.5L4 -2"/></g>'
        )

    def last_known(self, view: Mapping[str, Any]) -> Iterator[str]:
        """Units the viewer once knew of and has lost sight of."""
        for row in view.get("ghosts") or ():
            text = str(row.get("unit") or "")
            unit = read_unit(text if " " in text else f"{text} {row.get('at')}")
            if unit is None or unit.region not in self.board.places:
                continue
            power, since = str(row.get("power") or ""), str(row.get("since") or "")
            how = f" ({self._how(row['by'])})" if row.get("by") else ""
            title = f"{self.called(power, unit)}; last known there in {self.words.season(since)}{how}"
            yield self.unit(power, unit, 1, more=" ghost", title=title, age=since[:-1])

    def _how(self, by: Any) -> str:
        return ", ".join(map(str, by)) if isinstance(by, (list, tuple)) else str(by)

    def unit(
        self,
        power: str,
        unit: Unit,
        nth: int,
        *,
        more: str = "",
        title: str = "",
        age: str = "",
        signs: Mapping[tuple[str, str], str] | None = None,
        at: Point | None = None,
        size: float | None = None,
    ) -> str:
        """One unit; `nth`: how many stand in its province already; `at`, `size`: where it stands and how big
        it is, where that does not follow from its place."""
        place, look = self.board.places[unit.region], self.looks.get(power)
        hull, down, scale = HULLS.get(unit.kind, OTHER)
        at = at or (place.unit if not nth else _aside(place.unit, place.second, nth))
        size = self.board.radius / 17 * (size or (SMALLER if nth else 1.0))
        plain = f"{unit.kind} {unit.region}"
        told = (signs or {}).get((power, plain), "")
        classes = " ".join(
            ["unit", f"kind-{unit.kind}", f"power-{power}", *(f"mark-{m}" for m in unit.marks)]
        )
        said = escape((title or self.called(power, unit)) + (f", {told}" if told else ""))
        emblem = (
            f'<path class="emblem" transform="translate(0 {number(down)}) scale({scale})" d="{look.emblem}"/>'
            if look
            else ""
        )
        badges = "".join(self._badge(m, spot) for m, spot in zip(unit.marks, BADGES, strict=False))
        badges += f'<g class="mark told" {shift(BADGES[3])}><circle r="5.5"/></g>' if told else ""
        badges += _tally(unit.count) if unit.count else ""
        badges += f'<text class="age" y="30">{escape(age)}</text>' if age else ""
        key = "data-ghost" if "ghost" in more else "data-unit"  # scripts look up units that can be ordered
        return (
            f'<g class="{escape(classes)}{more}" {key}="{escape(unit.text)}" '
            f'data-power="{escape(power)}" data-province="{unit.region.partition("/")[0]}" '
            f'data-region="{unit.region}" transform="translate({pair(at)}){_scaled(size)}">'
            f'<title>{said}</title><path class="hull" d="{hull}"/>{emblem}{badges}</g>'
        )

    def _badge(self, mark: str, at: Point) -> str:
        word = escape(self.words.marks.get(mark, mark))
        return (
            f'<g class="mark mark-{escape(mark)}" {shift(at)}><title>{word}</title><circle r="7.5"/>'
            f'<text y="3.8">{escape(mark)}</text></g>'
        )


def _tally(count: str) -> str:
    """How many ships a stack has, on a disc at its side."""
    return (
        '<g class="tally" transform="translate(14.5 12.5)"><circle r="9"/>'
        f'<text class="count" y="5">{escape(count)}</text></g>'
    )


def _round(middle: Point, crowd: float, nth: int, of: int) -> Point:
    """Where one of several stands that share a wide place: alone in the middle, together in a circle."""
    if of == 1:
        return middle
    angle = 2 * math.pi * nth / of
    return middle[0] + crowd * math.sin(angle), middle[1] - crowd * math.cos(angle)


def _fitting(together: int) -> float:
    """How big each is drawn where so many share a wide place."""
    return 1.0 if together <= 4 else 0.8 if together <= 6 else 0.66


def _aside(unit: Point, second: Point, nth: int) -> Point:
    """Where the second unit of a province stands, and every further one beyond it."""
    return unit[0] + (second[0] - unit[0]) * nth, unit[1] + (second[1] - unit[1]) * nth


def _scaled(size: float) -> str:
    return "" if size == 1.0 else f" scale({round(size, 2)})"


def _signs(view: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """(power, unit without marks) -> what else the viewer knows of that unit."""
    told = {}
    for key, words in (("infiltrated", "infiltrated"), ("assimilated", "about to be assimilated")):
        for row in view.get(key) or ():
            if isinstance(row, Mapping):
                told[str(row.get("power")), str(row.get("unit"))] = words
    return told
