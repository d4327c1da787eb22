"""The movement phase: sheets to orders, the battle, who stands where after it. Decisions are `contest`'s,
sentences `reasons`'."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.aftermath import apply
from adjudicator.board import Board, Field, Reading
from adjudicator.contest.fight import Fight
from adjudicator.contest.reasons import Misfit, write_entries
from adjudicator.legality import Verdict, judge
from adjudicator.notation import shortened
from adjudicator.orders import Order
from adjudicator.outcomes import Report
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.variant import Reading as Line
from adjudicator.variant import Resolution, Sheets, Tell, Variant


class Muster:
    """The orders of all sheets sorted out: for each unit the one that counts, and the lines that are for no
    unit."""

    __slots__ = ("field", "misfits", "problems", "readings", "written")

    def __init__(self, variant: Variant, board: Board, units: tuple[Unit, ...], sheets: Sheets) -> None:
        self.field = field = Field(board, units)
        self.readings: list[Reading | None] = [None] * len(units)  # what counts
        self.written: dict[int, Order] = {}  # what was written, where that is illegal
        self.problems: dict[int, str] = {}
        self.misfits: list[Misfit] = []
        at, counts, known = field.at, self.readings, board.readings
        simple = not variant.rulebook.having("objection") and not variant.rulebook.judges
        for power, lines in sheets.items():
            for text in lines:
                reading = known.get(text)
                if reading is None:
                    fresh = board.read(text)
                    if isinstance(fresh, str):
                        self.misfits.append(Misfit(power, None, shortened(text), fresh))
                        continue
                    reading = fresh
                i = at[reading.province] if reading.exact and simple else -1
                if i >= 0:
                    unit = units[i]
                    if (
                        unit.place == reading.place
                        and unit.kind == reading.kind
                        and (unit.controller or unit.owner) == power
                        and (reading.aim < 0 or _as_said(reading, at, units))
                        and (reading.sure or _by_waters(reading, power, field))
                    ):
                        counts[i] = reading
                        if self.problems:
                            self.problems.pop(i, None)
                        continue
                self._weigh(variant, power, reading)

    def _weigh(self, variant: Variant, power: str, reading: Reading) -> None:
        verdict = judged(variant, reading.order, power, self.field)
        board = self.field.board
        if verdict.unit is None:
            order = reading.order
            unit = board.notation.piece_text(order.unit) if order.unit else None
            self.misfits.append(Misfit(power, unit, board.notation.write(order), verdict.problem or ""))
            return
        i = self.field.units.index(verdict.unit)
        self.problems.pop(i, None)
        if verdict.problem is None:
            self.readings[i] = reading if verdict.order == reading.order else board.reading_of(verdict.order)
        else:
            self.readings[i] = None
            self.written[i] = verdict.order
            self.problems[i] = verdict.problem


def _as_said(reading: Reading, at: list[int], units: tuple[Unit, ...]) -> bool:
    """Is the unit that a support names there, as it names it?"""
    j = at[reading.aim]
    return j >= 0 and units[j].place == reading.aim_place and units[j].kind == reading.aim_kind


def _by_waters(reading: Reading, power: str, field: Field) -> bool:
    """Is an order legal that is not sure, its units being as it says? That depends on the fleets at sea
    alone."""
    answers = field.routes.answers
    known = answers.get(reading)
    if known is None:
        verdict = judge(reading.order, power, field)
        known = answers[reading] = verdict.problem is None and verdict.order == reading.order
    return known


def judged(variant: Variant, order: Order, power: str, field: Field) -> Verdict:
    """The verdict on a movement order with the variant's own judges and objections."""
    rulebook = variant.rulebook
    verdict = judge(order, power, field, rulebook.judges or None)
    if verdict.problem is None and verdict.unit is not None:
        for rule in rulebook.having("objection"):
            problem = rule.objection(verdict.order, verdict.unit, field, power)
            if problem is not None:
                return Verdict(verdict.order, verdict.unit, problem)
    return verdict


class Movement:
    """The movement phase of standard-like variants; a variant may subclass it."""

    name = "movement"

    def due(self, _variant: Variant, _position: Position) -> bool:
        """There is always a movement phase."""
        return True

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Never happens."""
        return position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Every power with a unit on the board."""
        present = {u.owner for u in position.units}
        return [p for p in variant.ids if p in present]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> its legal orders."""
        field = variant.field(position, power)
        return field.board.menus.movement(field, power)

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Line]:
        """How each line is understood; of two lines for one unit the later counts."""
        field = variant.field(position, power)
        notation = field.board.notation
        found: list[Line] = []
        latest: dict[str, int] = {}
        for text in lines:
            reading = field.board.read(text)
            if isinstance(reading, str):
                found.append(Line(text, None, None, ok=False, problem=reading))
                continue
            verdict = judged(variant, reading.order, power, field)
            unit = verdict.unit.name if verdict.unit else None
            if unit is not None:
                if unit in latest:
                    earlier = found[latest[unit]]
                    found[latest[unit]] = Line(
                        earlier.text,
                        earlier.order,
                        unit,
                        ok=False,
                        problem="a later line orders the same unit, and counts",
                    )
                latest[unit] = len(found)
            order = notation.write(verdict.order)
            found.append(Line(text, order, unit, ok=verdict.problem is None, problem=verdict.problem))
        return found

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Adjudicate the movement of all units."""
        board = variant.board(position)
        muster = Muster(variant, board, position.units, sheets)
        fight = Fight(muster.field, muster.readings, variant.rulebook)
        dislodged = drive_out(fight)
        after = Position(
            position.variant, position.turn, march(fight), position.centers, dislodged, position.assignment,
            position.seed, position.options, position.memory, None, None,
        )  # fmt: skip
        reports: tuple[Report, ...] = ()
        for rule in variant.rulebook.having("aftermath"):
            after, more = apply(after, rule.aftermath(fight, after))
            reports += more
        return Resolution(
            after, lambda: write_entries(variant.ids, fight, muster, dislodged), reports, dislodged
        )


def march(fight: Fight) -> tuple[Unit, ...]:
    """The units that stand on the board after the battle, in map order; the dislodged are not among them."""
    battle, routed = fight.battle, fight.routed
    values, loc, dest, units = battle.values, battle.loc, battle.dest, fight.units
    if battle.twists is not None:  # places may be shared
        where = [dest[i] if fight.entered(i) else p for i, p in enumerate(loc)]
        staying = [i for i in range(battle.n) if i not in routed]
        staying.sort(key=lambda i: (where[i], i))
        return tuple([_arrived(fight, i) if fight.entered(i) else units[i] for i in staying])
    slots: list[Unit | None] = [None] * len(fight.board.chart.provinces)
    for p, unit in zip(loc, units, strict=True):
        slots[p] = unit
    for i in routed:
        slots[loc[i]] = None
    moved = [m for m in battle.movers if values[m] == 1]
    for m in moved:
        slots[loc[m]] = None
    for m in moved:
        slots[dest[m]] = _arrived(fight, m)
    return tuple([u for u in slots if u is not None])


def _arrived(fight: Fight, m: int) -> Unit:
    """A unit in the place its move took it to."""
    unit, reading = fight.units[m], fight.readings[m]
    if reading is None or reading.order.to is None:
        return unit
    if unit.marks or unit.controller or unit.tags:
        return msgspec.structs.replace(unit, place=reading.order.to)
    known = reading.arrivals.get(unit.owner)
    if known is None:
        known = reading.arrivals[unit.owner] = Unit(unit.owner, unit.kind, reading.order.to)
    return known


def drive_out(fight: Fight) -> tuple[Dislodged, ...]:
    """The dislodged units with their ways of retreat, in map order."""
    if not fight.routed:
        return ()
    closed = fight.closed()
    units = fight.units
    return tuple(
        [
            Dislodged(units[i], units[by].name, ways_out(fight, i, by, closed))
            for i, by in sorted(fight.routed.items())
        ]
    )


def ways_out(fight: Fight, i: int, by: int, closed: set[int]) -> tuple[str, ...]:
    """Where a dislodged unit may go: any region it reaches that is empty, without a standoff, and not where
    the attacker came from, unless that came by convoy (DATC 4.A.5)."""
    unit = fight.units[i]
    origin = -1 if by in fight.battle.chains else fight.battle.loc[by]
    exits = fight.board.exits[unit.kind][unit.place]
    return tuple([place for place, p in exits if p not in closed and p != origin])
