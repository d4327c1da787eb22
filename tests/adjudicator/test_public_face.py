"""The public face is what its users were promised: names, shapes, exceptions, what has no effect on what."""

from __future__ import annotations

import json

import pytest

import adjudicator as adj
from tests.adjudicator.board import HOMES, MAP, POWERS
from tests.adjudicator.engine import board

VIEW_KEYS = {
    "viewer", "turn", "units", "dislodged", "centers", "orders", "reports", "awaiting", "adjustments",
    "winner",
}  # fmt: skip
WON = {
    "variant": "standard", "turn": "F1910M", "units": {"turkey": ["A sil"], "germany": ["A ruh"]},
    "centers": {
        "turkey": [
            "ank", "con", "smy", "bul", "gre", "ser", "rum", "sev", "mos", "war", "bud", "vie", "tri", "ven",
            "rom", "nap", "tun",
        ],
        "germany": ["ber", "kie", "mun"],
    },
}  # fmt: skip


def test_the_standard_game_starts_as_printed() -> None:
    state = adj.new("standard", seed=1)
    view = adj.view(state, "public")
    assert "standard" in adj.variants()
    assert view["turn"] == "S1901M"
    assert board(view["units"]) == {
        (unit["power"].lower(), f"{unit['type']} {unit['province']}") for unit in MAP["starting_units"]
    }
    assert {power: sorted(centres) for power, centres in view["centers"].items()} == HOMES
    assert view["awaiting"] == POWERS
    assert view["winner"] is None


def test_views_have_the_promised_shape_for_everybody() -> None:
    done = adj.resolve(adj.new("standard", seed=1), {"france": ["A par - bur"]})
    for viewer in (*POWERS, "public", "gm"):
        view = adj.view(done.state, viewer)
        assert set(view) == VIEW_KEYS
        assert view["viewer"] == viewer
        assert json.loads(json.dumps(view)) == view
        assert {"power": "france", "unit": "A par", "order": "A par - bur", "result": []}.items() <= next(
            entry for entry in view["orders"] if entry["unit"] == "A par"
        ).items()


def test_a_power_that_sends_nothing_holds_everything() -> None:
    done = adj.resolve(adj.new("standard", seed=1), {}).to_dict()
    assert done["turn"] == "F1901M"
    assert board(done["units"]) == board(adj.view(adj.new("standard", seed=1), "gm")["units"])
    assert {entry["order"] for entry in done["orders"]} == {f"{unit} H" for _, unit in board(done["units"])}


def test_the_seed_changes_nothing_where_nothing_is_drawn() -> None:
    one, two = adj.new("standard", seed=1), adj.new("standard", seed=2)
    assert adj.view(one, "gm") == adj.view(two, "gm")
    assert adj.resolve(one, {}).to_dict() == adj.resolve(two, {}).to_dict()


def test_a_seed_is_told_to_nobody() -> None:
    secret = 918273645
    done = adj.resolve(adj.new("standard", seed=secret), {"france": ["A par - bur", "rubbish"]})
    for viewer in (*POWERS, "public"):
        assert str(secret) not in json.dumps(adj.view(done.state, viewer))
    assert str(secret) not in json.dumps(done.to_dict())


def test_a_finished_game_says_who_won_and_goes_no_further() -> None:
    done = adj.resolve(adj.setup(WON), {"turkey": ["A sil - mun"]})
    assert done.winner == ["turkey"]
    assert done.awaiting == []
    assert adj.view(done.state, "public")["winner"] == ["turkey"]
    assert all(adj.legal(done.state, power) == {} for power in POWERS)
    with pytest.raises(adj.GameOverError):
        adj.resolve(done.state, {})


def test_eighteen_centres_count_only_after_the_fall() -> None:
    spring = adj.resolve(adj.setup(WON | {"turn": "S1910M"}), {"turkey": ["A sil - mun"]})
    assert spring.winner is None
    assert spring.turn == "F1910M"


def test_the_calendar_goes_round_and_passes_over_what_nobody_needs() -> None:
    setup = {
        "variant": "standard", "turn": "S1901M", "units": {"france": ["A bur", "A gas", "F mao"]},
        "centers": {"france": ["par", "mar", "bre"]},
    }  # fmt: skip
    state, turns = adj.setup(setup), []
    for _ in range(4):
        state = adj.resolve(state, {}).state
        turns.append(adj.view(state, "public")["turn"])
    assert turns == ["F1901M", "S1902M", "F1902M", "S1903M"]


def test_every_exception_is_an_adjudicator_error() -> None:
    errors = [held for name, held in vars(adj).items() if name.endswith("Error")]
    assert len(errors) >= 6
    assert all(issubclass(error, adj.AdjudicatorError) for error in errors)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: adj.new("nonesuch"), adj.UnknownVariantError),
        (lambda: adj.setup({"variant": "standard", "turn": "S1901M"}), adj.BadSetupError),
        (lambda: adj.loads("{}"), adj.BadStateError),
        (lambda: adj.view(adj.new("standard"), "klingon"), adj.BadViewerError),
        (lambda: adj.resolve(adj.new("standard"), {"klingon": []}), adj.BadOrdersError),
    ],
)
def test_errors_say_which_part_was_bad(call: object, error: type[Exception]) -> None:
    assert callable(call)
    with pytest.raises(error):
        call()
