"""Lists of all legal movement orders, from what a power knows of the board. Agrees with `legality` order for
order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from adjudicator.routes import Routes

if TYPE_CHECKING:
    from adjudicator.board import Board, Field


class Row(dict[str, tuple[str, ...]]):
    """For one unit: the orders that concern another (key: its kind and region), written when first asked
    for."""

    def __init__(self, write: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, other: str) -> tuple[str, ...]:
        known = self[other] = self._write(other)
        return known


class Menus:
    """Menus of one board. What two units alone decide is written once and kept; what convoys add is kept with
    the routes.

    Units go by key here: kind letter and region in one (`Abul`)."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._own: dict[str, tuple[str, ...]] = {}
        self._rows: dict[str, Row] = {}

    def movement(self, field: Field, power: str) -> dict[str, list[str]]:
        """Unit -> its legal orders: hold, moves, supports, then whatever needs a convoy."""
        rows, units = self._rows, field.units
        keys = [u.kind + u.place for u in units]
        by_sea: dict[str, dict[str, tuple[str, ...]]] = {}
        carried: list[str] = []
        if field.waters:
            routes, kinds = field.routes, self.board.kinds
            by_sea = routes.menus
            carried = [
                k for k, p in zip(keys, field.loc, strict=True) if kinds[k[0]].convoyed and routes.goals(p)
            ]
        menu: dict[str, list[str]] = {}
        for i, unit in enumerate(units):
            if (unit.controller or unit.owner) != power:
                continue
            key = keys[i]
            row = rows.get(key)
            if row is None:
                row = rows[key] = Row(partial(self.supports, key))
                self._own[key] = self.own(key)
            orders = [*self._own[key], *chain.from_iterable(map(row.__getitem__, keys))]
            if carried:
                sea_row = by_sea.get(key)
                if sea_row is None:
                    sea_row = by_sea[key] = Row(partial(self.by_sea, field.routes, key))
                orders += chain.from_iterable(map(sea_row.__getitem__, carried))
            menu[unit.name] = orders
        return menu

    def own(self, key: str) -> tuple[str, ...]:
        """Hold and the ordinary moves."""
        kind, place, chart = key[0], key[1:], self.board.chart
        goals = self.board.reach[kind][chart.region[place]]
        return (f"{kind} {place} H", *(f"{kind} {place} - {chart.regions[r]}" for r in goals))

    def supports(self, key: str, aim: str) -> tuple[str, ...]:
        """Supports that need no convoy. A destination with coasts is listed with and without them."""
        board, chart = self.board, self.board.chart
        kind, place, other, spot = key[0], key[1:], aim[0], aim[1:]
        here, there = board.spot[place], board.spot[spot]
        if here == there:
            return ()
        head = f"{kind} {place} S {other} {spot}"
        found = [head] if board.can_reach(kind, place, there) else []
        by_land = "army" in board.kinds[other].traffic
        for goal in board.reach[other][chart.region[spot]]:
            province = chart.province_of[goal]
            if province == here or not board.can_reach(kind, place, province):
                continue
            base = f"{head} - {chart.provinces[province].id}"
            if base not in found:
                found.append(base)
            if goal != province and not by_land:
                found.append(f"{head} - {chart.regions[goal]}")
        return tuple(found)

    def by_sea(self, routes: Routes, key: str, army: str) -> tuple[str, ...]:
        """What a unit may order about the convoyed moves of an army (perhaps itself)."""
        board = self.board
        near = board.masks[army[0]][board.chart.region[army[1:]]]
        return tuple(
            self._passages(routes, army, near) if key == army else self._escorts(routes, key, army, near)
        )

    def _passages(self, routes: Routes, army: str, near: int) -> Iterator[str]:
        for goal in routes.goals(self.board.spot[army[1:]]):
            name = self.board.chart.provinces[goal].id
            if not near >> goal & 1:
                yield f"{army[0]} {army[1:]} - {name}"
            yield f"{army[0]} {army[1:]} - {name} via"

    def _escorts(self, routes: Routes, key: str, army: str, near: int) -> Iterator[str]:
        board, kind, place = self.board, key[0], key[1:]
        here, origin, names = board.spot[place], board.spot[army[1:]], board.chart.provinces
        goals = routes.goals(origin)
        convoys = board.kinds[kind].convoys and routes.waters >> here & 1
        reach = board.masks[kind][board.chart.region[place]] & ~near & ~(1 << here)
        supported = [g for g in goals if reach >> g & 1]
        if supported and convoys:  # a fleet cannot support a move for which it is needed itself (DATC 6.D.31)
            without = board.waterways.over(routes.waters & ~(1 << here)).goals(origin)
            supported = [g for g in supported if g in without]
        for goal in supported:
            yield f"{kind} {place} S {army[0]} {army[1:]} - {names[goal].id}"
        if convoys:
            for goal, waters in goals.items():
                if waters >> here & 1:
                    yield f"{kind} {place} C {army[0]} {army[1:]} - {names[goal].id}"
