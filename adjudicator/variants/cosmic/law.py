"""Which movement orders count and why the others do not. Everything on the board is public, so everybody
judges alike. An order that only a warp could make possible is accepted where a fold could make that warp."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from adjudicator.board import Board
from adjudicator.orders import HOLD, MOVE, SUPPORT, Order, Piece
from adjudicator.position import Position, Unit
from adjudicator.variant import Variant
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.lanes import forbidden
from adjudicator.variants.cosmic.language import BACK, WARP, warp_in
from adjudicator.variants.cosmic.memory import lasting_lanes

FLEET, FOLD = "F", "Q"


class Verdict(msgspec.Struct, frozen=True):
    """An order with everything left out filled in, the unit it is for, what is wrong (None: it counts);
    `void` instead of illegal: it was given, and fails by a ruling (X-t)."""

    order: Order
    unit: Unit | None
    problem: str | None = None
    void: bool = False


class Scene:
    """What everybody knows of a movement phase: `at` space -> unit, `owner` centre -> power, `lanes` with the
    lasting warps."""

    def __init__(self, variant: Variant, position: Position) -> None:
        self.board: Board = variant.board(position)
        self.cosmos = the_cosmos()
        self.lanes = lasting_lanes(position)
        self.units = position.units
        self.at = {u.place: u for u in position.units}
        self.owner = position.centers
        self.folds = [u for u in position.units if u.kind == FOLD]
        self.powers = {p.id: p.name for p in variant.powers}

    def name(self, place: str) -> str:
        """A space's name for people."""
        return self.cosmos.names[place]

    def spoken(self, unit: Unit) -> str:
        """A unit for people: `Klingon's fleet in Twal`."""
        return f"{self.powers[unit.owner]}'s {self.board.kinds[unit.kind].name} in {self.name(unit.place)}"

    def could_link(self, a: str, b: str, busy: Collection[str]) -> bool:
        """Are two spaces connected, or could a fold that is not busy in one of these spaces connect them
        (as `forbidden` has it: whoever owns every centre of the two)?"""
        if self.lanes.open(a, b):
            return True
        holes, centres = self.cosmos.holes, self.cosmos.centres
        if not self.folds or a in holes or b in holes:
            return False
        owners = {self.owner.get(p) for p in (a, b) if p in centres}
        if len(owners) > 1:
            return False
        return any(f.place not in busy and (not owners or f.owner in owners) for f in self.folds)

    def judge(self, order: Order, power: str) -> Verdict:
        """The verdict on a movement order of a power."""
        if order.unit is None or order.verb not in {HOLD, MOVE, SUPPORT, WARP, BACK}:
            return Verdict(order, None, "it has no place in a movement phase")
        unit = self.at.get(order.unit.place)
        if unit is None or unit.owner != power or order.unit.kind not in {None, unit.kind}:
            kind = self.board.kinds[order.unit.kind].name if order.unit.kind else "unit"
            return Verdict(order, None, f"you have no {kind} in {self.name(order.unit.place)}")
        order = msgspec.structs.replace(order, unit=Piece(unit.kind, unit.place), via=False)
        match order.verb:
            case "move":
                return self._move(order, unit)
            case "support":
                return self._support(order, unit)
            case "warp":
                return self._warp(order, unit)
            case "back":
                return self._back(order, unit)
        return Verdict(Order(HOLD, order.unit), unit)

    def _move(self, order: Order, unit: Unit) -> Verdict:
        goal = order.to or unit.place
        if goal == unit.place:
            return Verdict(order, unit, "a unit cannot move to where it is")
        if goal in self.cosmos.holes:
            return Verdict(order, unit, "black holes are impassable (X-e)")
        if not self.could_link(unit.place, goal, {unit.place}):
            return Verdict(
                order, unit, f"{self.name(goal)} is not connected with {self.name(unit.place)}, and no fold "
                "could connect them",
            )  # fmt: skip
        there = self.at.get(goal)
        if unit.kind == FOLD and there is not None and there.kind == FLEET and there.owner != unit.owner:
            return Verdict(
                order, unit, f"a fold may not move to {self.name(goal)}, where a foreign fleet is (X-b)",
                void=True,
            )  # fmt: skip
        return Verdict(order, unit)

    def _support(self, order: Order, unit: Unit) -> Verdict:
        aim = self.at.get(order.aim.place) if order.aim is not None else None
        if order.aim is None or aim is None or order.aim.kind not in {None, aim.kind}:
            where = self.name(order.aim.place) if order.aim is not None else "that space"
            return Verdict(order, unit, f"there is no such unit in {where}")
        order = msgspec.structs.replace(order, aim=Piece(aim.kind, aim.place))
        here, goal = unit.place, order.to or aim.place
        problem = None
        if aim is unit:
            problem = "a unit cannot support itself"
        elif goal == here:
            problem = "a unit cannot support a move into its own space"
        elif order.to == aim.place:
            problem = "the supported unit is there already; leave the destination out to support its hold"
        elif self.cosmos.twin.get(here) == goal:
            problem = "units in one half of a double space cannot support in the other (X-g)"
        elif goal in self.cosmos.holes:
            problem = "black holes are impassable (X-e)"
        elif not self.could_link(here, goal, {here}):
            problem = (
                f"{self.name(goal)} is not connected with {self.name(here)}, and no fold could connect them"
            )
        elif order.to is not None and not self.could_link(aim.place, goal, {here, aim.place}):
            problem = f"{self.spoken(aim)} cannot get to {self.name(goal)}"
        return Verdict(order, unit, problem)

    def _warp(self, order: Order, unit: Unit) -> Verdict:
        if unit.kind != FOLD:
            return Verdict(order, unit, "only folds make warps")
        warp = warp_in(order)
        if any(p in self.cosmos.holes for p in warp.pair):
            problem = "a fold that warps onto a black hole is sucked into it and its order fails (X-f)"
            return Verdict(order, unit, problem, void=True)
        problem = forbidden(warp, self.owner, unit.owner) or ""
        return Verdict(order, unit, problem or None, void=bool(problem))

    def _back(self, order: Order, unit: Unit) -> Verdict:
        if unit.kind != FOLD:
            return Verdict(order, unit, "only folds support warps")
        problem = forbidden(warp_in(order), self.owner, None)
        return Verdict(order, unit, problem, void=problem is not None)
