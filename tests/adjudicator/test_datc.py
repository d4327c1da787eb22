"""Every case of the DATC (see datc/README.md), each under its own name, all its parts checked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.engine import FAILED_MOVE, board

Case = dict[str, Any]
CASES: list[Case] = json.loads((Path(__file__).parent / "datc" / "datc.json").read_text(encoding="utf-8"))[
    "cases"
]
TURNS = {"movement": "S1905M", "retreat": "S1905R", "adjustment": "W1905A"}

# What the reasons of the data mean in result words: one of these must stand in the result.
WORDS: dict[str | None, frozenset[str]] = {
    "fails": FAILED_MOVE,
    "cut": frozenset({"cut"}),
    "void": frozenset({"void"}),
    "dislodged": frozenset({"dislodged"}),
    "paradox": frozenset({"disrupted", "dislodged"}),
    "bounce": frozenset({"bounce"}),
    "illegal": frozenset({"illegal"}),
    None: frozenset({"illegal", "void"}),  # builds and removals beyond what is due, or twice the same
}


def region(unit: Case) -> str:
    """`stp` + `nc` -> `stp/nc`; some entries hold the coast in the province already."""
    coast = unit.get("coast")
    return f"{unit['province']}/{coast}" if coast else str(unit["province"])


def by_power(units: Iterable[Case]) -> dict[str, list[str]]:
    sheets: dict[str, list[str]] = {}
    for unit in units:
        text = unit.get("text") or f"{unit['type']} {region(unit)}"
        sheets.setdefault(unit["power"].lower(), []).append(text)
    return sheets


def setup_of(case: Case) -> Case:
    setup: Case = {"variant": "standard", "turn": TURNS[case["phase"]], "units": by_power(case["units"])}
    if "centers" in case:
        setup["centers"] = {power.lower(): centres for power, centres in case["centers"].items()}
    if case["phase"] == "retreat":
        setup["dislodged"] = [
            {"power": d["power"].lower(), "unit": f"{d['type']} {region(d)}", "retreats": d["retreats"]}
            for d in case["dislodged"]
        ]
    return setup


def fate(case: Case, outcome: dict[str, Any]) -> list[tuple[str, str, set[str]]]:
    """(power, order as given, result words) for every order given, each matched with one entry of the
    outcome.
    """
    entries = list(outcome["orders"])
    found = []
    for given in case["orders"]:
        power, text = given["power"].lower(), given["text"]
        kind, place = text.split()[:2]
        mine = [e for e in entries if e["power"] == power]
        exact = [e for e in mine if e["order"] == text]
        unit = [e for e in mine if e["unit"].split()[:2][0] == kind and e["unit"].split()[1][:3] == place[:3]]
        entry = (exact or unit or [None])[0]
        assert entry is not None, f"{power}: {text} has no entry in {mine}"
        entries.remove(entry)
        found.append((power, text, set(entry["result"])))
    return found


def check(case: Case, outcome: dict[str, Any]) -> None:
    """Compare an outcome with what the case says: units, dislodgements, and the fate of every order."""
    expected = case["expected"]
    assert board(outcome["units"]) == board(by_power(expected["units"]))
    failed = [(f["power"].lower(), f["text"], f.get("reason")) for f in expected.get("failed_orders", [])]
    gone = {(d["power"].lower(), d["province"][:3]) for d in expected.get("dislodged", [])}
    fates = fate(case, outcome)
    for power, text, reason in failed:
        wanted = WORDS["illegal" if reason and reason.startswith("illegal") else reason]
        same = [f for f in fates if f[:2] == (power, text) and f[2] & wanted]
        assert same, f"{power}: {text} should be {reason}; got {[f for f in fates if f[:2] == (power, text)]}"
        fates.remove(same[0])
    for power, text, words in fates:
        dislodged = (power, text.split()[1][:3]) in gone
        assert words <= ({"dislodged"} if dislodged else set()), (
            f"{power}: {text} should succeed, got {words}"
        )
    assert all(entry["because"] for entry in outcome["orders"] if entry["result"])


def check_dislodged(case: Case, outcome: dict[str, Any]) -> None:
    got = {
        (d["power"], d["unit"], d["by"].split()[1][:3], frozenset(d["retreats"]))
        for d in outcome["dislodged"]
    }
    assert got == {
        (d["power"].lower(), f"{d['type']} {region(d)}", d["by"], frozenset(d["retreats"]))
        for d in case["expected"]["dislodged"]
    }
    assert len(got) == len(outcome["dislodged"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_datc(case: Case) -> None:
    state = adj.setup(setup_of(case))
    if case["phase"] == "adjustment":
        due = {power: n for power, n in adj.view(state, "gm")["adjustments"].items() if n}
        assert due == {power.lower(): n for power, n in case["adjustments"].items()}
    done = adj.resolve(state, by_power(case["orders"]))
    outcome = done.to_dict()
    check(case, outcome)
    if case["phase"] == "movement":
        check_dislodged(case, outcome)
    if "next" in case:
        follow = case["next"]
        assert outcome["turn"] == TURNS["retreat"]
        for start in (done.state, adj.setup(setup_of(follow))):
            check(follow, adj.resolve(start, by_power(follow["orders"])).to_dict())


def test_none_is_missing() -> None:
    """The count of each chapter, so that a case cannot fall out of the data unseen; 6.E.1 is in cases/."""
    count: dict[str, int] = {}
    for case in CASES:
        count[case["id"][:3]] = count.get(case["id"][:3], 0) + 1
    assert len({case["id"] for case in CASES}) == len(CASES) == 164
    assert count == COUNT


COUNT = {
    "6.A": 12,
    "6.B": 15,
    "6.C": 9,
    "6.D": 34,
    "6.E": 14,
    "6.F": 25,
    "6.G": 20,
    "6.H": 16,
    "6.I": 7,
    "6.J": 12,
}
