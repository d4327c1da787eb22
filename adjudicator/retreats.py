"""The retreat phase: what the dislodged may do and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.notation import shortened
from adjudicator.orders import DISBAND, MOVE, REMOVE, RETREAT, Order, Piece
from adjudicator.outcomes import BOUNCE, DESTROYED, ILLEGAL, Entry
from adjudicator.position import Dislodged, Position
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant


class RetreatVerdict(msgspec.Struct, frozen=True):
    """A line of a retreat sheet: its canonical order, the dislodged unit it is for, and what is wrong with
    it."""

    order: Order
    dislodged: Dislodged | None
    problem: str | None = None


def judge_retreat(order: Order, power: str, dislodged: Sequence[Dislodged], board: Board) -> RetreatVerdict:
    """Judge one order of a retreat phase against the retreats offered to that power."""
    chart = board.chart
    if order.unit is None:
        return RetreatVerdict(order, None, "this is no order for a dislodged unit")
    place = chart.province_of[chart.region[order.unit.place]]
    for one in dislodged:
        unit = one.unit
        if (
            chart.province_of[chart.region[unit.place]] == place
            and unit.commander == power
            and order.unit.kind in {None, unit.kind}
        ):
            return _for_unit(order, one, board)
    name = chart.provinces[place].name
    return RetreatVerdict(order, None, f"no unit of yours was dislodged in {name}")


def _for_unit(order: Order, one: Dislodged, board: Board) -> RetreatVerdict:
    chart, unit = board.chart, one.unit
    piece = Piece(unit.kind, unit.place, unit.marks)
    if order.verb in {DISBAND, REMOVE}:
        return RetreatVerdict(Order(DISBAND, piece), one)
    if order.verb not in {RETREAT, MOVE} or order.to is None:
        wrong = "a dislodged unit can only retreat (R) or disband (D)"
        return RetreatVerdict(msgspec.structs.replace(order, unit=piece), one, wrong)
    there = chart.province_of[chart.region[order.to]]
    ways = [r for r in one.retreats if chart.province_of[chart.region[r]] == there]
    goal = order.to
    problem: str | None = None
    if not board.kinds[unit.kind].keeps_coast:
        goal = chart.provinces[there].id
    if not ways:
        problem = f"it cannot retreat to {chart.provinces[there].name}"
    else:
        fitting = [r for r in ways if r == goal]
        if fitting:
            goal = fitting[0]
        elif "/" not in goal and len(ways) == 1:
            goal = ways[0]
        else:
            problem = f"name the coast: it can retreat to {' and '.join(ways)}"
    return RetreatVerdict(Order(RETREAT, piece, goal), one, problem)


class Retreats:
    """The retreat phase of standard-like variants; a variant may subclass it."""

    name = "retreats"

    def due(self, _variant: Variant, position: Position) -> bool:
        """Only if some dislodged unit has a choice; where nobody has, the units are destroyed without a
        phase."""
        return any(d.retreats for d in position.dislodged)

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Dislodged units that could not retreat are gone."""
        return msgspec.structs.replace(position, dislodged=()) if position.dislodged else position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers with a dislodged unit that can retreat."""
        present = {d.unit.commander for d in position.dislodged if d.retreats}
        return [p for p in variant.ids if p in present]

    def legal(self, _variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Dislodged unit -> its retreats, and disbanding."""
        return {
            d.unit.name: [*(f"{d.unit.name} R {r}" for r in d.retreats), f"{d.unit.name} D"]
            for d in position.dislodged
            if d.unit.commander == power
        }

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; of two lines for one unit the later counts."""
        board = variant.board(position)
        found: list[Reading] = []
        latest: dict[str, int] = {}
        for text in lines:
            reading = board.read(text)
            if isinstance(reading, str):
                found.append(Reading(text, None, None, ok=False, problem=reading))
                continue
            verdict = judge_retreat(reading.order, power, position.dislodged, board)
            unit = verdict.dislodged.unit.name if verdict.dislodged else None
            order = board.notation.write(verdict.order)
            if unit is not None:
                if unit in latest:
                    old = found[latest[unit]]
                    problem = "a later line orders the same unit, and counts"
                    found[latest[unit]] = Reading(old.text, old.order, unit, ok=False, problem=problem)
                latest[unit] = len(found)
            found.append(Reading(text, order, unit, ok=verdict.problem is None, problem=verdict.problem))
        return found

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Retreat, bounce and destroy."""
        board = variant.board(position)
        chosen: dict[int, RetreatVerdict] = {}
        misfits: list[Entry] = []
        for power, lines in sheets.items():
            for text in lines:
                reading = board.read(text)
                if isinstance(reading, str):
                    misfits.append(_misfit(power, None, shortened(text), reading))
                    continue
                verdict = judge_retreat(reading.order, power, position.dislodged, board)
                if verdict.dislodged is None:
                    unit = board.notation.piece_text(reading.order.unit) if reading.order.unit else None
                    misfits.append(
                        _misfit(power, unit, board.notation.write(verdict.order), verdict.problem or "")
                    )
                else:
                    chosen[position.dislodged.index(verdict.dislodged)] = verdict
        return _settle(variant, position, board, chosen, misfits)


def _misfit(power: str, unit: str | None, text: str, problem: str) -> Entry:
    return Entry(power, unit, text, (ILLEGAL,), f"This order does not count: {problem}.")


def _settle(
    variant: Variant,
    position: Position,
    board: Board,
    chosen: dict[int, RetreatVerdict],
    misfits: list[Entry],
) -> Resolution:
    chart = board.chart
    wanted: dict[int, list[int]] = {}
    for i, verdict in chosen.items():
        if verdict.problem is None and verdict.order.verb == RETREAT and verdict.order.to is not None:
            wanted.setdefault(chart.province_of[chart.region[verdict.order.to]], []).append(i)
    units = list(position.units)
    entries: list[tuple[int, int, Entry]] = []
    rank = {p: i for i, p in enumerate(variant.ids)}
    for i, one in enumerate(position.dislodged):
        given = chosen.get(i)
        words, because = _fate(given, one, wanted, position, board)
        unit = one.unit
        order = given.order if given else Order(DISBAND, Piece(unit.kind, unit.place, unit.marks))
        if not words and order.verb == RETREAT and order.to is not None:
            units.append(msgspec.structs.replace(one.unit, place=order.to))
        text = board.notation.write(order)
        power = one.unit.commander
        entries.append((rank.get(power, 99), i, Entry(power, one.unit.name, text, words, because)))
    count = len(position.dislodged)
    entries += [(rank.get(e.power, 99), count + k, e) for k, e in enumerate(misfits)]
    entries.sort(key=lambda row: row[:2])
    units.sort(key=lambda u: chart.province_of[chart.region[u.place]])
    after = msgspec.structs.replace(position, units=tuple(units), dislodged=(), record=None)
    done = tuple(e for _, _, e in entries)
    return Resolution(after, lambda: done)


def _fate(
    verdict: RetreatVerdict | None,
    one: Dislodged,
    wanted: dict[int, list[int]],
    position: Position,
    board: Board,
) -> tuple[tuple[str, ...], str]:
    """Result words and reason (standard words, and rules/stdip.md M-y for the missing ones)."""
    chart = board.chart
    if verdict is None:
        if not one.retreats:
            return (DESTROYED,), "It had nowhere to retreat to, so it is destroyed."
        return (DESTROYED,), "No retreat was ordered, so it is disbanded."
    if verdict.problem is not None:
        return (ILLEGAL, DESTROYED), f"This order does not count: {verdict.problem}. The unit is disbanded."
    if verdict.order.verb == DISBAND or verdict.order.to is None:
        return (), "It disbands, as ordered."
    place = chart.province_of[chart.region[verdict.order.to]]
    others = [position.dislodged[j] for j in wanted[place] if position.dislodged[j] is not one]
    if others:
        names = " and ".join(board.called(d.unit) for d in others)
        return (
            BOUNCE,
            DESTROYED,
        ), f"{names} retreats to {chart.provinces[place].name} too, so all of them are destroyed."
    return (), f"It retreats to {chart.provinces[place].name}; no other unit does."
