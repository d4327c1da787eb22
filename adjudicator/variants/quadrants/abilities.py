"""Abilities as orders, `FREEZE organia`: reading, writing, and sorting them out of the sheets. Whether one
counts is said by the file of its power."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.notation import Notation, UnreadableError
from adjudicator.orders import Order
from adjudicator.outcomes import ILLEGAL, Entry
from adjudicator.rules import Rule
from adjudicator.variant import Reading, Sheets
from adjudicator.variants.quadrants.breen import FREEZE
from adjudicator.variants.quadrants.federation import IMMUNITY
from adjudicator.variants.quadrants.ferengi import BRIBE, SABOTAGE

VERBS = (FREEZE, BRIBE, SABOTAGE, IMMUNITY)
Judge = Callable[[Order, str], str | None]


def read_ability(notation: Notation, words: tuple[str, ...]) -> Order | None:
    """`FREEZE organia`; a unit may stand where its place is meant (`SABOTAGE F qonos`).

    Raises `UnreadableError` if the place is missing or something follows it."""
    verb = words[0].lower()
    if verb not in VERBS:
        return None
    piece, rest = notation.piece(words[1:])
    if rest:
        raise UnreadableError(f"“{' '.join(rest)}” at the end of {verb.upper()} could not be understood")
    return Order(verb, None, piece.place)


def write_ability(order: Order) -> str | None:
    """`FREEZE organia`."""
    return f"{order.verb.upper()} {order.to}" if order.verb in VERBS else None


class AbilityOrders(Rule):
    """The four words the variant adds to the language of orders."""

    readers = (read_ability,)
    writers = (write_ability,)


class Deed(msgspec.Struct, frozen=True):
    """An ability ordered on a sheet: by whom, its line's number there, and why it does not count (None: it
    does)."""

    power: str
    line: int
    order: Order
    problem: str | None

    def entry(self, because: str, *result: str) -> Entry:
        """What became of it; an order that does not count says why itself."""
        if self.problem is not None:
            result, because = (ILLEGAL,), f"This order does not count: {self.problem}."
        return Entry(self.power, None, write_ability(self.order) or "", result, because)


def sort_out(
    board: Board, powers: Sequence[str], sheets: Sheets, judges: Mapping[str, Judge]
) -> tuple[list[Deed], dict[str, list[str]]]:
    """The abilities on the sheets, judged in the order written, and the lines that are for units.

    `judges`: verb -> the book that takes orders of this phase; an ability without one has no place in it."""
    deeds: list[Deed] = []
    rest: dict[str, list[str]] = {}
    for power in powers:
        lines = sheets.get(power, ())
        rest[power] = []
        for number, text in enumerate(lines):
            order = ability_in(board, text)
            if order is None:
                rest[power].append(text)
                continue
            judge = judges.get(order.verb)
            problem = (
                judge(order, power)
                if judge is not None
                else f"{order.verb.upper()} has no place in this phase"
            )
            deeds.append(Deed(power, number, order, problem))
    return deeds, rest


def ability_in(board: Board, text: str) -> Order | None:
    """The ability a line orders; None if it is something else."""
    reading = board.read(text)
    return None if isinstance(reading, str) or reading.order.verb not in VERBS else reading.order


def merged(powers: Sequence[str], entries: Sequence[Entry], more: Sequence[Entry]) -> tuple[Entry, ...]:
    """Entries by power, those of units before those of abilities."""
    rank = {p: i for i, p in enumerate(powers)}
    return tuple(sorted([*entries, *more], key=lambda e: rank.get(e.power, len(rank))))


def read_with_abilities(
    lines: Sequence[str], deeds: Sequence[Deed], others: Sequence[Reading]
) -> list[Reading]:
    """One power's sheet as it is understood, line by line: its abilities as judged, between them the
    `others`."""
    judged = {d.line: d for d in deeds}
    rest = iter(others)
    found = []
    for number, text in enumerate(lines):
        deed = judged.get(number)
        if deed is None:
            found.append(next(rest))
        else:
            order = write_ability(deed.order)
            found.append(Reading(text, order, None, ok=deed.problem is None, problem=deed.problem))
    return found
