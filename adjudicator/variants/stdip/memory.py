"""What a game of stdip remembers beside units and centres, typed. Kept in `Position.memory` as plain
values."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import notebook
from adjudicator.position import Position, Unit

INFILTRATED = "infiltrated"  # tags of units
ASSIMILATED = "assimilated"
HELD = "held"


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cloaked unit as a viewer last knew it: owner, kind, region, the turn it was seen in, what sensed
    it."""

    owner: str
    kind: str
    place: str
    since: str
    by: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """`A war`."""
        return f"{self.kind} {self.place}"


class Drawn(msgspec.Struct, frozen=True):
    """A draw as it was made: its keys, what it was made from, what came of it. With the seed anybody can
    repeat it."""

    turn: str
    purpose: str
    pool: tuple[str, ...]
    drawn: str


class Memory(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The arbiter's notebook.

    Of the game: `enterprise_used` this year (F-a); `infiltrated` in setups only (units carry it as a
    tag); `last_infiltrated`: power drawn last, None if that draw was lost (D-a); `wormhole`: its two
    provinces; `assimilated`: this year's gains (Borg) and losses (victims) (B-j); `watched`: a Romulan or
    a Dominion owned a centre when the year began, None if that is still to be noted (R-j); `unplaced`:
    Cardassian units still to be placed (C-b), `spied`: which of them is infiltrated (D-g); `draws`: those
    made since the last orders.

    Of the season: `closed`: provinces where contenders bounced; `failed`: provinces into which a move
    failed only because they were occupied (C-c); `leaves`: held Cardassian unit -> the retreats it is
    offered; `shadows`: dislodged or assimilated unit -> the viewers who may know by whom (absent:
    everybody); `covered`: viewer -> province -> what senses there. `looks`: viewer -> provinces that look
    closed to it. `known`: viewer -> the cloaked units on its board; `ghosts`: viewer -> those it once
    knew of."""

    enterprise_used: bool = False
    infiltrated: tuple[str, ...] = ()
    last_infiltrated: str | None = None
    wormhole: tuple[str, ...] = ()
    assimilated: dict[str, int] = {}
    watched: bool | None = None
    unplaced: int = 0
    spied: int | None = None
    draws: tuple[Drawn, ...] = ()
    closed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    leaves: dict[str, tuple[str, ...]] = {}
    shadows: dict[str, tuple[str, ...]] = {}
    covered: dict[str, dict[str, tuple[str, ...]]] = {}
    looks: dict[str, tuple[str, ...]] = {}
    known: dict[str, tuple[Known, ...]] = {}
    ghosts: dict[str, tuple[Known, ...]] = {}


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Pages(dict[str, Any]):
    """A notebook as plain JSON values, beside its typed form, so that it is read once."""

    __slots__ = ("typed",)

    def __init__(self, typed: Memory) -> None:
        super().__init__(_decode(_encode(typed)))
        self.typed = typed


def memory_of(position: Position) -> Memory:
    """The notebook of a position.

    Raises `BadSetupError` if a setup's `memory` has unknown keys or wrong values."""
    if isinstance(position.memory, Pages):
        return position.memory.typed
    return notebook.read(position, Memory)


def remember(position: Position, memory: Memory) -> Position:
    """The position with this notebook."""
    return msgspec.structs.replace(position, memory=Pages(memory))


def without_season(memory: Memory) -> Memory:
    """The notebook once a season's retreats are over; what was sensed in Fall still counts in Winter
    (R-f)."""
    return msgspec.structs.replace(memory, closed=(), failed=(), leaves={}, shadows={}, looks={})


def without_tag(unit: Unit, *tags: str) -> Unit:
    """The unit without these tags."""
    kept = tuple(t for t in unit.tags if t not in tags)
    return unit if kept == unit.tags else msgspec.structs.replace(unit, tags=kept)


def with_tag(unit: Unit, tag: str) -> Unit:
    """The unit with a tag."""
    return msgspec.structs.replace(unit, tags=tuple(sorted({*unit.tags, tag})))
