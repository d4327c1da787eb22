"""Whole games of random orders: thirty years without an exception, and the books are in order after every
phase."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.rings.board import HOMEWORLDS, PLANETS, POWERS, SUPPLY, neighbours

GAMES = int(os.environ.get("RANDOM_GAMES", "3"))
YEARS = 30
NONSENSE = [
    "S nowhere - else",
    "S aga warp +77",
    "9S cba H",
    "",
    "B 2S aga",
    "S warp aaa - wormhole",
    "WAIVE",
]
Told = dict[str, Any]
Stacks = Counter[tuple[str, str]]


def sheet(rng: random.Random, state: adj.Position, power: str) -> list[str]:
    """A legal line or two for every stack; now and then somebody sleeps, or writes nonsense."""
    if rng.random() < 0.05:
        return []
    lines = []
    for texts in adj.legal(state, power).values():
        lines += rng.sample(texts, min(len(texts), rng.choice([1, 1, 2])))
    if rng.random() < 0.05:
        lines.append(rng.choice(NONSENSE))
    return lines


def stacks(units: dict[str, list[str]]) -> Stacks:
    found: Stacks = Counter()
    for race, texts in units.items():
        for text in texts:
            ships, place = text.split()
            assert (race, place) not in found, "one race, two stacks in one place"
            found[race, place] = int(ships.removesuffix("S") or 1)
    return found


def in_warp(told: Told) -> Counter[str]:
    return Counter({race: len(bound) for race, bound in told["warp"].items()})


def books_are_in_order(told: Told) -> None:
    """What is true of any position of the game."""
    board = stacks(told["units"])
    assert all(n > 0 for n in board.values())
    planets = [place for _, place in board if place != "wormhole"]
    assert len(set(planets)) == len(planets), "two races at one planet"
    assert set(planets) <= set(PLANETS)
    assert {to for bound in told["warp"].values() for to in bound} <= set(PLANETS)
    owned = [planet for planets in told["centers"].values() for planet in planets]
    assert len(set(owned)) == len(owned) <= SUPPLY
    assert set(told["awaiting"]) <= set(POWERS)


def ships_are_accounted_for(before: Told, told: Told, phase: str) -> None:
    """Movement loses no ship but those with nowhere to go; retreats and winter lose and build what they
    say."""

    def fleet(of: Told) -> Counter[str]:
        count = in_warp(of)
        for (race, _), n in stacks(of["units"]).items():
            count[race] += n
        return count

    lost: Counter[str] = Counter()
    for entry in told["dislodged"]:
        assert set(entry["retreats"]) <= neighbours(entry["unit"].split()[1], told["rotation"])
        lost[entry["power"]] += int(entry["unit"].split()[0].removesuffix("S") or 1)
    if phase == "M":
        assert fleet(before) == fleet(told) + lost
    elif phase == "R":
        assert fleet(told) >= fleet(before)
    else:
        for race in POWERS:
            homes = [p for p in told["centers"].get(race, []) if p in HOMEWORLDS.values()]
            assert fleet(told)[race] <= len(told["centers"].get(race, [])) + len(homes)


def play(seed: int) -> list[Told]:
    """A game up to its end or thirty years, every phase of it checked."""
    rng = random.Random(seed)
    state = adj.new("rings", seed=seed)
    before = {**adj.view(state, "gm"), "rotation": 0}
    history = []
    while state.winner is None and int(state.turn[1:-1]) < 2371 + YEARS:
        sheets = {p: sheet(rng, state, p) for p in POWERS}
        offered = {(p, t) for p in POWERS for texts in adj.legal(state, p).values() for t in texts}
        done = adj.resolve(state, sheets)
        told = {**done.to_dict(), "rotation": before["memory"]["rotation"]}
        books_are_in_order(told)
        ships_are_accounted_for(before, told, state.turn[-1])
        wrong = [
            e for e in told["orders"] if "illegal" in e["result"] and (e["power"], e["order"]) in offered
        ]
        assert all("only" in e["because"] or "no further" in e["because"] for e in wrong), wrong
        for viewer in (*POWERS, "public"):
            seen = adj.view(done.state, viewer)["warp"]
            assert {race: len(bound) for race, bound in seen.items()} == in_warp(told)
            assert all(to is None for race, bound in seen.items() if race != viewer for to in bound)
        assert adj.loads(adj.dumps(done.state)) == done.state
        after = adj.view(done.state, "gm")
        over = state.turn[-1] != "A" and done.state.turn[0] + done.state.turn[-1] != state.turn[0] + "R"
        assert after["memory"]["rotation"] == before["memory"]["rotation"] + over
        state, before = done.state, after
        history.append(told)
    return history


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_whole_game(seed: int) -> None:
    history = play(seed)
    results = Counter(word for told in history for entry in told["orders"] for word in entry["result"])
    assert {"bounce", "dislodged", "cut", "void"} <= set(results)
    assert any(told["warp"] for told in history)
