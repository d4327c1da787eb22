"""The Winter of stdip: builds, some of them cloaked, disbands, bequests (Rom 9, Car 1, Fer 7, Add 2, M-l,
M-u, M-z)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.adjustments import removal_order
from adjudicator.board import Board
from adjudicator.orders import BUILD, DISBAND, REMOVE, WAIVE, Order, Piece
from adjudicator.outcomes import DESTROYED, EVERYBODY, ILLEGAL, VOID, Entry, Report
from adjudicator.position import Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.stdip import infiltrations
from adjudicator.variants.stdip.cardassian import CARDASSIAN
from adjudicator.variants.stdip.ferengi import contests
from adjudicator.variants.stdip.knowledge import alive, knows_through
from adjudicator.variants.stdip.law import DOMINION, is_kind
from adjudicator.variants.stdip.memory import Known, memory_of, remember
from adjudicator.variants.stdip.season import adjustment, allowance, public_sites, sites
from adjudicator.variants.stdip.sheets import CLOAK, GM, ROMULAN, read_lines
from adjudicator.variants.stdip.veils import ACTIVITY, UNSEEN


def build_orders(board: Board, power: str, site: str) -> list[Order]:
    """What a power may build in a province: an army, on a coast a fleet too; the Cardassian its own kind;
    the Romulan also cloaked (Rom 9)."""
    if power == CARDASSIAN:
        return [Order(BUILD, Piece("C", site))]
    province = board.chart.provinces[board.chart.index[site]]
    places = [f"A {site}"]
    if province.kind == "coast":
        places += [f"F {site}/{c}" for c in province.coasts] or [f"F {site}"]
    pieces = [Piece(kind, place) for kind, _, place in (text.partition(" ") for text in places)]
    found = [Order(BUILD, p) for p in pieces]
    if power == ROMULAN:
        found += [Order(BUILD, msgspec.structs.replace(p, marks=(CLOAK,))) for p in pieces]
    return found


class Ledger:
    """The adjustments of one power as its lines come in: the first that count, up to the number due."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        self.position, self.power, self.board = position, power, variant.board(position)
        self.due = adjustment(variant, position, power)
        self.sites = sites(variant, position, power) if self.due > 0 else []
        self.built: list[Piece] = []
        self.removed: list[Unit] = []
        self.waived = 0

    def enter(self, order: Order) -> tuple[Order, str | None, bool]:
        """Book a line: its canonical order, what is wrong, and whether it is legal but one too many."""
        if order.verb == WAIVE:
            return self._waive(order)
        if order.verb == BUILD and order.unit is not None:
            return self._build(order.unit)
        if order.verb in {REMOVE, DISBAND} and order.unit is not None:
            return self._remove(order.unit)
        return order, "in this phase there are only builds (B), disbands (D) and WAIVE", False

    @property
    def _full(self) -> bool:
        return len(self.built) + self.waived >= self.due

    def _surplus(self) -> str:
        count = abs(self.due)
        what = "build" if self.due > 0 else "disband"
        return f"only {count} {what}{' is' if count == 1 else 's are'} due"

    def _waive(self, order: Order) -> tuple[Order, str | None, bool]:
        if self.due <= 0:
            return order, "there is no build to waive", False
        if self._full:
            return order, self._surplus(), True
        self.waived += 1
        return order, None, False

    def _build(self, piece: Piece) -> tuple[Order, str | None, bool]:
        chart = self.board.chart
        site = piece.place.partition("/")[0]
        name = chart.provinces[chart.index[site]].name
        kind = "C" if self.power == CARDASSIAN and piece.kind in {None, "A", "F", "C"} else piece.kind
        marks = tuple(m for m in piece.marks if m == CLOAK and self.power == ROMULAN)
        place = site if kind in {"A", "C"} else piece.place
        order = Order(BUILD, Piece(kind, place, marks))
        if self.due <= 0:
            return order, "no build is due", False
        if site not in self.sites:
            where = (
                "an empty centre of yours" if self.power == CARDASSIAN else "an empty home centre of yours"
            )
            return order, f"{name} is not {where}", False
        if order not in build_orders(self.board, self.power, site):
            coasts = chart.provinces[chart.index[site]].coasts
            how = (
                f"name the coast: {' or '.join(f'{site}/{c}' for c in coasts)}"
                if coasts and kind == "F"
                else ""
            )
            return order, how or f"that unit cannot be built in {name}", False
        if any(b.place.partition("/")[0] == site for b in self.built):
            return order, f"one unit is built in {name} already", True
        if self._full:
            return order, self._surplus(), True
        if order.unit is not None:
            self.built.append(order.unit)
        return order, None, False

    def _remove(self, piece: Piece) -> tuple[Order, str | None, bool]:
        order = Order(REMOVE, piece)
        spot = self.board.spot
        for unit in self.position.units:
            if (
                unit.owner == self.power
                and spot[unit.place] == spot[piece.place]
                and is_kind(unit, piece.kind)
            ):
                order = Order(REMOVE, Piece(unit.kind, unit.place, unit.marks))
                if self.due >= 0:
                    return order, "no disband is due", False
                if unit in self.removed:
                    return order, "that unit is disbanded already", True
                if len(self.removed) >= -self.due:
                    return order, self._surplus(), True
                self.removed.append(unit)
                return order, None, False
        return order, f"you have no such unit in {self.board.chart.provinces[spot[piece.place]].name}", False


class Winter:
    """The adjustment phase."""

    name = "adjustments"

    def due(self, variant: Variant, position: Position) -> bool:
        """In every watched year (R-j); otherwise if anybody may build or must disband."""
        return bool(memory_of(position).watched) or any(adjustment(variant, position, p) for p in variant.ids)

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Nothing is due."""
        return position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Who must disband, who may build and has a site on the public board (M-u), and always the
        Romulan and the Dominion while alive (R-j); a Romulan without centres only if it has a visible
        unit (M-z)."""
        found = []
        for power in variant.ids:
            if power == ROMULAN:
                owns = ROMULAN in position.centers.values()
                visible = any(u.owner == ROMULAN and CLOAK not in u.marks for u in position.units)
                due = owns or visible
            else:
                units = sum(1 for u in position.units if u.owner == power)
                free = allowance(position, power) - units
                due = free < 0 or (free > 0 and bool(public_sites(variant, position, power)))
                due = due or (power == DOMINION and alive(position, power))
            if due:
                found.append(power)
        return found

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> the order to build or disband it; `WAIVE`."""
        ledger = Ledger(variant, position, power)
        write = ledger.board.notation.write
        if ledger.due < 0:
            return {u.name: [f"D {u.name}"] for u in position.units if u.owner == power}
        if ledger.due == 0:
            return {}
        orders = [o for site in ledger.sites for o in build_orders(ledger.board, power, site)]
        menu = {ledger.board.notation.piece_text(o.unit): [write(o)] for o in orders if o.unit is not None}
        return menu | {"WAIVE": ["WAIVE"]}

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; the first that are due count."""
        ledger = Ledger(variant, position, power)
        read, bad = read_lines(ledger.board, power, lines)
        by_number = {line.number: line for line in read}
        problems = iter(bad)
        found = []
        for number, text in enumerate(lines):
            line = by_number.get(number)
            if line is None:
                found.append(Reading(text, None, None, ok=False, problem=next(problems).problem))
                continue
            order, problem, _ = ledger.enter(line.order)
            unit = ledger.board.notation.piece_text(order.unit) if order.unit else None
            written = ledger.board.notation.write(order)
            found.append(Reading(text, written, unit, ok=problem is None, problem=problem))
        return found

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Build and disband; who does not order disbands loses the units farthest from home (M-z)."""
        position = infiltrations.fresh(position)
        board = variant.board(position)
        clerk = Clerk(variant, position, board)
        for power in variant.ids:
            clerk.adjust(power, sheets.get(power, ()))
        units = [u for u in position.units if u not in clerk.gone] + clerk.built
        units.sort(key=lambda u: (board.spot[u.place], u.owner))
        after = msgspec.structs.replace(position, units=tuple(units), record=None)
        memory = msgspec.structs.replace(memory_of(after), known=clerk.known())
        after, reports = infiltrations.after_winter(remember(after, memory), clerk.gone)
        entries = tuple(clerk.entries)
        return Resolution(after, lambda: entries, (*clerk.reports, *reports))


class Clerk:
    """Carries out the adjustments and writes them for their audiences (R-f, M-r)."""

    def __init__(self, variant: Variant, position: Position, board: Board) -> None:
        self.variant, self.position, self.board = variant, position, board
        self.memory = memory_of(position)
        self.entries: list[Entry] = []
        self.reports: list[Report] = []
        self.built: list[Unit] = []
        self.gone: list[Unit] = []
        self._found: list[tuple[str, Known]] = []
        self._lost: list[tuple[str, Unit]] = []

    def adjust(self, power: str, texts: Sequence[str]) -> None:
        """The adjustments of one power."""
        ledger = Ledger(self.variant, self.position, power)
        read, bad = read_lines(self.board, power, texts)
        for misfit in bad:
            self._misfit(power, None, misfit.text, (ILLEGAL,), misfit.problem)
        for line in read:
            order, problem, surplus = ledger.enter(line.order)
            text = self.board.notation.write(order)
            unit = f"{order.unit.kind} {order.unit.place}" if order.unit else None
            if problem is not None:
                self._misfit(power, unit, text, (VOID,) if surplus else (ILLEGAL,), problem)
            elif order.verb == WAIVE:
                audience = (power, GM) if power == ROMULAN else (EVERYBODY,)
                self.entries.append(Entry(power, None, text, (), "The build is waived.", audience))
        spot = self.board.spot
        for piece in sorted(ledger.built, key=lambda p: spot[p.place]):
            self._build(Unit(power, piece.kind or "A", piece.place, None, piece.marks))
        for gone in sorted(ledger.removed, key=lambda u: (spot[u.place], u.owner)):
            self._disband(gone, (), "The unit is disbanded.")
        missing = -ledger.due - len(ledger.removed)
        rest = [u for u in self.position.units if u.owner == power and u not in ledger.removed]
        if missing > 0:
            for gone in removal_order(self.variant, self.position, power, rest)[:missing]:
                self._disband(
                    gone,
                    (DESTROYED,),
                    "No disband was ordered, so the unit farthest from the centres goes (M-z).",
                )

    def _misfit(self, power: str, unit: str | None, text: str, words: tuple[str, ...], problem: str) -> None:
        because = f"This order does not count: {problem}."
        self.entries.append(Entry(power, unit, text, words, because, (power, GM)))

    def _build(self, unit: Unit) -> None:
        site = self.board.spot[unit.place]
        if any(self.board.spot[u.place] == site and contests(u, unit) for u in self.position.units):
            self._write(
                unit, f"B {unit.name}", (VOID, ACTIVITY), UNSEEN
            )  # only a cloaked unit can be there (N-c)
            return
        self.built.append(unit)
        self._write(unit, f"B {unit.name}", (), "The unit is built.")
        if CLOAK in unit.marks:
            province = self._province(unit)
            self._found += [
                (
                    v,
                    Known(
                        unit.owner,
                        unit.kind,
                        unit.place,
                        self.position.turn,
                        self.memory.covered[v][province],
                    ),
                )
                for v in self._watchers(unit)
            ]

    def _disband(self, unit: Unit, words: tuple[str, ...], because: str) -> None:
        self.gone.append(unit)
        self._write(unit, f"D {unit.name}", words, because)
        if CLOAK in unit.marks:
            self._lost += [(v, unit) for v in self._watchers(unit)]

    def _write(self, unit: Unit, text: str, words: tuple[str, ...], because: str) -> None:
        audience: tuple[str, ...] = (EVERYBODY,)
        if CLOAK in unit.marks:
            watchers = self._watchers(unit)
            insiders = [v for v in self.variant.ids if knows_through(unit, v) and v not in watchers]
            audience = (*insiders, *watchers, GM)
            fields = {"unit": unit.plain, "at": unit.place, "order": text}
            self.reports += [Report(v, "build_detected", dict(fields)) for v in watchers]
        self.entries.append(Entry(unit.owner, unit.plain, text, words, because, audience))

    def _watchers(self, unit: Unit) -> list[str]:
        """Whose Fall sensing covers the space of a cloaked build or disband (Rom 9, R-f)."""
        province = self._province(unit)
        return [v for v in self.variant.ids if v != unit.owner and province in self.memory.covered.get(v, {})]

    def _province(self, unit: Unit) -> str:
        return self.board.chart.provinces[self.board.spot[unit.place]].id

    def known(self) -> dict[str, tuple[Known, ...]]:
        """What every viewer knows of cloaked units after Winter. One disbanded unseen stays on the board
        (M-y)."""
        known = {v: list(ks) for v, ks in self.memory.known.items()}
        for viewer, unit in self._lost:
            held = known.get(viewer, [])
            held[:] = [k for k in held if (k.owner, k.plain) != (unit.owner, unit.plain)]
        for viewer, found in self._found:
            known.setdefault(viewer, []).append(found)
        return {v: tuple(ks) for v, ks in sorted(known.items()) if ks}
