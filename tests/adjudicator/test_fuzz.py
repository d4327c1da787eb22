"""Rubbish in, plain answers out: no text, setup or state makes the adjudicator raise anything undocumented,
or hang.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import adjudicator as adj
from adjudicator.errors import AdjudicatorError
from tests.adjudicator.board import POWERS
from tests.adjudicator.boards import any_orders, midgame
from tests.adjudicator.engine import board, position

everyday = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = [
    "A", "F", "par", "PAR", "spa/nc", "spa(", "stp/", "/nc", "-", "->", "S", "C", "H", "via", "convoy", "R",
    "D", "B", "WAIVE", "(I)", "(", ")", "2S", "+5", "north", "sea", "North Sea", "Mid-Atlantic Ocean", "to",
    "build", "earth", "\x00", "é", "🚀", "…",
]  # fmt: skip
garbage = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))


def fixed_position() -> adj.Position:
    return position(midgame(random.Random(5), least=30, most=30))


STATE = fixed_position()
UNITS = adj.view(STATE, "gm")["units"]


def is_refused(power: str, texts: list[str]) -> None:
    """Nothing happened, and every line that is not blank has been answered."""
    told = adj.resolve(STATE, {power: texts}).to_dict()
    assert board(told["units"]) == board(UNITS)
    readings = adj.check(STATE, power, texts)
    assert [r.text for r in readings] == texts
    assert all((r.problem is None) == r.ok for r in readings)


@everyday
@given(st.sampled_from(sorted(UNITS)), st.lists(garbage, max_size=5))
def test_garbage_orders_are_reported_and_nothing_else(power: str, texts: list[str]) -> None:
    readings = adj.check(STATE, power, texts)
    told = adj.resolve(STATE, {power: texts}).to_dict()
    assert [r.text for r in readings] == texts
    assert all(r.problem for r in readings if not r.ok)
    if not any(r.ok for r in readings):
        assert board(told["units"]) == board(UNITS)
        refused = [e for e in told["orders"] if e["power"] == power and "illegal" in e["result"]]
        assert bool(refused) == bool(texts)


@everyday
@given(st.integers(0, 2**32).map(random.Random), st.data())
def test_mutilated_orders_never_raise(rng: random.Random, data: st.DataObject) -> None:
    units = midgame(rng, most=14)
    state = position(units)
    texts = []
    for order in any_orders(rng, units):
        letters = list(str(order))
        for _ in range(data.draw(st.integers(0, 4))):
            place = rng.randrange(len(letters) + 1)
            letters[place : place + rng.randint(0, 2)] = rng.choice([*WORDS, ""])
        texts.append("".join(letters))
    power = rng.choice(POWERS)
    told = adj.resolve(state, {power: texts}).to_dict()
    assert len(board(told["units"])) + len(told["dislodged"]) == len(units)
    assert len(adj.check(state, power, texts)) == len(texts)


LONG = 200_000


@pytest.mark.parametrize(
    "text",
    [
        "A" * LONG,
        "A par - " + "x" * LONG,
        " " * LONG,
        "- " * (LONG // 2),
        "A par S " * (LONG // 8),
        "(" * LONG,
        "spa/" * (LONG // 4),
        "north " * (LONG // 6),
        "(n" * (LONG // 2),
        "a\t" * (LONG // 2),
        "mid-" * (LONG // 4),
        "A par" + " " * LONG + "- bu",
        "spa" + " " * LONG + "(nc",
        "via " * (LONG // 4),
    ],
    ids=lambda text: text[:8].strip() or "blank",
)
def test_an_oversized_line_is_answered(text: str) -> None:
    """Reading must not take more than about linear time: at quadratic cost this test would not end."""
    (reading,) = adj.check(STATE, min(UNITS), [text])
    assert not reading.ok
    assert len(str(reading.problem)) < 1000
    is_refused(min(UNITS), [text])


def test_a_sheet_of_thousands_of_lines_is_answered() -> None:
    power = min(UNITS)
    is_refused(power, ["F nowhere - else"] * 5000)


SETUP: dict[str, Any] = {
    "variant": "standard", "turn": "S1905R", "seed": 3,
    "units": {"austria": ["A vie", "F tri"], "russia": ["F stp/sc", "A war"]},
    "centers": {"austria": ["vie", "tri"], "russia": ["stp", "war", "mos"]},
    "dislodged": [{"power": "russia", "unit": "A gal", "retreats": ["ukr"]}],
}  # fmt: skip


def test_the_setup_before_it_is_spoilt_is_good() -> None:
    assert board(adj.view(adj.setup(SETUP), "gm")["units"]) == board(SETUP["units"])


BAD_SETUPS = [
    ({"variant": "nonesuch"}, "nonesuch"),
    ({"variant": None}, "variant"),
    ({"turn": "X1905M"}, "X1905M"),
    ({"turn": "S1905"}, "S1905"),
    ({"turn": "S1905Q"}, "S1905Q"),
    ({"turn": "W1905M"}, "W1905M"),
    ({"turn": 1905}, "turn"),
    ({"units": {"austria": ["A xyz"]}}, "xyz"),
    ({"units": {"austria": ["A nth"]}}, "nth"),
    ({"units": {"austria": ["F vie"]}}, "vie"),
    ({"units": {"austria": ["F stp"]}}, "stp"),
    ({"units": {"austria": ["F spa/ec"]}}, "spa"),
    ({"units": {"austria": ["Q vie"]}}, "Q vie"),
    ({"units": {"austria": "A vie"}}, "units"),
    ({"units": {"klingon": ["A vie"]}}, "klingon"),
    ({"units": {"austria": ["A vie", "A vie"]}}, "vie"),
    ({"units": {"austria": ["A vie"], "italy": ["A vie"]}}, "vie"),
    ({"units": {"austria": ["F spa/nc"], "italy": ["F spa/sc"]}}, "spa"),
    ({"units": []}, "units"),
    ({"units": None}, "units"),
    ({"centers": {"austria": ["gal"]}}, "gal"),
    ({"centers": {"austria": ["vie"], "italy": ["vie"]}}, "vie"),
    ({"centers": {"borg": ["vie"]}}, "borg"),
    ({"centers": "all"}, "centers"),
    ({"dislodged": [{"power": "russia", "unit": "A gal", "retreats": ["xyz"]}]}, "xyz"),
    ({"dislodged": [{"power": "borg", "unit": "A gal", "retreats": []}]}, "borg"),
    ({"dislodged": "A gal"}, "dislodged"),
    ({"seed": "seven"}, "seed"),
    ({"color": "blue"}, "color"),
]


@pytest.mark.parametrize(("spoilt", "named"), BAD_SETUPS, ids=[str(spoilt) for spoilt, _ in BAD_SETUPS])
def test_a_bad_setup_is_refused_and_the_message_names_what_is_wrong(
    spoilt: dict[str, Any], named: str
) -> None:
    with pytest.raises(AdjudicatorError, match=named.replace("(", r"\(")):
        adj.setup({**SETUP, **spoilt})


@pytest.mark.parametrize("missing", ["variant", "turn", "units"])
def test_a_setup_needs_its_three_keys(missing: str) -> None:
    with pytest.raises(AdjudicatorError, match=missing):
        adj.setup({key: held for key, held in SETUP.items() if key != missing})


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(WORDS),
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.text(max_size=8), st.sampled_from([*SETUP, *POWERS])), inner, max_size=4
        ),
    ),
    max_leaves=8,
)


@everyday
@given(
    st.one_of(
        anything,
        st.dictionaries(st.sampled_from(sorted(SETUP)), anything).map(lambda more: {**SETUP, **more}),
    )
)
@example({**SETUP, "units": {}})
@example([])
@example(None)
def test_garbage_setups_are_refused_or_good(setup: Any) -> None:
    try:
        state = adj.setup(copy.deepcopy(setup))
    except AdjudicatorError as refusal:
        words = str(refusal)
    else:
        adj.resolve(state, {})
        words = "good as it is" if adj.loads(adj.dumps(state)) == state else ""
    assert len(words) > 5


@everyday
@given(st.one_of(st.text(max_size=80), anything.map(repr)))
def test_garbage_states_are_refused(text: str) -> None:
    with pytest.raises(AdjudicatorError):
        adj.loads(text)


@everyday
@given(st.integers(0, 10**6), st.integers(1, 20), st.text(max_size=3))
def test_a_damaged_state_is_refused_or_whole(place: int, length: int, patch: str) -> None:
    text = adj.dumps(STATE)
    place %= len(text)
    damaged = text[:place] + patch + text[place + length :]
    try:
        state = adj.loads(damaged)
    except AdjudicatorError:
        return
    adj.resolve(state, {})
    adj.view(state, "gm")


@everyday
@given(anything)
@example({"austria": "A vie H"})
@example({"austria": None})
@example({"austria": [None]})
@example({"nobody": ["A vie H"]})
@example(["A vie H"])
def test_garbage_order_sheets_are_refused_or_read(sheets: Any) -> None:
    try:
        told = adj.resolve(STATE, sheets).to_dict()
    except AdjudicatorError:
        return
    assert told["turn"]


@pytest.mark.parametrize("viewer", ["nobody", "", "GM", None, 7, "austria "])
def test_an_unknown_viewer_is_refused(viewer: Any) -> None:
    for ask in (adj.view, adj.legal):
        with pytest.raises(AdjudicatorError):
            ask(STATE, viewer)
