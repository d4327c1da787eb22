"""The movement phase: sheets to orders, the battle, who stands where after it. Decisions are `contest`'s, sentences `reasons`'."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.aftermath import apply
from adjudicator.board import Board, Field
from adjudicator.contest.fight import Fight
from adjudicator.contest.reasons import Misfit, write_entries
from adjudicator.legality import Verdict, judge
from adjudicator.orders import Order
from adjudicator.outcomes import Report
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Variant


class Muster:
    """The orders of all sheets sorted out: for each unit the one that counts, and the lines that are for no unit."""

    __slots__ = ("field", "misfits", "orders", "problems", "written")

    def __init__(self, variant: Variant, board: Board, units: tuple[Unit, ...], sheets: Sheets) -> None:
        self.field = field = Field(board, units)
        n = len(units)
        self.orders: list[Order | None] = [None] * n  # what counts
        self.written: list[Order | None] = [None] * n  # what was written, if it is illegal
        self.problems: dict[int, str] = {}
        self.misfits: list[Misfit] = []
        at, orders, read = field.at, self.orders, board.read
        objecting = bool(variant.rulebook.having("objection"))
        for power, lines in sheets.items():
            for text in lines:
                reading = read(text)
                if reading.__class__ is str:
                    self.misfits.append(Misfit(power, None, text.strip(), reading))
                    continue
                if reading.sure and not objecting:  # type: ignore[union-attr]
                    i = at[reading.province]  # type: ignore[union-attr, index]
                    if i >= 0:
                        unit = units[i]
                        if (
                            unit.place == reading.region  # type: ignore[union-attr]
                            and unit.kind == reading.kind  # type: ignore[union-attr]
                            and (unit.controller or unit.owner) == power
                        ):
                            aim = reading.aim  # type: ignore[union-attr]
                            if aim is not None:
                                j = at[aim]
                                if j < 0 or units[j].place != reading.aim_region or units[j].kind != reading.aim_kind:  # type: ignore[union-attr]
                                    self._weigh(variant, power, reading.order)  # type: ignore[union-attr]
                                    continue
                            orders[i] = reading.order  # type: ignore[union-attr]
                            if self.problems:
                                self.problems.pop(i, None)
                            continue
                self._weigh(variant, power, reading.order)  # type: ignore[union-attr]

    def _weigh(self, variant: Variant, power: str, order: Order) -> None:
        verdict = judged(variant, order, power, self.field)
        if verdict.unit is None:
            notation = self.field.board.notation
            unit = notation.piece_text(order.unit) if order.unit else None
            self.misfits.append(Misfit(power, unit, notation.write(order), verdict.problem or ""))
            return
        i = self.field.units.index(verdict.unit)
        self.problems.pop(i, None)
        if verdict.problem is None:
            self.orders[i] = verdict.order
        else:
            self.orders[i] = None
            self.written[i] = verdict.order
            self.problems[i] = verdict.problem


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

    def passed_over(self, _variant: Variant, position: Position) -> Position:
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

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; of two lines for one unit the later counts."""
        field = variant.field(position, power)
        notation = field.board.notation
        found: list[Reading] = []
        latest: dict[str, int] = {}
        for text in lines:
            reading = field.board.read(text)
            if isinstance(reading, str):
                found.append(Reading(text, None, None, ok=False, problem=reading))
                continue
            verdict = judged(variant, reading.order, power, field)
            unit = verdict.unit.name if verdict.unit else None
            if unit is not None:
                if unit in latest:
                    earlier = found[latest[unit]]
                    found[latest[unit]] = Reading(
                        earlier.text, earlier.order, unit, ok=False, problem="a later line orders the same unit, and counts"
                    )
                latest[unit] = len(found)
            order = notation.write(verdict.order)
            found.append(Reading(text, order, unit, ok=verdict.problem is None, problem=verdict.problem))
        return found

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Adjudicate the movement of all units."""
        board = variant.board(position)
        muster = Muster(variant, board, position.units, sheets)
        fight = Fight(board, position.units, muster.orders, variant.rulebook)
        dislodged = drive_out(fight)
        after = Position(
            position.variant, position.turn, march(fight), position.centers, dislodged, position.assignment, position.seed,
            position.options, position.memory, None, None,
        )  # fmt: skip
        reports: tuple[Report, ...] = ()
        for rule in variant.rulebook.having("aftermath"):
            after, more = apply(after, rule.aftermath(fight, after))
            reports += more
        return Resolution(after, lambda: write_entries(variant.ids, fight, muster, dislodged), reports, dislodged)


def march(fight: Fight) -> tuple[Unit, ...]:
    """The units that stand on the board after the battle, in map order; the dislodged are not among them."""
    battle, units, goals = fight.battle, fight.units, fight.goals
    values, act, into, loc = battle.values, battle.act, battle.into, battle.loc
    make = fight.board.unit
    placed = []
    for i, unit in enumerate(units):
        if act[i] == 1 and values[i] == 1:
            if unit.marks or unit.controller:
                moved = Unit(unit.owner, unit.kind, goals[i] or unit.place, unit.controller, unit.marks)
            else:
                moved = make(unit.owner, unit.kind, goals[i])  # type: ignore[arg-type]
            placed.append((battle.dest[i], i, moved))
        elif loc[i] not in into or fight.conqueror(i) is None:
            placed.append((loc[i], i, unit))
    placed.sort()
    return tuple([u for _, _, u in placed])


def drive_out(fight: Fight) -> tuple[Dislodged, ...]:
    """The dislodged units with their ways of retreat, in map order."""
    battle = fight.battle
    victims = []
    for i in range(battle.n):
        if battle.loc[i] in battle.into and not (battle.act[i] == 1 and battle.values[i] == 1):
            by = fight.conqueror(i)
            if by is not None:
                victims.append((battle.loc[i], i, by))
    if not victims:
        return ()
    closed = fight.closed()
    return tuple([Dislodged(fight.units[i], fight.units[by].name, ways_out(fight, i, by, closed)) for _, i, by in sorted(victims)])


def ways_out(fight: Fight, i: int, by: int, closed: frozenset[int]) -> tuple[str, ...]:
    """Where a dislodged unit may go: any region it reaches that is empty, without a standoff, and not where the attacker
    came from, unless that came by convoy (DATC 4.A.5)."""
    chart, unit = fight.board.chart, fight.units[i]
    barred = closed if by in fight.battle.chains else closed | {fight.battle.loc[by]}
    goals = fight.board.reach[unit.kind][chart.region[unit.place]]
    return tuple(sorted(chart.regions[r] for r in goals if chart.province_of[r] not in barred))


