"""What a game of cosmic remembers beside units and owners, typed. Kept in `Position.memory` as plain
values."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import notebook
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
    return notebook.read(position, Memory)


def remember(position: Position, **changes: Any) -> Position:
    """The position with these parts of the notebook changed."""
    memory = msgspec.structs.replace(memory_of(position), **changes)
    kept = {key: value for key, value in notebook.plain(memory).items() if value}
    return msgspec.structs.replace(position, memory=kept)


def lasting_lanes(position: Position) -> Lanes:
    """The lanes with the warps of types B and C."""
    return Lanes(memory_of(position).warps)
