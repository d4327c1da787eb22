"""Who may know what: all of the board, and of ships in warp that they are; whither, only their owner and the
GM (G-k, G-o)."""

from __future__ import annotations

from typing import Any

from adjudicator.position import Position
from adjudicator.sight import GM, PUBLIC, Fact, plain_facts
from adjudicator.variant import Variant
from adjudicator.variants.rings.memory import memory_of

Warp = dict[str, list[str | None]]


def further(variant: Variant, position: Position) -> dict[str, Any]:
    """What outcomes of rings say beside the usual: the ships in warp, with their destinations."""
    return {"warp": warp_as_seen(variant, position, GM)}


def warp_as_seen(variant: Variant, position: Position, viewer: str) -> Warp:
    """Race -> the destination of each of its ships in warp, None where the viewer may not know it."""
    found: Warp = {}
    for power in variant.ids:
        bound = [s.to for s in memory_of(position).warp if s.power == power]
        if bound:
            found[power] = [to if viewer in {power, GM} else None for to in bound]
    return found


def facts(variant: Variant, position: Position) -> list[Fact]:
    """Everything there is to know of a position, each fact with its audience."""
    found = plain_facts(variant, position)
    found.append(Fact("memory", ("rotation", memory_of(position).rotation)))
    for viewer in (*variant.ids, PUBLIC):
        says = ("warp", warp_as_seen(variant, position, viewer))
        found.append(Fact("further", says, frozenset({viewer}), veiled=True))
    found.append(Fact("further", ("warp", warp_as_seen(variant, position, GM)), frozenset({GM})))
    return found
