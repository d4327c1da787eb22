"""The adjustment phase of rings: builds and disbands of all races (G-l, G-m, G-t). What counts is `book`'s
affair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from adjudicator.orders import BUILD, REMOVE, Order, Piece
from adjudicator.position import Position
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.rings.book import Book, adjustment
from adjudicator.variants.rings.entries import Told, listed
from adjudicator.variants.rings.language import RECALL, many
from adjudicator.variants.rings.memory import InWarp, Memory, memory_of, remember
from adjudicator.variants.rings.movement import stacked, units_of


class Adjustments:
    """The adjustment phase."""

    name = "adjustments"

    def due(self, variant: Variant, position: Position) -> bool:
        """Winter exists only if a disband is due or a legal build exists (G-t)."""
        return bool(self.awaited(variant, position))

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Nothing happens."""
        return position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The races that may build or must disband."""
        return [p for p in variant.ids if adjustment(variant, position, p)]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Place -> what may be built there, or ships -> how many of them may be disbanded; `WAIVE`."""
        board = variant.board(position)
        write = board.notation.write
        book = Book(variant, position, power, board)
        menu: dict[str, list[str]] = {}
        if book.due > 0:
            for planet, limit in book.room.items():
                orders = [
                    Order(BUILD, Piece("S", planet, count=n)) for n in range(1, min(limit, book.due) + 1)
                ]
                menu[f"S {planet}"] = [write(o) for o in orders]
            return menu | {"WAIVE": ["WAIVE"]}
        most = -book.due
        for place, count in book.ships.items():
            if most:
                orders = [Order(REMOVE, Piece("S", place, count=n)) for n in range(min(count, most), 0, -1)]
                menu[f"{many(count)} {place}"] = [write(o) for o in orders]
        for bound, count in book.passing.items():
            if most:
                orders = [Order(RECALL, rest=(bound, str(n))) for n in range(min(count, most), 0, -1)]
                menu[f"{many(count)} warp {bound}"] = [write(o) for o in orders]
        return menu

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; only as many count as are due, the first of them."""
        book = Book(variant, position, power, variant.board(position))
        return [book.enter(text) for text in lines]

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Build, disband, and disband for those who do not."""
        board, memory = variant.board(position), memory_of(position)
        stacks = stacked(position.units)
        told: list[Told] = []
        gone: Counter[InWarp] = Counter()
        for power in variant.ids:
            book = Book(variant, position, power, board)
            for text in sheets.get(power, ()):
                book.enter(text)
            book.complete(memory.rotation)
            for planet, count in book.built.items():
                stacks[power, planet] += count
            for ship, count in book.gone.items():
                if ship.warp:
                    gone[InWarp(power, ship.place)] += count
                else:
                    stacks[power, ship.place] -= count
            told += book.told()
        after = msgspec.structs.replace(position, units=units_of(stacks, board.spot), record=None)
        after = remember(after, warp=_without(memory, gone))
        return Resolution(after, lambda: listed(told, variant.ids))


def _without(memory: Memory, gone: Counter[InWarp]) -> tuple[InWarp, ...]:
    left = []
    for ship in memory.warp:
        if gone[ship]:
            gone[ship] -= 1
        else:
            left.append(ship)
    return tuple(left)
