"""Positions taken out of their texts and told in rows: what the rest of the gate shares."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import adjudicator as adj
from adjudicator.position import Position
from adjudicator.sentences import plainly
from trekdip.games import wire
from trekdip.games.gate.cards import turn_title
from trekdip.games.gate.drawings import drawn
from trekdip.games.gate.names import GM, PUBLIC, Declaration
from trekdip.games.passed import Entering, Seen, UnitRow


@functools.lru_cache(maxsize=256)
def position_of(truth: str) -> Position:
    """The Position of a stored text.

    Positions are frozen, so they can be shared; many sheets ask for the same one.
    """
    return adj.loads(truth)


def with_declared(position: Position, made: Sequence[Declaration]) -> Position:
    """The position after what was declared in it."""
    for power, text in made:
        position = adj.declare(position, power, text)
    return position


def declarable_in(position: Position) -> dict[str, list[str]]:
    """What each power may declare now; only powers that may declare anything."""
    found = {power: adj.declarations(position, power) for power in adj.variant(position.variant).ids}
    return {power: texts for power, texts in found.items() if texts}


def readings_of(position: Position, power: str, lines: Sequence[str]) -> list[wire.Line]:
    """How each line is understood, as it looks to that power."""
    return [
        wire.Line(
            text=read.text,
            order=read.order,
            unit=read.unit,
            ok=read.ok,
            problem=read.problem and plainly(read.problem),
        )
        for read in adj.check(position, power, list(lines))
    ]


def entering_of(position: Position) -> Entering:
    """The phase that opens with this position, as everybody sees it."""
    views = adj.views(position)
    public = views[PUBLIC]
    return Entering(
        truth=adj.dumps(position),
        turn=public["turn"],
        title=turn_title(position.variant, public["turn"]),
        awaiting=tuple(public["awaiting"]),
        winner=tuple(public["winner"] or ()),
        units=_unit_rows(position),
        seen=tuple(_seen(position, viewer, view) for viewer, view in views.items()),
        declarable=declarable_in(position),
        ending=adj.ending(position) or "",
    )


def _unit_rows(position: Position) -> tuple[UnitRow, ...]:
    """All units of the truth, those waiting for a retreat last."""
    standing = [(unit, False) for unit in position.units]
    waiting = [(entry.unit, True) for entry in position.dislodged]
    return tuple(
        UnitRow(unit.owner, unit.commander, unit.kind, unit.place, unit.marks, unit.name, dislodged)
        for unit, dislodged in (*standing, *waiting)
    )


def _seen(position: Position, viewer: str, view: Mapping[str, Any]) -> Seen:
    """What one viewer gets to know on entering the position."""
    legal = {} if viewer in {PUBLIC, GM} else adj.offers(position, viewer)
    return Seen(viewer, _json(view), _json(legal), drawn(position.variant, view, "dynamic"))


def _json(data: object) -> str:
    """JSON with sorted keys, so that no order of insertion can tell anything."""
    return msgspec.json.encode(data, order="deterministic").decode()
