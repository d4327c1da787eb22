"""The adjustment phase: builds, disbands, what happens to powers that do not order them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.legality import Verdict
from adjudicator.notation import shortened
from adjudicator.orders import BUILD, DISBAND, REMOVE, WAIVE, Order, Piece
from adjudicator.outcomes import DESTROYED, ILLEGAL, VOID, Entry
from adjudicator.position import Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant


def owned(position: Position, power: str) -> list[str]:
    """The centres of a power, by id."""
    return sorted(c for c, owner in position.centers.items() if owner == power)


def centres_less_units(variant: Variant, position: Position, power: str) -> int:
    """Builds (+) or disbands (-) due: centres less units; builds no more than there are free sites."""
    due = list(position.centers.values()).count(power) - [u.owner for u in position.units].count(power)
    return min(due, len(variant.sites(variant, position, power))) if due > 0 else due


def home_sites(variant: Variant, position: Position, power: str) -> list[str]:
    """The empty home centres a power still owns, in map order."""
    taken = {u.place.partition("/")[0] for u in position.units}
    country = position.assignment.get(power, power)
    return [
        p.id
        for p in variant.chart.provinces
        if p.centre and p.home == country and position.centers.get(p.id) == power and p.id not in taken
    ]


def build_orders(variant: Variant, board: Board, site: str) -> list[Order]:
    """The units that can be built in a province: an army on land, a fleet on a coast (with its coast
    named)."""
    province = board.chart.provinces[board.chart.index[site]]
    found = []
    for kind in variant.kinds.values():
        if not kind.keeps_coast:
            found.append(Order(BUILD, Piece(kind.letter, site)))
        elif province.kind == "coast":
            places = [f"{site}/{c}" for c in province.coasts] or [site]
            found += [Order(BUILD, Piece(kind.letter, place)) for place in places]
    return found


class Adjustments:
    """The adjustment phase of standard-like variants; a variant may subclass it."""

    name = "adjustments"
    disorder = "No disband was ordered, so the unit farthest from the power's centres goes (DATC 4.D.8)."

    def removals(self, variant: Variant, position: Position, power: str, units: Sequence[Unit]) -> list[Unit]:
        """A power's units in the order in which they go if it does not say which."""
        return removal_order(variant, position, power, units)

    def due(self, variant: Variant, position: Position) -> bool:
        """If anybody may build or must disband."""
        return any(variant.adjustment(variant, position, p) for p in variant.ids)

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Nothing happens."""
        return position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers that may build or must disband."""
        return [p for p in variant.ids if variant.adjustment(variant, position, p)]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> the order to build or disband it; `WAIVE` -> waiving a build."""
        board = variant.board(position)
        due = variant.adjustment(variant, position, power)
        if due < 0:
            return {u.name: [f"D {u.name}"] for u in position.units if u.owner == power}
        if due == 0:
            return {}
        orders = [
            o for site in variant.sites(variant, position, power) for o in build_orders(variant, board, site)
        ]
        menu = {board.notation.piece_text(o.unit): [board.notation.write(o)] for o in orders if o.unit}
        return menu | {"WAIVE": ["WAIVE"]}

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; only as many count as are due, the first of them."""
        board = variant.board(position)
        book = Book(variant, position, power, board)
        found = []
        for text in lines:
            reading = board.read(text)
            if isinstance(reading, str):
                found.append(Reading(text, None, None, ok=False, problem=reading))
                continue
            verdict = book.enter(reading.order)
            unit = board.notation.piece_text(verdict.order.unit) if verdict.order.unit else None
            order = board.notation.write(verdict.order)
            problem = verdict.problem or book.surplus
            found.append(Reading(text, order, unit, ok=problem is None, problem=problem))
        return found

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Build, disband, and disband for those who do not."""
        board = variant.board(position)
        units = list(position.units)
        entries: list[Entry] = []
        for power in (*variant.ids, *(p for p in sheets if p not in variant.ids)):
            book = Book(variant, position, power, board)
            entries += [_entry(book, power, text, board) for text in sheets.get(power, ())]
            for unit in book.removed:
                units.remove(unit)
            units += [board.unit(power, piece.kind or "", piece.place) for piece in book.built]
            if book.due < 0:
                entries += self._civil_disorder(
                    variant, position, power, -book.due - len(book.removed), units
                )
        chart = board.chart
        units.sort(key=lambda u: chart.province_of[chart.region[u.place]])
        after = msgspec.structs.replace(position, units=tuple(units), record=None)
        rank = {p: i for i, p in enumerate(variant.ids)}

        def listed(entry: Entry) -> tuple[int, int]:
            place = entry.unit.split()[-1] if entry.unit else ""
            return rank.get(entry.power, len(rank)), board.spot.get(place, len(board.spot))

        return Resolution(after, lambda: tuple(sorted(entries, key=listed)))

    def _civil_disorder(
        self, variant: Variant, position: Position, power: str, missing: int, units: list[Unit]
    ) -> list[Entry]:
        entries = []
        present = [u for u in units if u.owner == power]
        for unit in self.removals(variant, position, power, present)[:missing]:
            units.remove(unit)
            entries.append(Entry(power, unit.name, f"D {unit.name}", (DESTROYED,), self.disorder))
        return entries


def removal_order(variant: Variant, position: Position, power: str, units: Sequence[Unit]) -> list[Unit]:
    """Units in the order civil disorder takes them: farthest from the nearest owned centre, counted over land
    and sea alike; then fleets before armies; then by English name (DATC 3.0, 4.D.8)."""
    chart = variant.board(position).chart
    near = [chart.distances(chart.index[c]) for c in owned(position, power)]

    def key(unit: Unit) -> tuple[int, bool, str]:
        here = chart.province_of[chart.region[unit.place]]
        far = min((steps[here] for steps in near), default=0)
        return -far, not variant.kinds[unit.kind].keeps_coast, chart.provinces[here].name

    return sorted(units, key=key)


class Book:
    """The adjustments of one power as its lines come in: the first legal ones count, up to the number due
    (DATC 4.D)."""

    def __init__(self, variant: Variant, position: Position, power: str, board: Board) -> None:
        self.variant, self.position, self.power, self.board = variant, position, power, board
        self.due = variant.adjustment(variant, position, power) if power in variant.ids else 0
        self.sites = variant.sites(variant, position, power) if self.due > 0 else []
        self.built: list[Piece] = []
        self.removed: list[Unit] = []
        self.waived = 0
        self.surplus: str | None = None  # why the last line, though legal, is one too many

    def enter(self, order: Order) -> Verdict:
        """Judge a line and book it if it counts."""
        self.surplus = None
        if order.verb == WAIVE:
            return self._waive(order)
        if order.verb == BUILD and order.unit is not None:
            return self._build(order, order.unit)
        if order.verb in {REMOVE, DISBAND} and order.unit is not None:
            return self._remove(Order(REMOVE, order.unit), order.unit)
        return Verdict(order, None, "in this phase there are only builds (B), disbands (D) and WAIVE")

    def _waive(self, order: Order) -> Verdict:
        if self.due <= 0:
            return Verdict(order, None, "there is no build to waive")
        if len(self.built) + self.waived >= self.due:
            self.surplus = f"only {self.due} of the builds are due"
        else:
            self.waived += 1
        return Verdict(order, None)

    def _build(self, order: Order, piece: Piece) -> Verdict:
        chart = self.board.chart
        if self.due <= 0:
            return Verdict(order, None, "no build is due")
        site = piece.place.partition("/")[0]
        name = chart.provinces[chart.index[site]].name
        if site not in self.sites:
            return Verdict(order, None, f"{name} is not an empty home centre of yours")
        army = piece.kind is not None and not self.variant.kinds[piece.kind].keeps_coast
        wanted = Order(BUILD, Piece(piece.kind, site if army else piece.place, piece.marks))
        if wanted not in build_orders(self.variant, self.board, site):
            coasts = chart.provinces[chart.index[site]].coasts
            how = (
                f"name the coast: {' or '.join(f'{site}/{c}' for c in coasts)}"
                if coasts and piece.kind == "F"
                else ""
            )
            return Verdict(order, None, how or f"that unit cannot be built in {name}")
        if any(b.place.partition("/")[0] == site for b in self.built):
            self.surplus = f"one unit is built in {name} already"
        elif len(self.built) + self.waived >= self.due:
            self.surplus = f"only {self.due} {'build is' if self.due == 1 else 'builds are'} due"
        elif wanted.unit is not None:
            self.built.append(wanted.unit)
        return Verdict(wanted, None)

    def _remove(self, order: Order, piece: Piece) -> Verdict:
        chart = self.board.chart
        if self.due >= 0:
            return Verdict(order, None, "no disband is due")
        place = chart.province_of[chart.region[piece.place]]
        for unit in self.position.units:
            if unit.owner == self.power and chart.province_of[chart.region[unit.place]] == place:
                if piece.kind not in {None, unit.kind}:
                    break
                if unit in self.removed:
                    self.surplus = "that unit is disbanded already"
                elif len(self.removed) >= -self.due:
                    self.surplus = (
                        f"only {-self.due} {'disband is' if self.due == -1 else 'disbands are'} due"
                    )
                else:
                    self.removed.append(unit)
                return Verdict(Order(REMOVE, Piece(unit.kind, unit.place, unit.marks)), unit)
        return Verdict(order, None, f"you have no such unit in {chart.provinces[place].name}")


def _entry(book: Book, power: str, text: str, board: Board) -> Entry:
    reading = board.read(text)
    if isinstance(reading, str):
        return Entry(power, None, shortened(text), (ILLEGAL,), f"This order does not count: {reading}.")
    verdict = book.enter(reading.order)
    order = board.notation.write(verdict.order)
    unit = board.notation.piece_text(verdict.order.unit) if verdict.order.unit else None
    if verdict.problem is not None:
        return Entry(power, unit, order, (ILLEGAL,), f"This order does not count: {verdict.problem}.")
    if book.surplus is not None:
        return Entry(power, unit, order, (VOID,), f"This order does not count: {book.surplus}.")
    done = {WAIVE: "The build is waived.", BUILD: "The unit is built."}.get(
        verdict.order.verb, "The unit is disbanded."
    )
    return Entry(power, unit, order, (), done)
