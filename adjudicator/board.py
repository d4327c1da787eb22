"""Board: a chart with the kinds of units a variant puts on it, and what is remembered about reading orders
there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.chart import Chart
from adjudicator.contest.battle import HOLDS, MOVES
from adjudicator.menus import Menus
from adjudicator.notation import Notation, UnreadableError
from adjudicator.orders import HOLD, MOVE, SUPPORT, Order
from adjudicator.position import Unit
from adjudicator.routes import Routes, Waterways


class Kind(msgspec.Struct, frozen=True):
    """A kind of unit: its letter, its name, the traffic whose links it uses, whether it convoys or is
    convoyed.

    `terrain`: the kinds of province it can stand in; `keeps_coast`: in a province with coasts it stands on
    one of them."""

    letter: str
    name: str
    traffic: tuple[str, ...]
    convoys: bool = False
    convoyed: bool = False
    terrain: tuple[str, ...] = ("land", "coast")
    keeps_coast: bool = False


class Reading:
    """An order as the engine works with it: the order and the numbers of its places, made once for each text.

    `exact`: units are named in full and plainly; `sure`: legal whatever else is on the board, if the units
    stand exactly where the text says; `by_sea`: the move cannot or shall not go by land; `act`: what the
    order is in battle; provinces are -1 where the order names none."""

    __slots__ = (
        "act",
        "aim",
        "aim_kind",
        "aim_place",
        "arrivals",
        "by_sea",
        "coast",
        "exact",
        "goal",
        "kind",
        "order",
        "place",
        "province",
        "sure",
        "text",
    )

    def __init__(self, board: Board, order: Order) -> None:
        spot = board.spot
        self.order = order
        self.text: str = board.notation.write(order)
        self.act = board.acts.get(order.verb, HOLDS)
        self.goal = -1 if order.to is None else spot[order.to]
        self.coast = order.to is not None and "/" in order.to
        unit, aim = order.unit, order.aim
        self.kind = unit.kind if unit is not None else None
        self.place = unit.place if unit is not None else ""
        self.province = spot[unit.place] if unit is not None else -1
        self.aim_kind = aim.kind if aim is not None else None
        self.aim_place = aim.place if aim is not None else ""
        self.aim = spot[aim.place] if aim is not None else -1
        self.arrivals: dict[str, Unit] = {}  # by owner: the unit as it arrives where the order sends it
        self.exact = _exact(order)
        self.sure = self.exact and board.always_legal(order)
        self.by_sea = self.act == MOVES and not self.sure and board.goes_by_sea(order)


def _exact(order: Order) -> bool:
    if order.unit is None or order.then or order.rest:
        return False
    pieces = (order.unit,) if order.aim is None else (order.unit, order.aim)
    return all(p.kind is not None and not p.marks and p.owner is None for p in pieces)


class Board:
    """Chart, kinds, notation and their look-up tables for one variant (and one set of opened links)."""

    readings_kept = 200_000

    def __init__(
        self, chart: Chart, kinds: Mapping[str, Kind], notation: Notation, acts: Mapping[str, int]
    ) -> None:
        self.chart = chart
        self.kinds = kinds
        self.notation = notation
        self.acts = acts
        self.waterways = Waterways(chart)
        self.reach = {k.letter: chart.reach(k.traffic) for k in kinds.values()}
        self.masks = {k.letter: chart.reach_masks(k.traffic) for k in kinds.values()}
        self.menus = Menus(self)
        self.spot: dict[str, int] = {r: chart.province_of[i] for i, r in enumerate(chart.regions)}
        self.centre_of = {
            r: r.partition("/")[0] for r in chart.regions if chart.provinces[self.spot[r]].centre
        }
        self.units: dict[tuple[str, str, str], Unit] = {}
        self.readings: dict[str, Reading] = {}
        self._unreadable: dict[str, str] = {}
        self.exits: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {
            letter: {
                place: tuple(sorted((chart.regions[g], chart.province_of[g]) for g in goals[i]))
                for i, place in enumerate(chart.regions)
            }
            for letter, goals in self.reach.items()
        }

    def read(self, text: str) -> Reading | str:
        """The reading of a line, remembered; a sentence saying what is wrong with it if it cannot be read."""
        known: Reading | str | None = self.readings.get(text) or self._unreadable.get(text)
        if known is None:
            for kept in (self.readings, self._unreadable):
                if len(kept) >= self.readings_kept:
                    kept.clear()
            try:
                known = self.readings[text] = Reading(self, self.notation.read(text))
            except UnreadableError as error:
                known = self._unreadable[text] = str(error)
        return known

    def reading_of(self, order: Order) -> Reading:
        """The reading of an order that legality has completed."""
        known = self.read(self.notation.write(order))
        return known if isinstance(known, Reading) and known.order == order else Reading(self, order)

    def unit(self, owner: str, kind: str, place: str) -> Unit:
        """The plain unit of that owner, kind and place; units are values, so one object serves all
        positions."""
        key = (owner, kind, place)
        known = self.units.get(key)
        if known is None:
            known = self.units[key] = Unit(owner, kind, place)
        return known

    def called(self, unit: Unit) -> str:
        """A unit in the words of reasons: "France's army in Paris"."""
        where = self.chart.provinces[self.spot[unit.place]].name
        return f"{unit.owner.capitalize()}'s {self.kinds[unit.kind].name} in {where}"

    def can_reach(self, kind: str, place: str, province: int) -> bool:
        """True if a unit of this kind gets from this region to some region of the province in one ordinary
        move."""
        return bool(self.masks[kind][self.chart.region[place]] >> province & 1)

    def ways(self, kind: str, place: str, province: int) -> list[str]:
        """The regions of that province which such a unit reaches in one ordinary move."""
        chart = self.chart
        goals = self.reach[kind][chart.region[place]]
        return [chart.regions[r] for r in goals if chart.province_of[r] == province]

    def always_legal(self, order: Order) -> bool:
        """True if geography alone makes the order legal, should its units be where and what it says (no
        convoy in it)."""
        unit, aim = order.unit, order.aim
        if unit is None or unit.kind is None or order.via:
            return False
        if order.verb == HOLD:
            return True
        here = self.chart.province_of[self.chart.region[unit.place]]
        if order.verb == MOVE and order.to is not None:
            return self.chart.region[order.to] in self.reach[unit.kind][self.chart.region[unit.place]]
        if order.verb != SUPPORT or aim is None or aim.kind is None:
            return False
        there = self.chart.province_of[self.chart.region[aim.place]]
        if order.to is None:
            return there != here and self.can_reach(unit.kind, unit.place, there)
        goal = self.chart.province_of[self.chart.region[order.to]]
        return (
            here not in {there, goal}
            and self.can_reach(unit.kind, unit.place, goal)
            and self.covers(aim.kind, aim.place, order.to)
        )

    def goes_by_sea(self, order: Order) -> bool:
        """True for a move that says so, or that has no way by land, of a unit that can be convoyed."""
        unit = order.unit
        if unit is None or unit.kind is None or order.to is None or not self.kinds[unit.kind].convoyed:
            return False
        return order.via or not self.can_reach(unit.kind, unit.place, self.spot[order.to])

    def covers(self, kind: str, place: str, goal: str) -> bool:
        """True if a unit there could go to `goal`; a goal without a named coast means any coast."""
        if self.chart.region[goal] in self.reach[kind][self.chart.region[place]]:
            return True
        return "/" not in goal and self.can_reach(kind, place, self.chart.index[goal])


class Field:
    """The units somebody knows of on a board: all that legality may look at. Built from a view's units or
    from all."""

    __slots__ = ("_routes", "_waters", "at", "board", "loc", "units")

    def __init__(self, board: Board, units: Iterable[Unit]) -> None:
        self.board = board
        self.units = tuple(units)
        spot = board.spot
        self.loc: list[int] = [spot[u.place] for u in self.units]
        self.at: list[int] = [-1] * len(board.chart.provinces)
        for i, province in enumerate(self.loc):
            self.at[province] = i
        self._routes: Routes | None = None
        self._waters = -1

    def unit_in(self, province: int) -> Unit | None:
        """The unit that stands there, as far as is known."""
        i = self.at[province]
        return self.units[i] if i >= 0 else None

    @property
    def waters(self) -> int:
        """Mask of the seas that hold a fleet able to convoy."""
        if self._waters >= 0:
            return self._waters
        mask, kinds = 0, self.board.kinds
        for unit, province in zip(self.units, self.loc, strict=True):
            if kinds[unit.kind].convoys:
                mask |= 1 << province
        self._waters = mask & self.board.chart.seas
        return self._waters

    @property
    def routes(self) -> Routes:
        """The convoy routes these units could form."""
        if self._routes is None:
            self._routes = self.board.waterways.over(self.waters)
        return self._routes
