"""Small drawn examples for rules pages: cases written as data, played out by the gate, cut out of the board.

The drawing and the results told below it come from the adjudicator, so that a page cannot claim what the
rules do not do.
"""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from trekdip.games import gate
from trekdip.games.words import Words

FOLDER = Path(__file__).parent / "examples"
_SVG = "http://www.w3.org/2000/svg"
_NAMES = re.compile(r'(\bid="|href="#|url\(#)')
_MARGIN = 5.0  # radii of a unit between the outermost place and the edge of the cut-out
_LEAST = 26.0  # radii: no cut-out is narrower, so that units look alike in all of them


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An example as it is written down: a position in mid-game, orders by power, whose eyes, and the places
    to cut out (all that units stand in or orders name, if left out). `told`: powers whose private reports
    are told below.
    """

    caption: str
    turn: str
    units: dict[str, list[str]]
    orders: dict[str, list[str]] = {}
    centers: dict[str, list[str]] = {}
    memory: dict[str, Any] = {}
    dislodged: list[dict[str, Any]] = []
    options: dict[str, Any] = {}
    assignment: dict[str, str] = {}
    seed: int = 1
    viewer: str = gate.GM
    around: list[str] = []
    told: list[str] = []

    def setup(self) -> dict[str, Any]:
        """The position as setups name it."""
        kept = ("turn", "units", "centers", "memory", "dislodged", "options", "assignment", "seed")
        return {name: getattr(self, name) for name in kept if getattr(self, name) or name == "centers"}


class Line(msgspec.Struct, frozen=True):
    """An order of an example and what became of it, in words."""

    power: str
    sentence: str
    outcome: str
    why: str


class Example(msgspec.Struct, frozen=True):
    """An example as a page shows it: the cut-out drawing, the caption, the orders with their results, what a
    power was told in private; `view` for those who check it.
    """

    drawing: str
    caption: str
    lines: tuple[Line, ...]
    reports: tuple[tuple[str, Mapping[str, Any]], ...]
    view: dict[str, Any]


@functools.cache
def cases(variant: str) -> Mapping[str, Case]:
    """All examples of a variant by name; none if it has no file of them.

    Raises msgspec.ValidationError for a file that is not written so.
    """
    path = FOLDER / f"{variant}.toml"
    if not path.exists():
        return {}
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Case])


@functools.cache
def example(variant: str, name: str) -> Example:
    """One example played out; raises KeyError if there is none of that name."""
    case = cases(variant)[name]
    drawing, view = gate.example(variant, case.setup(), case.orders, case.viewer)
    words = Words(variant)
    lines = tuple(
        Line(
            power=entry["power"],
            sentence=words.order(entry["unit"], entry["order"]),
            outcome=words.outcome(list(entry["result"])),
            why=entry.get("because") or "",
        )
        for entry in view["orders"]
    )
    reports = tuple((power, one) for power in case.told for one in view["reports"].get(power, ()))
    return Example(
        drawing=cut_out(
            drawing,
            gate.geometry(variant, {"memory": case.memory}),
            case.around or _named(variant, case),
            f"{name}-",
        ),
        caption=case.caption,
        lines=lines,
        reports=reports,
        view=view,
    )


def cut_out(drawing: str, geometry: Mapping[str, Any], around: Iterable[str], prefix: str) -> str:
    """The part of a drawing that shows these places; what is not in it is left out. Names in it begin with
    `prefix`, so that several drawings can stand in one page.
    """
    left, top, width, height = _frame(geometry, around)
    inside = {
        place["province"]
        for place in geometry["places"].values()
        if left <= place["unit"][0] <= left + width and top <= place["unit"][1] <= top + height
    }
    ET.register_namespace("", _SVG)
    root = ET.fromstring(drawing)  # noqa: S314  our own drawing
    root.set("viewBox", f"{left:g} {top:g} {width:g} {height:g}")
    root.set("role", "img")
    _prune(root, inside, (left, top, left + width, top + height))
    return _NAMES.sub(rf"\1{prefix}", ET.tostring(root, encoding="unicode"))


def _frame(geometry: Mapping[str, Any], around: Iterable[str]) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is cut out."""
    spots = [geometry["places"][place]["unit"] for place in around]
    radius = geometry["radius"]
    lows = [min(spot[axis] for spot in spots) - _MARGIN * radius for axis in (0, 1)]
    highs = [max(spot[axis] for spot in spots) + _MARGIN * radius for axis in (0, 1)]
    lack = max(0.0, _LEAST * radius - (highs[0] - lows[0])) / 2
    return lows[0] - lack, lows[1], highs[0] - lows[0] + 2 * lack, highs[1] - lows[1]


def _prune(element: ET.Element, inside: set[str], frame: tuple[float, float, float, float]) -> None:
    """Leave out what belongs to places that are not in the picture, and stars."""
    for child in list(element):
        province = child.get("data-province")
        star = child.get("class") == "star" and not _within(child, frame)
        if star or child.tag == f"{{{_SVG}}}title" or (province is not None and province not in inside):
            element.remove(child)
        else:
            child.attrib.pop("tabindex", None)
            _prune(child, inside, frame)


def _within(star: ET.Element, frame: tuple[float, float, float, float]) -> bool:
    """Whether a star stands in the picture."""
    x, y = float(star.get("cx", "0")), float(star.get("cy", "0"))
    return frame[0] <= x <= frame[2] and frame[1] <= y <= frame[3]


def _named(variant: str, case: Case) -> Sequence[str]:
    """The places of the board that units of the case stand in or its orders name."""
    known = gate.geometry(variant)["places"]
    texts = [text for lines in (*case.units.values(), *case.orders.values()) for text in lines]
    return [word for text in texts for word in text.split() if word in known]
