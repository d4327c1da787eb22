"""Lists of movement orders to choose from. Every one of them counts; `law` accepts more, because with folds
about nearly any two spaces could be connected: what a menu leaves out may be written.

Listed: moves over lanes that are open, and to any space that some fold could connect; supports into spaces
that are connected with the giver; warps that would change something; supports of warps about a space where
the power has a unit."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.position import Unit
from adjudicator.variants.cosmic.lanes import changes
from adjudicator.variants.cosmic.law import FLEET, FOLD, Scene


def movement_menu(scene: Scene, power: str) -> dict[str, list[str]]:
    """Unit -> orders."""
    places = [p for p in scene.cosmos.rank if p not in scene.cosmos.holes]
    mine = {u.place for u in scene.units if u.owner == power}
    warps: dict[bool, list[str]] = {}
    menu = {}
    for unit in scene.units:
        if unit.owner != power:
            continue
        orders = [f"{unit.name} H", *_moves(scene, unit, places), *_supports(scene, unit)]
        if unit.kind == FOLD:
            if not warps:
                warps = _warps(scene, power, mine)
            orders += [f"{unit.name} W {text}" for text in warps[True]]
            orders += [f"{unit.name} S {text}" for text in warps[False]]
        menu[unit.name] = orders
    return menu


def _moves(scene: Scene, unit: Unit, places: list[str]) -> Iterator[str]:
    for goal in places:
        there = scene.at.get(goal)
        barred = unit.kind == FOLD and there is not None and there.kind == FLEET and there.owner != unit.owner
        if goal != unit.place and not barred and scene.could_link(unit.place, goal, {unit.place}):
            yield f"{unit.name} - {goal}"


def _supports(scene: Scene, unit: Unit) -> Iterator[str]:
    here, rank = unit.place, scene.cosmos.rank
    near = sorted(scene.lanes.beside(here) - {scene.cosmos.twin.get(here, "")}, key=rank.__getitem__)
    for aim in scene.units:
        if aim is unit:
            continue
        for goal in near:
            if goal == aim.place:
                yield f"{unit.name} S {aim.name}"
            elif scene.could_link(aim.place, goal, {here, aim.place}):
                yield f"{unit.name} S {aim.name} - {goal}"


def _warps(scene: Scene, power: str, mine: set[str]) -> dict[bool, list[str]]:
    """Warps to order (True) and to support (False), those between spaces that are connected as cuts."""
    supported = [w for w in changes(scene.lanes, scene.owner, None) if w.a in mine or w.b in mine]
    return {
        True: [w.text for w in changes(scene.lanes, scene.owner, power)],
        False: [w.text for w in supported],
    }
