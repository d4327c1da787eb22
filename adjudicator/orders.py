"""Orders as values: what was said, with places by id. How they are written is `notation`, whether they count
`legality`."""

from __future__ import annotations

import msgspec

HOLD, MOVE, SUPPORT, CONVOY = "hold", "move", "support", "convoy"
RETREAT, DISBAND, REMOVE, BUILD, WAIVE = "retreat", "disband", "remove", "build", "waive"


class Piece(msgspec.Struct, frozen=True):
    """A unit as an order names it: kind letter (None if left out), region id, marks such as `E`, owner if a
    power was named; how many of a stack."""

    kind: str | None
    place: str
    marks: tuple[str, ...] = ()
    owner: str | None = None
    count: int = 1


class Order(msgspec.Struct, frozen=True):
    """One order. `verb` is a constant of this module or a variant's own word.

    `to`: destination region (moves, retreats), or where the supported or convoyed unit goes; `aim`: that
    unit; `via`: by convoy was written; `then`: a variant's second step; `rest`: further words of a variant's
    own order."""

    verb: str
    unit: Piece | None = None
    to: str | None = None
    aim: Piece | None = None
    via: bool = False
    then: str | None = None
    rest: tuple[str, ...] = ()
