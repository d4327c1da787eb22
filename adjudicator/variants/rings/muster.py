"""The orders of all sheets sorted out: groups of ships with one order each, and what counts for nobody (G-p).
Nothing is resolved here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.notation import shortened
from adjudicator.orders import BUILD, HOLD, MOVE, REMOVE, SUPPORT, Order, Piece
from adjudicator.variant import Reading as Line
from adjudicator.variant import Sheets
from adjudicator.variants.rings.language import COURSE, WARP, many, resized, size
from adjudicator.variants.rings.law import Sky, objection
from adjudicator.variants.rings.wheel import WORMHOLE

IN_WARP = "warp"  # the place of a group that is on no planet


class Group(msgspec.Struct, frozen=True):
    """Ships of one race in one place with the same order.

    `place`: a planet, the wormhole, or `IN_WARP` (then `bound` says whither); `order` as it counts, or as it
    was written where `problem` says why it does not; `ordered`: False if they were given none."""

    power: str
    place: str
    count: int
    order: Order
    bound: str | None = None
    problem: str | None = None
    ordered: bool = True

    @property
    def verb(self) -> str:
        """What these ships do: without an order that counts they hold, in warp they arrive (G-j, G-p)."""
        return HOLD if self.problem is not None and self.place != IN_WARP else self.order.verb

    @property
    def goal(self) -> str | None:
        """Where these ships go: a planet (that is an attack) or the wormhole; None if they stay."""
        if self.place == IN_WARP:
            return self.bound if self.problem is not None else self.order.to
        return self.order.to if self.verb == MOVE else None

    @property
    def text(self) -> str:
        """`2S bca`, `S warp aja`."""
        if self.place == IN_WARP:
            return f"{many(self.count)} warp {self.bound}"
        return f"{many(self.count)} {self.place}"

    @property
    def attacks(self) -> bool:
        """Do these ships go to a planet?"""
        return self.goal not in {None, WORMHOLE}


class Stray(msgspec.Struct, frozen=True):
    """A line, or the excess of one, that is for no ship of its writer; `hidden`: it speaks of warp, or cannot
    be read, so that only its writer sees it (G-k)."""

    power: str
    unit: str | None
    text: str
    problem: str
    hidden: bool = False


class Roll:
    """The orders of one race as its lines come in: the first ones for the ships of a place count, up to the
    ships present."""

    def __init__(self, sky: Sky) -> None:
        self.sky = sky
        self.left = {place: n for (race, place), n in sky.stacks.items() if race == sky.power}
        self.left_in_warp = dict(sky.bound)
        self.taken: dict[Order, int] = {}
        self.wrong: dict[tuple[Order, str], int] = {}
        self.strays: list[Stray] = []

    def enter(self, text: str) -> Line:
        """Book a line; how it is understood."""
        reading = self.sky.board.read(text)
        if isinstance(reading, str):
            self.strays.append(Stray(self.sky.power, None, shortened(text), reading, hidden=True))
            return Line(text, None, None, ok=False, problem=reading)
        order, wanted = reading.order, size(reading.order)
        lacking, left = self._present(order)
        problem = lacking or objection(order, self.sky)
        written = self.sky.board.notation.write(order)
        if problem is not None:
            if lacking is not None or left == 0:
                self._stray(order, wanted, problem)
            else:
                key = resized(order, 1), problem
                self.wrong[key] = self.wrong.get(key, 0) + wanted
            return Line(text, written, _unit(order), ok=False, problem=problem)
        counts = min(wanted, left)
        over = None
        if counts < wanted:
            over = self._over(order)
            self._stray(order, wanted - counts, over)
        if counts == 0:
            return Line(text, written, _unit(order), ok=False, problem=over)
        self._take(order, counts)
        one = resized(order, 1)
        self.taken[one] = self.taken.get(one, 0) + counts
        fitting = resized(order, counts)
        return Line(text, self.sky.board.notation.write(fitting), _unit(fitting), ok=True, problem=over)

    def _present(self, order: Order) -> tuple[str | None, int]:
        """Why the order is for no ship of this race at all, and how many ships there are still without
        order."""
        if order.verb == COURSE:
            bound = order.rest[0]
            if bound not in self.sky.bound:
                return f"you have no ship in warp to {self.sky.name(bound)}", 0
            return None, self.left_in_warp[bound]
        if order.unit is None or order.verb in {BUILD, REMOVE}:
            return "builds and disbands have no place in a movement phase", 0
        place = order.unit.place
        if place not in self.left:
            return f"you have no ship at {self.sky.name(place)}", 0
        return None, self.left[place]

    def _over(self, order: Order) -> str:
        if order.verb == COURSE:
            where, there = f"in warp to {self.sky.name(order.rest[0])}", self.sky.bound[order.rest[0]]
        else:
            place = order.unit.place if order.unit is not None else ""
            where, there = f"at {self.sky.name(place)}", self.sky.stacks[self.sky.power, place]
        ships = "1 ship is" if there == 1 else f"{there} ships are"
        return f"only {ships} {where}, and the orders before this one are for as many (G-p)"

    def _take(self, order: Order, count: int) -> None:
        """These ships have their order now."""
        if order.verb == COURSE:
            self.left_in_warp[order.rest[0]] -= count
        elif order.unit is not None:
            self.left[order.unit.place] -= count

    def _stray(self, order: Order, count: int, problem: str) -> None:
        text = self.sky.board.notation.write(resized(order, count))
        hidden = order.verb in {COURSE, WARP} or order.unit is None
        unit = _unit(resized(order, count))
        self.strays.append(Stray(self.sky.power, unit, text, problem, hidden))

    def groups(self) -> Iterator[Group]:
        """All ships of the race, in groups; ships left over take on the orders that do not count, then
        hold."""
        for order, count in self.taken.items():
            yield self._group(order, count)
        for (order, problem), wanted in self.wrong.items():
            counts = min(wanted, self._present(order)[1])
            if counts:
                self._take(order, counts)
                yield self._group(order, counts, problem)
            if counts < wanted:
                self._stray(order, wanted - counts, problem)
        for place, count in self.left.items():
            if count:
                yield self._group(Order(HOLD, Piece("S", place)), count, ordered=False)
        for bound, count in self.left_in_warp.items():
            if count:
                yield self._group(Order(COURSE, to=bound, rest=(bound, "1")), count, ordered=False)

    def _group(self, order: Order, count: int, problem: str | None = None, *, ordered: bool = True) -> Group:
        bound = order.rest[0] if order.verb == COURSE else None
        place = order.unit.place if order.unit is not None else IN_WARP
        return Group(self.sky.power, place, count, resized(order, count), bound, problem, ordered)


def _unit(order: Order) -> str | None:
    """The ships an order is for, as people write them."""
    if order.verb == COURSE:
        return f"{many(size(order))} warp {order.rest[0]}"
    return None if order.unit is None else f"{many(order.unit.count)} {order.unit.place}"


def muster(skies: Sequence[Sky], sheets: Sheets) -> tuple[list[Group], list[Stray]]:
    """All ships of all races in groups, by race and map order, and the lines that are for none."""
    groups: list[Group] = []
    strays: list[Stray] = []
    for sky in skies:
        roll = Roll(sky)
        for text in sheets.get(sky.power, ()):
            roll.enter(text)
        spot, write = sky.board.spot, sky.board.notation.write
        groups += sorted(
            roll.groups(),
            key=lambda g: (spot.get(g.place, len(spot)), spot.get(g.bound or "", -1), write(g.order)),
        )
        strays += sorted(roll.strays, key=lambda s: (s.unit or "", s.text))
    return groups, strays


def supports(group: Group) -> bool:
    """Do these ships support?"""
    return group.verb == SUPPORT
