"""Position: the whole truth at one moment, frozen. No rules live here, and nothing that builds a view is
given one."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.outcomes import Record


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit: its owner (power id), kind letter, region id; who gives its orders if not the owner; its
    lasting marks.

    `tags` is what only the arbiter writes on the counter (`infiltrated`): never part of its name, never shown
    as such. `count`: how many equal units stand there as one stack, where a variant has stacks (`2S bca`)."""

    owner: str
    kind: str
    place: str
    controller: str | None = None
    marks: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    count: int = 1

    @property
    def plain(self) -> str:
        """Kind and place without marks: `F war`."""
        return f"{self.kind} {self.place}"

    @property
    def name(self) -> str:
        """As people write it: `A bul`, `F war (I)`. Never an internal number."""
        base = f"{self.kind} {self.place}" if self.count == 1 else f"{self.count}{self.kind} {self.place}"
        return f"{base} {''.join(f'({m})' for m in self.marks)}" if self.marks else base

    @property
    def commander(self) -> str:
        """The power whose orders count for it now."""
        return self.controller or self.owner


class Dislodged(msgspec.Struct, frozen=True):
    """A dislodged unit, the text of the unit that drove it out (None in setups that do not say), where it may
    go."""

    unit: Unit
    by: str | None
    retreats: tuple[str, ...]


class Position(msgspec.Struct, frozen=True):
    """One moment of one game.

    `turn` is a turn code (`S1901M`); `units` are in map order, `centers` maps province -> owner; `assignment`
    gives powers their countries; `memory` belongs to the variant (plain JSON values); `record` is what became
    of the last phase."""

    variant: str
    turn: str
    units: tuple[Unit, ...]
    centers: dict[str, str]
    dislodged: tuple[Dislodged, ...] = ()
    assignment: dict[str, str] = {}
    seed: int = 0
    options: dict[str, Any] = {}
    memory: dict[str, Any] = {}
    winner: tuple[str, ...] | None = None
    record: Record | None = None
