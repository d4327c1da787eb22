"""The retreat phase of rings: dislodged ships go one by one, together if they like (G-h). Retreats of two
races to one planet destroy all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator import retreats
from adjudicator.board import Board
from adjudicator.notation import shortened
from adjudicator.orders import DISBAND, MOVE, REMOVE, RETREAT, Order, Piece
from adjudicator.outcomes import BOUNCE, DESTROYED, ILLEGAL
from adjudicator.position import Dislodged, Position
from adjudicator.variant import Reading, Resolution, Sheets, Variant
from adjudicator.variants.rings.entries import Told, listed, told_strays
from adjudicator.variants.rings.language import many, resized, size
from adjudicator.variants.rings.movement import Stacks, stacked, units_of
from adjudicator.variants.rings.muster import Stray
from adjudicator.variants.rings.wheel import WORMHOLE


class Flight(msgspec.Struct, frozen=True):
    """Dislodged ships of one stack with the same order; `problem`: why it does not count."""

    one: Dislodged
    order: Order
    count: int
    problem: str | None = None
    ordered: bool = True


class Roll:
    """The retreat orders of one race as its lines come in: they add up to the ships dislodged (G-p)."""

    def __init__(self, position: Position, power: str, board: Board) -> None:
        self.board, self.power = board, power
        self.mine = {d.unit.place: d for d in position.dislodged if d.unit.owner == power}
        self.left = {place: d.unit.count for place, d in self.mine.items()}
        self.taken: dict[Order, int] = {}
        self.wrong: dict[tuple[Order, str], int] = {}
        self.strays: list[Stray] = []

    def enter(self, text: str) -> Reading:
        """Book a line; how it is understood."""
        reading = self.board.read(text)
        if isinstance(reading, str):
            self.strays.append(Stray(self.power, None, shortened(text), reading, hidden=True))
            return Reading(text, None, None, ok=False, problem=reading)
        order = _as_retreat(reading.order)
        written = self.board.notation.write(order)
        place = order.unit.place if order.unit is not None else ""
        if order.unit is None or place not in self.mine:
            name = self.board.chart.provinces[self.board.chart.index[place]].name if place else ""
            why = f"no ship of yours was dislodged at {name}" if place else "it is for no dislodged ship"
            unit = f"{many(size(order))} {place}" if place else None
            self.strays.append(Stray(self.power, unit, written, why, hidden=not place))
            return Reading(text, written, unit, ok=False, problem=why)
        problem = self._objection(order, self.mine[place])
        if problem is None:
            return self._book(text, order, place)
        key = resized(order, 1), problem
        self.wrong[key] = self.wrong.get(key, 0) + size(order)
        return Reading(text, written, f"{many(size(order))} {place}", ok=False, problem=problem)

    def _objection(self, order: Order, one: Dislodged) -> str | None:
        if order.verb == DISBAND:
            return None
        if order.verb != RETREAT or order.to is None:
            return "a dislodged ship can only retreat (R) or disband (D)"
        if order.to not in one.retreats:
            return f"it cannot retreat to {self.board.chart.provinces[self.board.chart.index[order.to]].name}"
        return None

    def _book(self, text: str, order: Order, place: str) -> Reading:
        counts = min(size(order), self.left[place])
        over = None
        if counts < size(order):
            over = f"only {self.mine[place].unit.count} of your ships were dislodged there (G-p)"
            rest = resized(order, size(order) - counts)
            unit = f"{many(size(rest))} {place}"
            self.strays.append(Stray(self.power, unit, self.board.notation.write(rest), over))
        if counts:
            self.left[place] -= counts
            key = resized(order, 1)
            self.taken[key] = self.taken.get(key, 0) + counts
        fitting = resized(order, counts or size(order))
        unit = f"{many(size(fitting))} {place}"
        return Reading(text, self.board.notation.write(fitting), unit, ok=counts > 0, problem=over)

    def flights(self) -> Iterator[Flight]:
        """All dislodged ships of the race in groups; those left over take on the orders that do not count."""
        for order, count in self.taken.items():
            yield self._flight(order, count)
        for (order, problem), wanted in self.wrong.items():
            place = order.unit.place if order.unit is not None else ""
            counts = min(wanted, self.left[place])
            if counts:
                self.left[place] -= counts
                yield self._flight(order, counts, problem)
            if counts < wanted:
                rest = resized(order, wanted - counts)
                unit = f"{many(size(rest))} {place}"
                self.strays.append(Stray(self.power, unit, self.board.notation.write(rest), problem))
        for place, count in self.left.items():
            if count:
                yield self._flight(Order(DISBAND, Piece("S", place)), count, ordered=False)

    def _flight(
        self, order: Order, count: int, problem: str | None = None, *, ordered: bool = True
    ) -> Flight:
        place = order.unit.place if order.unit is not None else ""
        return Flight(self.mine[place], resized(order, count), count, problem, ordered)


def _as_retreat(order: Order) -> Order:
    """`- cca` means R, `D S cba` means `S cba D`, as everywhere."""
    verb = {MOVE: RETREAT, REMOVE: DISBAND}.get(order.verb, order.verb)
    return order if verb == order.verb else msgspec.structs.replace(order, verb=verb)


class Retreats(retreats.Retreats):
    """The retreat phase."""

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Dislodged ships -> their retreats and disbanding, for all of them and for ever fewer."""
        write = variant.board(position).notation.write
        menu = {}
        for d in position.dislodged:
            if d.unit.owner == power:
                ship = Piece("S", d.unit.place)
                orders = [*(Order(RETREAT, ship, to) for to in d.retreats), Order(DISBAND, ship)]
                menu[d.unit.name] = [write(resized(o, n)) for n in range(d.unit.count, 0, -1) for o in orders]
        return menu

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood."""
        roll = Roll(position, power, variant.board(position))
        return [roll.enter(text) for text in lines]

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Retreat, collide, destroy."""
        board = variant.board(position)
        flights: list[Flight] = []
        told: list[Told] = []
        for power in variant.ids:
            roll = Roll(position, power, board)
            for text in sheets.get(power, ()):
                roll.enter(text)
            flights += roll.flights()
            told += told_strays(roll.strays, len(board.spot))
        races: dict[str, set[str]] = {}
        for f in flights:
            if f.problem is None and f.order.verb == RETREAT and f.order.to not in {None, WORMHOLE}:
                races.setdefault(f.order.to or "", set()).add(f.one.unit.owner)
        stacks: Stacks = stacked(position.units)
        for f in flights:
            words, because = _fate(f, races, variant, board)
            owner = f.one.unit.owner
            if not words and f.order.verb == RETREAT:
                stacks[owner, f.order.to or ""] += f.count
            unit = f"{many(f.count)} {f.one.unit.place}"
            text = board.notation.write(f.order)
            told.append(Told(owner, board.spot[f.one.unit.place], unit, text, words, because))
        after = msgspec.structs.replace(
            position, units=units_of(stacks, board.spot), dislodged=(), record=None
        )
        return Resolution(after, lambda: listed(told, variant.ids))


def _fate(
    flight: Flight, races: dict[str, set[str]], variant: Variant, board: Board
) -> tuple[tuple[str, ...], str]:
    """Result words and reason."""
    if flight.problem is not None:
        because = f"This order does not count: {flight.problem}. The ship is disbanded."
        return (ILLEGAL, DESTROYED), because
    if not flight.ordered:
        if not flight.one.retreats:
            return (DESTROYED,), "It had nowhere to retreat to, so it is destroyed (G-h)."
        return (DESTROYED,), "No retreat was ordered, so it is disbanded."
    if flight.order.verb == DISBAND or flight.order.to is None:
        return (), "It disbands, as ordered."
    goal = flight.order.to
    name = board.chart.provinces[board.chart.index[goal]].name
    others = sorted(races.get(goal, set()) - {flight.one.unit.owner})
    if others:
        names = " and ".join(p.name for p in variant.powers if p.id in others)
        return (BOUNCE, DESTROYED), f"{names} retreats to {name} too, so all of them are destroyed (G-h)."
    if goal == WORMHOLE:
        return (), "It retreats into the wormhole, which takes any number of ships (G-i)."
    return (), f"It retreats to {name}; no other race does."
