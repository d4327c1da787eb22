"""Scripted players for demonstrations: one sheet of sensible orders, chosen from what a seat may know.

Stores nothing.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

Legal = Mapping[str, Sequence[str]]


def orders(view: Mapping[str, Any], legal: Legal, power: str, rng: random.Random) -> list[str]:
    """A sheet for `power`: each line is one of its legal orders, at most one a unit and never two units to
    one place.

    `view` and `legal` are those of the power's own stored view. The same arguments and the same state of
    `rng` give the same sheet.
    """
    if str(view["turn"]).endswith("A"):
        return _adjustments(view, legal, power, rng)
    return _moves(view, legal, power, rng)


def _moves(view: Mapping[str, Any], legal: Legal, power: str, rng: random.Random) -> list[str]:
    """Moves first, one a destination, towards centres of others; then supports of those moves; else hold or
    retreat.
    """
    owned = set(view["centers"].get(power, ()))
    wanted = {centre for owner, centres in view["centers"].items() if owner != power for centre in centres}
    chosen: dict[str, str] = {}
    taken: set[str] = set()
    units = sorted(legal)
    rng.shuffle(units)
    for unit in units:
        moves = [order for order in legal[unit] if _goal(order) and _province(_goal(order)) not in taken]
        if not moves or rng.random() < 0.25:
            continue
        weights = [_weight(_province(_goal(order)), wanted, owned) for order in moves]
        order = rng.choices(moves, weights)[0]
        chosen[unit] = order
        taken.add(_province(_goal(order)))
    for unit in units:
        if unit in chosen:
            continue
        helping = [
            order for order in legal[unit] if any(order == f"{unit} S {moved}" for moved in chosen.values())
        ]
        holding = [order for order in legal[unit] if order.endswith((" H", " D"))]
        if helping or holding:
            chosen[unit] = rng.choice(helping or holding)
    return [chosen[unit] for unit in sorted(chosen)]


def _adjustments(view: Mapping[str, Any], legal: Legal, power: str, rng: random.Random) -> list[str]:
    """As many builds or disbands as are due, each in a place of its own."""
    due = abs(int(view["adjustments"].get(power, 0)))
    choices = sorted({order for options in legal.values() for order in options if order != "WAIVE"})
    rng.shuffle(choices)
    sheet: dict[str, str] = {}
    for order in choices:
        sheet.setdefault(_province(order.split()[-1]), order)
    return (
        sorted(sheet.values())[:due] if len(sheet) <= due else sorted(rng.sample(sorted(sheet.values()), due))
    )


def _goal(order: str) -> str:
    """The region a move or retreat goes to; empty for every other order."""
    words = order.split()[1:]  # without the kind of unit, which may be a C
    if not {"S", "C", "via"}.isdisjoint(words):
        return ""
    return next((goal for sign, goal in pairwise(words) if sign in {"-", "R"}), "")


def _province(region: str) -> str:
    """The province of a region: `stp` of `stp/nc`."""
    return region.partition("/")[0]


def _weight(goal: str, wanted: set[str], owned: set[str]) -> int:
    """How much a scripted player likes to go somewhere: others' centres most, its own least."""
    if goal in owned:
        return 1
    return 8 if goal in wanted else 4
