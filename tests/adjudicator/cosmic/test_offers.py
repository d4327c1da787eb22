"""What cosmic sends instead of all its legal orders: everything legal is in it or meant by a pattern; and
what its boards note."""

from __future__ import annotations

import random
from typing import Any

import pytest

import adjudicator as adj
from adjudicator import drawing
from tests.adjudicator.cosmic.board import HOLES, POWERS, RIM
from tests.adjudicator.cosmic.test_random_games import crowded


def pattern_of(order: str) -> str:
    """The pattern an order would be meant by: spaces of warps, goals and helped units left open."""
    words = order.split()
    for sign in "+/":
        if sign in words[-1]:
            return " ".join([*words[:-1], f"*{sign}*"])
    if words[2:3] == ["S"]:
        return " ".join([*words[:3], "* - *" if "-" in words else "*"])
    return " ".join([*words[:-1], "*"])


@pytest.mark.parametrize("turn", ["A2825M", "O2825B", "O2825C"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_legal_is_offered(seed: int, turn: str) -> None:
    start = crowded(random.Random(seed))
    told = adj.view(start, "gm")
    state = adj.setup({"variant": "cosmic", "turn": turn, "units": told["units"], "centers": told["centers"]})
    for power in POWERS:
        offered, legal = adj.offers(state, power), adj.legal(state, power)
        lines = {line for texts in offered.values() for line in texts}
        plain = [line for line in lines if "*" not in line]
        assert all(reading.ok for line in plain for reading in adj.check(state, power, [line]))
        missing = [x for texts in legal.values() for x in texts if x not in lines]
        if turn[-1] == "C":  # any three of them are meant
            assert {pattern_of(x).split()[-1] for x in missing} <= {line.split()[-1] for line in lines}
        else:
            assert {pattern_of(x) for x in missing} <= lines
        assert sum(map(len, lines)) * 10 < sum(len(x) for texts in legal.values() for x in texts)


def test_a_season_without_folds_has_no_patterns() -> None:
    state = adj.new("cosmic")
    for power in POWERS:
        assert "*" not in str(adj.offers(state, power))
        assert {unit: set(texts) for unit, texts in adj.offers(state, power).items()} == {
            unit: set(texts) for unit, texts in adj.legal(state, power).items()
        }


def noted(**setup: Any) -> list[dict[str, Any]]:
    state = adj.setup({"variant": "cosmic", "turn": "A2825M", "centers": {}, **setup})
    return drawing.notes(adj.view(state, "public"), "cosmic")


def test_every_space_beside_a_hole_is_marked_before_orders() -> None:
    notes = noted(units={"human": ["F 58", "Q 49"]})
    danger = {n["at"]: n for n in notes if "danger" in n["words"].split()}
    assert set(danger) == RIM
    assert [place for place, n in danger.items() if "held" in n["words"]] == ["58"]
    assert "unless a support saves it" in danger["58"]["title"]
    assert "stands beside black hole 5" in danger["58"]["title"]
    assert {n["at"] for n in notes if n["words"] == "maw"} == HOLES
    assert {n["at"] for n in notes if n["words"] == "double"} == {"8a", "8b", "79a", "79b"}


def test_warps_in_force_and_strengths_are_noted() -> None:
    notes = noted(units={"human": ["F 58", "Q 49", "Q 51"]}, memory={"warps": ["2+86", "44/50"]})
    lines = {(n["a"], n["b"]): n["words"] for n in notes if "a" in n}
    assert lines == {("2", "86"): "warp open lasting", ("44", "50"): "warp shut lasting"}
    strengths = {n["at"]: n["text"] for n in notes if n["words"] == "strength"}
    assert strengths == {"58": "4·3", "49": "3·5", "51": "3·4"}


def test_orders_for_warps_are_drawn() -> None:
    state = adj.setup(
        {
            "variant": "cosmic",
            "turn": "A2825M",
            "units": {"human": ["Q 49", "Q 50"], "krass": ["Q 46"]},
            "centers": {},
        }
    )
    done = adj.resolve(state, {"human": ["Q 49 W 2+86", "Q 50 S 2+86"], "krass": ["Q 46 W 2/86"]})
    svg = adj.render(adj.view(done.state, "public"), variant="cosmic", part="dynamic")
    assert 'class="order join ok" data-unit="Q 49"' in svg
    assert 'class="order join-support ok" data-unit="Q 50"' in svg
    assert 'class="order part failed bounce" data-unit="Q 46"' in svg
