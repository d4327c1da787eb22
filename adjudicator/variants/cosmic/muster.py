"""From sheets to missions: what every unit does this season, and the lines that are for no unit."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.notation import shortened
from adjudicator.orders import HOLD, MOVE, Order, Piece
from adjudicator.outcomes import ILLEGAL, Entry
from adjudicator.position import Unit
from adjudicator.variant import Reading, Sheets
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.language import WARP
from adjudicator.variants.cosmic.law import Scene, Verdict


class Mission(msgspec.Struct, frozen=True):
    """What a unit does: its order as written, why that does not count (None: it does), whether that makes it
    void rather than illegal; `ordered` False: no order was given."""

    unit: Unit
    order: Order
    problem: str | None = None
    void: bool = False
    ordered: bool = True

    @property
    def acts(self) -> str:
        """The verb that counts in battle: an order that does not count is a hold."""
        return HOLD if self.problem is not None else self.order.verb

    @property
    def failed(self) -> bool:
        """Was it to move, and cannot? Then it is a failed mover (X-s)."""
        return self.problem is not None and self.order.verb == MOVE

    @property
    def doomed(self) -> bool:
        """Does it warp onto a black hole (X-f)?"""
        return self.void and self.order.verb == WARP and not the_cosmos().holes.isdisjoint(self.order.rest)


def muster(scene: Scene, powers: Sequence[str], sheets: Sheets) -> tuple[list[Mission], list[Entry]]:
    """The missions of all units, in map order, and the entries of stray lines; of two lines for one unit the
    later counts."""
    given: dict[str, Verdict] = {}
    strays: list[Entry] = []
    for power in powers:
        for text in sheets.get(power, ()):
            reading = scene.board.read(text)
            if isinstance(reading, str):
                strays.append(_stray(power, None, shortened(text), reading))
                continue
            verdict = scene.judge(reading.order, power)
            if verdict.unit is None:
                piece = reading.order.unit
                named = scene.board.notation.piece_text(piece) if piece is not None else None
                strays.append(_stray(power, named, reading.text, verdict.problem or ""))
            else:
                given[verdict.unit.place] = verdict
    missions = []
    for unit in scene.units:
        found = given.get(unit.place)
        if found is None:
            missions.append(Mission(unit, Order(HOLD, Piece(unit.kind, unit.place)), ordered=False))
        else:
            missions.append(Mission(unit, found.order, found.problem, found.void))
    return missions, strays


def _stray(power: str, unit: str | None, text: str, problem: str) -> Entry:
    return Entry(power, unit, text, (ILLEGAL,), f"This order does not count: {problem}.")


def understood(scene: Scene, power: str, lines: Sequence[str]) -> list[Reading]:
    """How each line of a sheet is understood; of two lines for one unit the later counts."""
    found: list[Reading] = []
    latest: dict[str, int] = {}
    for text in lines:
        reading = scene.board.read(text)
        if isinstance(reading, str):
            found.append(Reading(text, None, None, ok=False, problem=reading))
            continue
        verdict = scene.judge(reading.order, power)
        unit = verdict.unit.name if verdict.unit is not None else None
        if unit is not None:
            if unit in latest:
                earlier = found[latest[unit]]
                problem = "a later line orders the same unit, and counts"
                found[latest[unit]] = Reading(earlier.text, earlier.order, unit, ok=False, problem=problem)
            latest[unit] = len(found)
        order = scene.board.notation.write(verdict.order)
        found.append(Reading(text, order, unit, ok=verdict.problem is None, problem=verdict.problem))
    return found
