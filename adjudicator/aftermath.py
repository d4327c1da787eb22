"""Effects: what rules may do to a position beside moving and dislodging, and the one place that applies
them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from adjudicator.outcomes import Report
from adjudicator.position import Position, Unit


class Changed(msgspec.Struct, frozen=True):
    """A unit becomes another (new owner, kind, marks, place), or appears (`was` None), or is destroyed (`now`
    None)."""

    was: Unit | None
    now: Unit | None


class Remembered(msgspec.Struct, frozen=True):
    """The variant's memory takes a new value under a key; None forgets it."""

    key: str
    value: Any


class Claimed(msgspec.Struct, frozen=True):
    """A centre gets a new owner; None makes it neutral."""

    center: str
    owner: str | None


class Told(msgspec.Struct, frozen=True):
    """A power receives a report."""

    report: Report


Effect = Changed | Remembered | Claimed | Told


def apply(position: Position, effects: Iterable[Effect]) -> tuple[Position, tuple[Report, ...]]:
    """The position after the effects, one after the other, and the reports among them."""
    units = list(position.units)
    memory, centers = dict(position.memory), dict(position.centers)
    reports = []
    for effect in effects:
        match effect:
            case Changed(was, now):
                if was is not None:
                    units.remove(was)
                if now is not None:
                    units.append(now)
            case Remembered(key, None):
                memory.pop(key, None)
            case Remembered(key, value):
                memory[key] = value
            case Claimed(center, None):
                centers.pop(center, None)
            case Claimed(center, str(owner)):
                centers[center] = owner
            case Told(report):
                reports.append(report)
    changed = msgspec.structs.replace(position, units=tuple(units), memory=memory, centers=centers)
    return changed, tuple(reports)
