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
            {"power": power, "unit": unit, "retreats": ways_out(phase, unit)}
            for power, units in phase["dislodged"].items()
            for unit in units
        ]
    return setup


def ways_out(phase: Phase, unit: str) -> list[str]:
    """The retreats on record, which are listed by place or by province."""
    place = unit.split()[1]
    retreats: dict[str, list[str]] = phase["retreats"]
    return retreats.get(place, retreats.get(place[:3], []))


def moment(turn: str) -> tuple[int, int, int]:
    """Turn codes in the order of time."""
    return int(turn[1:5]), "SFW".index(turn[0]), "MRA".index(turn[5])


def nobody_can_retreat(phase: Phase) -> bool:
    return phase["phase"].endswith("R") and not any(phase["retreats"].values())


def up_to(outcome: adj.Outcome, turn: str) -> adj.Outcome:
    """Pass phases which the recorder leaves out because nobody has to decide anything in them."""
    while outcome.winner is None and moment(outcome.turn) < moment(turn):
        assert not outcome.awaiting, f"{outcome.turn} is not on record, but {outcome.awaiting} have to decide"
        outcome = adj.resolve(outcome.state, {})
    return outcome


def same_position(outcome: adj.Outcome, after: Phase, following: Phase | None) -> None:
    """The recorded position: units, centres and the turn itself. A retreat phase in which nobody can
    retreat is passed over
    here though not by every recorder: then only the units can be compared."""
    assert board(outcome.units) == board(after["units"])
    if following is not None and nobody_can_retreat(following) and outcome.turn != after["phase"]:
        assert moment(outcome.turn) > moment(after["phase"])
        return
    assert board(outcome.centers) == board(after["centers"])
    assert outcome.winner is not None or outcome.turn == after["phase"]


def same_results(outcome: adj.Outcome, phase: Phase) -> None:
    """Where the record tells what became of each order of a movement phase, the engine says the same."""
    recorded = {unit: set(words) - {""} for unit, words in phase["results"].items()}
    for entry in outcome.to_dict()["orders"]:
        said, wanted = set(entry["result"]), recorded.get(entry["unit"], set())
        assert ("dislodged" in said) == ("dislodged" in wanted), entry
        assert ("bounce" in said) == ("bounce" in wanted) or "dislodged" in said, entry
        assert ("cut" in said) == ("cut" in wanted) or "dislodged" in said, entry
        if "void" not in wanted or not into_own_unit(phase, entry):
            assert bool(said & {"void", "illegal"}) == ("void" in wanted), entry
        assert ("no convoy" in wanted) <= bool(said & {"no convoy", "disrupted"}), entry


def into_own_unit(phase: Phase, entry: Phase) -> bool:
    """A support of an attack on an own unit: it counts here though it dislodges nobody; that recorder calls
    it void.
    """
    goal = entry["order"].split()[-1][:3]
    return " S " in entry["order"] and goal in {u.split()[1][:3] for u in phase["units"][entry["power"]]}


@pytest.mark.parametrize("name", GAMES)
def test_every_phase(name: str) -> None:
    """Each phase set up on its own from the record."""
    for phase, following in zip(read(name), [*read(name)[1:], None], strict=True):
        outcome = adj.resolve(adj.setup(setup_of(phase)), phase["orders"])
        if "after" in phase:
            if following is not None and "dislodged" in following:
                same_retreats(outcome, following)
            same_position(up_to(outcome, phase["after"]["phase"]), phase["after"], following)
        if "results" in phase and phase["phase"].endswith("M"):
            same_results(outcome, phase)


def same_retreats(outcome: adj.Outcome, following: Phase) -> None:
    """Those dislodged, and where they may go. Some recorders leave out who could go nowhere."""
    offered = {(d["power"], d["unit"]): set(d["retreats"]) for d in outcome.to_dict()["dislodged"]}
    recorded = {
        (power, unit): set(ways_out(following, unit)) for power, unit in board(following["dislodged"])
    }
    assert {who: goals for who, goals in offered.items() if goals or who in recorded} == recorded


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_game(name: str) -> None:
    """From the variant's own start, each state the child of the one before, to the last phase on record."""
    phases = read(name)
    state, outcome = adj.new("standard", seed=1), None
    for phase, following in zip(phases, [*phases[1:], None], strict=True):
        if outcome is not None and outcome.winner is not None:
            break
        if moment(state.turn) > moment(phase["phase"]):
            assert nobody_can_retreat(phase)
            continue
        outcome = adj.resolve(state, phase["orders"])
        if "after" in phase:
            outcome = up_to(outcome, phase["after"]["phase"])
            same_position(outcome, phase["after"], following)
        state = outcome.state
    assert outcome is not None
    most, winner = max((len(centres), power) for power, centres in phases[-1]["centers"].items())
    assert (outcome.winner == [winner]) == (most >= 18)


def test_there_are_twelve_games() -> None:
    assert len(GAMES) == 12
    assert sum(len(read(name)) for name in GAMES) == 708
