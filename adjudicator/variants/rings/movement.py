"""The movement phase of rings: from sheets to the position of the retreat phase. Composes muster, battle and
reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from adjudicator.outcomes import Entry
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.rings.battle import Clash
from adjudicator.variants.rings.entries import listed, told_strays
from adjudicator.variants.rings.language import WARP, many
from adjudicator.variants.rings.law import Sky
from adjudicator.variants.rings.memory import Entering, memory_of, remember
from adjudicator.variants.rings.menus import movement_menu
from adjudicator.variants.rings.muster import IN_WARP, Group, Roll, Stray, muster
from adjudicator.variants.rings.reasons import Chronicle
from adjudicator.variants.rings.wheel import WORMHOLE, the_wheel

Stacks = Counter[tuple[str, str]]  # (race, place) -> ships


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
        """Every race with a ship, on the board or in warp."""
        present = {u.owner for u in position.units} | {s.power for s in memory_of(position).warp}
        return [p for p in variant.ids if p in present]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Ships in one place -> the orders that all of them, or some, may be given."""
        return movement_menu(Sky(variant, position, power))

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; lines for one place add up (G-p)."""
        roll = Roll(Sky(variant, position, power))
        return [roll.enter(text) for text in lines]

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Adjudicate."""
        skies = [Sky(variant, position, p) for p in variant.ids]
        groups, strays = muster(skies, sheets)
        spot = skies[0].board.spot
        clash = Clash(groups, spot)
        standing = stacks_after(clash)
        dislodged = driven_out(clash, standing, skies[0])
        after = msgspec.structs.replace(
            position, units=units_of(standing, spot), dislodged=dislodged, record=None
        )
        after = remember(after, warp=(), entering=entering(clash))
        return Resolution(after, lambda: _entries(variant, skies[0], clash, strays, dislodged), (), dislodged)


def ends(clash: Clash, group: Group) -> str:
    """Where a group is when the battle is over: an arrival that fails falls into the wormhole (G-j)."""
    if clash.won(group):
        return group.goal or ""
    return WORMHOLE if group.place == IN_WARP else group.place


def routed(clash: Clash, group: Group) -> int | None:
    """The attack that dislodged these ships, if they were."""
    if group.place in {WORMHOLE, IN_WARP} or clash.won(group):
        return None
    return clash.conqueror(group.place)


def stacks_after(clash: Clash) -> Stacks:
    """The ships on the board after the battle, the dislodged left out."""
    standing: Stacks = Counter()
    for g in clash.groups:
        if routed(clash, g) is None:
            standing[g.power, ends(clash, g)] += g.count
    return standing


def units_of(stacks: Mapping[tuple[str, str], int], spot: Mapping[str, int]) -> tuple[Unit, ...]:
    """Stacks as units, in map order; in the wormhole by race."""
    rows = sorted(stacks.items(), key=lambda row: (spot[row[0][1]], row[0][0]))
    return tuple(Unit(race, "S", place, count=n) for (race, place), n in rows if n)


def stacked(units: Iterable[Unit]) -> Stacks:
    """Units as stacks; several of one race in one place are one."""
    found: Stacks = Counter()
    for unit in units:
        found[unit.owner, unit.place] += unit.count
    return found


def driven_out(clash: Clash, standing: Stacks, sky: Sky) -> tuple[Dislodged, ...]:
    """The dislodged stacks, in map order, and where they may go: places beside theirs that are free of other
    races, not where the attackers came from and without a standoff; always the wormhole (G-h, G-i, G-q)."""
    lost: Stacks = Counter()
    for g in clash.groups:
        if routed(clash, g) is not None:
            lost[g.power, g.place] += g.count
    held = {place: race for race, place in standing}
    closed = clash.standoffs() - set(held)
    found = []
    for unit in units_of(lost, sky.board.spot):
        i = clash.conqueror(unit.place)
        origins = clash.attacks[i].origins if i is not None else {}
        shut = closed | set(origins)
        ways = [
            place
            for place in sky.beside(unit.place)
            if place == WORMHOLE or (held.get(place, unit.owner) == unit.owner and place not in shut)
        ]
        found.append(Dislodged(unit, _by(clash, i), tuple(ways)))
    return tuple(found)


def _by(clash: Clash, i: int | None) -> str | None:
    """The attackers as text: `2S cba`, or all of a joint attack."""
    if i is None:
        return None
    names = []
    for place, n in clash.attacks[i].origins.items():
        names.append(f"{many(n)} warp" if place == IN_WARP else f"{many(n)} {place}")
    return ", ".join(names)


def entering(clash: Clash) -> tuple[Entering, ...]:
    """The ships that enter warp when the season ends, one each: those that were not dislodged (G-j)."""
    wheel = the_wheel()
    return tuple(
        Entering(g.power, g.place, wheel.along(g.place, int(g.order.rest[0])))
        for g in clash.groups
        if g.verb == WARP and routed(clash, g) is None
        for _ in range(g.count)
    )


def _entries(
    variant: Variant, sky: Sky, clash: Clash, strays: list[Stray], dislodged: tuple[Dislodged, ...]
) -> tuple[Entry, ...]:
    ways_out = {d.unit.place: bool(d.retreats) for d in dislodged}
    chronicle = Chronicle(clash, sky, the_wheel(), ways_out)
    told = [chronicle.told(k) for k in range(len(clash.groups))]
    return listed([*told, *told_strays(strays, len(sky.board.spot) + 1)], variant.ids)
