"""Twelve real games (games/README.md), replayed phase by phase and as wholes, to the recorded positions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.engine import board

Phase = dict[str, Any]
FOLDER = Path(__file__).parent / "games"
GAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


def read(name: str) -> list[Phase]:
    """The phases of a game, powers in lower case."""
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [lower(json.loads(line)) for line in lines]


def lower(phase: Phase) -> Phase:
    by_power = {"units", "centers", "orders", "dislodged"}
    return {
        key: {power.lower(): value for power, value in held.items()}
        if key in by_power
        else (lower(held) if key == "after" else held)
        for key, held in phase.items()
    }


def setup_of(phase: Phase) -> Phase:
    setup: Phase = {"variant": "standard", "turn": phase["phase"]} | {
        k: phase[k] for k in ("units", "centers")
    }
    if phase["phase"].endswith("R"):
        setup["dislodged"] = [
            {"power": power, "unit": unit, "retreats": phase["retreats"].get(unit.split()[1][:3], [])}
            for power, units in phase["dislodged"].items()
            for unit in units
        ]
    return setup


def may_choose(outcome: adj.Outcome) -> bool:
    """Whether anybody has a real choice in the phase that an outcome leads to."""
    return bool(outcome.awaiting) and any(
        len(texts) > 1 for power in outcome.awaiting for texts in adj.legal(outcome.state, power).values()
    )


def to_the_next_choice(outcome: adj.Outcome, turn: str) -> adj.Outcome:
    """Pass phases which the recorder leaves out because nobody has a choice in them."""
    while outcome.turn != turn and outcome.winner is None and not may_choose(outcome):
        outcome = adj.resolve(outcome.state, {})
    return outcome


def same_position(outcome: adj.Outcome, after: Phase) -> None:
    """The recorded position: units, centres, dislodged units with their retreats, and the turn itself."""
    outcome = to_the_next_choice(outcome, after["phase"])
    assert board(outcome.units) == board(after["units"])
    assert board(outcome.centers) == board(after["centers"])
    if outcome.winner is None:
        assert outcome.turn == after["phase"]
    if "dislodged" in after:
        assert board_of_dislodged(outcome) == board(after["dislodged"])


def board_of_dislodged(outcome: adj.Outcome) -> set[tuple[str, str]]:
    return {(d["power"], d["unit"]) for d in outcome.to_dict()["dislodged"]}


def same_results(outcome: adj.Outcome, phase: Phase) -> None:
    """Where the record tells what became of each order of a movement phase, the engine says the same."""
    recorded = {unit: set(words) - {""} for unit, words in phase["results"].items()}
    for entry in outcome.to_dict()["orders"]:
        said, wanted = set(entry["result"]), recorded.get(entry["unit"], set())
        assert ("dislodged" in said) == ("dislodged" in wanted), entry
        assert ("bounce" in said) == ("bounce" in wanted) or "dislodged" in said, entry
        assert ("cut" in said) == ("cut" in wanted) or "dislodged" in said, entry
        assert bool(said & {"void", "illegal"}) == ("void" in wanted), entry
        assert ("no convoy" in wanted) <= bool(said & {"no convoy", "disrupted"}), entry


@pytest.mark.parametrize("name", GAMES)
def test_every_phase(name: str) -> None:
    """Each phase set up on its own from the record."""
    for phase, following in zip(read(name), [*read(name)[1:], None], strict=True):
        outcome = adj.resolve(adj.setup(setup_of(phase)), phase["orders"])
        if "after" in phase:
            after = phase["after"]
            if following is not None and following["phase"] == after["phase"] and "dislodged" in following:
                after = after | {"dislodged": following["dislodged"]}
                same_retreats(outcome, following)
            same_position(outcome, after)
        if "results" in phase and phase["phase"].endswith("M"):
            same_results(outcome, phase)


def same_retreats(outcome: adj.Outcome, following: Phase) -> None:
    """The retreats offered are those on record."""
    for entry in outcome.to_dict()["dislodged"]:
        recorded = following["retreats"].get(entry["unit"].split()[1][:3], [])
        assert set(entry["retreats"]) == set(recorded), entry


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_game(name: str) -> None:
    """From the variant's own start, each state the child of the one before, to the last phase on record."""
    phases = read(name)
    state = adj.new("standard", seed=1)
    outcome = None
    for phase in phases:
        if outcome is not None and outcome.winner is not None:
            break
        outcome = adj.resolve(state, phase["orders"])
        if "after" not in phase:
            break
        outcome = to_the_next_choice(outcome, phase["after"]["phase"])
        same_position(outcome, phase["after"])
        state = outcome.state
    assert outcome is not None
    most, winner = max((len(centres), power) for power, centres in phases[-1]["centers"].items())
    assert (outcome.winner == [winner]) == (most >= 18)


def test_there_are_twelve_games() -> None:
    assert len(GAMES) == 12
    assert sum(len(read(name)) for name in GAMES) == 708
