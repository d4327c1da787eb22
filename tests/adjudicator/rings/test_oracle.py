"""The battle of forces against the oracle on random crowded boards, and against itself with everything listed
in another order."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.rings.board import Ship, random_ships
from tests.adjudicator.rings.oracle import Answer, Oracle

BOARDS = int(os.environ.get("RINGS_BOARDS", "240"))
MOST_ATTACKS = 8


def setup_of(ships: list[Ship]) -> adj.Position:
    units: dict[str, list[str]] = {}
    for ship in ships:
        if ship.place != "warp":
            units.setdefault(ship.race, []).append(f"S {ship.place}")
    warp = [{"power": s.race, "to": s.bound} for s in ships if s.place == "warp"]
    return adj.setup(
        {"variant": "rings", "turn": "S2375M", "units": units, "centers": {}, "memory": {"warp": warp}}
    )


def sheets_of(ships: list[Ship]) -> dict[str, list[str]]:
    sheets: dict[str, list[str]] = {}
    for ship in ships:
        sheets.setdefault(ship.race, []).append(ship.text)
    return sheets


def stack(text: str) -> tuple[str, int]:
    """Place and ships of `2S bca`."""
    ships, place = text.split()
    return place, int(ships.removesuffix("S") or 1)


def ended(ships: list[Ship], told: dict[str, Any]) -> tuple[object, object]:
    """Stacks and dislodged stacks as the oracle counts them: ships that entered warp are still there."""
    units = Counter(
        {(race, place): n for race, texts in told["units"].items() for place, n in map(stack, texts)}
    )
    lost = {(d["power"], stack(d["unit"])[0]): stack(d["unit"])[1] for d in told["dislodged"]}
    if told["turn"][-1] != "R":  # the season is over: they have left
        for ship in ships:
            if ship.what == "warp" and (ship.race, ship.place) not in lost:
                units[ship.race, ship.place] += 1
    return frozenset(units.items()), frozenset(lost.items())


def boards() -> list[list[Ship]]:
    rng = random.Random(20260)
    found: list[list[Ship]] = []
    while len(found) < BOARDS:
        ships = random_ships(rng)
        if len(Oracle(ships).attacks) <= MOST_ATTACKS:
            found.append(ships)
    return found


def chosen(answers: list[Answer]) -> list[Answer]:
    """The backup rule: most supports stand, then most attacks succeed."""
    best = max((a.standing, a.succeeding) for a in answers)
    return [a for a in answers if (a.standing, a.succeeding) == best]


def test_the_engine_agrees_with_the_oracle() -> None:
    knots = Counter[str]()
    for ships in boards():
        done = adj.resolve(setup_of(ships), sheets_of(ships))
        assert not any("illegal" in entry["result"] for entry in done.orders)
        answers = Oracle(ships).answers()
        got = ended(ships, done.to_dict())
        assert answers, f"no resolution at all: {[s.text for s in ships]}"
        best = chosen(answers)
        knots["several" if len(answers) > 1 else "one"] += 1
        assert got in [(a.units, a.dislodged) for a in best], [(s.race, s.text) for s in ships]
    assert knots["one"] > BOARDS * 0.8


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_listing_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    for ships in boards()[seed::4]:
        first = adj.resolve(setup_of(ships), sheets_of(ships))
        mixed = rng.sample(ships, len(ships))
        again = adj.resolve(setup_of(mixed), sheets_of(mixed))
        assert first.to_dict() == again.to_dict()
        assert adj.views(first.state) == adj.views(again.state)
        assert adj.dumps(first.state) == adj.dumps(again.state)
