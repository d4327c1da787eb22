"""Who detects which cloaked unit in a movement phase, and why (Rom 2-7, R-a … R-c, R-k, M-m). What a
viewer is then told of everybody else's results is `veils`'."""

from __future__ import annotations

import msgspec

from adjudicator.contest.battle import MOVES, SUPPORTS
from adjudicator.position import Position
from adjudicator.variants.stdip.battle import Clash
from adjudicator.variants.stdip.ferengi import is_trader
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.marks import SCAN
from adjudicator.variants.stdip.memory import INFILTRATED
from adjudicator.variants.stdip.sheets import CLOAK, ROMULAN


class Sensing(msgspec.Struct, frozen=True):
    """What every viewer covered this season, and which cloaked units that met.

    `covered`: viewer -> province -> what senses there (`A pru`, or `war` for a centre); `centres`: viewer
    -> its reporting centres; `found`: viewer -> unit number -> what sensed it."""

    covered: dict[str, dict[int, tuple[str, ...]]]
    found: dict[str, dict[int, tuple[str, ...]]]


def cloaked(clash: Clash) -> list[int]:
    """The units that are cloaked this season."""
    return [i for i, u in enumerate(clash.units) if CLOAK in u.marks]


def reach_of(clash: Clash, i: int) -> tuple[int | None, int | None]:
    """The space a unit was ordered to move to, and the space its support was given into; None where there
    is none.

    A move that needs a convoy counts only if one carried it (M-m); a support only if it is uncut (R-a)."""
    battle = clash.battle
    if battle.act[i] == MOVES:
        return (battle.dest[i] if clash.arrives(i) else None), None
    if battle.act[i] == SUPPORTS and not clash.cut(i):
        return None, battle.dest[i]
    return None, None


def footprint(clash: Clash, i: int) -> set[int]:
    """Where a cloaked unit can be met (R-a)."""
    goal, aim = reach_of(clash, i)
    return {clash.board.spot[clash.ends[i]]} | {p for p in (goal, aim) if p is not None}


def senses(clash: Clash, i: int) -> set[int]:
    """The spaces another power's unit senses (R-a); a trader only where it ends."""
    here = {clash.board.spot[clash.ends[i]]}
    if is_trader(clash.units[i]):
        return here
    goal, aim = reach_of(clash, i)
    order = clash.order(i)
    scanned = None
    if order is not None and order.verb == SCAN and order.to is not None and not clash.cut(i):
        scanned = clash.board.spot[order.to]
    return here | {p for p in (goal, aim, scanned) if p is not None}


def sensing(clash: Clash, position: Position, infiltrated: frozenset[int]) -> Sensing:
    """Everything that is sensed in this movement phase.

    `infiltrated`: units through which the Dominion looks: infiltrated as the season began, or taken over
    this season."""
    covered: dict[str, dict[int, tuple[str, ...]]] = {}
    for i, unit in enumerate(clash.units):
        if unit.owner == ROMULAN:
            continue
        viewers = {unit.owner} | ({DOMINION} if i in infiltrated else set())
        for viewer in viewers:
            for province in senses(clash, i):
                _add(covered.setdefault(viewer, {}), province, unit.plain)
    found: dict[str, dict[int, tuple[str, ...]]] = {}
    for c in cloaked(clash):
        for viewer, spaces in covered.items():
            by = tuple(sorted({name for p in footprint(clash, c) for name in spaces.get(p, ())}))
            if by and viewer != ROMULAN:
                found.setdefault(viewer, {})[c] = by
        for province in _incursions(clash, c):
            centre = clash.board.chart.provinces[province].id
            owner = position.centers.get(centre)
            if owner is not None and owner != ROMULAN:
                held = found.setdefault(owner, {})
                held[c] = tuple(sorted({*held.get(c, ()), centre}))
    return Sensing(covered, found)


def _incursions(clash: Clash, c: int) -> set[int]:
    """The spaces a cloaked unit moved to or supported into: what a centre reports (Rom 7, R-c); staying
    there is not."""
    return {p for p in reach_of(clash, c) if p is not None}


def _add(spaces: dict[int, tuple[str, ...]], province: int, name: str) -> None:
    if name not in spaces.get(province, ()):
        spaces[province] = (*spaces.get(province, ()), name)


def eyes(clash: Clash) -> frozenset[int]:
    """The units through which the Dominion looks this season."""
    return frozenset(
        i for i, u in enumerate(clash.units) if INFILTRATED in u.tags or u.controller == DOMINION
    )
