"""The board of quadrants read from its data, and random sheets for it, without the engine's help where it
matters."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import adjudicator as adj

CHART = Path(__file__).parents[3] / "maps" / "quadrants" / "chart.toml"
DATA: dict[str, Any] = tomllib.loads(CHART.read_text(encoding="utf-8"))
SYSTEMS: dict[str, dict[str, Any]] = {row["id"]: row for row in DATA["province"]}
HOMES: dict[str, list[str]] = {row["id"]: row["homes"] for row in DATA["country"]}
POWERS = tuple(HOMES)
CENTRES = tuple(p for p, row in SYSTEMS.items() if row.get("centre"))
HYPERSPACE = frozenset(p for p, row in SYSTEMS.items() if row["layer"] != 2)
Outcome = dict[str, Any]


def lanes(system: str) -> set[str]:
    """The systems a fleet reaches in one move."""
    return set(SYSTEMS[system]["fleet"])


def standing(told: Outcome) -> dict[str, str]:
    """System -> power of the unit there."""
    return {unit.split()[1]: power for power, units in told["units"].items() for unit in units}


def owners(told: Outcome) -> dict[str, str]:
    """Centre -> owner."""
    return {centre: power for power, centres in told["centers"].items() for centre in centres}


def midgame(rng: random.Random, most: int = 26) -> dict[str, list[str]]:
    """Units of several powers crowded in one or two corners of the board, hyperspace among them."""
    places: set[str] = set()
    for size in rng.choice([(most,), (most // 2, most // 2)]):
        corner = {rng.choice(sorted(rng.choice([HYPERSPACE, frozenset(SYSTEMS)])))}
        while len(corner) < size:
            corner.add(rng.choice(sorted({b for a in corner for b in lanes(a)} - corner)))
        places |= corner
    powers = rng.sample(POWERS, rng.randrange(2, 5))
    units: dict[str, list[str]] = {p: [] for p in powers}
    for place in sorted(places):
        if rng.random() < 0.8:
            units[rng.choice(powers)].append(f"F {place}")
    return {p: u for p, u in units.items() if u}


def lively(rng: random.Random, options: list[str]) -> str:
    """One of a unit's orders, moves and what goes with them before holds."""
    kinds = [[o for o in options if mark in o] for mark in (" - ", " S ", " C ")]
    kinds = [k for k in kinds if k]
    return rng.choice(rng.choice(kinds)) if kinds and rng.random() < 0.9 else rng.choice(options)


def sheets_for(
    rng: random.Random, state: adj.Position, *, sleepy: float = 0.0, abilities: float = 0.1
) -> dict[str, list[str]]:
    """A sheet of legal orders for every power; supports for what others really do are not sought, but
    happen."""
    found: dict[str, list[str]] = {}
    for power in POWERS:
        lines = []
        if rng.random() < sleepy:
            continue
        for key, options in adj.legal(state, power).items():
            if key.isupper():
                if rng.random() < abilities or key == "WAIVE":
                    lines.append(rng.choice(options))
            else:
                lines.append(lively(rng, options))
        found[power] = lines
    return found


def concerted(rng: random.Random, state: adj.Position) -> dict[str, list[str]]:
    """Sheets that play together: some moves are chosen first, and most of the other units help them."""
    sheets = sheets_for(rng, state)
    menus = {p: {k: v for k, v in adj.legal(state, p).items() if not k.isupper()} for p in POWERS}
    moves = {
        unit: rng.choice(_moves(rng, options))
        for menu in menus.values()
        for unit, options in menu.items()
        if rng.random() < 0.4 and _moves(rng, options)
    }
    for power, lines in sheets.items():
        for number, line in enumerate(lines):
            unit = " ".join(line.split()[:2])
            helps = [o for o in menus[power].get(unit, []) if _helps(o, moves)]
            if unit in moves and unit in menus[power]:
                lines[number] = moves[unit]
            elif helps and rng.random() < 0.9:
                lines[number] = rng.choice([o for o in helps if " C " in o] or helps)
    return sheets


def _moves(rng: random.Random, options: list[str]) -> list[str]:
    """The moves among a unit's orders; half the time only those by convoy, if there are any."""
    found = [o for o in options if o.split()[2:3] == ["-"]]
    far = [o for o in found if o.split()[3] not in lanes(o.split()[1])]
    return far if far and rng.random() < 0.5 else found


def _helps(option: str, moves: dict[str, str]) -> bool:
    words = option.split()
    return len(words) == 7 and moves.get(" ".join(words[3:5]), "").removesuffix(" via") == " ".join(words[3:])
