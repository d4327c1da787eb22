"""Board: a chart with the kinds of units a variant puts on it, and what is remembered about reading orders there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.chart import Chart
from adjudicator.menus import Menus
from adjudicator.notation import Notation, UnreadableError
from adjudicator.orders import HOLD, MOVE, SUPPORT, Order
from adjudicator.position import Unit
from adjudicator.routes import Routes, Waterways


class Kind(msgspec.Struct, frozen=True):
    """A kind of unit: its letter, its name, the traffic whose links it uses, whether it convoys or is convoyed."""

    letter: str
    name: str
    traffic: tuple[str, ...]
    convoys: bool = False
    convoyed: bool = False


class Reading:
    """An order as text was read once and for all, with the numbers the engine wants.

    `sure` means: legal whatever else is on the board, if the units stand exactly where the text says they stand."""

    __slots__ = ("aim", "aim_kind", "aim_region", "goal", "kind", "order", "province", "region", "sure", "verb")

    def __init__(self, board: Board, order: Order) -> None:
        chart = board.chart
        self.order = order
        self.verb = order.verb
        self.kind = self.region = self.province = self.aim = self.aim_kind = self.aim_region = None
        self.goal = -1 if order.to is None else chart.province_of[chart.region[order.to]]
        if order.unit is not None:
            self.kind = order.unit.kind
            self.region = order.unit.place
            self.province = chart.province_of[chart.region[order.unit.place]]
        if order.aim is not None:
            self.aim_kind, self.aim_region = order.aim.kind, order.aim.place
            self.aim = chart.province_of[chart.region[order.aim.place]]
        self.sure = board.always_legal(order)

    order: Order
    verb: str
    kind: str | None
    region: str | None
    province: int | None
    goal: int
    aim: int | None
    aim_kind: str | None
    aim_region: str | None
    sure: bool


class Board:
    """Chart, kinds, notation and their look-up tables for one variant (and one set of opened links)."""

    readings_kept = 200_000

    def __init__(self, chart: Chart, kinds: Mapping[str, Kind], notation: Notation) -> None:
        self.chart = chart
        self.kinds = kinds
        self.notation = notation
        self.waterways = Waterways(chart)
        self.reach = {k.letter: chart.reach(k.traffic) for k in kinds.values()}
        self.masks = {k.letter: chart.reach_masks(k.traffic) for k in kinds.values()}
        self.menus = Menus(self)
        self.units: dict[tuple[str, str, str], Unit] = {}
        self._readings: dict[str, Reading | str] = {}

    def read(self, text: str) -> Reading | str:
        """The reading of a line, remembered; a sentence saying what is wrong with it if it cannot be read."""
        known = self._readings.get(text)
        if known is None:
            if len(self._readings) >= self.readings_kept:
                self._readings.clear()
            try:
                known = Reading(self, self.notation.read(text))
            except UnreadableError as error:
                known = str(error)
            self._readings[text] = known
        return known

    def unit(self, owner: str, kind: str, place: str) -> Unit:
        """The plain unit of that owner, kind and place; units are values, so one object serves all positions."""
        key = (owner, kind, place)
        known = self.units.get(key)
        if known is None:
            known = self.units[key] = Unit(owner, kind, place)
        return known

    def can_reach(self, kind: str, place: str, province: int) -> bool:
        """True if a unit of this kind gets from this region to some region of the province in one ordinary move."""
        return bool(self.masks[kind][self.chart.region[place]] >> province & 1)

    def ways(self, kind: str, place: str, province: int) -> list[str]:
        """The regions of that province which such a unit reaches in one ordinary move."""
        chart = self.chart
        goals = self.reach[kind][chart.region[place]]
        return [chart.regions[r] for r in goals if chart.province_of[r] == province]

    def always_legal(self, order: Order) -> bool:
        """True if geography alone makes the order legal, should its units be where and what it says (no convoy in it)."""
        unit, aim = order.unit, order.aim
        if unit is None or unit.kind is None or unit.marks or unit.owner or order.via or order.then or order.rest:
            return False
        if order.verb == HOLD:
            return True
        here = self.chart.province_of[self.chart.region[unit.place]]
        if order.verb == MOVE and order.to is not None:
            return self.chart.region[order.to] in self.reach[unit.kind][self.chart.region[unit.place]]
        if order.verb != SUPPORT or aim is None or aim.kind is None or aim.marks or aim.owner:
            return False
        there = self.chart.province_of[self.chart.region[aim.place]]
        if order.to is None:
            return there != here and self.can_reach(unit.kind, unit.place, there)
        goal = self.chart.province_of[self.chart.region[order.to]]
        return (
            there != here
            and goal != here
            and self.can_reach(unit.kind, unit.place, goal)
            and self.covers(aim.kind, aim.place, order.to)
        )

    def covers(self, kind: str, place: str, goal: str) -> bool:
        """True if a unit there could go to `goal`; a goal without a named coast means any coast."""
        if self.chart.region[goal] in self.reach[kind][self.chart.region[place]]:
            return True
        return "/" not in goal and self.can_reach(kind, place, self.chart.index[goal])


class Field:
    """The units somebody knows of on a board: all that legality may look at. Built from a view's units or from all."""

    __slots__ = ("_routes", "at", "board", "units")

    def __init__(self, board: Board, units: Iterable[Unit]) -> None:
        self.board = board
        self.units = tuple(units)
        chart = board.chart
        self.at: list[int] = [-1] * len(chart.provinces)
        region, province_of = chart.region, chart.province_of
        for i, unit in enumerate(self.units):
            self.at[province_of[region[unit.place]]] = i
        self._routes: Routes | None = None

    def unit_in(self, province: int) -> Unit | None:
        """The unit that stands there, as far as is known."""
        i = self.at[province]
        return self.units[i] if i >= 0 else None

    @property
    def waters(self) -> int:
        """Mask of the seas that hold a fleet able to convoy."""
        chart, mask = self.board.chart, 0
        for unit in self.units:
            if self.board.kinds[unit.kind].convoys:
                mask |= 1 << chart.province_of[chart.region[unit.place]]
        return mask & chart.seas

    @property
    def routes(self) -> Routes:
        """The convoy routes these units could form."""
        if self._routes is None:
            self._routes = self.board.waterways.over(self.waters)
        return self._routes


