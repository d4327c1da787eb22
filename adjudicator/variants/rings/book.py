"""What is due to a race in winter, where it builds, who goes if it does not say; and its adjustments as its
lines come in (G-k, G-l, G-m, G-t)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from adjudicator.board import Board
from adjudicator.notation import shortened
from adjudicator.orders import BUILD, DISBAND, REMOVE, WAIVE, Order, Piece
from adjudicator.outcomes import DESTROYED, ILLEGAL, VOID
from adjudicator.position import Position
from adjudicator.variant import Reading, Variant
from adjudicator.variants.rings.entries import Shown, Told
from adjudicator.variants.rings.language import RECALL, in_warp, many, resized, size
from adjudicator.variants.rings.memory import memory_of
from adjudicator.variants.rings.wheel import the_wheel

NO_LIMIT = 99


def adjustment(variant: Variant, position: Position, power: str) -> int:
    """Builds (+) or disbands (-) due: a unit for each planet owned and one more for each homeworld owned,
    less the ships on the board and in warp (G-k, G-l); builds no more than there is room for."""
    wheel, memory = the_wheel(), memory_of(position)
    owned = [planet for planet, owner in position.centers.items() if owner == power]
    allowed = len(owned) + sum(planet in wheel.race_of for planet in owned)
    ships = sum(u.count for u in position.units if u.owner == power) + sum(memory.bound(power).values())
    return (
        min(allowed - ships, sum(room(variant, position, power).values()))
        if allowed > ships
        else allowed - ships
    )


def room(variant: Variant, position: Position, power: str) -> dict[str, int]:
    """Where a race may build and how many: one on each own vacant supply planet, without limit on the own
    original homeworld while it is owned (paragraph 10, G-l)."""
    home = the_wheel().homeworld[power]
    taken = {u.place for u in position.units}
    found = {}
    for planet in variant.chart.centres:
        if position.centers.get(planet) == power:
            if planet == home:
                found[planet] = NO_LIMIT
            elif planet not in taken:
                found[planet] = 1
    return found


def sites(variant: Variant, position: Position, power: str) -> list[str]:
    """The planets where a race may build."""
    return list(room(variant, position, power))


class Removal(msgspec.Struct, frozen=True):
    """One ship that goes: from a place on the board, or from warp to a destination."""

    place: str
    warp: bool = False


def removal_order(ships: Mapping[Removal, int], power: str, rotation: int) -> list[Removal]:
    """Ships of a race, one each, in the order in which they go if it does not say: in warp first, by map
    order of destination; then the farthest from its homeworld, larger stacks first, then map order (G-m,
    G-t)."""
    wheel = the_wheel()
    far = wheel.distances(rotation, wheel.homeworld[power])

    def key(ship: Removal) -> tuple[bool, int, int, int]:
        if ship.warp:
            return False, 0, 0, wheel.order[ship.place]
        return True, -far[ship.place], -ships[ship], wheel.order[ship.place]

    return [ship for ship in sorted(ships, key=key) for _ in range(ships[ship])]


class Book:
    """The adjustments of one race as its lines come in: the first legal ones count, up to the number due."""

    def __init__(self, variant: Variant, position: Position, power: str, board: Board) -> None:
        self.board, self.power = board, power
        self.due = adjustment(variant, position, power)
        self.room = room(variant, position, power) if self.due > 0 else {}
        self.ships = {u.place: u.count for u in position.units if u.owner == power}
        self.passing = memory_of(position).bound(power)
        self.built: Counter[str] = Counter()
        self.gone: Counter[Removal] = Counter()
        self.waived = 0
        self.lines: list[tuple[Order | None, str, tuple[str, ...], str]] = []  # order, text, words, because

    def enter(self, text: str) -> Reading:
        """Book a line; how it is understood."""
        reading = self.board.read(text)
        if isinstance(reading, str):
            self._note(None, shortened(text), (ILLEGAL,), reading)
            return Reading(text, None, None, ok=False, problem=reading)
        order = reading.order
        if order.verb == DISBAND:
            order = msgspec.structs.replace(order, verb=REMOVE)
        counts, problem, words = self._judge(order)
        if problem is not None and counts < size(order):
            rest = resized(order, size(order) - counts)
            self._note(rest, self.board.notation.write(rest), words, problem)
        done = resized(order, counts) if counts else order
        written = self.board.notation.write(done)
        if counts:
            because = {WAIVE: "The build is waived.", BUILD: "Built (G-l)."}.get(
                order.verb, "Disbanded, as ordered."
            )
            self._note(done, written, (), because)
        return Reading(text, written, name_of(done), ok=counts > 0, problem=problem)

    def _note(self, order: Order | None, text: str, words: tuple[str, ...], because: str) -> None:
        said = f"This order does not count: {because}." if words else because
        self.lines.append((order, text, words, said))

    def _judge(self, order: Order) -> tuple[int, str | None, tuple[str, ...]]:
        """How many ships of the line count, what is wrong with the others, their result."""
        if order.verb == WAIVE:
            return self._waive()
        if order.verb == BUILD and order.unit is not None:
            return self._build(order.unit)
        if order.verb == REMOVE and order.unit is not None:
            return self._remove(Removal(order.unit.place), order.unit.count, self.ships, "at")
        if order.verb == RECALL:
            return self._remove(Removal(order.rest[0], warp=True), size(order), self.passing, "in warp to")
        return 0, "in this phase there are only builds (B), disbands (D) and WAIVE", (ILLEGAL,)

    @property
    def open(self) -> int:
        """Builds still to be ordered."""
        return self.due - self.built.total() - self.waived

    def _waive(self) -> tuple[int, str | None, tuple[str, ...]]:
        if self.due <= 0:
            return 0, "there is no build to waive", (ILLEGAL,)
        if self.open <= 0:
            return 0, self._enough("build"), (VOID,)
        self.waived += 1
        return 1, None, ()

    def _build(self, ships: Piece) -> tuple[int, str | None, tuple[str, ...]]:
        name = self._name(ships.place)
        if self.due <= 0:
            return 0, "no build is due", (ILLEGAL,)
        if ships.place not in self.room:
            return (
                0,
                f"{name} is neither your homeworld in your hands nor a vacant supply planet of yours (G-l)",
                (ILLEGAL,),
            )
        space = self.room[ships.place] - self.built[ships.place]
        counts = max(0, min(ships.count, space, self.open))
        self.built[ships.place] += counts
        if counts == ships.count:
            return counts, None, ()
        if self.open <= 0:
            return counts, self._enough("build"), (VOID,)
        return counts, f"only one ship is built at {name} (G-l)", (VOID,)

    def _remove(
        self, ship: Removal, wanted: int, there: dict[str, int], where: str
    ) -> tuple[int, str | None, tuple[str, ...]]:
        if self.due >= 0:
            return 0, "no disband is due", (ILLEGAL,)
        name = self._name(ship.place)
        if ship.place not in there:
            return 0, f"you have no ship {where} {name}", (ILLEGAL,)
        left = there[ship.place] - self.gone[ship]
        due = -self.due - self.gone.total()
        counts = min(wanted, left, due)
        self.gone[ship] += counts
        if counts == wanted:
            return counts, None, ()
        if counts == due:
            return counts, self._enough("disband"), (VOID,)
        return counts, f"you have no further ship {where} {name}", (ILLEGAL,)

    def _enough(self, what: str) -> str:
        due = abs(self.due)
        return f"only {due} {what} is due" if due == 1 else f"only {due} {what}s are due"

    def _name(self, place: str) -> str:
        return self.board.chart.provinces[self.board.chart.index[place]].name

    def complete(self, rotation: int) -> None:
        """Disband what is due and was not ordered, on the board of the moment (G-m)."""
        fleet = {Removal(place): n for place, n in self.ships.items()}
        fleet |= {Removal(to, warp=True): n for to, n in self.passing.items()}
        left = Counter(fleet) - self.gone
        missing = max(0, -self.due - self.gone.total())
        taken = Counter(removal_order(left, self.power, rotation)[:missing])
        for ship, count in taken.items():
            self.gone[ship] += count
            gone = (
                Order(RECALL, rest=(ship.place, "1")) if ship.warp else Order(REMOVE, Piece("S", ship.place))
            )
            gone = resized(gone, count)
            because = (
                "No disband was ordered; ships in warp go before all others (G-m)."
                if ship.warp
                else "No disband was ordered; the ship farthest from the homeworld goes (G-m, G-t)."
            )
            self.lines.append((gone, self.board.notation.write(gone), (DESTROYED,), because))

    def told(self) -> list[Told]:
        """What became of the lines; others do not learn whither a ship in warp was bound (G-k)."""
        found = []
        for order, text, words, because in self.lines:
            unit = name_of(order) if order is not None else None
            place = order.unit.place if order is not None and order.unit is not None else ""
            rank = self.board.spot.get(place, len(self.board.spot))
            shown = None
            hidden = order is None
            if order is not None and order.verb == RECALL:
                hidden = bool(set(words) & {ILLEGAL, VOID})
                if not hidden:
                    shown = Shown("warp", size(order), "", words, because, head="D ")
            found.append(Told(self.power, rank, unit, text, words, because, shown, hidden))
        return found


def name_of(order: Order) -> str | None:
    """The ships an order is for."""
    if order.verb == RECALL:
        return in_warp(order)
    return None if order.unit is None else f"{many(order.unit.count)} {order.unit.place}"
