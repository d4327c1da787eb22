"""What a view tells of the notebook beside its memory: how the season just fought can be judged again, for
plans that use Immunity (Q-f). Everything in it is public; what a viewer is not told is not recalled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.outcomes import ILLEGAL, SUPERSEDED
from adjudicator.variants.quadrants.ferengi import SABOTAGE


def recall(view: Mapping[str, Any]) -> dict[str, Any]:
    """`played` and `sabotaged` of a retreat phase in which Immunity may still be used; else nothing."""
    if view["turn"][-1] != "R" or view["memory"]["immunity_used"]:
        return {}
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    sabotaged = []
    for entry in view["orders"]:
        counts = not {ILLEGAL, SUPERSEDED} & set(entry["result"])
        if entry["unit"] is not None:
            units.setdefault(entry["power"], []).append(entry["unit"])
            if counts:
                orders.setdefault(entry["power"], []).append(entry["order"])
        elif counts and entry["order"].startswith(f"{SABOTAGE.upper()} "):
            sabotaged.append(entry["order"].split()[1])
    return {"played": {"units": units, "orders": orders}, "sabotaged": sabotaged} if units else {}
