"""Whole games of random orders: thirty years without an exception, and the books are in order after every
phase."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.cosmic.board import CENTRES, HOLES, HOMES, LANES, POWERS, RIM, SPACES, near

GAMES = int(os.environ.get("RANDOM_GAMES", "2"))
YEARS = 30
NONSENSE = ["F nowhere - else", "Q sol W 2", "2+", "Q1,Q2 4+5", "EMPIRE nobody", "", "B Q 49", "S", "WAIVE"]
Told = dict[str, Any]


def sheet(rng: random.Random, state: adj.Position, power: str) -> list[str]:
    """A line for every unit: mostly moves next door where somebody is or a centre lies, and supports; warps
    now and then. Now and then somebody sleeps, or writes nonsense."""
    if rng.random() < 0.04:
        return []
    lively = CENTRES | {unit.place for unit in state.units}
    lines = []
    for texts in adj.legal(state, power).values():
        if texts:
            close = [t for t in texts if " - " in t and _contact(t.split(), lively)]
            lines.append(rng.choice(close if close and rng.random() < 0.75 else texts))
    if state.turn[-1] == "A":
        rng.shuffle(lines)  # of builds in one place the first counts: fleets and folds alike
    if rng.random() < 0.04:
        lines.append(rng.choice(NONSENSE))
    return lines


def wild(rng: random.Random, state: adj.Position) -> list[str]:
    """Lines in the grammar of the game about anything on its board, most of which the lists leave out: warps
    of all types, far moves and supports, foreign units, black holes."""
    a, b, c, d, e = (rng.choice([*SPACES, *sorted(HOLES)]) for _ in range(5))
    units = [unit.name for unit in state.units] or ["F sol"]
    sign = rng.choice("+/")
    one, other = rng.choice(units), rng.choice(units)
    lines = [
        f"{one} W {a}{sign}{b}", f"{one} S {a}{sign}{b}", f"{one} - {c}", f"{one} S {other} - {c}",
        f"{one} S {other}", f"{a}{sign}{b}", f"S {a}{sign}{b}", f"Q{c},Q{d},Q{e} {a}{sign}{b}",
        f"{one} R {c}", f"{one} D", f"B Q {c}", f"D {one}", f"EMPIRE {rng.choice(POWERS)}",
    ]  # fmt: skip
    return rng.sample(lines, rng.randint(1, 4))


def _contact(words: list[str], lively: set[str]) -> bool:
    """A move next door to where something is, or any support of one."""
    if len(words) < 4 or words[-2] != "-" or words[-1] not in lively - RIM:
        return False
    return words[-1] in near(words[1] if len(words) == 4 else words[4])


def lanes_of(told: Told) -> set[frozenset[str]]:
    """The lanes that last, after the notebook."""
    found = set(LANES)
    for text in told["memory"]["warps"]:
        sign = "+" if "+" in text else "/"
        lane = frozenset(text.split(sign))
        assert (lane in LANES) == (sign == "/"), text
        found ^= {lane}
    return found


def books_are_in_order(told: Told) -> None:
    """What is true of any position of the game."""
    places = [unit.split()[1] for units in told["units"].values() for unit in units]
    assert len(set(places)) == len(places), "two units in one space"
    assert set(places) <= set(SPACES)
    assert HOLES.isdisjoint(places)
    owned = [c for centres in told["centers"].values() for c in centres]
    assert len(set(owned)) == len(owned)
    assert set(owned) <= CENTRES
    lanes = lanes_of(told)
    assert {c for c in CENTRES if not any(c in lane for lane in lanes)} == set()
    assert {frozenset(("8a", "8b")), frozenset(("79a", "79b"))} <= lanes
    for power, sets in told["memory"]["empires"].items():
        for home in sets:
            assert set(HOMES[home]) <= set(told["centers"][power])
    if told["turn"][-1] != "R":
        assert told["memory"]["season_warps"] == []
    assert set(told["awaiting"]) <= set(POWERS)


def units_are_accounted_for(before: Told, told: Told, phase: str) -> None:
    """Nobody disappears unsaid, and nobody stands beside a hole without support."""
    count = Counter({p: len(units) for p, units in before["units"].items()})
    now = Counter({p: len(units) for p, units in told["units"].items()})
    gone = Counter(e["power"] for e in told["orders"] if e["unit"] and "destroyed" in e["result"])
    if phase == "M":
        driven = Counter(
            e["power"]
            for e in told["orders"]
            if "dislodged" in e["result"] and "destroyed" not in e["result"]
        )
        assert count == now + gone + driven
        helped = {e["order"].split()[-1] for e in told["orders"] if " S " in e["order"] and e["result"] == []}
        places = {unit.split()[1] for units in told["units"].values() for unit in units}
        assert places & RIM <= helped
    elif phase == "A":
        for power, units in now.items():
            assert units <= max(len(told["centers"].get(power, [])), 0)


def crowded(rng: random.Random) -> adj.Position:
    """A board with folds about: every power has its homes, a share of the colonies, and five units."""
    colonies = sorted(CENTRES - {home for homes in HOMES.values() for home in homes})
    places = rng.sample([s for s in SPACES if s not in CENTRES | RIM], 5 * len(POWERS))
    units = {
        p: [f"{kind} {place}" for kind, place in zip("FFQQQ", places[5 * n :], strict=False)]
        for n, p in enumerate(POWERS)
    }
    centers = {p: [*HOMES[p], *colonies[2 * n : 2 * n + 2]] for n, p in enumerate(POWERS)}
    return adj.setup({"variant": "cosmic", "turn": "A2820M", "units": units, "centers": centers})


def play(seed: int) -> list[Told]:
    """A game up to its end or thirty years, every phase of it checked; every other one begins crowded."""
    rng = random.Random(seed)
    state = crowded(rng) if seed % 2 else adj.new("cosmic", seed=seed)
    before = adj.view(state, "gm")
    history = []
    while state.winner is None and int(state.turn[1:-1]) < 2820 + YEARS:
        sheets = {p: sheet(rng, state, p) for p in POWERS}
        strange = {p: wild(rng, state) for p in POWERS if rng.random() < 0.15}
        done = adj.resolve(state, {p: [*strange.get(p, ()), *lines] for p, lines in sheets.items()})
        told = done.to_dict()
        books_are_in_order(told)
        units_are_accounted_for(before, told, state.turn[-1])
        given = {(p, line) for p, lines in sheets.items() if p not in strange for line in lines} - {
            (p, line) for p in POWERS for line in NONSENSE
        }
        wrong = [e for e in told["orders"] if "illegal" in e["result"] and (e["power"], e["order"]) in given]
        assert wrong == []
        assert adj.loads(adj.dumps(done.state)) == done.state
        state, before = done.state, adj.view(done.state, "gm")
        assert before["memory"] == told["memory"]
        history.append(told)
    return history


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_whole_game(seed: int) -> None:
    history = play(seed)
    results = Counter(word for told in history for entry in told["orders"] for word in entry["result"])
    assert {"bounce", "destroyed", "void"} <= set(results)  # some games see nobody dislodged
    orders = [entry["order"] for told in history for entry in told["orders"] if entry["result"] == []]
    assert any(" W " in order for order in orders)
    if seed % 2:
        assert any(order.count(",") >= 2 for order in orders)
    if history[-1]["winner"] is not None:
        count = {p: len(c) for p, c in history[-1]["centers"].items()}
        sets = history[-1]["memory"]["empires"]
        assert all(count[p] >= 20 or len(sets.get(p, [])) >= 3 for p in history[-1]["winner"])
