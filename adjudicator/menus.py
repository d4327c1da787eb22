"""Lists of all legal movement orders, from what a power knows of the board. Agrees with `legality` order for order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.position import Unit
from adjudicator.routes import Routes

if TYPE_CHECKING:
    from adjudicator.board import Board, Field


class Menus:
    """Menus of one board. What two units alone decide is written once and kept; convoys depend on the fleets at sea."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._pairs: dict[tuple[str, str, str, str], tuple[str, ...]] = {}

    def movement(self, field: Field, power: str) -> dict[str, list[str]]:
        """Unit -> its legal orders: hold, moves, moves by convoy, supports, convoys."""
        chart, kinds = self.board.chart, self.board.kinds
        routes = field.routes
        pairs = self._pairs
        units = field.units
        armies = []
        if routes.waters:
            for u in units:
                if kinds[u.kind].convoyed:
                    goals = routes.goals(chart.province_of[chart.region[u.place]])
                    if goals:
                        armies.append((u, goals))
        menu: dict[str, list[str]] = {}
        for unit in units:
            if (unit.controller or unit.owner) != power:
                continue
            kind, place = unit.kind, unit.place
            orders = list(self._moves(kind, place))
            for other in units:
                key = (kind, place, other.kind, other.place)
                known = pairs.get(key)
                if known is None:
                    known = pairs[key] = self._supports(*key)
                if known:
                    orders += known
            if armies:
                self._by_sea(orders, unit, armies, field, routes)
            menu[unit.name] = orders
        return menu

    def _moves(self, kind: str, place: str) -> tuple[str, ...]:
        key = (kind, place, "", "")
        known = self._pairs.get(key)
        if known is None:
            chart = self.board.chart
            goals = [chart.regions[r] for r in self.board.reach[kind][chart.region[place]]]
            known = (f"{kind} {place} H", *(f"{kind} {place} - {g}" for g in goals))
            self._pairs[key] = known
        return known

    def _supports(self, kind: str, place: str, other: str, spot: str) -> tuple[str, ...]:
        """Supports that need no convoy, for a unit in `spot`."""
        board, chart = self.board, self.board.chart
        here, there = chart.province_of[chart.region[place]], chart.province_of[chart.region[spot]]
        if here == there:
            return ()
        head = f"{kind} {place} S {other} {spot}"
        found = [head] if board.can_reach(kind, place, there) else []
        by_land = not board.kinds[other].keeps_coast
        for goal in board.reach[other][chart.region[spot]]:
            province = chart.province_of[goal]
            if province == here or not board.can_reach(kind, place, province):
                continue
            base = chart.provinces[province].id
            if f"{head} - {base}" not in found:
                found.append(f"{head} - {base}")
            if goal != province and not by_land:
                found.append(f"{head} - {chart.regions[goal]}")
        return tuple(found)

    def _by_sea(
        self, orders: list[str], unit: Unit, armies: list[tuple[Unit, dict[int, int]]], field: Field, routes: Routes
    ) -> None:
        """Moves by convoy, supports for them, and convoys."""
        board, chart = self.board, self.board.chart
        kind, place = unit.kind, unit.place
        here = chart.province_of[chart.region[place]]
        reach = board.masks[kind][chart.region[place]]
        convoys = routes.waters >> here & 1 and board.kinds[kind].convoys
        rest = board.waterways.over(routes.waters & ~(1 << here)) if convoys else routes
        provinces = chart.provinces
        for army, goals in armies:
            origin = chart.province_of[chart.region[army.place]]
            near = board.masks[army.kind][chart.region[army.place]]
            if army is unit:
                for g in goals:
                    if not near >> g & 1:
                        orders.append(f"{kind} {place} - {provinces[g].id}")
                    orders.append(f"{kind} {place} - {provinces[g].id} via")
                continue
            carried = rest.goals(origin) if convoys else goals
            for g in carried:
                if reach >> g & 1 and g != here and not near >> g & 1:
                    orders.append(f"{kind} {place} S {army.kind} {army.place} - {provinces[g].id}")
            if convoys:
                for g, waters in goals.items():
                    if waters >> here & 1:
                        orders.append(f"{kind} {place} C {army.kind} {army.place} - {provinces[g].id}")
