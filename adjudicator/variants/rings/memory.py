"""What a game of rings remembers beside ships on the board and owners, typed. Kept in `Position.memory` as
plain values."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import notebook
from adjudicator.position import Position
from adjudicator.variants.rings.wheel import Wheel


class InWarp(msgspec.Struct, frozen=True):
    """One ship in warp: its race and the planet it is bound for (known to its owner and the GM, G-k)."""

    power: str
    to: str


class Entering(msgspec.Struct, frozen=True):
    """One ship that enters warp when this season ends: where it still stands, and where it will be bound for
    (G-j, G-q)."""

    power: str
    place: str
    to: str


class Memory(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The arbiter's notebook: seasons the wheel has turned, ships in warp, ships about to enter it."""

    rotation: int = 0
    warp: tuple[InWarp, ...] = ()
    entering: tuple[Entering, ...] = ()

    def bound(self, power: str) -> dict[str, int]:
        """A race's ships in warp: destination -> how many."""
        found: dict[str, int] = {}
        for ship in self.warp:
            if ship.power == power:
                found[ship.to] = found.get(ship.to, 0) + 1
        return found


def memory_of(position: Position) -> Memory:
    """The notebook of a position.

    Raises `BadSetupError` if a setup's `memory` has unknown keys or wrong values."""
    return notebook.read(position, Memory)


def remember(position: Position, **changes: Any) -> Position:
    """The position with these parts of the notebook changed."""
    memory = msgspec.structs.replace(memory_of(position), **changes)
    kept = {**notebook.plain(memory), "rotation": memory.rotation}
    return msgspec.structs.replace(position, memory=kept)


def in_order(ships: list[InWarp], powers: tuple[str, ...], wheel: Wheel) -> tuple[InWarp, ...]:
    """Ships in warp by race and map order of destination."""
    return tuple(sorted(ships, key=lambda s: (powers.index(s.power), wheel.order[s.to])))
