"""The retreat phase of stdip: what is ordered in it, retreats, Cardassians leaving of their own will, the
Borg's choice, what that does to infiltrations (section 1, steps 7 and 8; Car 4; C-c; M-y)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.orders import DISBAND, MOVE, REMOVE, RETREAT, Order, Piece
from adjudicator.outcomes import ILLEGAL, Entry, Report
from adjudicator.position import Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.stdip import borg, infiltrations
from adjudicator.variants.stdip.borg import BORG
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.knowledge import alive
from adjudicator.variants.stdip.law import DOMINION, is_kind
from adjudicator.variants.stdip.marks import CHOOSE
from adjudicator.variants.stdip.memory import ASSIMILATED, HELD, memory_of, remember
from adjudicator.variants.stdip.retreating import Choice, Mover, Told, goal_of, movers, settle
from adjudicator.variants.stdip.sheets import CLOAK, GM, ROMULAN, Line, read_lines
from adjudicator.variants.stdip.tidings import Scribe


class Retreats:
    """The retreat phase."""

    name = "retreats"

    def due(self, variant: Variant, position: Position) -> bool:
        """In every season of a watched year (R-j); otherwise if somebody is awaited."""
        return bool(memory_of(position).watched or self.awaited(variant, position))

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Nobody was dislodged, assimilated or free to leave."""
        return position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Owners of publicly dislodged units, the Borg if it assimilated, the Cardassian if a unit
        publicly held, and always the Romulan and the Dominion while alive (R-j, M-u)."""
        owed = {d.unit.owner for d in position.dislodged if CLOAK not in d.unit.marks}
        if any(ASSIMILATED in u.tags for u in position.units):
            owed.add(BORG)
        if any(HELD in u.tags for u in position.units):
            owed.add(CARDASSIAN)
        owed |= {p for p in (ROMULAN, DOMINION) if alive(position, p)}
        return [p for p in variant.ids if p in owed]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> its retreats and disbanding; for the Borg also what it may choose."""
        board = variant.board(position)
        menu: dict[str, list[str]] = {}
        for mover in movers(position):
            if mover.unit.commander == power:
                name = mover.unit.name
                menu[name] = [*(f"{name} R {way}" for way in mover.ways), f"{name} D"]
        if power == BORG:
            for unit in position.units:
                if ASSIMILATED in unit.tags:
                    options = borg.choices(unit, board)
                    if options:
                        menu[unit.plain] = [f"CHOOSE {o}" for o in options]
        return menu

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; of two lines for one unit the later counts."""
        board = variant.board(position)
        read, bad = read_lines(board, power, lines)
        by_number = {line.number: line for line in read}
        problems = iter(bad)
        found: list[Reading] = []
        latest: dict[str, int] = {}
        for number, text in enumerate(lines):
            line = by_number.get(number)
            if line is None:
                found.append(Reading(text, None, None, ok=False, problem=next(problems).problem))
                continue
            mover, choice = judged(line, position, board)
            unit = mover.name if mover is not None else None
            if unit is not None:
                if unit in latest:
                    old = found[latest[unit]]
                    later = "a later line orders the same unit, and counts"
                    found[latest[unit]] = Reading(old.text, old.order, unit, ok=False, problem=later)
                latest[unit] = len(found)
            found.append(Reading(text, choice.text, unit, ok=choice.problem is None, problem=choice.problem))
        return found

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Retreat, then turn the assimilated into Borg and pass infiltrations on."""
        position = infiltrations.fresh(position)
        board = variant.board(position)
        chosen: dict[Unit, Choice] = {}
        named: dict[Unit, str] = {}
        entries: list[Entry] = []
        for power in sorted(sheets):
            read, bad = read_lines(board, power, sheets[power])
            entries += [_misfit(power, m.unit, m.text, m.problem) for m in bad]
            for line in read:
                unit, choice = judged(line, position, board)
                if unit is None or (line.order.verb == CHOOSE and choice.problem):
                    text = f"{line.order.unit.kind} {line.order.unit.place}" if line.order.unit else None
                    entries.append(_misfit(power, text, choice.text, choice.problem or ""))
                elif line.order.verb == CHOOSE:
                    named[unit] = choice.text.removeprefix("CHOOSE ")
                    entries.append(
                        Entry(BORG, unit.plain, choice.text, (), "The Borg names the kind (B-g).", (BORG, GM))
                    )
                else:
                    chosen[unit] = choice
        settled = settle(position, board, chosen)
        scribe = Scribe(variant, position, board)
        entries = [*scribe.entries(settled, chosen), *entries]
        reports = list(scribe.reports)
        after = _moved(position, board, settled, chosen)
        known = scribe.known(settled, chosen)
        after = _assimilate(after, board, named, reports)
        gone = [m.unit for m, t in settled if t.fate == "gone"]
        after, spied = infiltrations.after_retreats(after, gone, settled_voluntary(settled))
        reports += spied
        memory = msgspec.structs.replace(memory_of(after), known=known)
        done = tuple(entries)
        return Resolution(remember(after, memory), lambda: done, tuple(reports))


def settled_voluntary(settled: Sequence[tuple[Mover, Told]]) -> frozenset[Unit]:
    """The units that left or perished of their own will: an infiltration on them passes on by lot (C-c,
    M-f)."""
    return frozenset(m.unit for m, t in settled if m.voluntary and t.fate == "gone")


def _misfit(power: str, unit: str | None, text: str, problem: str) -> Entry:
    return Entry(power, unit, text, (ILLEGAL,), f"This order does not count: {problem}.", (power, GM))


# -- what counts --
def judged(line: Line, position: Position, board: Board) -> tuple[Unit | None, Choice]:
    """The unit a line is for, and the order it makes; judged by what was offered."""
    order, power = line.order, line.power
    text = board.notation.write(order)
    if order.unit is None:
        return None, Choice(order, "this is no order for a retreat phase", text)
    if order.verb == CHOOSE:
        return _choice(line, position, board)
    here = board.spot[order.unit.place]
    for mover in movers(position):
        unit = mover.unit
        if board.spot[unit.place] == here and unit.commander == power and is_kind(unit, order.unit.kind):
            return unit, _for_mover(order, mover, board)
    return None, Choice(order, f"no unit of yours may retreat from {board.chart.provinces[here].name}", text)


def _choice(line: Line, position: Position, board: Board) -> tuple[Unit | None, Choice]:
    piece = line.order.unit
    text = board.notation.write(line.order)
    if piece is None or line.power != BORG:
        return None, Choice(line.order, "only the Borg chooses", text)
    for unit in position.units:
        if ASSIMILATED in unit.tags and board.spot[unit.place] == board.spot[piece.place]:
            wanted = f"{piece.kind} {piece.place}"
            options = borg.choices(unit, board)
            problem = (
                None
                if wanted in options
                else f"name one of {', '.join(options)}"
                if options
                else "there is nothing to choose"
            )
            return unit, Choice(line.order, problem, text)
    return None, Choice(line.order, "you have assimilated nothing there", text)


def _for_mover(order: Order, mover: Mover, board: Board) -> Choice:
    unit = mover.unit
    piece = Piece(unit.kind, unit.place, unit.marks)
    if order.verb in {DISBAND, REMOVE}:
        made = Order(DISBAND, piece)
        return Choice(made, None, board.notation.write(made))
    if order.verb not in {RETREAT, MOVE} or order.to is None:
        made = msgspec.structs.replace(order, unit=piece)
        return Choice(made, "it can only retreat (R) or disband (D)", board.notation.write(made))
    there = board.spot[order.to]
    goal = order.to if board.kinds[unit.kind].keeps_coast else board.chart.provinces[there].id
    ways = [w for w in mover.ways if board.spot[w] == there]
    problem = None
    if not ways:
        problem = f"it cannot retreat to {board.chart.provinces[there].name}"
    elif goal not in ways:
        if "/" not in goal and len(ways) == 1:
            goal = ways[0]
        else:
            problem = f"name the coast: {' or '.join(ways)}"
    made = Order(RETREAT, piece, goal)
    return Choice(made, problem, board.notation.write(made))


def _moved(
    position: Position, board: Board, settled: Sequence[tuple[Mover, Told]], chosen: dict[Unit, Choice]
) -> Position:
    units = list(position.units)
    for mover, told in settled:
        if mover.voluntary and told.fate != "stays":
            units.remove(mover.unit)
        if told.fate == "moved":
            units.append(
                msgspec.structs.replace(mover.unit, place=goal_of(chosen[mover.unit]) or mover.unit.place)
            )
    units.sort(key=lambda u: (board.spot[u.place], u.owner))
    return msgspec.structs.replace(position, units=tuple(units), record=None)


def _assimilate(position: Position, board: Board, named: dict[Unit, str], reports: list[Report]) -> Position:
    """Assimilated units become Borg; what was infiltrated among them is lost (Borg 2, Dom 9, B-g)."""
    units = []
    for unit in position.units:
        if ASSIMILATED in unit.tags:
            reports += infiltrations.lost(unit)
            units.append(borg.joined(unit, board, named.get(unit)))
        else:
            units.append(unit)
    return msgspec.structs.replace(position, units=tuple(units), dislodged=())
