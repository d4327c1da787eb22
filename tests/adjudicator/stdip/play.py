"""Random games of stdip whose players mostly play: they attack, support each other, cloak, scan, take over,
trade and leave. No rules live here: what may be ordered is asked of the engine, as a player would.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import adjudicator as adj

POWERS = ("borg", "federation", "dominion", "romulan", "klingon", "ferengi", "cardassian")
COUNTRIES = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
VIEWERS = (*POWERS, "public")
NONSENSE = (
    "A nowhere - else",
    "F nth - mun",
    "",
    "WAIVE",
    "A par S A par",
    "place 9: mos",
    "CHOOSE A bul",
    "D",
    "???",
)

Sheets = dict[str, list[str]]
_MARK = re.compile(r"\s*\([A-Z]\)")


def bare(order: str) -> str:
    """An order without marks and coasts: what a support says of it."""
    return re.sub(r"/\w\w", "", _MARK.sub("", order))


def new_game(rng: random.Random) -> adj.Position:
    """A game with a random deal of countries."""
    countries = rng.sample(COUNTRIES, len(COUNTRIES))
    deal = dict(zip(POWERS, countries, strict=True))
    return adj.new("stdip", seed=rng.getrandbits(60), options={"assignment": deal})


def sheets(rng: random.Random, state: adj.Position, *, helpful: float = 0.4) -> Sheets:
    """A sheet for every power; `helpful`: how many units help others."""
    return {power: sheet for power, sheet in _sheets(rng, state, helpful) if rng.random() > 0.02}


def _sheets(rng: random.Random, state: adj.Position, helpful: float) -> Iterator[tuple[str, list[str]]]:
    menus = {power: adj.legal(state, power) for power in POWERS}
    match state.turn[-1]:
        case "M":
            yield from _movement(rng, state, menus, helpful)
        case "R":
            yield from ((power, _retreats(rng, menu)) for power, menu in menus.items())
        case "A":
            yield from ((power, _winter(rng, menu)) for power, menu in menus.items())


def _movement(
    rng: random.Random, state: adj.Position, menus: Mapping[str, Mapping[str, list[str]]], helpful: float
) -> Iterator[tuple[str, list[str]]]:
    occupied = {u.place.partition("/")[0] for u in state.units}
    chosen: dict[tuple[str, str], str] = {}
    helpers: list[tuple[str, str]] = []
    for power, menu in menus.items():
        for unit, options in menu.items():
            if unit.startswith("place"):
                chosen[power, unit] = rng.choice(options)
            elif unit.endswith("(D)") and rng.random() < 0.6:
                continue
            elif rng.random() < helpful:
                helpers.append((power, unit))
            else:
                chosen[power, unit] = _action(rng, options, occupied)
    moves = {bare(order) for order in chosen.values() if " - " in order}
    moves |= {bare(order).removesuffix(" via") for order in moves}
    for power, unit in helpers:
        chosen[power, unit] = _help(rng, menus[power][unit], moves)
    for power in POWERS:
        lines = [order for (owner, _), order in chosen.items() if owner == power]
        yield power, _one_enterprise(rng, lines)


def _action(rng: random.Random, options: list[str], occupied: set[str]) -> str:
    marked = _marked(rng, options)
    moves = [o for o in marked if " - " in o and " S " not in o and " C " not in o]
    attacks = [o for o in moves if o.removesuffix(" via").rpartition(" ")[2].partition("/")[0] in occupied]
    roll = rng.random()
    if roll < 0.5 and attacks:
        return rng.choice(attacks)
    if roll < 0.8 and moves:
        return rng.choice(moves)
    return rng.choice([o for o in marked if " scan " in o] or marked) if roll < 0.9 else rng.choice(marked)


def _marked(rng: random.Random, options: list[str]) -> list[str]:
    """Mostly cloaked, sometimes the Enterprise, a trader as often as not."""
    wanted = rng.choices(["(I)", "(E)", "(T)", "(M)", ""], [6, 2, 3, 2, 2])[0]
    return [o for o in options if wanted in o] or options


def _help(rng: random.Random, options: list[str], moves: set[str]) -> str:
    marked = _marked(rng, options)
    useful = [
        o
        for o in marked
        if (" S " in o and bare(o).partition(" S ")[2] in moves)
        or (" C " in o and bare(o).partition(" C ")[2] in moves)
    ]
    if useful and rng.random() < 0.9:
        return rng.choice(useful)
    holds = [o for o in marked if " S " in o and " - " not in o]
    return rng.choice(holds) if holds and rng.random() < 0.5 else rng.choice(marked)


def _one_enterprise(rng: random.Random, lines: list[str]) -> list[str]:
    """Two marks void each other; that is a rare mistake."""
    flags = [i for i, line in enumerate(lines) if "(E)" in line]
    keep = rng.choice(flags) if flags else -1
    if rng.random() < 0.95:
        lines = [line if i == keep else line.replace(" (E)", "") for i, line in enumerate(lines)]
    if rng.random() < 0.05:
        lines.append(rng.choice(NONSENSE))
    return lines


def _retreats(rng: random.Random, menu: Mapping[str, list[str]]) -> list[str]:
    lines = []
    for options in menu.values():
        ways = [o for o in options if " R " in o]
        if rng.random() < 0.1:
            continue
        lines.append(rng.choice(ways) if ways and rng.random() < 0.85 else rng.choice(options))
    return lines


def _winter(rng: random.Random, menu: Mapping[str, list[str]]) -> list[str]:
    lines = [rng.choice(options) for options in menu.values()]
    rng.shuffle(lines)
    cloaked = [o for o in lines if "(I)" in o]
    return lines if rng.random() < 0.5 else cloaked + [o for o in lines if o not in cloaked]


def crowded_setup(rng: random.Random, *, units: int = 34) -> dict[str, Any]:
    """A mid-game setup: everybody mixed over the whole map, most Romulans cloaked."""
    chart = adj.variant("stdip").chart
    deal = dict(zip(POWERS, rng.sample(COUNTRIES, len(COUNTRIES)), strict=True))
    board: dict[str, list[str]] = {p: [] for p in POWERS}
    for province in rng.sample(chart.provinces, units):
        power = rng.choice((*POWERS, "romulan", "romulan"))
        kinds = {"sea": "F", "land": "A", "coast": "AF"}[province.kind]
        kind = "C" if power == "cardassian" else rng.choice(kinds)
        coast = f"/{rng.choice(province.coasts)}" if kind == "F" and province.coasts else ""
        mark = {"romulan": " (I)" if rng.random() < 0.8 else "", "ferengi": rng.choice(["", " (T)"])}.get(
            power, ""
        )
        board[power].append(f"{kind} {province.id}{coast}{mark}")
    centres: dict[str, list[str]] = {p: [] for p in POWERS}
    for province in chart.provinces:
        if province.centre and rng.random() < 0.85:
            centres[rng.choice(POWERS)].append(province.id)
    infiltrated = [
        texts[0].split()[1].partition("/")[0]
        for p, texts in board.items()
        if texts and p not in {"borg", "dominion"}
    ]
    memory: dict[str, Any] = {"infiltrated": rng.sample(infiltrated, min(len(infiltrated), 3))}
    if rng.random() < 0.3:
        memory["wormhole"] = rng.choice([["por", "swe"], ["nth", "tys"], ["mao", "bul"], ["boh", "bur"]])
    return {
        "variant": "stdip", "turn": rng.choice(["S2374M", "F2374M", "S2371M", "F2372M"]),
        "seed": rng.getrandbits(40), "assignment": deal, "units": {p: u for p, u in board.items() if u},
        "centers": centres, "memory": memory,
    }  # fmt: skip
