"""Runs every case file under tests/adjudicator whose variant exists (see cases.py for the format)."""

from __future__ import annotations

from collections import Counter

import pytest

import adjudicator as adj
from tests.adjudicator.cases import Case, all_cases, run

EVERY = all_cases()
CASES = [case for case in EVERY if case.body["setup"]["variant"] in adj.variants()]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case) -> None:
    assert run(case) == []


def test_cases_can_be_told_apart_and_say_whom_they_follow() -> None:
    twice = [name for name, count in Counter(case.name for case in EVERY).items() if count > 1]
    unsourced = [case.name for case in EVERY if not case.body.get("cites") or not case.body.get("title")]
    assert {case.body["setup"]["variant"] for case in CASES} == set(adj.variants())
    assert (twice, unsourced) == ([], [])
