"""Scripted players for demonstrations: one sheet of sensible orders, chosen from what a seat may know.

Stores nothing.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

Legal = Mapping[str, Sequence[str]]

SEIZING = " (D)"  # how the list of legal orders names a unit that can be taken over
_WEAK = 3  # centres of a power that is left alone, so that demonstrations keep their players
_LIKED = {"(I)": 6, "(E)": 3, "(T)": 1}  # how much a mark is liked, against 2 for none


def orders(view: Mapping[str, Any], legal: Legal, power: str, rng: random.Random) -> list[str]:
    """A sheet for `power`: each line is one of its legal orders, at most one a unit and never two units to
    one place.

    `view` and `legal` are those of the power's own stored view. The same arguments and the same state of
    `rng` give the same sheet.
    """
    if str(view["turn"]).endswith("A"):
        return _adjustments(view, legal, power, rng)
    placed = _placements(legal, rng)
    standing = set(view["units"].get(power, ())) | {f"C {order.split()[-1]}" for order in placed}
    asked = {unit: texts for unit, texts in legal.items() if not placed or unit in standing}
    return [*placed, *_moves(view, asked, power, rng)]


def _placements(legal: Legal, rng: random.Random) -> list[str]:
    """Units that are still to be set up, each in a place of its own."""
    chosen: list[str] = []
    for unit in sorted(unit for unit in legal if unit.startswith("place ")):
        taken = {order.split()[-1] for order in chosen}
        free = [order for order in legal[unit] if order.split()[-1] not in taken]
        chosen += [rng.choice(free)] if free else []
    return chosen


def _moves(view: Mapping[str, Any], legal: Legal, power: str, rng: random.Random) -> list[str]:
    """Moves first, one a destination, towards centres of others; then supports of those moves; else hold or
    retreat. Marks are drawn when the order stands.
    """
    owned = set(view["centers"].get(power, ()))
    others = {owner: centres for owner, centres in view["centers"].items() if owner != power}
    wanted = {centre for centres in others.values() if len(centres) > _WEAK for centre in centres}
    spared = {centre for centres in others.values() if len(centres) <= _WEAK for centre in centres}
    chosen: dict[str, str] = {}
    taken: set[str] = set()
    units = sorted(legal)
    rng.shuffle(units)
    for unit in units:
        if unit.endswith(SEIZING) and rng.random() < 0.6:  # an infiltration is kept for later
            continue
        near = {words[3] for words in map(_words, legal[unit]) if words[2:3] == ["scan"]}
        moves = [order for order in legal[unit] if _goal(order) and _province(_goal(order)) not in taken]
        if not moves or rng.random() < 0.25:
            continue
        weights = [_weight(_province(_goal(order)), wanted, owned | spared, near) for order in moves]
        chosen[unit] = rng.choices(moves, weights)[0]
        taken.add(_province(_goal(chosen[unit])))
    moved = {_bare(order) for order in chosen.values()}
    for unit in units:
        if unit in chosen or unit.endswith(SEIZING):
            continue
        helping = [order for order in legal[unit] if _helped(order) in moved]
        resting = [order for order in legal[unit] if _words(order)[-1] in {"H", "D"}]
        scanning = [order for order in legal[unit] if " scan " in order] if rng.random() < 0.2 else []
        if helping or resting:
            chosen[unit] = rng.choice(helping or scanning or resting)
    return _marked(chosen, legal, rng)


def _marked(chosen: Mapping[str, str], legal: Legal, rng: random.Random) -> list[str]:
    """The sheet with its marks: of the ways to mark each order one is drawn; an Enterprise once at most."""
    sheet: list[str] = []
    for unit in sorted(chosen):
        bare = _bare(chosen[unit])
        used = any("(E)" in order for order in sheet)
        ways = [order for order in legal[unit] if _bare(order) == bare and not (used and "(E)" in order)]
        weights = [max((liked for mark, liked in _LIKED.items() if mark in way), default=2) for way in ways]
        if ways:
            sheet.append(rng.choices(ways, weights)[0])
    return sheet


def _adjustments(view: Mapping[str, Any], legal: Legal, power: str, rng: random.Random) -> list[str]:
    """As many builds or disbands as are due, each in a place of its own."""
    due = abs(int(view["adjustments"].get(power, 0)))
    choices = sorted({order for options in legal.values() for order in options if order != "WAIVE"})
    rng.shuffle(choices)
    sheet: dict[str, str] = {}
    for order in choices:
        sheet.setdefault(_province(_words(order)[-1]), order)
    return (
        sorted(sheet.values())[:due] if len(sheet) <= due else sorted(rng.sample(sorted(sheet.values()), due))
    )


def _words(order: str) -> list[str]:
    """The words of an order without its marks."""
    return [word for word in order.split() if not word.startswith("(")]


def _bare(order: str) -> str:
    """An order without its marks."""
    return " ".join(_words(order))


def _helped(order: str) -> str:
    """The move or hold that a support is for; empty for every other order."""
    words = _words(order)
    return " ".join(words[3:]) if words[2:3] == ["S"] else ""


def _goal(order: str) -> str:
    """The region a move or retreat goes to; empty for every other order."""
    words = order.split()[1:]  # without the kind of unit, which may be a C
    if not {"S", "C", "via"}.isdisjoint(words):
        return ""
    return next((goal for sign, goal in pairwise(words) if sign in {"-", "R"}), "")


def _province(region: str) -> str:
    """The province of a region: `stp` of `stp/nc`."""
    return region.partition("/")[0]


def _weight(goal: str, wanted: set[str], left: set[str], near: set[str]) -> float:
    """How much a scripted player likes to go somewhere: centres of strong others most, those in `left`
    hardly; far away, where what is near can be told from the places to look at, still less.
    """
    if near and goal not in near:
        return 0.02
    if goal in left:
        return 0.5
    return 8 if goal in wanted else 4
