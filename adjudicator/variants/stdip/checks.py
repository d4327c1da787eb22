"""How a player's movement sheet is understood, line by line, from what that player knows (R-i). Nothing
hidden is looked at."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.orders import Order, Piece
from adjudicator.position import Position, Unit
from adjudicator.variant import Reading, Variant
from adjudicator.variants.stdip import cardassian, federation
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.federation import FEDERATION
from adjudicator.variants.stdip.ferengi import FERENGI, MILITARY, TRADER, may_arm
from adjudicator.variants.stdip.knowledge import seen_units
from adjudicator.variants.stdip.law import DOMINION, Law, Ruling, is_kind
from adjudicator.variants.stdip.marks import PLACE
from adjudicator.variants.stdip.memory import INFILTRATED, memory_of
from adjudicator.variants.stdip.sheets import CLOAK, ENTERPRISE, ROMULAN, SEIZED, Line, piece_name, read_lines

LATER = "a later line orders the same unit, and counts"


def check_movement(variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
    """A reading for each line; of two lines for one unit the later counts."""
    checker = Checker(variant, position, power, lines)
    return checker.readings()


class Checker:
    """Judges one sheet."""

    def __init__(self, variant: Variant, position: Position, power: str, texts: Sequence[str]) -> None:
        self.position, self.power, self.texts = position, power, texts
        self.board: Board = variant.board(position)
        self.memory = memory_of(position)
        read, self.unreadable = read_lines(self.board, power, texts)
        self.lines = {line.number: line for line in read}
        self.wishes = [
            (int(line.order.rest[0]), line.order.to or "") for line in read if line.order.verb == PLACE
        ]
        self.known = seen_units(position, power)
        self.places: dict[int, str] = {}
        if power == CARDASSIAN and self.memory.unplaced:
            country = position.assignment[CARDASSIAN]
            self.places = cardassian.placed(self.board.chart, country, self.wishes, self.memory.unplaced)
            self.known += [Unit(CARDASSIAN, "C", p) for p in self.places.values()]
        seen = [u for u in self.known if CLOAK not in u.marks]
        self.law = Law(self.board, seen, position.turn[0], finds=not self.memory.wormhole)
        self.marks = sum(
            1 for line in read if line.order.unit is not None and ENTERPRISE in line.order.unit.marks
        )

    def readings(self) -> list[Reading]:
        """One for each line, in order."""
        found: list[Reading] = []
        latest: dict[str, int] = {}
        problems = iter(self.unreadable)
        for number, text in enumerate(self.texts):
            line = self.lines.get(number)
            if line is None:
                found.append(Reading(text, None, None, ok=False, problem=next(problems).problem))
                continue
            reading = self._reading(line)
            if reading.unit is not None:
                earlier = latest.get(reading.unit)
                if earlier is not None:
                    old = found[earlier]
                    found[earlier] = Reading(old.text, old.order, old.unit, ok=False, problem=LATER)
                latest[reading.unit] = number
            found.append(reading)
        return found

    def _reading(self, line: Line) -> Reading:
        if line.order.verb == PLACE:
            return self._placement(line)
        piece = line.order.unit
        text = self.board.notation.write(line.order)
        if piece is None:
            return Reading(
                line.text, text, None, ok=False, problem="this order has no place in a movement phase"
            )
        unit = self._unit(line)
        if unit is None:
            return Reading(line.text, text, None, ok=False, problem=self._nobody(line))
        seized = unit.owner != self.power
        trader, problem = self._trades(unit, piece.marks)
        ruling = self.law.judge(line.order, unit, trader=trader)
        problem = ruling.problem or problem or self._mark_problem(unit, ruling, piece.marks)
        order = msgspec.structs.replace(ruling.order, unit=self._posted(unit, piece.marks, seized=seized))
        name = f"{unit.plain} (D)" if seized else unit.name
        return Reading(line.text, self.board.notation.write(order), name, ok=problem is None, problem=problem)

    def _placement(self, line: Line) -> Reading:
        text = self.board.notation.write(line.order)
        if not self.places:
            return Reading(line.text, text, None, ok=False, problem="there is nothing for you to place")
        number = int(line.order.rest[0])
        good = self.places.get(number) == line.order.to
        problem = (
            None
            if good
            else "that unit cannot be placed there; it would start in a free standard place (C-b)"
        )
        return Reading(line.text, text, f"place {number}", ok=good, problem=problem)

    def _unit(self, line: Line) -> Unit | None:
        piece = line.order.unit
        if piece is None:
            return None
        here = [
            u
            for u in self.known
            if self.board.spot[u.place] == self.board.spot[piece.place]
            and is_kind(u, piece.kind)
            and piece.owner in {None, u.owner}
        ]
        if self.power == DOMINION and SEIZED in piece.marks:
            for unit in here:
                if unit.owner != DOMINION and INFILTRATED in unit.tags:
                    return unit
        return next((u for u in here if u.owner == self.power), None)

    def _nobody(self, line: Line) -> str:
        piece = line.order.unit
        if piece is not None and self.power == DOMINION and SEIZED in piece.marks:
            return f"you have not infiltrated {piece_name(piece)}, so the take-over would be dropped"
        kind = self.board.kinds[piece.kind].name if piece is not None and piece.kind else "unit"
        place = self.board.chart.provinces[self.board.spot[piece.place]].name if piece is not None else ""
        return f"you have no {kind} in {place}"

    def _trades(self, unit: Unit, marks: Sequence[str]) -> tuple[bool, str | None]:
        if unit.owner != FERENGI:
            return False, None
        if TRADER in marks:
            return True, None
        if TRADER not in unit.marks:
            return False, None
        if MILITARY not in marks:
            return True, None
        if may_arm(unit, self.known, self.board.spot):
            return False, None
        return True, "a trader beside another power's unit cannot turn military, so it stays a trader (T-a)"

    def _mark_problem(self, unit: Unit, ruling: Ruling, marks: Sequence[str]) -> str | None:
        """A mark that would be ignored is told, though the order itself stands (F-a, M-b)."""
        if ENTERPRISE not in marks or self.power != FEDERATION:
            return None
        if self.marks > 1:
            return "two marks (E) void each other: neither unit would be the Enterprise (F-a)"
        order: Order = ruling.order
        centres = federation.owns(self.position.centers)
        used = self.memory.enterprise_used
        if federation.may_mark(
            unit, order if order.verb != "hold" else None, centres, used=used, board=self.board
        ):
            return None
        if used and centres < federation.WIDE:
            return "the Enterprise is used for this year already, so the mark would be ignored (Fed 2)"
        return (
            "with fewer than 8 centres the Enterprise neither stays in nor enters a supply centre: "
            "the mark would be ignored (Fed 2)"
        )

    def _posted(self, unit: Unit, marks: Sequence[str], *, seized: bool) -> Piece:
        kept = {m for m in marks if self._means(unit, m)}
        if seized:
            kept.add(SEIZED)
        if unit.owner == FERENGI and TRADER in unit.marks and MILITARY not in kept:
            kept.add(TRADER)
        return Piece(unit.kind, unit.place, tuple(sorted(kept)))

    def _means(self, unit: Unit, mark: str) -> bool:
        """Does this mark mean anything for that unit?"""
        return (
            (mark == CLOAK and unit.owner == ROMULAN)
            or (mark in {TRADER, MILITARY} and unit.owner == FERENGI)
            or (mark == ENTERPRISE and unit.owner == FEDERATION == self.power)
        )
