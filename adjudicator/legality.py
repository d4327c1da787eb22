"""Which movement orders count, judged by what is known of the board; and why the others do not. Nothing is
resolved here."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.board import Field
from adjudicator.orders import BUILD, CONVOY, HOLD, MOVE, REMOVE, SUPPORT, WAIVE, Order, Piece
from adjudicator.position import Unit


class Verdict(msgspec.Struct, frozen=True):
    """The order with everything left out filled in, the unit it is for, and what is wrong (None: legal)."""

    order: Order
    unit: Unit | None
    problem: str | None = None


Judge = Callable[[Order, Unit, Field], Verdict]


def judge(order: Order, power: str, field: Field, more: dict[str, Judge] | None = None) -> Verdict:
    """Judge one movement order of `power` against the units known to be on the board.

    `more`: a variant's own verbs, or its own judges for standard ones."""
    judges = _JUDGES | more if more else _JUDGES
    found = judges.get(order.verb)
    if order.unit is None or (found is None and order.verb in {BUILD, REMOVE, WAIVE}):
        return Verdict(order, None, "builds, disbands and the like have no place in a movement phase")
    unit = field.unit_in(_province(field, order.unit.place))
    chart = field.board.chart
    if unit is None or unit.commander != power or (order.unit.kind and order.unit.kind != unit.kind):
        place = chart.provinces[_province(field, order.unit.place)].name
        kind = field.board.kinds[order.unit.kind].name if order.unit.kind else "unit"
        return Verdict(order, None, f"you have no {kind} in {place}")
    order = msgspec.structs.replace(order, unit=Piece(unit.kind, unit.place, order.unit.marks))
    if found is None:
        return Verdict(order, unit, f"to {order.verb} has no place in a movement phase")
    return found(order, unit, field)


def _province(field: Field, place: str) -> int:
    chart = field.board.chart
    return chart.province_of[chart.region[place]]


def _name(field: Field, place: str) -> str:
    return field.board.chart.provinces[_province(field, place)].name


def judge_hold(order: Order, unit: Unit, _field: Field) -> Verdict:
    """Any unit may hold."""
    return Verdict(Order(HOLD, order.unit), unit)


def judge_move(order: Order, unit: Unit, field: Field) -> Verdict:
    """An ordinary move along a link, or by a convoy that fleets on the board could form (DATC 6.A.1-6.A.7,
    6.B)."""
    goal = order.to
    if goal is None:
        return Verdict(order, unit, "the move names no place")
    board, kind = field.board, field.board.kinds[unit.kind]
    here, there = _province(field, unit.place), _province(field, goal)
    if here == there:
        return Verdict(order, unit, "a unit cannot move to where it is")
    ways = board.ways(unit.kind, unit.place, there)
    if kind.convoyed and (order.via or not ways):
        order = msgspec.structs.replace(order, to=board.chart.provinces[there].id)
        if there in field.routes.goals(here):
            return Verdict(order, unit)
        how = f"no fleets {board.chart.waters.where} could carry it"
        if ways:
            how = f"{how} there, so leave out “via”"
        return Verdict(
            order,
            unit,
            f"the {kind.name} in {_name(field, unit.place)} cannot reach {_name(field, goal)}: {how}",
        )
    goal, problem = land_on(goal, unit, ways, field)
    return Verdict(msgspec.structs.replace(order, to=goal, via=False), unit, problem)


def land_on(goal: str, unit: Unit, ways: list[str], field: Field) -> tuple[str, str | None]:
    """The region meant by a destination, and what is wrong with it. A lone possible coast need not be named
    (DATC 4.B)."""
    if goal in ways:
        return goal, None
    names = f"the {field.board.kinds[unit.kind].name} in {_name(field, unit.place)}"
    if not ways:
        return goal, f"{names} cannot reach {_name(field, goal)}"
    base = goal.partition("/")[0]
    if base in ways:
        return base, None
    if "/" in goal:
        return goal, f"{names} cannot reach that coast of {_name(field, goal)}"
    if len(ways) == 1:
        return ways[0], None
    return goal, f"name the coast: {names} can reach {' and '.join(ways)}"


def judge_support(order: Order, unit: Unit, field: Field) -> Verdict:
    """Support goes to a unit on the board, into a province the supporter could itself move to (DATC 6.A.8,
    6.A.10, 6.D.31-34)."""
    board = field.board
    if order.aim is None:
        return Verdict(order, unit, "the support names no unit")
    aimed, problem = _aim(order.aim, field)
    if aimed is None:
        return Verdict(order, unit, problem)
    to = order.to
    if to is not None and not board.kinds[aimed.kind].keeps_coast:
        to = to.partition("/")[0]
    order = msgspec.structs.replace(order, aim=Piece(aimed.kind, aimed.place, order.aim.marks), to=to)
    here, aim = _province(field, unit.place), _province(field, aimed.place)
    goal = aim if to is None else _province(field, to)
    if aim == here:
        return Verdict(order, unit, "a unit cannot support itself")
    if goal == here:
        return Verdict(order, unit, "a unit cannot support a move into its own province")
    if to is not None and goal == aim:
        return Verdict(
            order, unit, "the supported unit is there already; leave the destination out to support its hold"
        )
    if not board.can_reach(unit.kind, unit.place, goal):
        kind = board.kinds[unit.kind].name
        into = board.chart.provinces[goal].name
        return Verdict(
            order,
            unit,
            f"the {kind} in {_name(field, unit.place)} cannot reach {into}, so it cannot support there",
        )
    if (
        to is not None
        and not board.covers(aimed.kind, aimed.place, to)
        and not _carried(unit, aimed, goal, field)
    ):
        return Verdict(
            order,
            unit,
            f"the {board.kinds[aimed.kind].name} in {_name(field, aimed.place)} cannot reach "
            f"{_name(field, to)}",
        )
    return Verdict(order, unit)


def _carried(supporter: Unit, army: Unit, goal: int, field: Field) -> bool:
    """True if a convoy could take the army there without the supporter's help (DATC 6.D.31)."""
    board = field.board
    if not board.kinds[army.kind].convoyed:
        return False
    waters = field.waters & ~(1 << _province(field, supporter.place))
    return goal in board.waterways.over(waters).goals(_province(field, army.place))


def judge_convoy(order: Order, unit: Unit, field: Field) -> Verdict:
    """A fleet at sea convoys an army if it lies on a route that fleets on the board could form (DATC 6.F.1,
    6.F.12)."""
    board = field.board
    if order.aim is None or order.to is None:
        return Verdict(order, unit, "the convoy names no army or no destination")
    here = _province(field, unit.place)
    if not board.kinds[unit.kind].convoys or not board.chart.seas >> here & 1:
        return Verdict(order, unit, f"only a fleet {board.chart.waters.where} can convoy")
    aimed, problem = _aim(order.aim, field)
    if aimed is None:
        return Verdict(order, unit, problem)
    if not board.kinds[aimed.kind].convoyed:
        return Verdict(order, unit, f"the unit in {_name(field, aimed.place)} cannot be convoyed")
    goal = _province(field, order.to)
    order = msgspec.structs.replace(
        order, aim=Piece(aimed.kind, aimed.place, order.aim.marks), to=board.chart.provinces[goal].id
    )
    route = field.routes.goals(_province(field, aimed.place)).get(goal, 0)
    if not route >> here & 1:
        way = f"from {_name(field, aimed.place)} to {board.chart.provinces[goal].name}"
        return Verdict(order, unit, f"the fleet in {_name(field, unit.place)} is needed by no convoy {way}")
    return Verdict(order, unit)


def _aim(aim: Piece, field: Field) -> tuple[Unit | None, str | None]:
    """The unit a support or convoy means, or what is wrong with it."""
    unit = field.unit_in(_province(field, aim.place))
    if unit is not None and aim.kind in {None, unit.kind}:
        return unit, None
    kind = field.board.kinds[aim.kind].name if aim.kind else "unit"
    return None, f"there is no {kind} in {_name(field, aim.place)}"


_JUDGES: dict[str, Judge] = {HOLD: judge_hold, MOVE: judge_move, SUPPORT: judge_support, CONVOY: judge_convoy}
