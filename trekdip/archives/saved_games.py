"""Views of standard games as the saved games of the `diplomacy` package, and back. Reads and writes nothing.

Its format (`diplomacy.utils.export`) has one phase each with the state in which it begins, the orders given
in it and their results. Order text differs in case and in how builds are written. The package keeps only
orders that counted, takes units that cannot retreat off the board before the retreats, writes no waived
builds, and calls the state in which a game is over `COMPLETED`. Its own check of saved games also asks for
hashes of positions that nobody but the package can make: they are not there.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

View = Mapping[str, Any]
Board = tuple[dict[str, list[str]], dict[str, list[str]]]  # units and centres by power
COMPLETED = "COMPLETED"
_RULES = ["NO_PRESS", "POWER_CHOICE"]
_DISBANDED = "disband"
_VIA = " VIA"


def saved(
    slug: str,
    views: Sequence[View],
    homes: Mapping[str, Sequence[str]],
    opened: Sequence[dt.datetime],
    *,
    over: bool = False,
) -> dict[str, Any]:
    """The saved game of a game's views, oldest first; `homes` are the home centres of each power, `over`: the
    last view is of the board on which the game ended.
    """
    influence = {power: list(centres) for power, centres in homes.items()}
    phases = []
    for number, (view, at) in enumerate(zip(views, opened, strict=True)):
        influence = _influence(influence, view)
        following = views[number + 1] if number + 1 < len(views) else None
        name = COMPLETED if over and following is None else view["turn"]
        phases.append(_phase(slug, name, view, following, homes, influence, at))
    return {"id": slug, "map": "standard", "rules": _RULES, "phases": phases}


def _phase(
    slug: str,
    name: str,
    view: View,
    following: View | None,
    homes: Mapping[str, Sequence[str]],
    influence: Mapping[str, Sequence[str]],
    at: dt.datetime,
) -> dict[str, Any]:
    """One phase: the state of `view`, and the orders that the view after it tells of."""
    entries = following["orders"] if following is not None else []
    orders: dict[str, Any] = {power.upper(): [] if following else None for power in homes}
    results: dict[str, list[str]] = {}
    for entry in entries:
        if not _accepted(entry, view):
            continue
        orders[entry["power"].upper()].append(order_out(entry["order"]))
        results[(entry["unit"] or _built(entry["order"])).upper()] = _results(entry, view)
    state = {
        "timestamp": int(at.timestamp() * 1_000_000),
        "zobrist_hash": "0",
        "note": "",
        "name": name,
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
    return {"name": name, "state": state, "orders": orders, "results": results, "messages": []}


def _accepted(entry: Mapping[str, Any], view: View) -> bool:
    """Whether the package has this order: it counted, and its unit was there to be ordered."""
    refused = {"illegal", "superseded"}
    match view["turn"][-1]:
        case "R":
            return not refused & {*entry["result"]} and entry["unit"] in {
                row["unit"] for row in _routed(view)
            }
        case "A":
            return not (refused | {"void"}) & {*entry["result"]} and entry["order"] != "WAIVE"
    return not refused & {*entry["result"]}


def _results(entry: Mapping[str, Any], view: View) -> list[str]:
    """The results of an order in the package's words."""
    match view["turn"][-1]:
        case "A":
            return []
        case "R" if entry["order"].endswith(" D"):
            return [_DISBANDED]
    return [_DISBANDED if word == "destroyed" else word for word in entry["result"]]


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


def orders_in(phase: Mapping[str, Any]) -> dict[str, list[str]]:
    """The recorded orders of a phase in our words, by power; those who have none on record are left out.

    In the package an army that nobody convoys goes by land even if it was told to go by convoy.
    """
    given = {power.lower(): lines for power, lines in phase["orders"].items() if lines is not None}
    convoyed = {line.split(" C ")[1] for lines in given.values() for line in lines if " C " in line}
    return {
        power: [
            order_in(line if line.removesuffix(_VIA) in convoyed else line.removesuffix(_VIA), phase["name"])
            for line in lines
        ]
        for power, lines in given.items()
    }


def nobody_retreats(phase: Mapping[str, Any]) -> bool:
    """Whether this is a recorded phase of retreats without a retreat."""
    lines = [line for given in phase["orders"].values() for line in given or ()]
    return phase["name"].endswith("R") and not any(" R " in line for line in lines)


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
    for row in _routed(view):
        units[row["power"].upper()].append(f"*{row['unit'].upper()}")
    return units


def _routed(view: View) -> list[Mapping[str, Any]]:
    """The units that have to retreat in a phase of retreats and can."""
    return [row for row in view["dislodged"] if row.get("retreats")] if view["turn"].endswith("R") else []


def _retreats(view: View, homes: Mapping[str, Sequence[str]]) -> dict[str, dict[str, list[str]]]:
    """Where each unit that was pushed out can go."""
    found: dict[str, dict[str, list[str]]] = {power.upper(): {} for power in homes}
    for row in _routed(view):
        found[row["power"].upper()][row["unit"].upper()] = _upper(row["retreats"])
    return found


def _builds(view: View, power: str, homes: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The builds (or, below zero, disbands) due to a power in winter, and where it may build."""
    count = view["adjustments"].get(power, 0) if view["turn"].endswith("A") else 0
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
