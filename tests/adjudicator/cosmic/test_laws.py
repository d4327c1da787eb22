"""Laws of cosmic: the map, how orders may be written, menus and legality, setups that are refused, rubbish,
what leaves no trace."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.cases import all_cases
from tests.adjudicator.cosmic.board import (
    CENTRES,
    DATA,
    HOLES,
    HOMES,
    IMPERIAL,
    LANES,
    POWERS,
    RIM,
    SPACES,
    near,
)
from tests.adjudicator.cosmic.test_random_games import sheet

ROOT = Path(__file__).parents[3]
RULINGS = ROOT / "docs" / "rulings" / "cosmic.md"


def position(units: dict[str, list[str]], turn: str = "A2825M", **more: Any) -> adj.Position:
    return adj.setup({"variant": "cosmic", "turn": turn, "units": units, **more})


# -- the map --
def test_the_map_is_counted_as_the_rulebook_counts_it() -> None:
    assert (len(CENTRES), len(IMPERIAL), len(SPACES), len(HOLES)) == (39, 22, 39 + 88, 7)
    assert {p: len(h) for p, h in HOMES.items()} == {p: 4 if p == "superskell" else 3 for p in POWERS}
    numbers = {re.sub("[ab]$", "", s) for s in SPACES if s not in CENTRES}
    assert numbers == {str(n) for n in range(1, 87)}
    assert all(row["capital"] in row["homes"] for row in DATA["country"])


def test_lanes_go_both_ways_and_halves_share_theirs() -> None:
    rows = {row["id"]: set(row.get("fleet", ())) for row in DATA["province"]}
    assert all(a in rows[b] and a != b for a, goals in rows.items() for b in goals)
    for a, b in DATA["doubles"]:
        assert near(a) - {b} == near(b) - {a}
    assert all(not rows[hole] for hole in HOLES)
    assert len(RIM) == 21


def test_the_drawing_shows_every_space_and_no_lane_that_is_not_there() -> None:
    board = json.loads((ROOT / "maps" / "cosmic" / "board.json").read_text(encoding="utf-8"))
    assert set(board["nodes"]) == set(SPACES) | HOLES
    drawn = {frozenset(lane[:2]) for lane in board["lanes"] if len(lane) == 2}
    assert drawn <= LANES
    assert all(any(half in lane for half in ("8a", "8b", "79a", "79b")) for lane in LANES - drawn)
    holes = {frozenset(lane[:2]) for lane in board["lanes"] if lane[2:] == ["hole"]}
    assert holes == {frozenset((row["id"], place)) for row in DATA["hole"] for place in row["beside"]}


def test_the_start() -> None:
    state = adj.new("cosmic")
    assert state.turn == "A2820M"
    assert adj.view(state, "public")["units"] == {p: [f"F {h}" for h in homes] for p, homes in HOMES.items()}


def test_every_rule_and_every_ruling_has_a_case() -> None:
    mine = [case.body for case in all_cases() if case.body["setup"]["variant"] == "cosmic"]
    cited = {cite for body in mine for cite in body["cites"]}
    rulings = set(re.findall(r"\*\*(X-[a-z])\b", RULINGS.read_text(encoding="utf-8")))
    assert len(rulings) == 23
    assert rulings <= cited
    rules = {f"rule {number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13)}
    assert rules | {"rule 5A", "rule 5B", "rule 5C"} <= cited


# -- the language --
WRITTEN = {
    "Q 49 W 2+86": ["q 49 w 2 + 86", "fold 49 W 2+86", "49 W 2+86"],
    "Q 49 W 2/86": ["Q 49 W 2 / 86", "fold 49 W 2/ 86"],
    "Q 49 S 2+86": ["Q 49 supports 2+86", "fold 49 s 2 + 86"],
    "Q 49 W k49+lme": ["Q 49 W K+49+Lym-esh", "Q 49 W k49 + Lyn-esh"],
    "Q 49 S F 2 - 86": ["Q 49 supports fleet 2 moves to 86", "49 S 2-86"],
    "F 2 - q14": ["F 2 - Q-14", "fleet 2 -> q14"],
    "F 2 - alf": ["F 2 to Alfa C"],
}


@pytest.mark.parametrize(("canonical", "texts"), WRITTEN.items())
def test_input_is_liberal(canonical: str, texts: list[str]) -> None:
    state = position({"human": ["Q 49", "Q 50", "F 2"]}, centers={"human": ["k49", "lme", "q14", "alf"]})
    for text in [canonical, *texts]:
        (line,) = adj.check(state, "human", [text])
        assert (line.order, line.ok) == (canonical, True), (text, line)


OMEGA = {
    ("O2825B", "2+86"): ["2 + 86"],
    ("O2825B", "S 2/86"): ["supports 2/86", "s 2 / 86"],
    ("O2825C", "Q16,Q72,Q51 28+16"): ["Q 16, Q 72, Q 51 28+16", "q16 q72 q51 28 + 16"],
    ("O2825A", "EMPIRE newstate"): ["empire Human New State"],
    ("O2825A", "B Q sol"): ["build fold sol"],
}


@pytest.mark.parametrize(("turn", "canonical"), OMEGA)
def test_omega_is_liberal(turn: str, canonical: str) -> None:
    owned = ["sol", "alf", "ret", "amo", "qua", "k49"]
    state = position({"human": ["Q 16", "Q 72", "Q 51"]}, turn, centers={"human": owned})
    for text in [canonical, *OMEGA[turn, canonical]]:
        (line,) = adj.check(state, "human", [text])
        assert (line.order, line.ok) == (canonical, True), (text, line)


def test_the_fold_in_fourteen_is_not_the_system() -> None:
    state = position({"human": ["Q 14", "F q14"]})
    lines = adj.check(state, "human", ["Q 14 - 6", "F Q-14 - 60", "F q14 - 60"])
    assert [(x.order, x.unit) for x in lines] == [
        ("Q 14 - 6", "Q 14"),
        ("F q14 - 60", "F q14"),
        ("F q14 - 60", "F q14"),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("F sol", "says no order"),
        ("F sol - nowhere", "no place"),
        ("F sol - 86", "not connected"),
        ("F sol - bh1", "impassable"),
        ("F sol W 2+86", "only folds make warps"),
        ("F sol S 2+86", "only folds support warps"),
        ("F sol W 2", "names no warp"),
        ("F sol - sol", "where it is"),
        ("F sol S F sol", "cannot support itself"),
        ("F sol S F alf - 86", "not connected"),
        ("F sol S Q alf", "no such unit"),
        ("Q sol H", "no fold in Sol"),
        ("F twa H", "no fleet in Twal"),
        ("2+86", "no place in a movement phase"),
        ("EMPIRE krass", "no place in a movement phase"),
        ("B F sol", "no place in a movement phase"),
        ("Q1,Q2,Q3 5+6", "no place in a movement phase"),
    ],
)
def test_what_is_wrong_is_said(text: str, says: str) -> None:
    state = adj.new("cosmic")
    (line,) = adj.check(state, "human", [text])
    assert not line.ok
    assert says in (line.problem or "")
    orders = adj.resolve(state, {"human": [text]}).orders
    assert any("illegal" in e["result"] and says in e["because"] for e in orders)


@pytest.mark.parametrize("seed", range(2))
def test_menus_hold_orders_as_they_are_written_and_all_of_them_count(seed: int) -> None:
    rng = random.Random(seed)
    state = adj.new("cosmic", seed=seed)
    for _ in range(20):
        for power in POWERS:
            menu = adj.legal(state, power)
            for text in {t for texts in menu.values() for t in rng.sample(texts, min(4, len(texts)))}:
                (line,) = adj.check(state, power, [text])
                assert (line.ok, line.order) == (True, text), line
        state = adj.resolve(state, {p: sheet(rng, state, p) for p in POWERS}).state


def test_of_two_lines_for_a_unit_the_later_counts_and_the_earlier_leaves_no_trace() -> None:
    state = adj.new("cosmic")
    lines = adj.check(state, "human", ["F sol - 41", "F sol - 48"])
    assert [x.ok for x in lines] == [False, True]
    twice = adj.resolve(state, {"human": ["F sol - 41", "F sol - 48"]})
    once = adj.resolve(state, {"human": ["F sol - 48"]})
    assert adj.dumps(twice.state) == adj.dumps(once.state)


def test_nothing_but_what_was_posted_can_be_told_from_what_anybody_receives() -> None:
    """Two games that differ in their seed and in lines that were replaced before the deadline."""
    rng = random.Random(5)
    one, other = adj.new("cosmic", seed=1), adj.new("cosmic", seed=2)
    for _ in range(12):
        sheets = {p: sheet(rng, one, p) for p in POWERS}
        replaced = sheets
        if one.turn[-1] == "M":
            holds = {p: [f"{u} H" for u in adj.legal(one, p)] for p in POWERS}
            replaced = {p: holds[p][::-1] + lines if lines else lines for p, lines in sheets.items()}
            sheets = {p: holds[p] + lines if lines else lines for p, lines in sheets.items()}
        one, other = adj.resolve(one, sheets).state, adj.resolve(other, replaced).state
        for viewer in (*POWERS, "public", "gm"):
            assert adj.view(one, viewer) == adj.view(other, viewer)
        for power in POWERS:
            assert adj.legal(one, power) == adj.legal(other, power)


@pytest.mark.parametrize(
    "part",
    [
        {"memory": {"warps": ["2-86"]}},
        {"memory": {"warps": ["2+nowhere"]}},
        {"memory": {"warps": ["2+bh1"]}},
        {"memory": {"warps": ["8a/8b"]}},
        {"memory": {"warps": "2+86"}},
        {"memory": {"lanes": []}},
        {"memory": {"empires": {"gorn": ["human"]}}},
        {"memory": {"empires": {"human": ["human"]}}},
        {"units": {"human": ["F 2"], "krass": ["Q 2"]}},
        {"units": {"human": ["A 2"]}},
        {"units": {"human": ["F bh1"]}},
        {"units": {"human": ["F 8"]}},
        {"centers": {"human": ["49"]}},
        {"turn": "S2825M"},
        {"turn": "A2825B"},
    ],
)
def test_bad_setups_are_refused(part: dict[str, Any]) -> None:
    with pytest.raises(adj.BadSetupError):
        adj.setup({"variant": "cosmic", "turn": "A2825M", "units": {}, **part})


def test_there_are_no_options() -> None:
    with pytest.raises(adj.BadSetupError, match="no option"):
        adj.new("cosmic", options={"fog": True})


WORDS = [
    "F", "Q", "W", "S", "-", "/", "+", "R", "D", "B", "H", "WAIVE", "EMPIRE", "sol", "alf", "2", "86", "2+86",
    "2/86", "bh1", "8a", "k49", "newstate", "Q16,Q72", ",", "(", "via", "q14", "Q-14", "+86", "8",
]  # fmt: skip


@pytest.mark.parametrize("turn", ["A2825M", "A2825R", "O2825B", "O2825C", "O2825A"])
def test_rubbish_is_reported_never_raised(turn: str) -> None:
    rng = random.Random(turn)
    retreating = {"dislodged": [{"power": "human", "unit": "F alf", "retreats": ["64", "58"]}]}
    state = position(
        {"human": ["F sol", "Q 16", "Q 72", "Q 51"], "krass": ["F 2"]}, turn,
        **(retreating if turn[-1] == "R" else {}),
    )  # fmt: skip
    for _ in range(300):
        lines = [" ".join(rng.choices(WORDS, k=rng.randint(0, 7))) for _ in range(rng.randint(1, 5))]
        readings = adj.check(state, "human", lines)
        done = adj.resolve(state, {"human": lines})
        assert len(readings) == len(lines)
        assert all(r.ok or r.problem for r in readings)
        assert adj.loads(adj.dumps(done.state)) == done.state
