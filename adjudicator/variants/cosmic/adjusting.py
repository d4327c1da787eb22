"""The adjustments of Omega: empires are declared, then builds and disbands (X-n, X-o, X-r)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.adjustments import Adjustments as StandardAdjustments
from adjudicator.board import Board
from adjudicator.orders import Order
from adjudicator.outcomes import ILLEGAL, Entry
from adjudicator.position import Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Variant
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.empires import declared, may_declare
from adjudicator.variants.cosmic.language import EMPIRE
from adjudicator.variants.cosmic.law import FOLD
from adjudicator.variants.cosmic.memory import lasting_lanes


class Adjustments(StandardAdjustments):
    """The adjustment phase."""

    disorder = "No disband was ordered, so a unit goes: folds first, then those farthest from home (X-r)."

    def due(self, variant: Variant, position: Position) -> bool:
        """If anything is due, or an empire can be declared."""
        return bool(self.awaited(variant, position))

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Who may build, must disband or may declare an empire."""
        return [
            p
            for p in variant.ids
            if variant.adjustment(variant, position, p) or may_declare(variant, position, p)
        ]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> its build or disband; `EMPIRE` -> declarations. Builds in systems that a declaration of the
        same sheet adds may be written."""
        found = super().legal(variant, position, power)
        sets = may_declare(variant, position, power)
        return found | ({"EMPIRE": [f"EMPIRE {home}" for home in sets]} if sets else {})

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; declarations come into force first."""
        board = variant.board(position)
        position, told, rest = _declarations(variant, position, board, power, lines)
        others = iter(super().check(variant, position, power, rest))
        return [told[n] if n in told else next(others) for n in range(len(lines))]

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Declare, build, disband, and disband for those who do not."""
        board = variant.board(position)
        entries, left = [], {}
        for power in variant.ids:
            lines = sheets.get(power, ())
            position, told, left[power] = _declarations(variant, position, board, power, lines)
            entries += [_entry(power, reading) for reading in told.values()]
        done = super().resolve(variant, position, left)
        rank = {p: i for i, p in enumerate(variant.ids)}

        def listed() -> tuple[Entry, ...]:
            return tuple(sorted([*entries, *done.entries()], key=lambda e: rank[e.power]))

        return Resolution(done.position, listed)

    def removals(
        self, _variant: Variant, position: Position, power: str, units: Sequence[Unit]
    ) -> list[Unit]:
        """Folds first, then those farthest from the power's home systems over the lanes of the moment, then
        by the alphabet of their spaces."""
        steps = lasting_lanes(position).distances(the_cosmos().homes[power])
        cosmos = the_cosmos()
        far = len(cosmos.rank)
        return sorted(units, key=lambda u: (u.kind != FOLD, -steps.get(u.place, far), u.place))


def _declarations(
    variant: Variant, position: Position, board: Board, power: str, lines: Sequence[str]
) -> tuple[Position, dict[int, Reading], list[str]]:
    """The position after a power's declarations, its declarations by line number, the other lines."""
    told: dict[int, Reading] = {}
    rest = []
    for number, text in enumerate(lines):
        order = _declaration_in(board, text)
        if order is None:
            rest.append(text)
            continue
        home = order.rest[0]
        problem = None
        if home not in may_declare(variant, position, power):
            problem = "an empire takes all home systems of another power, and all of your own (X-o)"
        else:
            position = declared(position, power, home)
        told[number] = Reading(text, f"EMPIRE {home}", None, ok=problem is None, problem=problem)
    return position, told, rest


def _declaration_in(board: Board, text: str) -> Order | None:
    reading = board.read(text)
    return None if isinstance(reading, str) or reading.order.verb != EMPIRE else reading.order


def _entry(power: str, reading: Reading) -> Entry:
    if reading.problem is not None:
        because = f"This order does not count: {reading.problem}."
        return Entry(power, None, reading.order or reading.text, (ILLEGAL,), because)
    because = "All these systems are home systems now, as long as all of them are owned (X-o, X-r)."
    return Entry(power, None, reading.order or "", (), because)
