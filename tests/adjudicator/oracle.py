"""A slow, plain resolver of movement phases to check the engine against: the equations of Kruijswijk, brute
force.

It shares nothing with the engine. Every question about an order is one equation (DATC, chapter 5). First
all equations are settled whose answer is the same under *every* assignment of what is still open; of what
remains, the smallest self-contained knots are taken, all their assignments are listed, and the consistent
ones decide: one is the truth; without convoys several mean circular movement, which succeeds; else the knot
is a convoy paradox and Szykman's rule lets its convoys fail (DATC 4.A.2). Orders must be legal; an order
left out is a hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from tests.adjudicator.board import Order, Unit, moved, province_of, reach, routes, steps

Question = tuple[str, Unit]  # ("move" | "support" | "path", the unit asked about)
Answers = dict[Question, bool]


class Open(Exception):  # noqa: N818 - control flow, not an error
    """An equation needs the answer to `question`, which is not known."""

    def __init__(self, question: Question) -> None:
        self.question = question


@dataclass(frozen=True)
class Ruling:
    """What the oracle says: who got where, who was thrown out by whom, whose support did not count, whose
    convoy failed.
    """

    units: frozenset[Unit]
    dislodged: frozenset[tuple[Unit, Unit, frozenset[str]]]  # (unit, by, retreats)
    failed_moves: frozenset[Unit]
    lost_supports: frozenset[Unit]
    void_supports: frozenset[Unit]
    paradox: bool


class Oracle:
    """One movement phase."""

    def __init__(self, orders: list[Order]) -> None:
        self.orders = {order.unit: order for order in orders}
        self.at = {unit.province: unit for unit in self.orders}
        self.movers = [o for o in orders if o.act == "M"]
        self.convoyed = {o.unit for o in self.movers if self._by_convoy(o)}
        self.supports = {o.unit: o for o in orders if o.act in {"S", "SM"} and self._matches(o)}
        self.known: Answers = {}
        self.paradox = False

    # what is fixed by the orders alone

    def _by_convoy(self, order: Order) -> bool:
        """DATC 4.A.3: by convoy if there is no other way, if it says so, or if an own fleet may and does
        convoy it.
        """
        if order.via or province_of(order.to) not in reach(order.unit.kind, order.unit.region):
            return True
        return any(
            o.act == "C"
            and o.unit.power == order.unit.power
            and self._carries(o, order)
            and any(o.unit.province in route for route in routes(self.orders, order.unit.province, order.to))
            for o in self.orders.values()
        )

    def _carries(self, convoy: Order, order: Order) -> bool:
        return convoy.act == "C" and convoy.other == order.unit and convoy.to == order.to

    def _matches(self, order: Order) -> bool:
        """A support counts only for what the supported unit really was told (DATC 4.B.4 for coasts)."""
        assert order.other is not None
        target = self.orders.get(order.other)
        if target is None:
            return False
        if order.act == "S":
            return target.act != "M"
        if target.act != "M" or province_of(order.to) != province_of(target.to):
            return False
        return order.to in {target.to, province_of(order.to)}

    def _goal(self, order: Order) -> str:
        return province_of(order.to)

    def _attackers(self, province: str) -> list[Order]:
        return [o for o in self.movers if self._goal(o) == province]

    def _opponent(self, order: Order) -> Order | None:
        """The other side of a head-to-head battle."""
        foe = self.at.get(self._goal(order))
        if foe is None or foe in self.convoyed or order.unit in self.convoyed:
            return None
        other = self.orders[foe]
        return other if other.act == "M" and self._goal(other) == order.unit.province else None

    # the equations; `ask` gives the answer to a question

    def _path(self, order: Order, ask: Callable[[Question], bool]) -> bool:
        if order.unit not in self.convoyed:
            return True
        return ask(("path", order.unit))

    def _dislodged(self, unit: Unit, ask: Callable[[Question], bool]) -> bool:
        if self.orders[unit].act == "M" and ask(("move", unit)):
            return False
        return any(ask(("move", o.unit)) for o in self._attackers(unit.province) if o.unit != unit)

    def _helpers(self, order: Order, ask: Callable[[Question], bool], without: str | None = None) -> int:
        return sum(
            ask(("support", helper))
            for helper, support in self.supports.items()
            if support.other == order.unit and helper.power != without
        )

    def _attack(self, order: Order, ask: Callable[[Question], bool]) -> int:
        if not self._path(order, ask):
            return 0
        occupant = self.at.get(self._goal(order))
        if occupant is None:
            return 1 + self._helpers(order, ask)
        leaves = (
            self._opponent(order) is None and self.orders[occupant].act == "M" and ask(("move", occupant))
        )
        if leaves:
            return 1 + self._helpers(order, ask)
        if occupant.power == order.unit.power:
            return 0
        return 1 + self._helpers(order, ask, without=occupant.power)

    def _hold(self, province: str, ask: Callable[[Question], bool]) -> int:
        unit = self.at.get(province)
        if unit is None:
            return 0
        if self.orders[unit].act == "M":
            return 0 if ask(("move", unit)) else 1
        return 1 + self._helpers(self.orders[unit], ask)

    def _prevent(self, order: Order, ask: Callable[[Question], bool]) -> int:
        if not self._path(order, ask):
            return 0
        foe = self._opponent(order)
        if foe is not None and ask(("move", foe.unit)):
            return 0
        return 1 + self._helpers(order, ask)

    def _equation(self, question: Question, ask: Callable[[Question], bool]) -> bool:
        what, unit = question
        order = self.orders[unit]
        if what == "path":
            fleets = [o.unit for o in self.orders.values() if self._carries(o, order)]
            return any(
                not any(self._dislodged(self.at[sea], ask) for sea in route)
                for route in routes(fleets, unit.province, self._goal(order))
            )
        if what == "support":
            into = self._goal(order) if order.act == "SM" else None
            if self._dislodged(unit, ask):
                return False
            return not any(
                attacker.unit.province != into and self._attack(attacker, ask) > 0
                for attacker in self._attackers(unit.province)
            )
        attack = self._attack(order, ask)
        foe = self._opponent(order)
        against = 1 + self._helpers(foe, ask) if foe is not None else self._hold(self._goal(order), ask)
        return attack > against and all(
            attack > self._prevent(rival, ask)
            for rival in self._attackers(self._goal(order))
            if rival.unit != order.unit
        )

    # brute force

    def _possible(self, question: Question, given: Answers) -> tuple[set[bool], set[Question]]:
        """The answers `question` may have under all assignments of what `given` leaves open, and what was
        asked.
        """

        def ask(wanted: Question) -> bool:
            if wanted in given:
                return given[wanted]
            raise Open(wanted)

        try:
            return {self._equation(question, ask)}, set()
        except Open as need:
            answers: set[bool] = set()
            asked = {need.question}
            for guess in (False, True):
                more, deeper = self._possible(question, {**given, need.question: guess})
                answers |= more
                asked |= deeper
            return answers, asked

    def _settle(self, questions: list[Question]) -> None:
        changed = True
        while changed:
            changed = False
            for question in questions:
                if question in self.known:
                    continue
                answers, _ = self._possible(question, self.known)
                if len(answers) == 1:
                    self.known[question] = answers.pop()
                    changed = True

    def _influences(self, question: Question) -> set[Question]:
        """The open questions whose answer can change the answer to `question`."""
        _, asked = self._possible(question, self.known)
        wanted = sorted(asked, key=str)
        found: set[Question] = set()
        for values in product((False, True), repeat=len(wanted)):
            trial = dict(zip(wanted, values, strict=True))
            for flipped in wanted:
                if not trial[flipped]:
                    other = {**trial, flipped: True}
                    if self._answer(question, trial) != self._answer(question, other):
                        found.add(flipped)
        return found

    def _answer(self, question: Question, trial: Answers) -> bool:
        """One equation under one assignment; whatever the assignment does not name cannot matter and is
        taken as no.
        """
        return self._equation(question, lambda wanted: trial.get(wanted, self.known.get(wanted, False)))

    def _knot(self, open_questions: list[Question]) -> list[Question]:
        """A smallest set of open questions that depend on no open question outside the set."""
        links = {q: self._influences(q) for q in open_questions}

        def closure(start: Question) -> frozenset[Question]:
            seen = {start}
            queue = [start]
            while queue:
                for nxt in links[queue.pop()]:
                    if nxt not in seen:
                        seen.add(nxt)
                        queue.append(nxt)
            return frozenset(seen)

        return sorted(
            min((closure(q) for q in open_questions), key=lambda s: (len(s), sorted(map(str, s)))), key=str
        )

    def _untie(self, knot: list[Question]) -> None:
        found = []
        for values in product((False, True), repeat=len(knot)):
            trial = dict(zip(knot, values, strict=True))
            if all(self._answer(q, trial) == trial[q] for q in knot):
                found.append(trial)
        paths = [q for q in knot if q[0] == "path"]
        if len(found) == 1:
            self.known.update(found[0])
        elif paths:
            self.paradox = True
            self.known.update(dict.fromkeys(paths, False))
        else:
            best = max(found, key=lambda trial: sum(trial[q] for q in knot if q[0] == "move"))
            assert all(best[q] for q in knot if q[0] == "move"), f"neither a circle nor a convoy: {knot}"
            self.known.update(best)

    def resolve(self) -> Ruling:
        """Decide everything."""
        questions: list[Question] = [("path", u) for u in self.orders if u in self.convoyed]
        questions += [("move", o.unit) for o in self.movers]
        questions += [("support", u) for u in self.supports]
        self._settle(questions)
        while still := [q for q in questions if q not in self.known]:
            self._untie(self._knot(still))
            self._settle(questions)
        return self._ruling()

    def _ruling(self) -> Ruling:
        def ask(question: Question) -> bool:
            return self.known[question]

        gone = {u for u in self.orders if self._dislodged(u, ask)}
        winners = {o.unit: o for o in self.movers if ask(("move", o.unit))}
        stay = {u for u in self.orders if u not in gone and u not in winners}
        after = stay | {moved(u, o.to) for u, o in winners.items()}
        held = {u.province for u in after}
        contested = {
            self._goal(o) for o in self.movers if o.unit not in winners and self._prevent(o, ask) > 0
        }
        dislodged = set()
        for unit in gone:
            by = next(o.unit for o in winners.values() if self._goal(o) == unit.province)
            closed = held | contested | (set() if by in self.convoyed else {by.province})
            options = {to for to in steps(unit.kind, unit.region) if province_of(to) not in closed}
            dislodged.add((unit, by, frozenset(options)))
        asked_for = {o.unit for o in self.orders.values() if o.act in {"S", "SM"}}
        return Ruling(
            units=frozenset(after),
            dislodged=frozenset(dislodged),
            failed_moves=frozenset(o.unit for o in self.movers if o.unit not in winners),
            lost_supports=frozenset(u for u in self.supports if not ask(("support", u))),
            void_supports=frozenset(asked_for - set(self.supports)),
            paradox=self.paradox,
        )


def rule(orders: list[Order]) -> Ruling:
    """Adjudicate one movement phase of standard Diplomacy by brute force."""
    return Oracle(orders).resolve()
