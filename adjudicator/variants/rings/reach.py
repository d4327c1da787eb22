"""Where a ship can be after so many seasons: by moves, through the wormhole, by warp, on the board as it
turns. Who stands in the way is not asked, and nothing is resolved here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.variants.rings.law import WARP_MOST
from adjudicator.variants.rings.wheel import WORMHOLE, the_wheel

SEASONS = 4  # how far people want to look ahead


def reached(rotation: int, places: set[str], bound: set[str], seasons: int) -> list[set[str]]:
    """Where ships can be after 1, 2 … seasons that now are at one of `places`, or in warp with one of these
    goals: they stay or go to a neighbour of that season's board, or stand a season to enter warp and the
    next arrive 1 to 9 places along their ring, or in the wormhole (G-a, G-i, G-j)."""
    wheel = the_wheel()
    found = []
    here, passing = set(places), set(bound)
    for season in range(rotation, rotation + seasons):
        moves = {link.goal for link in wheel.links(season) if link.origin in here}
        arrived = passing | {WORMHOLE} if passing else set()
        passing = {
            wheel.along(place, sign * steps)
            for place in here - {WORMHOLE}
            for sign in (1, -1)
            for steps in range(1, WARP_MOST + 1)
        }
        here = here | moves | arrived
        found.append(set(here))
    return found


def reach(view: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """For every place where a view shows ships, and every goal in warp that it tells (`warp aja`): where a
    ship from there can be after 1, 2, 3, 4 seasons, in map order.

    A ship that was ordered to enter warp this season is one that stands until the season ends."""
    rotation = int((view.get("memory") or {}).get("rotation", 0))
    order = the_wheel().order
    starts: dict[str, tuple[set[str], set[str]]] = {
        text.split()[-1]: ({text.split()[-1]}, set()) for texts in view["units"].values() for text in texts
    }
    for goals in (view.get("warp") or {}).values():
        starts |= {f"warp {goal}": (set(), {goal}) for goal in goals if goal is not None}
    return {
        start: [sorted(places, key=order.__getitem__) for places in reached(rotation, here, bound, SEASONS)]
        for start, (here, bound) in starts.items()
    }
