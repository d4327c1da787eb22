"""What a game of quadrants remembers beside units and centres, typed. Kept in `Position.memory` as plain
values."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import notebook
from adjudicator.position import Position


class Played(msgspec.Struct, frozen=True):
    """The movement phase just over, as Immunity needs it to be judged again (Q-f): units and the orders that
    counted, both by power and as text."""

    units: dict[str, tuple[str, ...]]
    orders: dict[str, tuple[str, ...]]


class Told(msgspec.Struct, frozen=True):
    """A report given when orders were locked (Q-g, Q-h)."""

    to: str
    kind: str
    fields: dict[str, Any]


class Memory(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The arbiter's notebook.

    `latinum`: the Ferengi treasury (Q-i); `bribed`: centres paid for and not yet claimed; `sabotaged`: places
    of the units sabotaged this season; `immunity_used` (Q-f), `freeze_used` (Q-j): once a game; `frozen`: the
    system frozen this season; `alliances`, `proposals` (from, to): Q-n; `played`: while Immunity may still
    ask for it; `kept`: retreat orders that stand while the phase stays open (Q-q); `told`: reports given when
    these orders were locked, None before."""

    latinum: int = 0
    bribed: tuple[str, ...] = ()
    sabotaged: tuple[str, ...] = ()
    immunity_used: bool = False
    freeze_used: bool = False
    frozen: str | None = None
    alliances: tuple[tuple[str, str], ...] = ()
    proposals: tuple[tuple[str, str], ...] = ()
    played: Played | None = None
    kept: dict[str, tuple[str, ...]] = {}
    told: tuple[Told, ...] | None = None


def memory_of(position: Position) -> Memory:
    """The notebook of a position.

    Raises `BadSetupError` if a setup's `memory` has unknown keys or wrong values."""
    return notebook.read(position, Memory)


def remember(position: Position, **changes: Any) -> Position:
    """The position with these parts of the notebook changed."""
    memory = msgspec.structs.replace(memory_of(position), **changes)
    return msgspec.structs.replace(position, memory=notebook.plain(memory))


def season_over(position: Position) -> Position:
    """What is true for one season only is forgotten."""
    return remember(position, frozen=None, sabotaged=(), played=None, kept={}, told=None)


def public_memory(position: Position) -> dict[str, Any]:
    """What everybody may know of the notebook: treasury, uses, alliances and proposals, bribes once they are
    posted (Q-i, Q-n, Q-p). Payments and freezes enter the notebook only when their phase is resolved."""
    memory = memory_of(position)
    return {
        "latinum": memory.latinum,
        "bribed": list(memory.bribed),
        "immunity_used": memory.immunity_used,
        "freeze_used": memory.freeze_used,
        "frozen": memory.frozen,
        "alliances": [list(pair) for pair in memory.alliances],
        "proposals": [list(pair) for pair in memory.proposals],
    }
