"""A stdip position as facts with audiences: the one place of this variant that turns the truth into what
may be known.

Public: centres, allowances, open units and what became of their orders (R-l). A cloaked unit is its
owner's, the Dominion's if infiltrated (R-k), and stands on the boards of those who detected it where they
last knew it (M-r)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.outcomes import Entry
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.sight import ALL, Fact, told
from adjudicator.variant import Variant
from adjudicator.variants.stdip.knowledge import knows_through, seen_units
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.memory import ASSIMILATED, INFILTRATED, Known, Memory, memory_of
from adjudicator.variants.stdip.season import adjustment
from adjudicator.variants.stdip.sheets import CLOAK, GM, ROMULAN


def facts(variant: Variant, position: Position) -> list[Fact]:
    """Everything there is to know of a position."""
    won = position.winner
    found = [Fact("turn", position.turn), Fact("winner", list(won) if won is not None else None)]
    found += _units(variant, position)
    for one in position.dislodged:
        found += _dislodged(variant, position, one)
    found += [Fact("centers", (owner, center)) for center, owner in position.centers.items()]
    if position.record is not None:
        found += [_order(entry) for entry in position.record.entries]
        found += told(position)
    if won is None:
        phase = variant.phases[position.turn[-1]]
        found += [Fact("awaiting", p) for p in phase.awaited(variant, position)]
        found += _adjustments(variant, position)
    found += _ghosts(position)
    found += _notes(variant, position)
    return found


def _units(variant: Variant, position: Position) -> Iterator[Fact]:
    """Open units are everybody's; of the others each viewer gets those on its own board."""
    for unit in position.units:
        audience = ALL if CLOAK not in unit.marks else frozenset({GM})
        yield Fact("units", (unit.owner, unit.name), audience)
    known = memory_of(position).known
    cloaked = any(CLOAK in u.marks for u in position.units)
    gone = {(d.unit.owner, d.unit.plain) for d in position.dislodged}
    for viewer in variant.ids if cloaked else [v for v in variant.ids if known.get(v)]:
        for unit in seen_units(position, viewer):
            if CLOAK in unit.marks and (unit.owner, unit.plain) not in gone:
                why = _why(position, unit, viewer)
                yield Fact("units", (unit.owner, unit.name), frozenset({viewer}), veiled=True, why=why)


def _why(position: Position, unit: Unit, viewer: str) -> tuple[str, ...]:
    """Why a viewer knows of a unit."""
    if CLOAK not in unit.marks:
        return ("open",)
    if unit.owner == viewer:
        return ("own",)
    if knows_through(unit, viewer) and viewer == DOMINION:
        return ("infiltrated",) if INFILTRATED in unit.tags else ("commands",)
    for known in memory_of(position).known.get(viewer, ()):
        if (known.owner, known.plain) == (unit.owner, unit.plain):
            return ("sensed", *_sensed(position, known))
    return ()


def _sensed(position: Position, known: Known) -> tuple[str, ...]:
    """The turn in which a unit was sensed, and by what: contact, scan or centre, as far as the last orders
    tell."""
    record = position.record
    orders = (
        {e.unit: e.order for e in record.entries if not e.veiled}
        if record is not None and record.turn == known.since
        else {}
    )
    found = []
    for name in known.by:
        if " " not in name:
            found.append(f"centre {name}")
        elif name in orders:
            found.append(f"{'scan' if ' scan ' in orders[name] else 'contact'} {name}")
        else:
            found.append(f"unit {name}")
    return (known.since, *found)


def _dislodged(variant: Variant, position: Position, one: Dislodged) -> Iterator[Fact]:
    """Who commands the retreat sees where it may go; by whom it was dislodged is shown if that unit is
    visible (M-p)."""
    memory = memory_of(position)
    unit = one.unit
    row: dict[str, Any] = {"power": unit.owner, "unit": unit.name, "by": one.by}
    yield Fact("dislodged", {**row, "retreats": list(one.retreats)}, frozenset({GM}))
    may_know_by = memory.shadows.get(f"{unit.owner} {unit.plain}")
    for viewer in (*variant.ids, "public"):
        known = any((k.owner, k.plain) == (unit.owner, unit.plain) for k in memory.known.get(viewer, ()))
        if CLOAK in unit.marks and not known and not knows_through(unit, viewer):
            continue
        shown = dict(row)
        if may_know_by is not None and viewer not in may_know_by:
            shown["by"] = None
        if viewer == unit.commander:
            shown["retreats"] = list(one.retreats)
        why = ("commands",) if viewer == unit.commander else _why(position, unit, viewer)
        yield Fact("dislodged", shown, frozenset({viewer}), veiled=True, why=why)


def _order(entry: Entry) -> Fact:
    why = ("looks",) if entry.veiled else ("knows",)
    return Fact("orders", entry.to_dict(), frozenset(entry.audience), veiled=entry.veiled, why=why)


def _adjustments(variant: Variant, position: Position) -> Iterator[Fact]:
    """Public, but for the Romulan's own figure (M-u)."""
    if position.turn[-1] != "A":
        return
    for power in variant.ids:
        due = adjustment(variant, position, power)
        if due:
            yield Fact(
                "adjustments",
                (power, due),
                frozenset({ROMULAN, GM}) if power == ROMULAN else ALL,
                why=("own",),
            )


def _ghosts(position: Position) -> Iterator[Fact]:
    """Where a viewer last knew a cloaked unit that it has lost sight of."""
    for viewer, ghosts in memory_of(position).ghosts.items():
        for ghost in ghosts:
            says = {
                "power": ghost.owner,
                "unit": ghost.plain,
                "at": ghost.place,
                "since": ghost.since,
                "by": list(ghost.by),
            }
            why = ("ghost", *_sensed(position, ghost))
            yield Fact("ghosts", says, frozenset({viewer}), veiled=True, why=why)


def _notes(variant: Variant, position: Position) -> Iterator[Fact]:
    """What a board shows beside units and centres: countries and the wormhole (public, M-k), what the
    Dominion has infiltrated, and in retreat phases what looks closed and what will be Borg."""
    memory = memory_of(position)
    if position.assignment:
        countries = {p: position.assignment[p] for p in variant.ids if p in position.assignment}
        yield Fact("further", ("countries", countries))
    if memory.wormhole:
        yield Fact("further", ("wormhole", list(memory.wormhole)))
    everyone = (*position.units, *(d.unit for d in position.dislodged))
    spied = [_row(u) for u in everyone if INFILTRATED in u.tags]
    if spied:
        yield Fact("further", ("infiltrated", spied), frozenset({DOMINION, GM}), why=("infiltrated",))
    if position.turn[-1] == "R":
        yield from _closing(variant, position, memory)


def _closing(variant: Variant, position: Position, memory: Memory) -> Iterator[Fact]:
    if memory.closed:
        yield Fact("further", ("closed", list(memory.closed)), frozenset({GM}))
    lost = [u for u in position.units if ASSIMILATED in u.tags]
    if lost:
        yield Fact("further", ("assimilated", [_row(u) for u in lost]), frozenset({GM}))
    for viewer in (*variant.ids, "public"):
        looks = memory.looks.get(viewer)
        if looks:
            yield Fact("further", ("closed", list(looks)), frozenset({viewer}), veiled=True, why=("looks",))
        known = {(k.owner, k.plain) for k in memory.known.get(viewer, ())}
        shown = [
            _row(u)
            for u in lost
            if CLOAK not in u.marks or knows_through(u, viewer) or (u.owner, u.plain) in known
        ]
        if shown:
            yield Fact("further", ("assimilated", shown), frozenset({viewer}), veiled=True, why=("knows",))


def _row(unit: Unit) -> dict[str, str]:
    return {"power": unit.owner, "unit": unit.plain}
