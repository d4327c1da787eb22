"""Views of standard games as the saved games of the `diplomacy` package, and back. Reads and writes nothing.

Its format (`diplomacy.utils.export`) has one phase each with the state in which it begins, the orders given
in it and their results. Order text differs in case and in how builds are written.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

View = Mapping[str, Any]
Board = tuple[dict[str, list[str]], dict[str, list[str]]]  # units and centres by power
_RULES = ["NO_PRESS", "POWER_CHOICE"]


def saved(
    slug: str, views: Sequence[View], homes: Mapping[str, Sequence[str]], opened: Sequence[dt.datetime]
) -> dict[str, Any]:
    """The saved game of a game's views, oldest first; `homes` are the home centres of each power."""
    influence = {power: list(centres) for power, centres in homes.items()}
    phases = []
    for number, (view, at) in enumerate(zip(views, opened, strict=True)):
        influence = _influence(influence, view)
        following = views[number + 1] if number + 1 < len(views) else None
        phases.append(_phase(slug, view, following, homes, influence, at))
    return {"id": slug, "map": "standard", "rules": _RULES, "phases": phases}


def _phase(
    slug: str,
    view: View,
    following: View | None,
    homes: Mapping[str, Sequence[str]],
    influence: Mapping[str, Sequence[str]],
    at: dt.datetime,
) -> dict[str, Any]:
    """One phase: the state of `view`, and the orders that the view after it tells of."""
    turn, entries = view["turn"], following["orders"] if following is not None else []
    orders: dict[str, Any] = {power.upper(): [] if following else None for power in homes}
    results: dict[str, list[str]] = {}
    for entry in entries:
        if "illegal" in entry["result"]:
            continue  # the package keeps only what it has accepted
        orders[entry["power"].upper()].append(order_out(entry["order"]))
        unit = entry["unit"] or _built(entry["order"])
        if unit:
            results[unit.upper()] = list(entry["result"])
    state = {
        "timestamp": int(at.timestamp() * 1_000_000),
        "zobrist_hash": "0",
        "note": "",
        "name": turn,
        "units": _units(view, homes),
        "retreats": _retreats(view, homes),
        "centers": {power.upper(): _upper(view["centers"].get(power, ())) for power in homes},
        "homes": {power.upper(): _upper(centres) for power, centres in homes.items()},
        "influence": {power.upper(): _upper(places) for power, places in influence.items()},
        "civil_disorder": {power.upper(): 0 for power in homes},
        "builds": {power.upper(): _builds(view, power, homes) for power in homes},
        "game_id": slug,
        "map": "standard",
        "rules": _RULES,
    }
    return {"name": turn, "state": state, "orders": orders, "results": results, "messages": []}


def order_out(order: str) -> str:
    """An order in the package's words: `B A vie` is `A VIE B`."""
    words = order.split()
    if words[0] in {"B", "D"} and len(words) == len(("B", "A", "vie")):
        words = [*words[1:], words[0]]
    return " ".join(words).upper()


def order_in(order: str, turn: str) -> str:
    """An order of the package in ours: `A VIE B` is `B A vie`, and so is a winter's `A VIE D`."""
    kinds = {"A", "F"}
    words = [
        word if word in {*kinds, "H", "S", "C", "R", "D", "B", "WAIVE", "-"} else word.lower()
        for word in order.split()
    ]
    if turn.endswith("A") and words[-1] in {"B", "D"}:
        words = [words[-1], *words[:-1]]
    return " ".join(words)


def position_of(phase: Mapping[str, Any]) -> Board:
    """Standing units and centres of a saved phase, sorted, by power.

    Units pushed out are left to the rules: recorders differ in whether those that cannot retreat are there.
    """
    state = phase["state"]
    units = {
        power: [unit for unit in units if not unit.startswith("*")] for power, units in state["units"].items()
    }
    return _sorted(units), _sorted(state["centers"])


def position_in(view: View) -> Board:
    """The same of a view."""
    return _sorted(view["units"]), _sorted(view["centers"])


def _sorted(held: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {power.lower(): sorted(one.lower() for one in held[power]) for power in held if held[power]}


def _units(view: View, homes: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The units of each power; those pushed out carry a star."""
    units = {power.upper(): [unit.upper() for unit in view["units"].get(power, ())] for power in homes}
    for row in view["dislodged"] if view["turn"].endswith("R") else ():
        units[row["power"].upper()].append(f"*{row['unit'].upper()}")
    return units


def _retreats(view: View, homes: Mapping[str, Sequence[str]]) -> dict[str, dict[str, list[str]]]:
    """Where each unit that was pushed out can go."""
    found: dict[str, dict[str, list[str]]] = {power.upper(): {} for power in homes}
    for row in view["dislodged"] if view["turn"].endswith("R") else ():
        found[row["power"].upper()][row["unit"].upper()] = _upper(row.get("retreats") or ())
    return found


def _builds(view: View, power: str, homes: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The builds (or, below zero, disbands) due to a power in winter, and where it may build."""
    due = view.get("adjustments", {}).get(power, 0) if view["turn"].endswith("A") else 0
    count = due["count"] if isinstance(due, Mapping) else due
    occupied = {unit.split()[1].split("/")[0] for units in view["units"].values() for unit in units}
    free = [
        place for place in homes[power] if place in view["centers"].get(power, ()) and place not in occupied
    ]
    return {"count": count, "homes": _upper(free) if count > 0 else []}


def _influence(before: Mapping[str, Sequence[str]], view: View) -> dict[str, list[str]]:
    """Who was last in each place: what the units of `view` stand on has passed to their powers."""
    standing = {
        power: [unit.split()[1].split("/")[0] for unit in units] for power, units in view["units"].items()
    }
    taken = {place for places in standing.values() for place in places}
    return {
        power: [*(place for place in places if place not in taken), *standing.get(power, ())]
        for power, places in before.items()
    }


def _built(order: str) -> str:
    """The unit of a build or disband; empty for a waived one."""
    words = order.split()
    return " ".join(words[1:3]) if words[0] in {"B", "D"} else ""


def _upper(places: Sequence[str]) -> list[str]:
    return [place.upper() for place in places]
