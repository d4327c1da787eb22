"""Faults that other adjudicators are known for, one test each: none of them may be ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import adjudicator as adj
from tests.adjudicator.engine import board

ROOT = Path(__file__).parents[2]


def resolve(turn: str = "S1905M", **sheets: list[str]) -> dict[str, Any]:
    """Resolve a movement phase whose units are those that are ordered: {power: [orders]}."""
    units = {power: [" ".join(text.split()[:2]) for text in texts] for power, texts in sheets.items()}
    state = adj.setup({"variant": "standard", "turn": turn, "units": units})
    return adj.resolve(state, sheets).to_dict()


def result(outcome: dict[str, Any], unit: str) -> set[str]:
    (entry,) = [e for e in outcome["orders"] if e["unit"] == unit]
    return set(entry["result"])


def test_own_support_does_not_count_in_a_convoyed_attack_on_an_own_unit() -> None:
    """The owner's support for a foreign convoyed army is left out of its attack, exactly as for a march
    over land.
    """
    done = resolve(
        england=["A lon - bel", "F nth C A lon - bel"],
        france=["A bel H", "A pic S A lon - bel"],
    )
    assert result(done, "A lon") == {"bounce"}
    assert done["dislodged"] == []


def test_own_supports_count_in_a_head_to_head_defence() -> None:
    """Supports by the attacker's own countrymen count for the side that is attacked (defend strength takes
    them all).
    """
    done = resolve(
        germany=["A ber - kie", "A mun S F kie - ber", "A ruh S A ber - kie"],
        england=["F kie - ber"],
    )
    # Munich strengthens the English defence though it could not help to dislodge Berlin.
    assert result(done, "A ber") == {"bounce"}
    assert result(done, "F kie") == {"bounce"}
    assert done["dislodged"] == []


def test_the_place_a_convoyed_attacker_came_from_is_open_to_retreat() -> None:
    """DATC 4.A.5 b: only who came over land bars the way back."""
    done = resolve(
        france=[
            "A gas - mar via",
            "A bur S A gas - mar",
            "F mao C A gas - mar",
            "F wes C A gas - mar",
            "F lyo C A gas - mar",
        ],
        italy=["A mar H"],
    )
    (gone,) = done["dislodged"]
    assert sorted(gone["retreats"]) == ["gas", "pie", "spa"]


def test_a_support_for_the_wrong_coast_is_not_rewritten() -> None:
    """A support that names the north coast does not help a fleet bound for the south coast (DATC 6.B.9)."""
    done = resolve(
        france=["F por S F mao - spa/nc", "F mao - spa/sc"],
        italy=["F lyo S F wes - spa/sc", "F wes - spa/sc"],
    )
    assert result(done, "F por") == {"void"}
    (entry,) = [e for e in done["orders"] if e["unit"] == "F por"]
    assert entry["order"] == "F por S F mao - spa/nc"
    assert ("italy", "F spa/sc") in board(done["units"])


def test_a_coast_is_not_a_province_of_its_own() -> None:
    """Two fleets bound for different coasts of one province meet; an army cuts a fleet's support whichever
    coast it is on.
    """
    standoff = resolve(france=["F mao - spa/nc"], italy=["F wes - spa/sc"])
    assert result(standoff, "F mao") == result(standoff, "F wes") == {"bounce"}
    cut = resolve(
        russia=["F bul/ec S F con", "F con H"],
        turkey=["A ser - bul", "F aeg - con", "F smy S F aeg - con"],
    )
    assert result(cut, "F bul/ec") == {"cut"}
    assert {(d["unit"], d["by"]) for d in cut["dislodged"]} == {("F con", "F aeg")}


def test_leaving_one_coast_lets_another_unit_in_by_the_other() -> None:
    """Move, attack and retreat into a province with coasts compare provinces."""
    done = resolve(france=["F spa/nc - gas"], italy=["F wes - spa/sc"], germany=["A mar - por"])
    assert ("italy", "F spa/sc") in board(done["units"])
    assert ("france", "F gas") in board(done["units"])


def test_the_three_way_head_to_head_ends() -> None:
    """DATC 6.E.4 once sent an adjudicator round and round."""
    done = resolve(
        germany=["F hol - nth", "F hel S F hol - nth", "F ska S F hol - nth"],
        france=["F nth - hol", "F bel S F nth - hol"],
        england=["F edi S F nwg - nth", "F yor S F nwg - nth", "F nwg - nth"],
        austria=["A kie S A ruh - hol", "A ruh - hol"],
    )
    assert done["dislodged"] == []
    assert all(result(done, unit) == {"bounce"} for unit in ("F hol", "F nth", "F nwg", "A ruh"))


AMBIGUOUS = """
import json, adjudicator as adj
sheets = {
    "england": ["F edi - nth", "F lon S F edi - nth"],
    "france": ["A bre - lon", "F eng C A bre - lon"],
    "germany": ["F bel S F pic - eng", "F pic - eng"],
    "russia": ["A nwy - bel", "F nth C A nwy - bel"],
    "turkey": ["F ank - con", "A con - smy", "A smy - ank"],
}
units = {p: [" ".join(t.split()[:2]) for t in texts] for p, texts in sheets.items()}
done = adj.resolve(adj.setup({"variant": "standard", "turn": "S1905M", "units": units}), sheets)
print(json.dumps(done.to_dict()))
"""


def test_the_ruling_does_not_depend_on_how_the_interpreter_iterates() -> None:
    """The same bytes, state included, whatever the hash seed of the process."""
    answers = {
        subprocess.run(  # noqa: S603 - our own interpreter and our own text
            [sys.executable, "-c", AMBIGUOUS],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in range(4)
    }
    assert len(answers) == 1
    assert '"F nth"' in answers.pop()
