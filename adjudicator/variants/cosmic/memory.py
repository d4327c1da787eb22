"""What a game of cosmic remembers beside units and owners, typed. Kept in `Position.memory` as plain
values."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.errors import BadSetupError
from adjudicator.position import Position
from adjudicator.variants.cosmic.lanes import Lanes


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arbiter's notebook, all of it public.

    `warps`: lasting changes of lanes made by types B and C, as `2+86` or `2/86` with the ids sorted;
    `season_warps`: those of type A, until the season's retreats are over; `empires`: power -> the powers
    whose home sets it has declared its own."""

    warps: tuple[str, ...] = ()
    season_warps: tuple[str, ...] = ()
    empires: dict[str, tuple[str, ...]] = {}


def memory_of(position: Position) -> Memory:
    """The notebook of a position.

    Raises `BadSetupError` if a setup's `memory` has unknown keys or wrong values."""
    try:
        return msgspec.convert(position.memory, Memory)
    except msgspec.ValidationError as error:
        raise BadSetupError(f"memory: {error}") from error


def remember(position: Position, **changes: Any) -> Position:
    """The position with these parts of the notebook changed."""
    memory = msgspec.structs.replace(memory_of(position), **changes)
    plain = msgspec.json.decode(msgspec.json.encode(memory))  # as it is stored: lists, no tuples
    return msgspec.structs.replace(position, memory={key: value for key, value in plain.items() if value})


def lasting_lanes(position: Position) -> Lanes:
    """The lanes with the warps of types B and C."""
    return Lanes(memory_of(position).warps)


def lanes_now(position: Position) -> Lanes:
    """The lanes with all warps in force."""
    memory = memory_of(position)
    return Lanes(memory.warps, memory.season_warps)
