"""Movement phases of quadrants, and what Immunity makes of them, against a brute-force oracle of our own."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator as adj
from tests.adjudicator.oracle import Ruling
from tests.adjudicator.quadrants.board import concerted, midgame
from tests.adjudicator.quadrants.oracle import QuadrantsOracle, parse

chance = st.integers(0, 2**32).map(random.Random)
often = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
Units = dict[str, list[str]]


def clash(rng: random.Random) -> tuple[adj.Position, Units, dict[str, list[str]], str | None]:
    """A crowded board in Spring, its sheets of unit orders, and the system that is frozen, if one is."""
    units = midgame(rng, most=rng.choice([10, 16, 22]))
    state = adj.setup({"variant": "quadrants", "turn": "S2375M", "units": units, "seed": rng.randrange(99)})
    sheets = concerted(rng, state)
    sheets = {p: [x for x in lines if not x.startswith("FREEZE")] for p, lines in sheets.items()}
    frozen = None
    if rng.random() < 0.4:
        frozen = rng.choice([u.split()[1] for texts in units.values() for u in texts])
        sheets["breen"].append(f"FREEZE {frozen}")
    return state, units, sheets, frozen


def came_back(told: dict[str, Any]) -> set[tuple[str, str]]:
    return {
        ("gorn", f"F {r['at']}")
        for r in told["reports"].get("gorn", [])
        if r["kind"] == "resilience" and r["at"]
    }


def board(told: dict[str, Any]) -> set[tuple[str, str]]:
    return {(power, unit) for power, units in told["units"].items() for unit in units} - came_back(told)


def ruled(ruling: Ruling) -> set[tuple[str, str]]:
    return {(u.power, str(u)) for u in ruling.units}


def thrown_out(ruling: Ruling) -> set[tuple[str, str, str, frozenset[str]]]:
    return {(u.power, str(u), str(by), retreats) for u, by, retreats in ruling.dislodged}


def listed(told: dict[str, Any]) -> set[tuple[str, str, str, frozenset[str]]]:
    return {(d["power"], d["unit"], d["by"], frozenset(d["retreats"])) for d in told["dislodged"]}


@often
@given(chance)
def test_the_engine_agrees_with_the_oracle(rng: random.Random) -> None:
    state, units, sheets, frozen = clash(rng)
    ruling = QuadrantsOracle(parse(units, sheets), frozen).resolve()
    told = adj.resolve(state, sheets).to_dict()
    assert board(told) == ruled(ruling)
    assert listed(told) == thrown_out(ruling)
    words = {(e["power"], e["unit"]): set(e["result"]) for e in told["orders"] if e["unit"]}
    assert not any("illegal" in w for w in words.values())
    stuck = {(u.power, str(u)) for u in ruling.failed_moves}
    assert {
        k for k, w in words.items() if w & {"bounce", "no convoy", "disrupted"} and not convoys(told, k)
    } == stuck
    assert {k for k, w in words.items() if "cut" in w} == {(u.power, str(u)) for u in ruling.lost_supports}


def convoys(told: dict[str, Any], key: tuple[str, str]) -> bool:
    return any(" C " in e["order"] for e in told["orders"] if (e["power"], e["unit"]) == key)


@often
@given(chance)
def test_immunity_is_the_same_phase_with_one_unit_that_cannot_be_dislodged(rng: random.Random) -> None:
    state, units, sheets, frozen = clash(rng)
    held = adj.resolve(state, sheets)
    mine = [d["unit"].split()[1] for d in held.dislodged if d["power"] == "federation"]
    assert not mine or held.turn == "S2375R"
    for place in mine:
        assert f"IMMUNITY {place}" in adj.legal(held.state, "federation")["IMMUNITY"]
        ruling = QuadrantsOracle(parse(units, sheets), frozen, place).resolve()
        told = adj.resolve(held.state, {"federation": [f"IMMUNITY {place}"]}).to_dict()
        if told["turn"] == held.turn:
            assert listed(told) == thrown_out(ruling)
            assert board(told) == ruled(ruling)
        else:
            survivors = {
                ("gorn", f"F {e['order'].split()[3]}") for e in told["orders"] if is_survivor(e, ruling)
            }
            assert board(told) - survivors == ruled(ruling)


def is_survivor(entry: dict[str, Any], ruling: Ruling) -> bool:
    doomed = {str(u) for u, _, retreats in ruling.dislodged if u.power == "gorn" and not retreats}
    return entry["power"] == "gorn" and entry["unit"] in doomed and " R " in entry["order"]
