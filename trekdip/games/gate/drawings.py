"""Boards and their looks, drawn from Views. Asks no position of a game."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import adjudicator as adj
from adjudicator import drawing
from trekdip.games.gate.captions import caption_of


def drawn(name: str, view: Mapping[str, Any], part: str) -> str:
    """A View of that variant as SVG, its arrows in words: `part` as the adjudicator's drawings have it."""
    return drawing.draw(dict(view), variant=name, part=part, caption=functools.partial(caption_of, name))


def example(
    name: str, setup: Mapping[str, Any], orders: Mapping[str, Sequence[str]], viewer: str
) -> tuple[str, dict[str, Any]]:
    """A made-up position with orders played out: the drawing of what came of it, and the View it shows.

    No game is touched: everything comes from the arguments. Raises adj.AdjudicatorError for a setup that is
    none.
    """
    position = adj.setup({"variant": name, **setup})
    before = adj.view(position, viewer)
    if orders:
        position = adj.resolve(position, {power: list(lines) for power, lines in orders.items()}).state
    view = adj.view(position, viewer)
    shown = drawing.as_it_lay(view, before, name)
    return drawn(name, shown, "inline"), view


def board(name: str, view: Mapping[str, Any]) -> str:
    """The whole drawing of a View of that variant, for embedding in a page."""
    return drawn(name, view, "inline")


def board_file(name: str, view: Mapping[str, Any]) -> str:
    """The whole drawing of a View of that variant, as a file that stands alone."""
    return drawn(name, view, "all")


def stylesheet(name: str) -> str:
    """The style of a variant's boards as a CSS text."""
    return drawing.stylesheet(name)


def geometry(name: str, view: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Where a variant's provinces and places are drawn: plain data for the board's script. `view`: whose
    board it is, where boards turn.
    """
    return drawing.geometry(name, view)


def reach(name: str, view: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Where units from the places of a View can be after 1, 2 … seasons, on boards that turn."""
    return adj.reach(view, variant=name)


def notes(name: str, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a variant notes on the board of a View, in words: `words`, `title`, where."""
    return drawing.notes(view, name)


def look(name: str) -> dict[str, Any]:
    """Colours, pattern and emblem of each power: plain data for legends."""
    return drawing.look(name)


def marks(name: str) -> dict[str, str]:
    """The letters beside units on a variant's boards and what they mean."""
    return drawing.marks(name)


def emblem(name: str, power: str) -> str:
    """A power's emblem as a small SVG."""
    return drawing.emblem(name, power)
