"""The slow oracle of `tests.adjudicator.oracle` for quadrants: its brute force, with this game's geography
and strengths (Q-b … Q-f, Q-j). It shares nothing with the engine. Orders must be legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.adjudicator.oracle import Oracle, Question, Ruling
from tests.adjudicator.quadrants.board import HYPERSPACE, lanes

Ask = Callable[[Question], bool]


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet of a power and where it stands."""

    power: str
    province: str

    def __str__(self) -> str:
        return f"F {self.province}"


@dataclass(frozen=True, slots=True)
class Order:
    """What a fleet was told: `act` is H, M, S (hold), SM (move) or C."""

    unit: Fleet
    act: str = "H"
    to: str = ""
    other: Fleet | None = None
    via: bool = False


def parse(units: Mapping[str, Iterable[str]], sheets: Mapping[str, Iterable[str]]) -> list[Order]:
    """The orders of all units; one without a line holds."""
    fleets = {
        text.split()[1]: Fleet(power, text.split()[1]) for power, texts in units.items() for text in texts
    }
    orders = {fleet: Order(fleet) for fleet in fleets.values()}
    for lines in sheets.values():
        for line in lines:
            match line.split():
                case ["F", a, "-", b, *via]:
                    orders[fleets[a]] = Order(fleets[a], "M", b, via=bool(via))
                case ["F", a, "S", "F", b]:
                    orders[fleets[a]] = Order(fleets[a], "S", other=fleets[b])
                case ["F", a, "S", "F", b, "-", c]:
                    orders[fleets[a]] = Order(fleets[a], "SM", c, fleets[b])
                case ["F", a, "C", "F", b, "-", c]:
                    orders[fleets[a]] = Order(fleets[a], "C", c, fleets[b])
    return list(orders.values())


def routes(fleets: Iterable[Any], start: str, end: str) -> Iterator[tuple[str, ...]]:
    """Every chain of fleets in hyperspace from one core system to another that needs each of its fleets."""
    waters = {f.province for f in fleets} & HYPERSPACE
    first, last = lanes(start) & waters, lanes(end) & waters

    def extend(chain: tuple[str, ...], passed: set[str]) -> Iterator[tuple[str, ...]]:
        if chain[-1] in last:
            yield chain
            return
        around = lanes(chain[-1]) & waters
        for system in sorted(around - passed):
            yield from extend((*chain, system), passed | around)

    for system in sorted(first):
        yield from extend((system,), first)


class QuadrantsOracle(Oracle):
    """One movement phase: `frozen` is sealed, the fleet in `immune` cannot be dislodged."""

    def __init__(self, orders: list[Any], frozen: str | None = None, immune: str | None = None) -> None:
        self.frozen = frozen
        self.immune = immune
        super().__init__(orders)

    def _by_convoy(self, order: Any) -> bool:
        if order.via or order.to not in lanes(order.unit.province):
            return True
        return any(
            o.unit.power == order.unit.power
            and self._carries(o, order)
            and any(o.unit.province in r for r in routes(self.orders, order.unit.province, order.to))
            for o in self.orders.values()
        )

    def _matches(self, order: Any) -> bool:
        target = self.orders[order.other]
        return target.act != "M" if order.act == "S" else target.act == "M" and target.to == order.to

    def _goal(self, order: Any) -> str:
        return str(order.to)

    def _barred(self, order: Any) -> bool:
        return self.frozen in {order.unit.province, order.to}

    def _path(self, order: Any, ask: Ask) -> bool:
        return not self._barred(order) and super()._path(order, ask)

    def _attack(self, order: Any, ask: Ask) -> int:
        if not self._path(order, ask):
            return 0
        occupant = self.at.get(order.to)
        strength = 2 if order.unit.power == "klingon" else 1
        if occupant is None:
            return strength + self._helpers(order, ask)
        meets = self._opponent(order) is not None
        if not meets and self.orders[occupant].act == "M" and ask(("move", occupant)):
            return strength + self._helpers(order, ask)
        if occupant.power == order.unit.power or occupant.province == self.immune:
            return 0
        return strength + self._helpers(order, ask, without=occupant.power)

    def _touches(self, order: Any, ask: Ask) -> bool:
        """Does a move reach a unit it means to attack? Cutting needs no more."""
        occupant = self.at.get(order.to)
        return self._path(order, ask) and occupant is not None and occupant.power != order.unit.power

    def _hold(self, province: str, ask: Ask) -> int:
        unit = self.at.get(province)
        if unit is None:
            return 0
        base = 0 if unit.power == "klingon" else 1
        if self.orders[unit].act == "M":
            return 0 if ask(("move", unit)) else base
        return base + self._helpers(self.orders[unit], ask)

    def _prevent(self, order: Any, ask: Ask) -> int:
        strength = super()._prevent(order, ask)
        return strength + 1 if strength and order.unit.power == "klingon" else strength

    def _equation(self, question: Question, ask: Ask) -> bool:
        what, unit = question
        order: Any = self.orders[unit]
        if what == "path":
            fleets = [o.unit for o in self.orders.values() if self._carries(o, order)]
            return not self._barred(order) and any(
                not any(s == self.frozen or self._dislodged(self.at[s], ask) for s in route)
                for route in routes(fleets, order.unit.province, order.to)
            )
        attackers = self._attackers(unit.province)
        if what == "support":
            if self._dislodged(unit, ask):
                return False
            into = order.to if order.act == "SM" else None
            return not any(a.unit.province != into and self._touches(a, ask) for a in attackers)
        attack = self._attack(order, ask)
        foe = self._opponent(order)
        if foe is None:
            against = self._hold(order.to, ask)
        else:
            against = (2 if foe.unit.power == "klingon" else 1) + self._helpers(foe, ask)
        rivals = [r for r in self._attackers(order.to) if r.unit != order.unit]
        return attack > against and all(attack > self._prevent(r, ask) for r in rivals)

    def _ruling(self) -> Ruling:
        def ask(question: Question) -> bool:
            return self.known[question]

        fleets: Any = set(self.orders)  # this game's fleets, where the parent class has its units
        gone = {u for u in fleets if self._dislodged(u, ask)}
        won: dict[Any, Any] = {o.unit: o for o in self.movers if ask(("move", o.unit))}
        after: set[Any] = {u for u in fleets if u not in gone and u not in won}
        after |= {Fleet(u.power, o.to) for u, o in won.items()}
        closed = {u.province for u in after} | {self.frozen}
        closed |= {o.to for o in self.movers if o.unit not in won and self._prevent(o, ask) > 0}
        dislodged = set()
        for unit in gone:
            by = next(o.unit for o in won.values() if o.to == unit.province)
            shut = closed | (set() if by in self.convoyed else {by.province})
            dislodged.add((unit, by, frozenset(lanes(unit.province) - shut)))
        asked = {o.unit for o in self.orders.values() if o.act in {"S", "SM"}}
        return Ruling(
            units=frozenset(after),
            dislodged=frozenset(dislodged),
            failed_moves=frozenset(o.unit for o in self.movers if o.unit not in won),
            lost_supports=frozenset(u for u in self.supports if not ask(("support", u))),
            void_supports=frozenset(asked - set(self.supports)),
            paradox=self.paradox,
        )
