"""What can be ordered, in a form short enough to be sent: with a few folds on the board there are tens of
thousands of legal lines. What depends on warps stands in it as patterns, in which each `*` is for a space.

`F 2 - *`, `F 2 S *`, `F 2 S * - *`: over a lane that some fold could make (`Scene.could_link`); `Q 49 W *+*`,
`Q 49 W */*`, `Q 49 S *+*`, `Q 49 S */*`, and without the unit in type B: any pair that `lanes.forbidden` has
nothing against; `Q16,Q72,Q51 *+*`: three or more of these folds, and such a pair. `law` and `omega` judge."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.position import Position, Unit
from adjudicator.variant import Variant
from adjudicator.variants.cosmic.law import FLEET, FOLD, Scene
from adjudicator.variants.cosmic.omega import FOLDS_FOR_A_WARP, folds_of

PAIRS = ("*+*", "*/*")


def offers(variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
    """Unit, or `WARP`, -> orders and patterns."""
    phase = position.turn[-1]
    if phase == "M":
        scene = Scene(variant, position)
        return {u.name: [*_plain(scene, u), *_patterns(scene, u)] for u in scene.units if u.owner == power}
    full = variant.phases[phase].legal(variant, position, power)
    if phase == "B" and full:
        return {"WARP": [*PAIRS, *(f"S {pair}" for pair in PAIRS)]}
    folds = folds_of(position, power)
    if phase == "C" and len(folds) >= FOLDS_FOR_A_WARP:
        crew = ",".join(f"Q{place}" for place in folds)
        return {"WARP": [f"{crew} {pair}" for pair in PAIRS]}
    return full


def _plain(scene: Scene, unit: Unit) -> Iterator[str]:
    """Orders over the lanes of the moment."""
    rank = scene.cosmos.rank.__getitem__
    near = sorted(scene.lanes.beside(unit.place), key=rank)
    yield f"{unit.name} H"
    for goal in near:
        there = scene.at.get(goal)
        barred = unit.kind == FOLD and there is not None and there.kind == FLEET and there.owner != unit.owner
        if not barred:
            yield f"{unit.name} - {goal}"
    twin = scene.cosmos.twin.get(unit.place)
    reach = [goal for goal in near if goal != twin]
    for goal in reach:
        there = scene.at.get(goal)
        if there is not None:
            yield f"{unit.name} S {there.name}"
        for origin in sorted(scene.lanes.beside(goal), key=rank):
            aim = scene.at.get(origin)
            if aim is not None and aim is not unit:
                yield f"{unit.name} S {aim.name} - {goal}"


def _patterns(scene: Scene, unit: Unit) -> Iterator[str]:
    """Orders that warps make possible."""
    if any(fold is not unit for fold in scene.folds):
        yield f"{unit.name} - *"
        yield f"{unit.name} S *"
        yield f"{unit.name} S * - *"
    if unit.kind == FOLD:
        yield from (f"{unit.name} {verb} {pair}" for verb in "WS" for pair in PAIRS)
