"""A position corrected by hand: units moved, added or taken off, centres given to somebody else. Decides
nothing about who is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from adjudicator.codec import dumps, loads
from adjudicator.errors import BadSetupError
from adjudicator.position import Position, Unit
from adjudicator.starting import in_centre_order, in_map_order, read_unit, sound
from adjudicator.variant import Variant


class Standing(msgspec.Struct, frozen=True):
    """A unit as it shall stand: power id, text (`A vie`, `F war (I)`), and the number in `Position.units` of
    the unit it is, None for a new one.

    A unit that was there keeps what is not in its text: who gives its orders, what is noted on it."""

    power: str
    unit: str
    was: int | None = None


def amended(
    variant: Variant, position: Position, units: Sequence[Standing], centers: Mapping[str, str | None]
) -> Position:
    """The position with exactly these units, and these provinces' centres owned so (None: by nobody).

    What became of the last orders, dislodged units and the variant's notebook stay as they are. Raises
    `BadSetupError` naming the unit or province that is wrong."""
    board = variant.board(position)
    contests = variant.rulebook.having("contests")
    stands: list[Unit] = []
    for one in units:
        if one.power not in variant.ids:
            raise BadSetupError(f"units: there is no power {one.power!r}")
        read = read_unit(board, one.power, one.unit, f"units of {one.power}")
        unit = _kept(position, one.was, read)
        here = unit.place.partition("/")[0]
        for other in stands:
            if other.place.partition("/")[0] == here and all(r.contests(unit, other) for r in contests):
                raise BadSetupError(f"{unit.name} of {one.power}: there is a unit in {here} already")
        stands.append(unit)
    owners: dict[str, str | None] = {**position.centers, **centers}
    for place, owner in owners.items():
        if place not in variant.chart.centres:
            raise BadSetupError(f"centres: {place!r} is no centre")
        if owner is not None and owner not in variant.ids:
            raise BadSetupError(f"centres: there is no power {owner!r}")
    held = {place: owner for place, owner in owners.items() if owner is not None}
    changed = msgspec.structs.replace(
        position, units=in_map_order(variant, stands), centers=in_centre_order(variant, held)
    )
    return sound(loads(dumps(changed)))


def _kept(position: Position, was: int | None, read: Unit) -> Unit:
    """The unit as read, with what its counter carried before."""
    if was is None:
        return read
    if not 0 <= was < len(position.units):
        raise BadSetupError(f"units: there is no unit number {was}")
    before = position.units[was]
    controller = before.controller if before.owner == read.owner else None
    return msgspec.structs.replace(read, controller=controller, tags=before.tags)
