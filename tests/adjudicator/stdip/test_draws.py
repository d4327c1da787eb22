"""Chance in stdip: who may be drawn, who is told, and that anybody can repeat every draw from the seed."""

from __future__ import annotations

import io
import itertools
import json
import random

import pytest

import adjudicator as adj
from adjudicator.cli import main
from tests.adjudicator.stdip.play import COUNTRIES, POWERS, VIEWERS, new_game, sheets

DEAL = dict(zip(POWERS, COUNTRIES, strict=True))


def played(number: int, years: int = 6) -> list[adj.Position]:
    """Every position of a random game."""
    rng = random.Random(number)
    states = [new_game(rng)]
    while states[-1].winner is None and int(states[-1].turn[1:5]) < 2371 + years:
        states.append(adj.resolve(states[-1], sheets(rng, states[-1])).state)
    return states


@pytest.mark.parametrize("number", range(3))
def test_every_draw_can_be_repeated_and_falls_on_one_that_could_be_drawn(number: int) -> None:
    states = played(number)
    made = [one for state in states for one in adj.drawn(state)]
    told = adj.verify(states[0].seed, made)
    assert told["ok"]
    assert told["seed_hash"] == adj.seed_hash(states[0].seed)
    assert len({(one["turn"], one["purpose"]) for one in made}) == len(made)
    assert len(made) > 10
    for one in made:
        assert one["drawn"] in one["pool"]
        assert not any(key.startswith(("dominion", "borg")) for key in one["pool"])
    told_of = sum(
        r["kind"] in {"infiltration", "infiltration_moved"}
        for state in states
        for r in adj.view(state, "dominion")["reports"].get("dominion", [])
    )
    assert told_of >= len(made)


def test_a_wrong_seed_or_a_wrong_draw_is_found_out() -> None:
    states = played(1, years=3)
    made = [one for state in states for one in adj.drawn(state)]
    assert not adj.verify(states[0].seed + 1, made)["ok"]
    forged = [{**made[0], "drawn": next(k for k in made[0]["pool"] if k != made[0]["drawn"])}, *made[1:]]
    answer = adj.verify(states[0].seed, forged)
    assert [one["agrees"] for one in answer["draws"]] == [False] + [True] * (len(made) - 1)


def test_the_command_line_verifies() -> None:
    states = played(2, years=2)
    seed, made = states[0].seed, [one for state in states for one in adj.drawn(state)]
    requests = [
        {"states": [adj.dumps(s) for s in states]}, {"seed": seed, "draws": made},
        {"seed": "x", "draws": made}, {"seed": seed, "draws": [{"pool": []}]}, {"states": []},
    ]  # fmt: skip
    sink = io.BytesIO()
    main(["verify"], [json.dumps(r).encode() for r in requests], sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert answers[0] == answers[1]
    assert answers[0]["ok"] is True
    assert all(list(answer) == ["error"] for answer in answers[2:])


def test_no_view_holds_a_draw() -> None:
    for state in played(4, years=2):
        for viewer in VIEWERS:
            view = json.dumps(adj.view(state, viewer))
            assert '"pool"' not in view
            assert str(state.seed) not in view


def test_the_same_power_is_not_drawn_twice_in_a_row() -> None:
    """D-a: while three powers other than the Borg own centres; the draw before the game counts."""
    for number in range(4):
        owners = [
            one["drawn"].split()[0]
            for state in played(number)
            for one in adj.drawn(state)
            if one["purpose"] == "infiltration"
        ]
        assert all(a != b for a, b in itertools.pairwise(owners)), owners


def hidden_cardassian() -> tuple[adj.Position, str]:
    """A game whose draw before the game fell on a Cardassian unit that has no place yet."""
    for seed in range(400):
        state = adj.new("stdip", seed=seed, options={"assignment": DEAL})
        (report,) = adj.view(state, "dominion")["reports"]["dominion"]
        if report["at"] is None:
            return state, report["unit"]
    raise AssertionError("no seed in 400 infiltrates a Cardassian unit")


def test_a_hidden_cardassian_unit_is_announced_without_a_place_and_then_by_place() -> None:
    """Dom 8, D-g."""
    state, name = hidden_cardassian()
    assert name == "a Cardassian unit, not yet placed"
    assert not any("(D)" in unit for unit in adj.legal(state, "dominion"))
    (made,) = adj.drawn(state)
    number = int(made["drawn"].split()[1])
    places = {1: "ank", 2: "syr", 3: "arm", 4: "con"}
    home = DEAL["cardassian"]
    assert home == "turkey"
    lines = [f"place {n}: {p}" for n, p in places.items() if n <= 3]
    tried = [f"C {places[number]} (D) H"]
    done = adj.resolve(state, {"cardassian": [*lines, f"C {places[number]} H"], "dominion": tried})
    reports = [r for r in done.reports["dominion"] if r["kind"] == "infiltration"]
    assert reports[0] == {"kind": "infiltration", "unit": f"C {places[number]}", "at": places[number]}
    state = done.state
    while not state.turn.endswith("M"):
        state = adj.resolve(state, {}).state
    assert f"C {places[number]} (D)" in adj.legal(state, "dominion")


def test_the_first_draw_spares_the_power_drawn_before_the_game() -> None:
    for seed in range(30):
        state = adj.new("stdip", seed=seed, options={"assignment": DEAL})
        first = adj.drawn(state)[0]["drawn"].split()[0]
        while state.turn != "F2371M":
            state = adj.resolve(state, {}).state
        (made,) = adj.drawn(state)
        assert not any(key.startswith(first) for key in made["pool"])
