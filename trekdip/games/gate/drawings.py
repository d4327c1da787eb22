"""Boards and their looks, drawn from Views. Asks no position of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

import adjudicator as adj
from adjudicator import drawing


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
    return drawing.draw(shown, variant=name, part="inline"), view


def board(name: str, view: Mapping[str, Any]) -> str:
    """The whole drawing of a View of that variant, for embedding in a page."""
    return drawing.draw(dict(view), variant=name, part="inline")


def board_file(name: str, view: Mapping[str, Any]) -> str:
    """The whole drawing of a View of that variant, as a file that stands alone."""
    return drawing.draw(dict(view), variant=name, part="all")


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
