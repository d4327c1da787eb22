"""What the end of a season changes: ships vanish into warp, then the rings turn (G-a, G-j). Ownership
follows, in Fall."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.aftermath import Changed, Effect, Remembered
from adjudicator.chart import Link
from adjudicator.position import Position, Unit
from adjudicator.rules import Rule
from adjudicator.variants.rings.language import read, write
from adjudicator.variants.rings.memory import InWarp, in_order, memory_of, remember
from adjudicator.variants.rings.movement import stacked, units_of
from adjudicator.variants.rings.wheel import WORMHOLE, the_wheel


class TurningRings(Rule):
    """Paragraph 6: after each season every ring goes one space anticlockwise; ships and owners go with their
    planets. Lanes belong to the spaces (G-a)."""

    def links(self, position: Position) -> Iterable[Link]:
        """The lanes of this season."""
        return the_wheel().links(memory_of(position).rotation)

    def turnover(self, position: Position) -> Iterable[Effect]:
        """The wheel has turned once more."""
        yield Remembered("rotation", memory_of(position).rotation + 1)


class WarpDrive(Rule):
    """Paragraph 8: a ship that stood, and was not dislodged, is in warp when the season ends, and on no
    planet (G-j)."""

    def turnover(self, position: Position) -> Iterable[Effect]:
        """Ships leave the board for warp."""
        memory, wheel = memory_of(position), the_wheel()
        if not memory.entering:
            return
        stacks = stacked(position.units)
        for ship in memory.entering:
            stacks[ship.power, ship.place] -= 1
        for unit in position.units:
            yield Changed(unit, None)
        for unit in units_of(stacks, wheel.order):
            yield Changed(None, unit)
        powers = tuple(wheel.homeworld)
        passing = [*memory.warp, *(InWarp(s.power, s.to) for s in memory.entering)]
        after = remember(position, warp=in_order(passing, powers, wheel), entering=()).memory
        yield Remembered("warp", after["warp"])
        yield Remembered("entering", None)


class Company(Rule):
    """Paragraphs 7 and 9: ships of one race may share a planet; in the wormhole all races may (G-d, G-i)."""

    def contests(self, a: Unit, b: Unit) -> bool:
        """Do these two stand in each other's way?"""
        return a.owner != b.owner and WORMHOLE not in {a.place, b.place}


class Grammar(Rule):
    """How orders of this game are written (G-o, G-p)."""

    readers = (read,)
    writers = (write,)


RULES = (Grammar(), WarpDrive(), TurningRings(), Company())
