"""The movement phase of stdip (section 1, steps 1-6): from sheets to the position of the retreat phase.
Composes the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import msgspec

from adjudicator.board import Board
from adjudicator.outcomes import Report
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.stdip import borg, cardassian
from adjudicator.variants.stdip.battle import Clash
from adjudicator.variants.stdip.borg import BORG
from adjudicator.variants.stdip.checks import check_movement
from adjudicator.variants.stdip.detection import Sensing, eyes, sensing
from adjudicator.variants.stdip.knowledge import alive, carried_on, open_units
from adjudicator.variants.stdip.law import DOMINION, Law
from adjudicator.variants.stdip.looks import leaves, looks_closed, may_leave, offered
from adjudicator.variants.stdip.memory import HELD, Memory, memory_of, remember, with_tag
from adjudicator.variants.stdip.menus import movement_menu
from adjudicator.variants.stdip.sheets import (
    CLOAK,
    ROMULAN,
    Command,
    Line,
    Misfit,
    Muster,
    Orders,
    place_cardassians,
    read_lines,
)
from adjudicator.variants.stdip.veils import Veils


class Movement:
    """The movement phase."""

    name = "movement"

    def due(self, _variant: Variant, _position: Position) -> bool:
        """There is always a movement phase."""
        return True

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Never happens."""
        return position

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Every power with a unit on the public board, the Romulan and the Dominion while alive (R-j,
        M-z), and a Cardassian who has still to place units."""
        public = {u.owner for u in position.units if CLOAK not in u.marks}
        public |= {p for p in (ROMULAN, DOMINION) if alive(position, p)}
        if memory_of(position).unplaced:
            public.add(cardassian.CARDASSIAN)
        return [p for p in variant.ids if p in public]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> the orders that power may give it, as it looks to that power."""
        return movement_menu(variant, position, power)

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood."""
        return check_movement(variant, position, power, lines)

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Adjudicate the movement of a season."""
        lines, misfits = read_all(variant.board(position), sheets)
        placed, bad, spied = place_cardassians(position, variant.board(position), lines)
        misfits += bad
        units = in_order(variant.board(position), (*position.units, *placed))
        ends, orders, clash = fight_out(variant, position, units, lines)
        through = eyes(clash)
        seen = sensing(clash, position, through)
        veils = Veils(clash, seen, variant.ids)
        after = aftermath(position, clash, orders, seen, veils, ends)
        if placed:
            memory = memory_of(after)
            after = remember(after, msgspec.structs.replace(memory, unplaced=0, spied=None))
        reports = [*orders.reports, *_detected(clash, seen, veils)]
        if spied is not None:
            reports.append(_placed_spy(clash, spied))
        if ends and not memory_of(position).wormhole:
            reports += [Report(p, "wormhole", {"between": list(ends)}) for p in variant.ids]
        write = {i: clash.board.notation.write(c.written) for i, c in enumerate(clash.commands)}
        entries = partial(veils.entries, (*misfits, *orders.misfits), write)
        return Resolution(after, entries, tuple(reports), after.dislodged)


def read_all(board: Board, sheets: Sheets) -> tuple[list[Line], list[Misfit]]:
    """The lines of all sheets, by power, so that the order in which sheets are listed changes nothing."""
    lines: list[Line] = []
    misfits: list[Misfit] = []
    for power in sorted(sheets):
        more, bad = read_lines(board, power, sheets[power])
        lines += more
        misfits += bad
    return lines, misfits


def in_order(board: Board, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units in map order; where two share a place, by owner."""
    return tuple(sorted(units, key=lambda u: (board.spot[u.place], u.owner)))


# -- the wormhole (Dom 12, D-f, M-e, M-x) --
def fight_out(
    variant: Variant, position: Position, units: tuple[Unit, ...], lines: list[Line]
) -> tuple[tuple[str, ...], Orders, Clash]:
    """Adjudicate; if that finds the wormhole, adjudicate again with it. Returns the wormhole's ends
    (empty: none)."""
    ends = memory_of(position).wormhole
    orders, clash = _adjudicate(variant, position, units, lines, ends, None)
    if ends:
        return ends, orders, clash
    direct = [c for c in orders.commands if c.opens]
    broken = [
        c for i, c in enumerate(orders.commands)
        if i in clash.battle.chains and not clash.arrives(i) and _could_find(clash, c)
    ]  # fmt: skip
    finder = min(direct or broken, key=lambda c: c.line, default=None)
    if finder is None or finder.order is None or finder.order.to is None:
        return (), orders, clash
    provinces, spot = clash.board.chart.provinces, clash.board.spot
    ends = (provinces[spot[finder.unit.place]].id, provinces[spot[finder.order.to]].id)
    return ends, *_adjudicate(variant, position, units, lines, ends, finder.unit)


def _could_find(clash: Clash, command: Command) -> bool:
    order = command.order
    if order is None or order.to is None or command.unit.owner != DOMINION or order.then is not None:
        return False
    there = clash.board.spot[order.to]
    law = Law(clash.board, (), "S", finds=True)
    return law.may_find(command.unit, order.to) and not clash.board.ways(
        command.unit.kind, command.unit.place, there
    )


def _adjudicate(
    variant: Variant,
    position: Position,
    units: tuple[Unit, ...],
    lines: list[Line],
    ends: tuple[str, ...],
    finder: Unit | None,
) -> tuple[Orders, Clash]:
    memory = msgspec.structs.replace(memory_of(position), wormhole=ends)
    board = variant.board(remember(position, memory))
    finds = not ends

    everybody = open_units(position)
    common = Law(board, everybody, position.turn[0], finds=finds)

    def law(power: str) -> Law:
        if power != cardassian.CARDASSIAN or len(units) == len(position.units):
            return common
        placed = [u for u in units if u not in position.units]
        return Law(board, (*everybody, *placed), position.turn[0], finds=finds)

    orders = Muster(position, units, board, law).sort(lines)
    fighting = [
        msgspec.structs.replace(c, order=None if c.opens else c.order, through=c.unit == finder)
        for c in orders.commands
    ]
    return orders, Clash(board, fighting)


# -- after the battle --
def aftermath(
    position: Position,
    clash: Clash,
    orders: Orders,
    seen: Sensing,
    veils: Veils,
    ends: tuple[str, ...],
) -> Position:
    """The position of the retreat phase: who stands where, who may retreat whither, what the season
    leaves in the notebook."""
    units, dislodged = [], []
    for i, unit in enumerate(clash.units):
        if i in clash.routed:
            by = clash.routed[i]
            dislodged.append(
                Dislodged(unit, clash.units[by].plain, offered(clash, i, veils.visible(unit.commander)))
            )
        else:
            units.append(_standing(clash, i))
    memory = _season(position, clash, orders, seen, veils, ends)
    return remember(
        msgspec.structs.replace(
            position, units=in_order(clash.board, units), dislodged=tuple(dislodged), record=None
        ),
        memory,
    )


def _standing(clash: Clash, i: int) -> Unit:
    unit, command = clash.units[i], clash.commands[i]
    if i in clash.taken:
        return borg.victim(unit)
    moved = unit if unit.place == clash.ends[i] else msgspec.structs.replace(unit, place=clash.ends[i])
    if cardassian.held(unit, command.order, illegal=command.problem is not None):
        return with_tag(moved, HELD)
    return moved


def _season(
    position: Position,
    clash: Clash,
    orders: Orders,
    seen: Sensing,
    veils: Veils,
    ends: tuple[str, ...],
) -> Memory:
    memory = memory_of(position)
    provinces = clash.board.chart.provinces
    counts = dict(memory.assimilated)
    for victim in clash.taken:
        owner = clash.units[victim].owner
        counts[BORG] = counts.get(BORG, 0) + 1
        counts[owner] = counts.get(owner, 0) - 1
    shadows = {}
    for i, by in {**clash.routed, **clash.taken}.items():
        if CLOAK in clash.units[by].marks:
            shadows[_key(clash.units[i])] = tuple(v for v in veils.viewers if by in veils.visible(v))
    held = [i for i in range(len(clash.units)) if may_leave(clash, i)]
    known, ghosts = carried_on(memory, clash, seen, position.turn)
    return msgspec.structs.replace(
        memory,
        infiltrated=(),
        draws=(),
        enterprise_used=orders.enterprise_used,
        wormhole=ends,
        assimilated=counts,
        closed=tuple(sorted(provinces[p].id for p in clash.bounced())),
        failed=tuple(sorted(provinces[p].id for p in clash.stopped())),
        leaves={
            _key(clash.units[i]): leaves(clash, i, veils.visible(clash.units[i].commander)) for i in held
        },
        shadows=shadows,
        covered={
            viewer: {provinces[p].id: by for p, by in sorted(spaces.items())}
            for viewer, spaces in sorted(seen.covered.items())
        },
        looks={
            viewer: tuple(sorted(provinces[p].id for p in looks_closed(clash, veils.visible(viewer))))
            for viewer in veils.viewers
        },
        known=known,
        ghosts=ghosts,
    )


def _key(unit: Unit) -> str:
    return f"{unit.owner} {unit.plain}"


# -- reports --
def _detected(clash: Clash, seen: Sensing, veils: Veils) -> list[Report]:
    """One report for each viewer and cloaked unit (R-a, M-r)."""
    found = []
    for viewer in sorted(seen.found):
        for c, by in sorted(seen.found[viewer].items()):
            unit = clash.units[c]
            fate = veils.rendering(c, viewer)
            fields = {
                "unit": unit.plain,
                "at": clash.ends[c],
                "order": clash.board.notation.write(clash.commands[c].written),
                "result": list(fate.words),
                "by": list(by),
            }
            found.append(Report(viewer, "detected", fields))
    return found


def _placed_spy(clash: Clash, spied: str) -> Report:
    """The Dominion learns which Cardassian unit it has infiltrated, and where it now is (Dom 8, D-g)."""
    i = next(n for n, u in enumerate(clash.units) if u.owner == cardassian.CARDASSIAN and u.plain == spied)
    at = clash.ends[i]
    return Report(DOMINION, "infiltration", {"unit": f"C {at}", "at": at})
