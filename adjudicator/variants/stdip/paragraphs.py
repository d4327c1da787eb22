"""stdip's answers to the core's seams: order forms, marks, who shares a place, the wormhole's links. The
rest are its phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from adjudicator.chart import Chart, Link, load
from adjudicator.contest.battle import HOLDS
from adjudicator.notation import Reader, Writer
from adjudicator.position import Position, Unit
from adjudicator.rules import Rule
from adjudicator.variants.stdip import ferengi
from adjudicator.variants.stdip import marks as forms
from adjudicator.variants.stdip.dominion import wormhole_links
from adjudicator.variants.stdip.memory import memory_of


class Forms(Rule):
    """How orders of this game are written: marks behind a unit, scans, placements, the Borg's choice, two
    steps."""

    marks: tuple[str, ...] = forms.MARKS
    readers: tuple[Reader, ...] = (
        forms.read_placement,
        forms.read_choice,
        forms.read_scan,
        forms.read_two_steps,
    )
    writers: tuple[Writer, ...] = (forms.writer,)

    @property
    def acts(self) -> Mapping[str, int]:
        """A scanning unit stands as one that holds (Rom 6)."""
        return {forms.SCAN: HOLDS}


class Traders(Rule):
    """Fer 2, 3, T-b: traders and the units of others do not see each other."""

    def contests(self, a: Unit, b: Unit) -> bool:
        return ferengi.contests(a, b)


class Wormhole(Rule):
    """Dom 12-14, D-f: once found, its two ends are neighbours for everybody, for ever."""

    def links(self, position: Position) -> Iterable[Link]:
        return wormhole_links(printed(), memory_of(position).wormhole)


@cache
def printed() -> Chart:
    """The map as printed: the standard one."""
    return load("standard")


RULES: tuple[Rule, ...] = (Forms(), Traders(), Wormhole())
