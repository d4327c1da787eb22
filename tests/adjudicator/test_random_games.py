"""Whole games of random orders: nothing raises for twenty years, and every phase keeps the books in order."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.board import CENTRES, HOMES, POWERS, PROVINCES, Unit, province_of, regions, steps

GAMES = int(os.environ.get("RANDOM_GAMES", "8"))
YEARS = 20
Outcome = dict[str, Any]


def units_of(told: Outcome) -> list[Unit]:
    return [Unit(power, *text.split()) for power, texts in told["units"].items() for text in texts]


def owner_of(told: Outcome) -> dict[str, str]:
    return {centre: power for power, centres in told["centers"].items() for centre in centres}


def sheet(rng: random.Random, state: adj.Position, power: str) -> list[str]:
    """Mostly a legal order for everyone; now and then somebody sleeps, or writes nonsense."""
    if rng.random() < 0.05:
        return []
    texts = [rng.choice(options) for options in adj.legal(state, power).values()]
    if rng.random() < 0.05:
        texts.append(rng.choice(["A nowhere - else", "F nth - mun", "", "WAIVE", "A par S A par"]))
    return texts


def books_are_in_order(told: Outcome) -> None:
    """What is true of any position of the standard game."""
    units = units_of(told)
    assert len({u.province for u in units}) == len(units), "two units in one province"
    assert all(u.region in regions(u.kind, u.province) for u in units), "a unit where none of its kind can be"
    owned = [centre for centres in told["centers"].values() for centre in centres]
    assert len(set(owned)) == len(owned)
    assert set(owned) <= set(CENTRES)
    assert set(told["awaiting"]) <= set(POWERS)
    assert set(told["units"]) | set(told["centers"]) <= set(POWERS)


def dislodged_may_really_go_there(before: Outcome, told: Outcome) -> None:
    held = {u.province for u in units_of(told)}
    for entry in told["dislodged"]:
        unit, by = Unit(entry["power"], *entry["unit"].split()), entry["by"].split()
        assert {province_of(to) for to in entry["retreats"]}.isdisjoint(held)
        assert set(entry["retreats"]) <= steps(unit.kind, unit.region)
        assert by[0] in "AF"
        attacker = next(u for u in units_of(before) if str(u) == entry["by"])
        assert attacker.power != unit.power, "a power dislodged its own unit"
    assert len(units_of(before)) == len(units_of(told)) + len(told["dislodged"])


def centres_changed_hands_rightly(before: Outcome, told: Outcome) -> None:
    """After a fall: who stands in a centre owns it; an empty one stays with its owner. At other times:
    nothing changes.
    """
    was, now = owner_of(before), owner_of(told)
    fall_is_over = before["turn"][0] == "F" and told["turn"][0] != "F"
    if not fall_is_over and told["winner"] is None:
        assert was == now
        return
    if fall_is_over:
        standing = {u.province: u.power for u in units_of(told)}
        for centre in CENTRES:
            assert now.get(centre) == standing.get(centre, was.get(centre)), centre


def adjustments_are_due(told: Outcome) -> None:
    """Centres less units; builds no more than free own home centres."""
    units = units_of(told)
    held = {u.province for u in units}
    for power in POWERS:
        centres = told["centers"].get(power, [])
        due = len(centres) - sum(u.power == power for u in units)
        free = sum(home in centres and home not in held for home in HOMES[power])
        assert told["adjustments"].get(power, 0) == min(due, free), power


def adjusted(before: Outcome, told: Outcome) -> None:
    """Nobody has more units than centres; builds stand in own home centres; the rest did not move."""
    old, new = set(units_of(before)), set(units_of(told))
    for power in POWERS:
        centres = told["centers"].get(power, [])
        assert sum(u.power == power for u in new) <= len(centres)
        assert sum(u.power == power for u in old - new) == max(0, -before["adjustments"].get(power, 0))
    for built in new - old:
        assert built.province in HOMES[built.power]
        assert built.province in told["centers"][built.power]
        assert PROVINCES[built.province]["supply_center"]


def retreated(before: Outcome, told: Outcome) -> None:
    """Everybody who was not dislodged stays; the dislodged arrive where they might, or are gone."""
    old, new = set(units_of(before)), set(units_of(told))
    assert old <= new
    options = {(d["power"], d["unit"][0], to) for d in before["dislodged"] for to in d["retreats"]}
    assert {(u.power, u.kind, u.region) for u in new - old} <= options
    assert len(new - old) <= len(before["dislodged"])


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game(number: int) -> None:
    rng = random.Random(number)
    state = adj.new("standard", seed=number)
    before = adj.view(state, "gm")
    while int(before["turn"][1:5]) < 1901 + YEARS and before["winner"] is None:
        outcome = adj.resolve(state, {power: sheet(rng, state, power) for power in POWERS})
        told = outcome.to_dict()
        books_are_in_order(told)
        centres_changed_hands_rightly(before, told)
        match before["turn"][-1]:
            case "M":
                dislodged_may_really_go_there(before, told)
            case "R":
                retreated(before, told)
            case "A":
                adjusted(before, told)
        if told["turn"].endswith("A") and told["winner"] is None:
            adjustments_are_due(told)
        most = max(len(centres) for centres in told["centers"].values())
        assert (told["winner"] is not None) == (
            most >= 18 and before["turn"][0] == "F" and told["turn"][0] != "F"
        )
        assert adj.loads(adj.dumps(outcome.state)) == outcome.state
        for power in told["awaiting"]:
            assert adj.legal(outcome.state, power) or told["turn"].endswith("A")
        state, before = outcome.state, told
