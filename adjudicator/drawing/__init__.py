"""A View as a drawing: pure functions from what a viewer knows to SVG. Knows no rules and is never given
a Position.

The structure of the SVG, its classes and what replaces what when a phase changes stand in the README of
this folder. Drawings carry no script and no style attribute; the same view gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import msgspec

from adjudicator.calendar import title
from adjudicator.drawing.arrows import Caption, sentence
from adjudicator.drawing.boards import Drawing, drawing_for, drawing_of, number
from adjudicator.drawing.layers import dynamic_layers
from adjudicator.drawing.looks import looks_of, words_of
from adjudicator.drawing.notes import noted
from adjudicator.drawing.sky import names_above, static_layers
from adjudicator.drawing.style import sheet
from adjudicator.drawing.wheel import AS_IT_LAY
from adjudicator.variants import variant as variant_named

__all__ = ["as_it_lay", "draw", "emblem", "geometry", "look", "marks", "notes", "stylesheet"]


def draw(
    view: Mapping[str, Any], *, part: str = "all", variant: str | None = None, caption: Caption = sentence
) -> str:
    """A view as SVG.

    `part`: `all` a file that stands alone, `inline` the same without its style (a page brings
    `stylesheet`), `static` without anything of the view, `dynamic` only the group that a new phase
    replaces. `variant`: by default the one the view names, else standard. `caption`: what is said of an order
    of the view where one points at its arrow; by default its text, result and reason.

    Raises `ValueError` for another part, `UnknownVariantError`, `BadSetupError` if the map has no
    drawing."""
    variant = variant or str(view.get("variant") or "standard")
    if part == "dynamic":
        return dynamic_layers(variant, view, caption)
    if part not in {"all", "inline", "static"}:
        raise ValueError(f"part {part!r}: all, inline, static or dynamic")
    board = drawing_of(variant)
    width, height = (number(n) for n in board.size)
    moving = '<g id="dynamic"></g>' if part == "static" else dynamic_layers(variant, view, caption)
    style = f"<style>{sheet(variant)}</style>" if part == "all" else ""
    turn = view.get("turn") if part != "static" else None
    made = variant_named(variant)
    name = escape(f"{made.title}, {title(made, str(turn))}" if turn else made.title)
    return (
        f'<svg class="board map-{board.name}" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {width} {height}" role="group" aria-label="{name}">'
        f'{style}{static_layers(variant)}{moving}<g id="draft"></g>{names_above(board)}</svg>'
    )


def stylesheet(variant: str) -> str:
    """The style of a variant's board for pages, both themes."""
    return sheet(variant)


def geometry(variant: str, view: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Where everything is, for scripts that draw what is about to be ordered: size, radius of a unit,
    provinces, places; of a board that turns its rings, and where places lie in a view, or before the wheel
    has turned."""
    board = drawing_for(variant, view or {})
    found: dict[str, Any] = {
        "size": list(board.size),
        "radius": board.radius,
        "provinces": {
            p.id: {"name": p.name, "kind": p.kind, "centre": p.centre}
            | ({"layer": p.layer} if p.layer else {})
            for p in board.chart.provinces
            if p.id in board.shapes
        },
        "places": {
            region: {
                "province": region.partition("/")[0],
                "unit": list(place.unit),
                "second": list(place.second),
                "anchor": list(place.anchor),
            }
            for region, place in board.places.items()
        },
    }
    found |= _lanes(board) or _by_land(board)
    if board.wheel is not None:
        found["wheel"] = {
            "centre": list(board.wheel.centre),
            "heart": board.wheel.heart,
            "great": list(board.wheel.great),
            "rings": [{"radius": r.radius, "planets": list(r.planets)} for r in board.wheel.rings],
        }
    return found


def as_it_lay(view: Mapping[str, Any], before: Mapping[str, Any], variant: str) -> dict[str, Any]:
    """A view on a board that lies as it did in another one: orders are drawn where they were given."""
    wheel = drawing_of(variant).wheel
    if wheel is None:
        return dict(view)
    memory = {**(view.get("memory") or {}), wheel.turned_by: wheel.turns(before)}
    return {**view, "memory": memory, AS_IT_LAY: True}


def _lanes(board: Drawing) -> dict[str, dict[str, list[str]]]:
    """Of boards of nodes: space -> the spaces a printed lane leads to."""
    found: dict[str, list[str]] = {}
    for link in board.chart.links if board.lanes else ():
        found.setdefault(link.origin, []).append(link.goal)
    return {"lanes": found} if found else {}


def _by_land(board: Drawing) -> dict[str, dict[str, list[str]]]:
    """Of maps with land: province -> the provinces an army can march to."""
    found: dict[str, list[str]] = {}
    for link in sorted(board.chart.links, key=lambda link: (link.origin, link.goal)):
        if link.traffic == "army":
            found.setdefault(link.origin, []).append(link.goal)
    return {"byLand": found} if found else {}


def notes(view: Mapping[str, Any], variant: str) -> list[dict[str, Any]]:
    """What the variant notes on the board of a view, for words beside it: `words`, `title`, and `at`, or `a`
    and `b`; `text` of tags."""
    return [msgspec.to_builtins(note) for note in noted(variant, view)]


def look(variant: str) -> dict[str, dict[str, str]]:
    """Power -> name, colours, pattern and emblem path, for legends."""
    return {
        power: {
            "name": one.name,
            "dark": one.dark,
            "light": one.light,
            "ink": one.ink,
            "ink_light": one.ink_light,
            "pattern": one.pattern,
            "emblem": one.emblem,
        }
        for power, one in looks_of(variant).items()
    }  # fmt: skip


def emblem(variant: str, power: str) -> str:
    """A power's emblem on a disc of its colour, for lists. Decorative: hidden from screen readers."""
    one = looks_of(variant)[power]
    return (
        f'<svg class="emblem power-{power}" viewBox="-12 -12 24 24" width="24" height="24" '
        'aria-hidden="true">'
        f'<circle class="disc" r="11"/><path d="{one.emblem}"/></svg>'
    )


def marks(variant: str) -> dict[str, str]:
    """The letters that may stand beside a unit on this variant's boards -> what they mean, for legends."""
    return dict(words_of(variant).marks)
