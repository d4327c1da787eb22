"""The movement phase of cosmic: missions, battle, black holes, who stands where and may retreat whither (X-a
… X-j, X-s). Decisions are `battle`'s, sentences `reasons`'."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.outcomes import Entry
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.cosmic.battle import Clash
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.lanes import Lanes
from adjudicator.variants.cosmic.law import Scene
from adjudicator.variants.cosmic.memory import memory_of, remember
from adjudicator.variants.cosmic.menus import movement_menu
from adjudicator.variants.cosmic.muster import muster, understood
from adjudicator.variants.cosmic.reasons import Chronicle, Ends


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
        """Every power with a unit on the board."""
        present = {u.owner for u in position.units}
        return [p for p in variant.ids if p in present]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> its orders (see `menus` for which of the very many)."""
        return movement_menu(Scene(variant, position), power)

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood."""
        return understood(Scene(variant, position), power, lines)

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Adjudicate the movement of all units."""
        scene = Scene(variant, position)
        missions, strays = muster(scene, variant.ids, sheets)
        clash = Clash(missions, scene.lanes)
        standing, sucked = survivors(clash)
        routed = driven_out(clash, {u.place for u in standing})
        doomed = frozenset(i for i, m in enumerate(missions) if m.doomed)
        trapped = frozenset(i for i, one in routed.items() if not _saved(one)) - doomed
        lost = {missions[i].unit.place for i in doomed if i not in routed}
        after = msgspec.structs.replace(
            position,
            units=tuple(u for u in standing if u.place not in lost),
            dislodged=tuple(one for i, one in routed.items() if i not in trapped | doomed),
            record=None,
        )
        after = remember(after, season_warps=clash.warps())
        chronicle = Chronicle(clash, scene, Ends(sucked, doomed, trapped))
        told = tuple(msgspec.structs.replace(d, retreats=()) if i in doomed else d for i, d in routed.items())
        return Resolution(after, lambda: _entries(variant, chronicle, strays), (), told)


def survivors(clash: Clash) -> tuple[list[Unit], frozenset[int]]:
    """The units on the board after the battle, in map order, and the missions of those that black holes
    took: beside one without an uncut support for what they did there (X-e)."""
    cosmos = the_cosmos()
    standing, sucked = [], set()
    for i, mission in enumerate(clash.missions):
        if clash.conqueror(i) is not None:
            continue
        place = clash.goal(i) if clash.went(i) else mission.unit.place
        if place in cosmos.rim and not clash.helped(i):
            sucked.add(i)
        else:
            standing.append(msgspec.structs.replace(mission.unit, place=place))
    standing.sort(key=lambda u: cosmos.rank[u.place])
    return standing, frozenset(sucked)


def driven_out(clash: Clash, taken: set[str]) -> dict[int, Dislodged]:
    """The dislodged units by mission, and where they may go: spaces connected this season that are empty,
    without a standoff, and not where the attacker came from."""
    lanes = season_lanes(clash)
    closed = taken | clash.standoffs()
    found = {}
    for i, mission in enumerate(clash.missions):
        by = clash.conqueror(i)
        if by is not None:
            attacker = clash.missions[by].unit
            ways = sorted(lanes.beside(mission.unit.place) - closed - {attacker.place})
            found[i] = Dislodged(mission.unit, attacker.name, tuple(ways))
    return found


def season_lanes(clash: Clash) -> Lanes:
    """The lanes with all warps of the season."""
    lanes = Lanes(clash.warps())
    lanes.changed = clash.lanes.changed | lanes.changed
    return lanes


def _saved(one: Dislodged) -> bool:
    """Is there a retreat that is not beside a black hole (X-s)?"""
    return not the_cosmos().rim.issuperset(one.retreats)


def _entries(variant: Variant, chronicle: Chronicle, strays: Sequence[Entry]) -> tuple[Entry, ...]:
    rank = {p: i for i, p in enumerate(variant.ids)}
    found = [chronicle.entry(i) for i in range(len(chronicle.clash.missions))]
    return tuple(sorted([*found, *strays], key=lambda e: rank[e.power]))


def season_over(_variant: Variant, position: Position, _tell: Tell) -> Position:
    """Warps of type A end with the retreats (X-i)."""
    return remember(position, season_warps=()) if memory_of(position).season_warps else position
