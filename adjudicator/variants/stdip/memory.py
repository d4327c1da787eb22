"""What a game of stdip remembers beside units and centres, typed. Kept in `Position.memory` as plain values."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.errors import BadSetupError
from adjudicator.position import Position

INFILTRATED = "infiltrated"  # tags of units
ASSIMILATED = "assimilated"
HELD = "held"


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cloaked unit as one viewer last knew it: owner, text with marks, where, since which turn, why."""

    owner: str
    unit: str
    at: str
    since: str
    why: tuple[str, ...] = ()
    fresh: bool = True


class Senses(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one viewer's units and centres covered this season (R-a, R-c, R-f): province -> reasons; centres apart."""

    covered: dict[str, tuple[str, ...]] = {}
    detected: tuple[str, ...] = ()


class Memory(msgspec.Struct, frozen=True, omit_defaults=True):
    """The arbiter's notebook.

    `enterprise_used`: this year (F-a); `last_infiltrated`: power drawn last, None if that draw was lost (D-a); `wormhole`: its
    two provinces; `assimilated`: this year's gains (Borg) and losses (victims) (B-j); `watched`: the year began with a
    Romulan or a Dominion owning a centre, or None if that is still to be noted (R-j); `unplaced`: Cardassian units to be
    placed (C-b), `spied`: which of them is infiltrated (D-g); `closed`: provinces where moves bounced this season, `failed`:
    provinces into which a move failed only because they were occupied (C-c); `sights`: viewer -> what it covers this season;
    `known`: viewer -> cloaked units it knows of; `open_closed`: what looks closed to a viewer who saw nothing hidden."""

    enterprise_used: bool = False
    infiltrated: tuple[str, ...] = ()
    last_infiltrated: str | None = None
    wormhole: tuple[str, ...] = ()
    assimilated: dict[str, int] = {}
    watched: bool | None = None
    unplaced: int = 0
    spied: int | None = None
    closed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    sights: dict[str, Senses] = {}
    known: dict[str, tuple[Known, ...]] = {}
    ghosts: dict[str, tuple[Known, ...]] = {}
    seen_closed: dict[str, tuple[str, ...]] = {}


def memory_of(position: Position) -> Memory:
    """The notebook of a position.

    Raises `BadSetupError` if a setup's `memory` has unknown keys or wrong values."""
    try:
        return msgspec.convert(position.memory, Memory)
    except msgspec.ValidationError as error:
        raise BadSetupError(f"memory: {error}") from error


def remember(position: Position, memory: Memory) -> Position:
    """The position with this notebook."""
    plain: dict[str, Any] = msgspec.to_builtins(memory)
    return msgspec.structs.replace(position, memory=plain)
