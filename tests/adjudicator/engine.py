"""Short hands for asking the engine through its public face, and for comparing what it answers; no rules
live here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import adjudicator as adj
from tests.adjudicator.board import Order, Unit
from tests.adjudicator.boards import by_power

Sheets = Mapping[str, list[str]]

FAILED_MOVE = frozenset({"bounce", "no convoy", "disrupted"})


def position(units: Iterable[Unit], turn: str = "S1905M", **more: Any) -> adj.Position:
    """A mid-game position of the standard variant."""
    return adj.setup({"variant": "standard", "turn": turn, "units": by_power(units), **more})


def play(state: adj.Position, orders: Iterable[Order]) -> dict[str, Any]:
    """The JSON shape of the outcome of a phase."""
    return adj.resolve(state, by_power(orders)).to_dict()


def board(units: Mapping[str, Iterable[str]]) -> set[tuple[str, str]]:
    """Units by power as a set of (power, unit), so that neither order nor empty powers matter."""
    return {(power, unit) for power, texts in units.items() for unit in texts}


def thrown_out(dislodged: Iterable[Mapping[str, Any]]) -> set[tuple[str, str, str, frozenset[str]]]:
    """Dislodged units as a set of (power, unit, by, retreats)."""
    return {(d["power"], d["unit"], d["by"], frozenset(d["retreats"])) for d in dislodged}


def results(outcome: Mapping[str, Any]) -> dict[str, set[str]]:
    """Unit text -> result words of the order that counted (superseded and foreign orders left out)."""
    found: dict[str, set[str]] = {}
    owners = board(outcome["units"]) | {(d["power"], d["unit"]) for d in outcome["dislodged"]}
    for entry in outcome["orders"]:
        words = set(entry["result"])
        if "superseded" not in words:
            found.setdefault(entry["unit"], set()).update(words)
    assert found or not owners or not outcome["orders"]
    return found
