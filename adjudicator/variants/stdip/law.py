"""Which movement orders of stdip count. Judged by the open units alone: nothing hidden is looked at.

A support or convoy for a unit that is not open is judged by the text, and posted as written (M-w, N-a):
neither whether such a unit is there nor whether its writer knows of it may show. Orders that geography
allows but that come to nothing are not illegal: they are void, or find no convoy (M-m)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from adjudicator.board import Board, Kind
from adjudicator.chart import COAST, SEA, Chart
from adjudicator.orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Piece
from adjudicator.position import Unit
from adjudicator.routes import bits
from adjudicator.variants.stdip.marks import SCAN

DOMINION = "dominion"


@cache
def _waters(chart: Chart, coast: int) -> int:
    found = frontier = chart.sea_beside[coast] & chart.seas
    while frontier:
        near = 0
        for sea in bits(frontier):
            near |= chart.sea_beside[sea] & chart.seas
        frontier = near & ~found
        found |= frontier
    return found


class Ruling(msgspec.Struct, frozen=True):
    """An order with all that was left out filled in, what is wrong with it (None: it counts), and whether
    it would open the wormhole."""

    order: Order
    problem: str | None = None
    opens: bool = False


def is_kind(unit: Unit, letter: str | None) -> bool:
    """Does a unit answer to this kind letter? Cardassian units answer to `A` and `F` too (C-a)."""
    return letter is None or unit.kind == letter or (unit.kind == "C" and letter in {"A", "F"})


class Law:
    """Judges orders on one board, by its open units, in one season (`S` or `F`).

    `finds`: the Dominion may still find a wormhole."""

    def __init__(self, board: Board, open_units: Iterable[Unit], season: str, *, finds: bool) -> None:
        self.board = board
        self.season = season
        self.finds = finds
        self.at: dict[int, list[Unit]] = {}
        for unit in open_units:
            self.at.setdefault(board.spot[unit.place], []).append(unit)

    # -- words --
    def place(self, region: str) -> str:
        """The name of a place for people."""
        return self.board.chart.provinces[self.board.spot[region]].name

    def name(self, unit: Unit) -> str:
        """The unit for people: `the army in Warsaw`."""
        return f"the {self.kind(unit.kind).name} in {self.place(unit.place)}"

    def kind(self, letter: str) -> Kind:
        """The kind of a letter."""
        return self.board.kinds[letter]

    def seen(self, piece: Piece) -> Unit | None:
        """The open unit that a support or convoy means: not a trader if another is there (M-a)."""
        here = self.at.get(self.board.spot[piece.place], ())
        fitting = [u for u in here if is_kind(u, piece.kind) and piece.owner in {None, u.owner}]
        if len(fitting) == 1:
            return fitting[0]
        return min(fitting, key=lambda u: "T" in u.marks, default=None)

    # -- judging --
    def judge(self, order: Order, unit: Unit, *, trader: bool = False) -> Ruling:
        """Judge an order for `unit`, whose owner may be another power than the writer."""
        piece = Piece(unit.kind, unit.place, order.unit.marks if order.unit else ())
        order = msgspec.structs.replace(order, unit=piece)
        match order.verb:
            case "hold":
                return Ruling(Order(HOLD, piece))
            case "move":
                return self._two_steps(order, unit, trader) if order.then else self._move(order, unit)
            case "support":
                if trader:
                    return Ruling(order, "a trader cannot support (Fer 5)")
                return self._support(order, unit)
            case "convoy":
                return self._convoy(order, unit, unit.place)
            case "scan":
                if trader:
                    return Ruling(order, "a trader cannot scan (Fer 8)")
                return self._scan(order, unit)
        return Ruling(order, f"“{order.verb}” has no place in a movement phase")

    def ferried(self, kind: str, here: int, there: int) -> bool:
        """Could a convoy, by the map, carry such a unit from one province to the other (M-e)?"""
        return self.coastal(kind, here, there) and bool(
            self.waters(here) & self.board.chart.sea_beside[there]
        )

    def coastal(self, kind: str, here: int, there: int) -> bool:
        """Is this a way from coast to coast for a unit that can be convoyed? Such a move is never illegal
        (M-m)."""
        provinces = self.board.chart.provinces
        ends = provinces[here].kind == COAST == provinces[there].kind and here != there
        return ends and self.kind(kind).convoyed

    def waters(self, coast: int) -> int:
        """Mask of the seas that hang together with a coast."""
        return _waters(self.board.chart, coast)

    def _move(self, order: Order, unit: Unit) -> Ruling:
        if order.to is None:
            return Ruling(order, "the move names no place")
        here, there = self.board.spot[unit.place], self.board.spot[order.to]
        if here == there:
            return Ruling(order, "a unit cannot move to where it is")
        return self._step(order, unit, unit.place, order.to)

    def _step(self, order: Order, unit: Unit, start: str, goal: str) -> Ruling:
        """One step from a region to a place: along a link, by convoy, or (Dominion) where no way is known."""
        board = self.board
        here, there = board.spot[start], board.spot[goal]
        ways = board.ways(unit.kind, start, there)
        base = board.chart.provinces[there].id
        if not ways and self.may_find(unit, goal) and not self.ferried(unit.kind, here, there):
            return self._through(order, unit, goal)
        if self.coastal(unit.kind, here, there) and (order.via or not ways):
            return Ruling(msgspec.structs.replace(order, to=base, via=bool(ways)))
        if not ways:
            return Ruling(order, f"{self.name(unit)} cannot reach {self.place(goal)}")
        found, problem = self._land(goal, unit, ways)
        if problem is not None and "/" in goal and self.may_find(unit, goal):
            return self._through(order, unit, goal)
        return Ruling(msgspec.structs.replace(order, to=found, via=False), problem)

    def _land(self, goal: str, unit: Unit, ways: list[str]) -> tuple[str, str | None]:
        """The region meant by a destination; a lone possible coast need not be named (DATC 4.B)."""
        if goal in ways:
            return goal, None
        base = goal.partition("/")[0]
        if base in ways:
            return base, None
        if "/" in goal:
            return goal, f"{self.name(unit)} cannot reach that coast of {self.place(goal)}"
        if len(ways) == 1:
            return ways[0], None
        return goal, f"name the coast: {self.name(unit)} can reach {' and '.join(ways)}"

    # -- the wormhole (Dom 12, D-f) --
    def may_find(self, unit: Unit, goal: str) -> bool:
        """Might this move open the wormhole? Both ends without a home centre, terrain right for the unit."""
        if not self.finds or unit.owner != DOMINION:
            return False
        provinces, spot = self.board.chart.provinces, self.board.spot
        here, there = provinces[spot[unit.place]], provinces[spot[goal]]
        return (
            here.id != there.id
            and here.home is None
            and there.home is None
            and there.kind in self.kind(unit.kind).terrain
        )

    def _through(self, order: Order, unit: Unit, goal: str) -> Ruling:
        province = self.board.chart.provinces[self.board.spot[goal]]
        if not self.kind(unit.kind).keeps_coast:
            goal = province.id
        elif province.coasts and "/" not in goal:
            coasts = " or ".join(f"{province.id}/{c}" for c in province.coasts)
            return Ruling(order, f"name the coast on which it arrives: {coasts}")
        return Ruling(msgspec.structs.replace(order, to=goal, via=False), opens=True)

    # -- two steps (Fer 9, 10, 12, T-d) --
    def _two_steps(self, order: Order, unit: Unit, trader: bool) -> Ruling:
        if not trader:
            return Ruling(order, "only a trader may take two steps (Fer 10)")
        if self.season != "F":
            return Ruling(order, "two steps are taken in Fall only (Fer 10)")
        if order.to is None or order.then is None:
            return Ruling(order, "the move names no place")
        board = self.board
        stays = board.spot[order.to] == board.spot[unit.place]
        if stays:
            first = Ruling(msgspec.structs.replace(order, to=unit.place))
        else:
            first = self._step(order, unit, unit.place, order.to)
        if first.problem is not None or first.order.to is None:
            return Ruling(order, first.problem)
        middle = first.order.to
        if order.aim is not None:
            convoy = Order(CONVOY, Piece(unit.kind, middle), order.then, order.aim)
            second = self._convoy(convoy, unit, middle)
            return Ruling(
                msgspec.structs.replace(first.order, aim=second.order.aim, then=second.order.to),
                second.problem,
            )
        if board.spot[middle] == board.spot[order.then]:
            return Ruling(order, "the second step leads to where the unit then is")
        second = self._step(msgspec.structs.replace(order, via=False), unit, middle, order.then)
        if second.problem is not None:
            return Ruling(order, second.problem)
        return Ruling(msgspec.structs.replace(first.order, then=second.order.to))

    # -- support, convoy, scan --
    def _support(self, order: Order, unit: Unit) -> Ruling:
        board = self.board
        if order.aim is None:
            return Ruling(order, "the support names no unit")
        seen = self.seen(order.aim)
        aim = Piece(seen.kind, seen.place, (), order.aim.owner) if seen else order.aim
        to = order.to
        if to is not None and aim.kind is not None and not self.kind(aim.kind).keeps_coast:
            to = to.partition("/")[0]
        order = msgspec.structs.replace(order, aim=msgspec.structs.replace(aim, marks=()), to=to)
        here, there = board.spot[unit.place], board.spot[aim.place]
        goal = there if to is None else board.spot[to]
        if seen is not None and seen == unit:
            return Ruling(order, "a unit cannot support itself")
        if there == here and (seen is None or to is None):
            return Ruling(order, "a unit cannot support a unit in its own place")
        if goal == here:
            return Ruling(order, "a unit cannot support a move into its own place")
        if to is not None and goal == there:
            return Ruling(order, "leave the destination out to support a hold")
        if not board.can_reach(unit.kind, unit.place, goal):
            return Ruling(
                order,
                f"{self.name(unit)} cannot reach {board.chart.provinces[goal].name}, "
                "so it cannot support there",
            )
        if to is not None and not self._covers(aim, to):
            return Ruling(order, f"no such unit can go from {self.place(aim.place)} to {self.place(to)}")
        return Ruling(order)

    def _covers(self, aim: Piece, to: str) -> bool:
        """Could such a unit go there, by link or by convoy? An unnamed coast means any (M-w)."""
        board = self.board
        here, there = board.spot[aim.place], board.spot[to]
        base = board.chart.provinces[here]
        places = [aim.place] if "/" in aim.place else [base.id, *(f"{base.id}/{c}" for c in base.coasts)]
        kinds = [aim.kind] if aim.kind else list(board.kinds)
        return any(board.covers(k, p, to) for k in kinds for p in places) or any(
            self.coastal(k, here, there) for k in kinds
        )

    def _convoy(self, order: Order, unit: Unit, start: str) -> Ruling:
        board, provinces = self.board, self.board.chart.provinces
        if order.aim is None or order.to is None:
            return Ruling(order, "the convoy names no army or no destination")
        sea = board.spot[start]
        if not self.kind(unit.kind).convoys or provinces[sea].kind != SEA:
            return Ruling(order, "only a fleet at sea can convoy")
        seen = self.seen(order.aim)
        aim = Piece(seen.kind, seen.place, (), order.aim.owner) if seen else order.aim
        here, there = board.spot[aim.place], board.spot[order.to]
        goal = provinces[there].id
        order = msgspec.structs.replace(order, aim=msgspec.structs.replace(aim, marks=()), to=goal)
        if aim.kind is not None and not self.kind(aim.kind).convoyed:
            return Ruling(order, f"a {self.kind(aim.kind).name} cannot be convoyed")
        if provinces[here].kind != COAST or provinces[there].kind != COAST or here == there:
            return Ruling(order, "a convoy goes from one coast to another")
        if not self.waters(here) >> sea & 1 or not self.waters(there) >> sea & 1:
            return Ruling(
                order,
                f"no convoy from {self.place(aim.place)} to {provinces[there].name} "
                f"passes {self.place(start)}",
            )
        return Ruling(order)

    def _scan(self, order: Order, unit: Unit) -> Ruling:
        if order.to is None:
            return Ruling(order, "the scan names no place")
        goal = self.board.spot[order.to]
        order = msgspec.structs.replace(order, to=self.board.chart.provinces[goal].id)
        if not self.board.can_reach(unit.kind, unit.place, goal):
            return Ruling(
                order,
                f"{self.name(unit)} cannot reach {self.place(order.to or '')}, so it cannot scan there (R-b)",
            )
        return Ruling(order)


__all__ = ["DOMINION", "MOVE", "SCAN", "SUPPORT", "Law", "Ruling", "is_kind"]
