"""Whose order counts for which unit, and with what status (section 1, steps 1-3). What the orders then do
is `battle`'s.

Placements, take-overs, the Enterprise, traders and cloaks are settled here; each order is judged by what
its writer knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from adjudicator.board import Board, Reading
from adjudicator.notation import Notation
from adjudicator.orders import HOLD, Order, Piece
from adjudicator.outcomes import Report
from adjudicator.position import Position, Unit
from adjudicator.variants.stdip import cardassian, federation
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.federation import FEDERATION
from adjudicator.variants.stdip.ferengi import FERENGI, MILITARY, TRADER, may_arm
from adjudicator.variants.stdip.law import DOMINION, Law, Ruling, is_kind
from adjudicator.variants.stdip.marks import PLACE
from adjudicator.variants.stdip.memory import INFILTRATED, Memory, memory_of

ROMULAN = "romulan"
GM = "gm"
CLOAK, ENTERPRISE, SEIZED = "I", "E", "D"


class Line(msgspec.Struct, frozen=True):
    """A line of a sheet as it was read: who wrote it, as which line of the sheet, its text, the order in
    it."""

    power: str
    number: int
    text: str
    order: Order


class Misfit(msgspec.Struct, frozen=True):
    """A line that is for no unit of its writer, or cannot be read: told to its writer alone (M-v)."""

    power: str
    unit: str | None
    text: str
    problem: str


class Command(msgspec.Struct, frozen=True):
    """What one unit does this season.

    `unit` carries this season's status marks; `order` is None if it holds; `written` the order as posted;
    `by` who gave it; `line` where in that sheet it stood; `problem` if it was illegal; `opens` if it
    could open the wormhole; `enterprise`; `superseded`: the owner's order that the Dominion's replaced;
    `refused`: it may not turn military; `through`: it has just found the wormhole, and goes through it."""

    unit: Unit
    order: Order | None
    written: Order
    by: str
    line: int = 0
    problem: str | None = None
    opens: bool = False
    enterprise: bool = False
    superseded: Order | None = None
    refused: bool = False
    through: bool = False


class Orders(msgspec.Struct, frozen=True):
    """All sheets sorted out: a command for each unit, the lines for none, what the take-overs tell,
    whether the Enterprise is now used."""

    commands: tuple[Command, ...]
    misfits: tuple[Misfit, ...]
    reports: tuple[Report, ...]
    enterprise_used: bool
    spied: str | None = None


def read_lines(board: Board, power: str, texts: Iterable[str]) -> tuple[list[Line], list[Misfit]]:
    """The lines of one sheet."""
    lines, misfits = [], []
    for number, text in enumerate(texts):
        reading = board.read(text)
        if isinstance(reading, Reading):
            lines.append(Line(power, number, text, reading.order))
        else:
            misfits.append(Misfit(power, None, text.strip(), reading))
    return lines, misfits


class Muster:
    """Sorts out the sheets of one movement phase.

    `law(power)` judges by what that power knows; `units` are all units, first placements included."""

    def __init__(
        self, position: Position, units: tuple[Unit, ...], board: Board, law: Callable[[str], Law]
    ) -> None:
        self.position, self.units, self.board = position, units, board
        self.memory: Memory = memory_of(position)
        self._law = law
        self._laws: dict[str, Law] = {}
        self._at: dict[int, list[int]] = {}
        for i, unit in enumerate(units):
            self._at.setdefault(board.spot[unit.place], []).append(i)
        self.misfits: list[Misfit] = []
        self.reports: list[Report] = []

    def law(self, power: str) -> Law:
        """The law as that power sees it."""
        known = self._laws.get(power)
        if known is None:
            known = self._laws[power] = self._law(power)
        return known

    def sort(self, lines: Sequence[Line]) -> Orders:
        """Decide whose order counts for every unit."""
        own: dict[int, Line] = {}
        seizing: dict[int, Line] = {}
        marks = 0
        for line in lines:
            if line.order.unit is None:
                if line.order.verb != PLACE:
                    self._misfit(line, "this is no order for a unit; it has no place in a movement phase")
                continue
            if line.power == FEDERATION and ENTERPRISE in line.order.unit.marks:
                marks += 1
            self._assign(line, own, seizing)
        rulings = {i: self._judge(i, own[i]) for i in own}
        enterprise = self._enterprise(own, rulings) if marks == 1 else None
        commands = []
        for i, unit in enumerate(self.units):
            if i in seizing and i != enterprise:
                commands.append(self._seized(i, seizing[i], own.get(i)))
            else:
                own_unit = self._takeover_failed(unit) if i in seizing else unit
                commands.append(self._owned(own_unit, own.get(i), rulings.get(i), enterprise=i == enterprise))
        used = self.memory.enterprise_used or enterprise is not None
        return Orders(tuple(commands), tuple(self.misfits), tuple(self.reports), used)

    # -- which unit a line is for --
    def _assign(self, line: Line, own: dict[int, Line], seizing: dict[int, Line]) -> None:
        piece = line.order.unit
        if piece is None:
            return
        if line.power == DOMINION and SEIZED in piece.marks:
            known = self.position.units  # a unit placed only now is not known to be infiltrated (Dom 8)
            i = self._find(piece, lambda u: u.owner != DOMINION and INFILTRATED in u.tags and u in known)
            if i is not None:
                seizing[i] = line
                return
        i = self._find(piece, lambda u: u.owner == line.power)
        if i is not None:
            own[i] = line
        elif line.power == DOMINION and SEIZED in piece.marks:
            text = piece_name(piece)
            self.reports.append(Report(DOMINION, "takeover_dropped", {"unit": text}))
            self._misfit(line, "the unit is not infiltrated, so the take-over is dropped")
        else:
            kind = f"{self.board.kinds[piece.kind].name}" if piece.kind else "unit"
            name = self.board.chart.provinces[self.board.spot[piece.place]].name
            self._misfit(line, f"you have no {kind} in {name}")

    def _find(self, piece: Piece, fits: Callable[[Unit], bool]) -> int | None:
        for i in self._at.get(self.board.spot[piece.place], ()):
            unit = self.units[i]
            if fits(unit) and is_kind(unit, piece.kind) and piece.owner in {None, unit.owner}:
                return i
        return None

    def _misfit(self, line: Line, problem: str) -> None:
        unit = piece_name(line.order.unit) if line.order.unit else None
        self.misfits.append(Misfit(line.power, unit, self.board.notation.write(line.order), problem))

    # -- what it is worth --
    def _judge(self, i: int, line: Line) -> Ruling:
        """The ruling on an order, with the status the unit has under it."""
        unit = self.units[i]
        marks = line.order.unit.marks if line.order.unit else ()
        return self.law(line.power).judge(line.order, unit, trader=self._trades(unit, marks))

    def _trades(self, unit: Unit, marks: Sequence[str]) -> bool:
        """Is the unit a trader under an order with these marks (T-a, M-q)?"""
        if unit.owner != FERENGI:
            return False
        if TRADER in marks:
            return True
        return TRADER in unit.marks and (
            MILITARY not in marks or not may_arm(unit, self.units, self.board.spot)
        )

    def _enterprise(self, own: dict[int, Line], rulings: dict[int, Ruling]) -> int | None:
        """The unit validly marked, if any (F-a, M-b)."""
        for i, line in own.items():
            if (
                line.power == FEDERATION
                and line.order.unit is not None
                and ENTERPRISE in line.order.unit.marks
            ):
                ruling = rulings[i]
                order = ruling.order if ruling.problem is None else None
                centres = federation.owns(self.position.centers)
                used = self.memory.enterprise_used
                allowed = federation.may_mark(self.units[i], order, centres, used=used, board=self.board)
                return i if allowed else None
        return None

    def _owned(self, unit: Unit, line: Line | None, ruling: Ruling | None, *, enterprise: bool) -> Command:
        if line is None or ruling is None:
            return Command(unit, None, Order(HOLD, _posted(unit)), unit.owner)
        return self._command(unit, line, ruling, enterprise=enterprise)

    def _command(self, unit: Unit, line: Line, ruling: Ruling, *, enterprise: bool = False) -> Command:
        marks = line.order.unit.marks if line.order.unit else ()
        fixed, arms, refused = self._status(unit, marks)
        extra = (ENTERPRISE,) if enterprise else (MILITARY,) if arms else ()
        written = msgspec.structs.replace(ruling.order, unit=_posted(fixed, extra))
        problem = ruling.problem
        if refused and ruling.order.verb in {"support", "scan"}:
            written, problem = Order(HOLD, _posted(fixed)), None  # M-q
            return Command(fixed, None, written, line.power, line.number, refused=True)
        order = None if problem is not None or written.verb == HOLD else written
        return Command(
            fixed,
            order,
            written,
            line.power,
            line.number,
            problem,
            ruling.opens,
            enterprise=enterprise,
            refused=refused,
        )

    def _status(self, unit: Unit, marks: Sequence[str]) -> tuple[Unit, bool, bool]:
        """The unit with this season's marks; whether it turns military; whether that was refused (T-a,
        R-e, M-c)."""
        if unit.owner == ROMULAN:
            return msgspec.structs.replace(unit, marks=(CLOAK,) if CLOAK in marks else ()), False, False
        if unit.owner != FERENGI:
            return unit, False, False
        trades = self._trades(unit, marks)
        was = TRADER in unit.marks
        refused = was and trades and MILITARY in marks and TRADER not in marks
        return msgspec.structs.replace(unit, marks=(TRADER,) if trades else ()), was and not trades, refused

    # -- take-overs (Dom 2-7, section 1 step 2) --
    def _seized(self, i: int, line: Line, owners: Line | None) -> Command:
        unit = self.units[i]
        marks = tuple(
            m for m in (line.order.unit.marks if line.order.unit else ()) if m not in {SEIZED, ENTERPRISE}
        )
        piece = Piece(unit.kind, unit.place, marks)
        order = msgspec.structs.replace(line.order, unit=piece)
        line = msgspec.structs.replace(line, order=order)
        ruling = self.law(DOMINION).judge(order, unit, trader=self._trades(unit, marks))
        freed = msgspec.structs.replace(
            unit, controller=DOMINION, tags=tuple(t for t in unit.tags if t != INFILTRATED)
        )
        command = self._command(freed, line, ruling)
        replaced = self._judge(i, owners).order if owners is not None else Order(HOLD, _posted(unit))
        text = self.board.notation.write(replaced)
        self.reports.append(Report(unit.owner, "taken_over", {"unit": unit.plain, "order": text}))
        return msgspec.structs.replace(command, superseded=replaced if owners is not None else None)

    def _takeover_failed(self, unit: Unit) -> Unit:
        self.reports.append(Report(FEDERATION, "takeover_failed", {"unit": unit.plain}))
        return msgspec.structs.replace(unit, tags=tuple(t for t in unit.tags if t != INFILTRATED))


def _posted(unit: Unit, extra: tuple[str, ...] = ()) -> Piece:
    """The unit as its order is posted: with its status marks, never with the Dominion's."""
    return Piece(unit.kind, unit.place, tuple(sorted({*unit.marks, *extra})))


def piece_name(piece: Piece) -> str:
    """A unit as written, without marks."""
    return f"{piece.kind} {piece.place}" if piece.kind else piece.place


def place_cardassians(
    position: Position, board: Board, lines: Sequence[Line]
) -> tuple[list[Unit], list[Misfit], str | None]:
    """The first Cardassian units where they were placed, the placements that did not count, and which
    unit is infiltrated (Car 2, Dom 8, C-b, D-g)."""
    memory = memory_of(position)
    orders = [line.order for line in lines if line.power == CARDASSIAN and line.order.verb == PLACE]
    strangers = [line for line in lines if line.order.verb == PLACE and line.power != CARDASSIAN]
    misfits = [
        Misfit(s.power, None, board.notation.write(s.order), "there is nothing for you to place")
        for s in strangers
    ]
    if not memory.unplaced:
        misfits += [
            Misfit(CARDASSIAN, None, board.notation.write(o), "there is nothing left to place")
            for o in orders
        ]
        return [], misfits, None
    country = position.assignment[CARDASSIAN]
    wishes = [(int(o.rest[0]), o.to or "") for o in orders]
    found = cardassian.placed(board.chart, country, wishes, memory.unplaced)
    for number, province in cardassian.misplaced(country, wishes, found):
        text = f"place {number}: {province}"
        misfits.append(Misfit(CARDASSIAN, None, text, "the unit cannot be placed there"))
    units, spied = [], None
    for number, province in found.items():
        tags = (INFILTRATED,) if memory.spied == number else ()
        units.append(Unit(CARDASSIAN, "C", province, tags=tags))
        if tags:
            spied = f"C {province}"
    return units, misfits, spied


__all__ = [
    "CLOAK",
    "ROMULAN",
    "Command",
    "Line",
    "Misfit",
    "Muster",
    "Notation",
    "Orders",
    "place_cardassians",
    "read_lines",
]
