"""Which units each power knows of between phases, and for how long (M-r, R-k, M-d). Nothing is detected
here."""

from __future__ import annotations

from adjudicator.position import Position, Unit
from adjudicator.variants.stdip.battle import Clash
from adjudicator.variants.stdip.detection import Sensing
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.memory import INFILTRATED, Known, Memory, memory_of
from adjudicator.variants.stdip.sheets import CLOAK, ROMULAN

GHOSTS_KEPT = 2  # years for which a lost trail is kept on a viewer's board


def alive(position: Position, power: str) -> bool:
    """Is the power still in the game: it owns a centre, or (in setups, and until Winter) has a unit?"""
    if power in position.centers.values():
        return True
    return any(u.owner == power for u in position.units) or any(
        d.unit.owner == power for d in position.dislodged
    )


def knows_through(unit: Unit, viewer: str) -> bool:
    """Does the viewer know a cloaked unit without sensing it: its owner, the Dominion if it has
    infiltrated it (R-k, M-d)?"""
    return unit.owner == viewer or (
        viewer == DOMINION and (INFILTRATED in unit.tags or unit.controller == DOMINION)
    )


def open_units(position: Position) -> list[Unit]:
    """The units everybody sees."""
    return [u for u in position.units if CLOAK not in u.marks]


def seen_units(position: Position, viewer: str) -> list[Unit]:
    """The units on a viewer's board: open ones, those it knows through its own, and those it has
    detected, where it last knew them."""
    certain = [u for u in position.units if CLOAK not in u.marks or knows_through(u, viewer)]
    named = {(u.owner, u.plain) for u in certain}
    found = [
        Unit(k.owner, k.kind, k.place, None, (CLOAK,))
        for k in memory_of(position).known.get(viewer, ())
        if (k.owner, k.plain) not in named
    ]
    return certain + found


def known_units(position: Position, power: str) -> tuple[Unit, ...]:
    """The units a power knows of."""
    return tuple(seen_units(position, power))


def carried_on(
    memory: Memory, clash: Clash, seen: Sensing, turn: str
) -> tuple[dict[str, tuple[Known, ...]], dict[str, tuple[Known, ...]]]:
    """What every viewer knows after a movement phase, and the ghosts of what it once knew (M-r).

    A ghost fades after some years, or when the viewer's own units cover its place and find nothing."""
    known: dict[str, tuple[Known, ...]] = {}
    for viewer in sorted(seen.found):
        found = []
        for c, by in sorted(seen.found[viewer].items()):
            unit = clash.units[c]
            place = unit.place if c in clash.routed else clash.ends[c]
            found.append(Known(unit.owner, unit.kind, place, turn, by))
        known[viewer] = tuple(found)
    ghosts: dict[str, tuple[Known, ...]] = {}
    for viewer in sorted({*memory.known, *memory.ghosts}):
        covered = seen.covered.get(viewer, {})
        here = {clash.board.spot[k.place] for k in known.get(viewer, ())}
        kept = [
            k
            for k in (*memory.ghosts.get(viewer, ()), *memory.known.get(viewer, ()))
            if clash.board.spot[k.place] not in covered
            and clash.board.spot[k.place] not in here
            and int(turn[1:-1]) - int(k.since[1:-1]) < GHOSTS_KEPT
        ]
        latest = {clash.board.spot[k.place]: k for k in kept}
        if latest:
            ghosts[viewer] = tuple(latest[p] for p in sorted(latest))
    return known, ghosts


__all__ = ["ROMULAN", "alive", "carried_on", "known_units", "knows_through", "open_units", "seen_units"]
