"""Ferengi: latinum earned and spent, bribes and sabotage (Q-i, Q-s, Q-t). When a year ends is the calendar's
affair."""

from __future__ import annotations

import msgspec

from adjudicator.chart import Chart
from adjudicator.orders import Order
from adjudicator.position import Position
from adjudicator.variants.quadrants.memory import Memory, memory_of, remember
from adjudicator.variants.quadrants.powers import FERENGI, name

BRIBE, SABOTAGE = "bribe", "sabotage"
PRICES = {BRIBE: 15, SABOTAGE: 25}


class Account:
    """The treasury while the orders of one sheet are paid in the order written. What cannot be paid is
    illegal and free; cheaper orders after it are still tried (Q-s)."""

    def __init__(self, position: Position, memory: Memory, chart: Chart) -> None:
        self._position = position
        self._chart = chart
        self.latinum = memory.latinum
        self.bribed = list(memory.bribed)
        self.sabotaged: list[str] = []

    def order(self, order: Order, power: str) -> str | None:
        """Pay for an order; the objection if it does not count."""
        if power != FERENGI:
            return "only the Ferengi deal in latinum"
        place = order.to or ""
        problem = self._no_bribe(place) if order.verb == BRIBE else self._no_sabotage(place)
        if problem is not None:
            return problem
        price = PRICES[order.verb]
        if price > self.latinum:
            return f"it costs {price} latinum and {self.latinum} are left (Q-i)"
        self.latinum -= price
        (self.bribed if order.verb == BRIBE else self.sabotaged).append(place)
        return None

    def _no_bribe(self, place: str) -> str | None:
        where = name(self._chart, place)
        if place not in self._chart.centres:
            return f"{where} is no centre"
        if place in self._position.centers:
            return f"{where} has an owner; only a centre nobody owns can be bribed (Q-i)"
        return f"{where} is bribed already (Q-s)" if place in self.bribed else None

    def _no_sabotage(self, place: str) -> str | None:
        owner = next((u.owner for u in self._position.units if u.place == place), None)
        if owner is None:
            return f"there is no unit in {name(self._chart, place)} (Q-s)"
        return f"the unit in {name(self._chart, place)} is your own (Q-s)" if owner == FERENGI else None


def on_offer(position: Position, chart: Chart) -> dict[str, list[str]]:
    """What the treasury can pay for now: verb -> places in map order."""
    memory = memory_of(position)
    enemies = [u.place for u in position.units if u.owner != FERENGI]
    unowned = [c for c in chart.centres if c not in position.centers and c not in memory.bribed]
    offers = {BRIBE: unowned, SABOTAGE: enemies}
    return {verb: places for verb, places in offers.items() if places and memory.latinum >= PRICES[verb]}


def claim(position: Position) -> Position:
    """Bribed centres that are still nobody's become the Ferengi's; a foreign unit there owns it by now. No
    refund (Q-i)."""
    bribed = [c for c in memory_of(position).bribed if c not in position.centers]
    claimed = msgspec.structs.replace(position, centers=position.centers | dict.fromkeys(bribed, FERENGI))
    return remember(claimed, bribed=())


def earn(position: Position) -> Position:
    """Half the centres, rounded down, in latinum (Q-i)."""
    income = list(position.centers.values()).count(FERENGI) // 2
    return remember(position, latinum=memory_of(position).latinum + income) if income else position
