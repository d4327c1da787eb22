"""The Ferengi: traders and military units (Fer 1-6), and the second steps of Fall (Fer 9-12). First steps
are the battle's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from adjudicator.position import Unit

FERENGI = "ferengi"
TRADER, MILITARY = "T", "M"


def is_trader(unit: Unit) -> bool:
    """Is it a trader this season?"""
    return TRADER in unit.marks


def contests(a: Unit, b: Unit) -> bool:
    """Do two units see each other in combat? Traders and other powers' units do not (Fer 2, 3, T-b)."""
    return a.owner == b.owner or not (is_trader(a) or is_trader(b))


def may_arm(unit: Unit, units: Sequence[Unit], spot: Mapping[str, int]) -> bool:
    """May a trader turn military: no unit of another power stands with it as the season begins (Fer 6,
    T-a)."""
    here = spot[unit.place]
    return not any(spot[u.place] == here and u.owner != unit.owner for u in units)


class Second(msgspec.Struct, frozen=True):
    """A trader's second step: from the region its first step brought it to, to a region; `by_sea` if it
    needs a convoy."""

    unit: int
    start: str
    goal: str
    by_sea: bool = False


class Settled(msgspec.Struct, frozen=True):
    """What became of the second steps: who arrived, who bounced, who found no convoy, and where
    contenders met."""

    arrived: frozenset[int]
    bounced: frozenset[int]
    stranded: frozenset[int]
    standoffs: frozenset[int]


def second_steps(
    steps: Sequence[Second],
    standing: Mapping[int, int],
    spot: Mapping[str, int],
    carried: Callable[[Second], bool],
) -> Settled:
    """Carry out all second steps at once (Fer 9, T-d).

    `standing`: province -> the Ferengi unit that is there after the first steps; `carried(step)`: is
    there an unbroken convoy for it. Every contender counts one, so equal contenders all bounce; a unit
    may follow one that leaves, also in a circle; two do not change places (unless one goes by sea)."""
    stranded = frozenset(s.unit for s in steps if s.by_sea and not carried(s))
    going = {s.unit: s for s in steps if s.unit not in stranded}
    into: dict[int, list[int]] = {}
    for i, step in going.items():
        into.setdefault(spot[step.goal], []).append(i)
    crowded = {i for rivals in into.values() if len(rivals) > 1 for i in rivals}
    failed = set(crowded)
    changed = True
    while changed:
        changed = False
        for i, step in going.items():
            if i not in failed and _blocked(i, step, going, failed, standing, spot):
                failed.add(i)
                changed = True
    meetings = frozenset(
        p for p, rivals in into.items() if len(rivals) > 1 and not _stays(p, going, failed, standing)
    )
    return Settled(frozenset(going) - failed, frozenset(failed), stranded, meetings)


def _stays(province: int, going: Mapping[int, Second], failed: set[int], standing: Mapping[int, int]) -> bool:
    other = standing.get(province)
    return other is not None and (other not in going or other in failed)


def _blocked(
    i: int,
    step: Second,
    going: Mapping[int, Second],
    failed: set[int],
    standing: Mapping[int, int],
    spot: Mapping[str, int],
) -> bool:
    other = standing.get(spot[step.goal])
    if other is None or other == i:
        return False
    if other not in going or other in failed:
        return True
    swap = spot[going[other].goal] == spot[step.start]
    return swap and not step.by_sea and not going[other].by_sea
