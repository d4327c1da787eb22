"""All orders that a power may give, by unit, as it looks to that power. Agrees with `law` order for
order.

Listed are supports and convoys for units the power knows of; a support for a unit it cannot see may be
written as well (M-w)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from adjudicator.board import Board, Field
from adjudicator.chart import SEA
from adjudicator.orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Piece
from adjudicator.position import Position, Unit
from adjudicator.variant import Variant
from adjudicator.variants.stdip import cardassian, federation
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.federation import FEDERATION
from adjudicator.variants.stdip.ferengi import FERENGI, MILITARY, TRADER, may_arm
from adjudicator.variants.stdip.knowledge import seen_units
from adjudicator.variants.stdip.law import DOMINION, Law
from adjudicator.variants.stdip.marks import SCAN
from adjudicator.variants.stdip.memory import INFILTRATED, memory_of
from adjudicator.variants.stdip.sheets import CLOAK, ENTERPRISE, ROMULAN, SEIZED


def movement_menu(variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
    """Unit -> its orders with every mark it may carry; `place 1` … -> placements."""
    board = variant.board(position)
    memory = memory_of(position)
    known = seen_units(position, power)
    menu: dict[str, list[str]] = {}
    if power == CARDASSIAN and memory.unplaced:
        land = cardassian.homeland(position.assignment[CARDASSIAN])
        for number in range(1, memory.unplaced + 1):
            menu[f"place {number}"] = [f"place {number}: {p}" for p in land]
        known = [*known, *(Unit(CARDASSIAN, "C", p) for p in land)]
    finds = not memory.wormhole
    law = Law(board, (u for u in known if CLOAK not in u.marks), position.turn[0], finds=finds)
    field = Field(board, [u for u in known if TRADER not in u.marks])
    writer = Writer(position, board, law, field, known, power)
    for unit in known:
        if unit.owner == power:
            menu[unit.name] = list(writer.own(unit))
        elif power == DOMINION and INFILTRATED in unit.tags:
            menu[f"{unit.plain} (D)"] = list(writer.seized(unit))
    return menu


class Writer:
    """Writes the menus of one power."""

    def __init__(
        self, position: Position, board: Board, law: Law, field: Field, known: Iterable[Unit], power: str
    ) -> None:
        self.position, self.board, self.law, self.field, self.power = position, board, law, field, power
        self.known = tuple(known)
        self.memory = memory_of(position)

    def own(self, unit: Unit) -> Iterator[str]:
        """The orders for a unit of the power's own."""
        yield from self._with_status(unit, ())
        if unit.owner == FEDERATION:
            for order in self._plain(unit, trader=False):
                if self._may_mark(unit, order):
                    yield self._text(order, unit, (ENTERPRISE,))

    def seized(self, unit: Unit) -> Iterator[str]:
        """The orders by which the Dominion takes an infiltrated unit over."""
        yield from self._with_status(unit, (SEIZED,))

    def _with_status(self, unit: Unit, marks: tuple[str, ...]) -> Iterator[str]:
        if unit.owner == ROMULAN:
            for order in self._plain(unit, trader=False):
                yield self._text(order, unit, marks)
                yield self._text(order, unit, (*marks, CLOAK))
        elif unit.owner == FERENGI:
            was = TRADER in unit.marks
            if not was or may_arm(unit, self.known, self.board.spot):
                for order in self._plain(unit, trader=False):
                    yield self._text(order, unit, (*marks, MILITARY) if was else marks)
            for order in self._plain(unit, trader=True):
                yield self._text(order, unit, (*marks, TRADER))
        else:
            for order in self._plain(unit, trader=False):
                yield self._text(order, unit, marks)

    def _may_mark(self, unit: Unit, order: Order) -> bool:
        return federation.may_mark(
            unit,
            None if order.verb == HOLD else order,
            federation.owns(self.position.centers),
            used=self.memory.enterprise_used,
            board=self.board,
        )

    def _text(self, order: Order, unit: Unit, marks: tuple[str, ...]) -> str:
        piece = Piece(unit.kind, unit.place, tuple(sorted(marks)))
        return self.board.notation.write(msgspec.structs.replace(order, unit=piece))

    # -- orders without marks --
    def _plain(self, unit: Unit, *, trader: bool) -> Iterator[Order]:
        piece = Piece(unit.kind, unit.place)
        yield Order(HOLD, piece)
        steps = list(self._steps(unit, unit.place))
        yield from (Order(MOVE, piece, goal) for goal in steps)
        yield from self._by_sea(unit, piece, steps)
        if trader:
            if self.law.season == "F":
                for first in (unit.place, *steps):
                    yield from (Order(MOVE, piece, first, then=goal) for goal in self._steps(unit, first))
        else:
            yield from self._supports(unit, piece)
            reach = self.board.masks[unit.kind][self.board.chart.region[unit.place]]
            yield from (
                Order(SCAN, piece, p.id) for n, p in enumerate(self.board.chart.provinces) if reach >> n & 1
            )
            yield from self._findings(unit, piece, steps)
        yield from self._convoys(unit, piece)

    def _steps(self, unit: Unit, start: str) -> Iterator[str]:
        chart = self.board.chart
        yield from (chart.regions[r] for r in self.board.reach[unit.kind][chart.region[start]])

    def _by_sea(self, unit: Unit, piece: Piece, steps: list[str]) -> Iterator[Order]:
        here = self.board.spot[unit.place]
        if not self.board.kinds[unit.kind].convoyed or self.board.chart.provinces[here].kind == SEA:
            return
        near = {self.board.spot[s] for s in steps}
        for goal in sorted(self.field.routes.goals(here)):
            name = self.board.chart.provinces[goal].id
            if self.law.ferried(unit.kind, here, goal):
                yield Order(MOVE, piece, name, via=goal in near)

    def _supports(self, unit: Unit, piece: Piece) -> Iterator[Order]:
        board, chart = self.board, self.board.chart
        here = board.spot[unit.place]
        reach = board.masks[unit.kind][chart.region[unit.place]]
        for other in self.known:
            there = board.spot[other.place]
            if there == here or TRADER in other.marks:
                continue
            aim = Piece(other.kind, other.place)
            if reach >> there & 1:
                yield Order(SUPPORT, piece, None, aim)
            goals = {chart.province_of[r] for r in board.reach[other.kind][chart.region[other.place]]}
            if board.kinds[other.kind].convoyed and chart.provinces[there].kind != SEA:
                goals |= {g for g in self.field.routes.goals(there) if self.law.ferried(other.kind, there, g)}
            for goal in sorted(goals):
                if reach >> goal & 1 and goal != here:
                    yield Order(SUPPORT, piece, chart.provinces[goal].id, aim)

    def _convoys(self, unit: Unit, piece: Piece) -> Iterator[Order]:
        board, chart = self.board, self.board.chart
        here = board.spot[unit.place]
        if not board.kinds[unit.kind].convoys or chart.provinces[here].kind != SEA:
            return
        for other in self.known:
            there = board.spot[other.place]
            if other is unit or not board.kinds[other.kind].convoyed or chart.provinces[there].kind == SEA:
                continue
            for goal, waters in sorted(self.field.routes.goals(there).items()):
                if waters >> here & 1 and self.law.ferried(other.kind, there, goal):
                    yield Order(CONVOY, piece, chart.provinces[goal].id, Piece(other.kind, other.place))

    def _findings(self, unit: Unit, piece: Piece, steps: list[str]) -> Iterator[Order]:
        """Moves that would open the wormhole (Dom 12)."""
        near = {self.board.spot[s] for s in steps}
        here = self.board.spot[unit.place]
        for number, province in enumerate(self.board.chart.provinces):
            if (
                number in near
                or not self.law.may_find(unit, province.id)
                or self.law.ferried(unit.kind, here, number)
            ):
                continue
            shores = province.coasts if self.board.kinds[unit.kind].keeps_coast else ()
            for goal in [f"{province.id}/{c}" for c in shores] or [province.id]:
                yield Order(MOVE, piece, goal)
