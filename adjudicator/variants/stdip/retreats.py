"""The retreat phase of stdip: retreats, Cardassians leaving of their own will, the Borg's choice, what
that does to infiltrations (section 1, steps 7 and 8; Car 4; C-c; M-h; M-s; M-y)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.orders import DISBAND, MOVE, REMOVE, RETREAT, Order, Piece
from adjudicator.outcomes import BOUNCE, DESTROYED, EVERYBODY, ILLEGAL, Entry, Report
from adjudicator.position import Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.stdip import borg, infiltrations
from adjudicator.variants.stdip.borg import BORG
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.ferengi import contests
from adjudicator.variants.stdip.knowledge import alive, knows_through
from adjudicator.variants.stdip.law import DOMINION, is_kind
from adjudicator.variants.stdip.marks import CHOOSE
from adjudicator.variants.stdip.memory import ASSIMILATED, HELD, Known, Memory, memory_of, remember
from adjudicator.variants.stdip.sheets import CLOAK, GM, ROMULAN, Line, read_lines
from adjudicator.variants.stdip.veils import ACTIVITY, PUBLIC, UNSEEN


class Mover(msgspec.Struct, frozen=True):
    """A unit that may move in this phase: dislodged, or (voluntary) a Cardassian that held. `ways`: what
    it is offered."""

    unit: Unit
    ways: tuple[str, ...]
    voluntary: bool = False


class Choice(msgspec.Struct, frozen=True):
    """What was ordered for a mover: canonical order, what is wrong with it."""

    order: Order
    problem: str | None = None
    text: str = ""


class Told(msgspec.Struct, frozen=True):
    """What became of a mover: result words, reason; `fate` is `moved`, `gone` or `stays`; `blame` who
    stood in the way."""

    words: tuple[str, ...]
    because: str
    fate: str
    blame: tuple[Unit, ...] = ()


def movers(position: Position) -> list[Mover]:
    """Everybody who may move, in map order of the position."""
    memory = memory_of(position)
    found = [Mover(d.unit, d.retreats) for d in position.dislodged]
    for unit in position.units:
        if HELD in unit.tags:
            ways = memory.leaves.get(f"{unit.owner} {unit.plain}", ())
            found.append(Mover(unit, ways, voluntary=True))
    return found


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


# -- what comes of it --
def settle(position: Position, board: Board, chosen: dict[Unit, Choice]) -> list[tuple[Mover, Told]]:
    """Carry out all retreats at once. A space counts as free if the Cardassian in it gets away; chains
    and exchanges of those succeed together (Car 4, C-c)."""
    everyone = movers(position)
    memory = memory_of(position)
    going = {m.unit: m for m in everyone if _goal(chosen.get(m.unit)) is not None}
    leaving = {
        m.unit
        for m in everyone
        if m.voluntary and (c := chosen.get(m.unit)) is not None and c.order.verb == DISBAND
    }
    failed: dict[Unit, tuple[Unit, ...]] = {}
    changed = True
    while changed:
        changed = False
        for unit in going:
            if unit in failed:
                continue
            blame = _stopped(unit, going, failed, leaving, position, board, chosen, memory)
            if blame is not None:
                failed[unit] = blame
                changed = True
    return [(m, _told(m, chosen.get(m.unit), failed.get(m.unit), board)) for m in everyone]


def _goal(choice: Choice | None) -> str | None:
    if choice is None or choice.problem is not None or choice.order.verb != RETREAT:
        return None
    return choice.order.to


def _stopped(
    unit: Unit, going: dict[Unit, Mover], failed: dict[Unit, tuple[Unit, ...]], leaving: set[Unit],
    position: Position, board: Board, chosen: dict[Unit, Choice], memory: Memory,
) -> tuple[Unit, ...] | None:  # fmt: skip
    """Who stops this retreat; None if nobody, an empty tuple if a standoff has closed the space."""
    there = board.spot[_goal(chosen[unit]) or ""]
    rivals = tuple(
        o
        for o in going
        if o is not unit and board.spot[_goal(chosen[o]) or ""] == there and contests(o, unit)
    )
    if rivals:
        return rivals
    occupants = [
        u for u in position.units if board.spot[u.place] == there and contests(u, unit) and u is not unit
    ]
    gone = [u for u in occupants if u in leaving or (u in going and u not in failed)]
    staying = tuple(u for u in occupants if u not in gone)
    if staying:
        return staying
    province = board.chart.provinces[there].id
    if province in memory.closed or (gone and province in memory.failed):
        return ()
    return None


def _told(mover: Mover, choice: Choice | None, blame: tuple[Unit, ...] | None, board: Board) -> Told:
    if choice is None:
        if mover.voluntary:
            return Told((), "It stays.", "stays")
        why = (
            "No retreat was ordered, so it is disbanded."
            if mover.ways
            else "It had nowhere to go and is destroyed."
        )
        return Told((DESTROYED,), why, "gone")
    if choice.problem is not None:
        why = f"This order does not count: {choice.problem}."
        if mover.voluntary:
            return Told((ILLEGAL,), f"{why} It stays.", "stays")
        return Told((ILLEGAL, DESTROYED), f"{why} It is disbanded.", "gone")
    if choice.order.verb == DISBAND:
        return Told((), "It leaves the board, as ordered.", "gone")
    place = board.chart.provinces[board.spot[choice.order.to or ""]].name
    if blame is None:
        return Told((), f"It retreats to {place}.", "moved")
    names = " and ".join(f"{u.owner}'s {u.plain}" for u in blame)
    why = (
        f"{names} bars its way to {place}, so it is destroyed."
        if names
        else f"A standoff has closed {place}, so it is destroyed."
    )
    return Told((BOUNCE, DESTROYED), why, "gone", blame)


def _moved(
    position: Position, board: Board, settled: Sequence[tuple[Mover, Told]], chosen: dict[Unit, Choice]
) -> Position:
    units = list(position.units)
    for mover, told in settled:
        if mover.voluntary and told.fate != "stays":
            units.remove(mover.unit)
        if told.fate == "moved":
            units.append(
                msgspec.structs.replace(mover.unit, place=_goal(chosen[mover.unit]) or mover.unit.place)
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


# -- who is told --
class Scribe:
    """Writes a retreat phase for its audiences (R-f, R-i, M-y)."""

    def __init__(self, variant: Variant, position: Position, board: Board) -> None:
        self.variant, self.position, self.board = variant, position, board
        self.memory = memory_of(position)
        self.reports: list[Report] = []

    def detected(self, unit: Unit) -> list[str]:
        """Who detected a cloaked unit this season."""
        return [
            v
            for v in self.variant.ids
            if any((k.owner, k.plain) == (unit.owner, unit.plain) for k in self.memory.known.get(v, ()))
        ]

    def covers(self, viewer: str, region: str) -> bool:
        """Did this viewer's units or centres cover that space this season (R-f, M-r)?"""
        province = self.board.chart.provinces[self.board.spot[region]].id
        owner = self.position.centers.get(province)
        return province in self.memory.covered.get(viewer, {}) or (owner == viewer != ROMULAN)

    def entries(self, settled: Sequence[tuple[Mover, Told]], chosen: dict[Unit, Choice]) -> list[Entry]:
        """Every retreat, as each viewer may know it."""
        found: list[Entry] = []
        for mover, told in settled:
            choice = chosen.get(mover.unit)
            if mover.voluntary and choice is None:
                continue
            text = choice.text if choice is not None else self._none(mover.unit)
            if CLOAK in mover.unit.marks:
                found += self._cloaked(mover.unit, told, text, choice)
            else:
                found += self._open(mover.unit, told, text)
        return found

    def _none(self, unit: Unit) -> str:
        return self.board.notation.write(Order(DISBAND, Piece(unit.kind, unit.place, unit.marks)))

    def _open(self, unit: Unit, told: Told, text: str) -> list[Entry]:
        viewers = (*self.variant.ids, PUBLIC)
        blind = [v for v in viewers if BOUNCE in told.words and not self._explained(told, v, text)]
        if not blind:
            return [Entry(unit.owner, unit.plain, text, told.words, told.because, (EVERYBODY,))]
        sighted = tuple(v for v in viewers if v not in blind)
        words = (*told.words, ACTIVITY)
        return [
            Entry(unit.owner, unit.plain, text, told.words, told.because, (*sighted, GM)),
            Entry(unit.owner, unit.plain, text, words, UNSEEN, tuple(blind), veiled=True),
        ]

    def _explained(self, told: Told, viewer: str, text: str) -> bool:
        """Does what this viewer sees explain why the retreat failed?"""
        if any(self._sees(viewer, u) for u in told.blame):
            return True
        goal = text.rpartition(" ")[2].partition("/")[0]
        return goal in self.memory.looks.get(viewer, ())

    def _sees(self, viewer: str, unit: Unit) -> bool:
        if CLOAK not in unit.marks:
            return True
        return knows_through(unit, viewer) or viewer in self.detected(unit)

    def _cloaked(self, unit: Unit, told: Told, text: str, choice: Choice | None) -> list[Entry]:
        through = tuple(v for v in self.variant.ids if knows_through(unit, v))
        found = [Entry(unit.owner, unit.plain, text, told.words, told.because, (*through, GM))]
        goal = _goal(choice)
        if told.fate == "moved" and goal is not None:
            watchers = [
                v
                for v in self.variant.ids
                if v != unit.owner and (v in self.detected(unit) or self.covers(v, goal))
            ]
            order, words = text, told.words
        else:
            watchers = [v for v in self.detected(unit) if v != unit.owner]
            order, words = self._none(unit), ()
        fields = {
            "unit": unit.plain,
            "at": goal if told.fate == "moved" else None,
            "order": order,
            "result": list(words),
        }
        self.reports += [Report(v, "retreat_detected", dict(fields)) for v in watchers]
        veiled = tuple(v for v in watchers if v not in through)
        if veiled:
            found.append(Entry(unit.owner, unit.plain, order, words, "", veiled, veiled=True))
        return found

    def known(
        self, settled: Sequence[tuple[Mover, Told]], chosen: dict[Unit, Choice]
    ) -> dict[str, tuple[Known, ...]]:
        """What every viewer knows of cloaked units after the retreats."""
        known = {v: list(ks) for v, ks in self.memory.known.items()}
        for mover, told in settled:
            unit = mover.unit
            if CLOAK not in unit.marks:
                continue
            goal = _goal(chosen.get(unit))
            for viewer in self.variant.ids:
                held = known.setdefault(viewer, [])
                was = next((k for k in held if (k.owner, k.plain) == (unit.owner, unit.plain)), None)
                if was is not None:
                    held.remove(was)
                if (
                    told.fate == "moved"
                    and goal is not None
                    and viewer != unit.owner
                    and (was or self.covers(viewer, goal))
                ):
                    by = was.by if was is not None else self._sensors(viewer, goal)
                    held.append(Known(unit.owner, unit.kind, goal, self.position.turn, by))
        for unit in self.position.units:
            if ASSIMILATED in unit.tags:
                for held in known.values():
                    held[:] = [k for k in held if (k.owner, k.plain) != (unit.owner, unit.plain)]
        return {v: tuple(ks) for v, ks in sorted(known.items()) if ks}

    def _sensors(self, viewer: str, region: str) -> tuple[str, ...]:
        province = self.board.chart.provinces[self.board.spot[region]].id
        return self.memory.covered.get(viewer, {}).get(province, (province,))
