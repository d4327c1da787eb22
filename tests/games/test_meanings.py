"""What the sheet says of marks and far moves, and orders of stdip in words."""

from typing import Any

import msgspec
import pytest

import adjudicator as adj
from tests.games.stdip_tables import ASSIGNED, POWERS
from trekdip.games import gate
from trekdip.games.words import Words
from trekdip.parts.stdip import meanings

YEAR = 2371


def told(position: adj.Position, power: str) -> Any:
    """The meanings of a power's phase."""
    text = meanings(power, adj.view(position, power), adj.legal(position, power))
    return msgspec.json.decode(text) if text else None


def opening() -> adj.Position:
    """Spring 2371."""
    return adj.new("stdip", seed=5, options={"assignment": ASSIGNED})


def setup(**given: Any) -> adj.Position:
    """A position in mid-game."""
    return adj.setup({"variant": "stdip", "assignment": ASSIGNED, "turn": "S2375M", **given})


def test_the_enterprise_is_used_up_for_the_year() -> None:
    found = told(opening(), "federation")
    assert found["marks"]["E"].endswith(f"the Enterprise is then used for {YEAR}.")
    assert "none of them" in found["once"]["E"]


def test_with_thirteen_centres_it_is_not_used_up() -> None:
    centers = ["bud", "tri", "vie", "ser", "gre", "bul", "rum", "war", "mos", "sev", "con", "ank", "smy"]
    position = setup(units={"federation": ["A vie"]}, centers={"federation": centers})
    assert "every season" in told(position, "federation")["marks"]["E"]


def test_who_has_no_marks_and_finds_nothing_is_told_nothing() -> None:
    assert told(opening(), "borg") is None
    assert told(opening(), "klingon") is None


def test_moves_that_open_the_wormhole_are_told_to_the_dominion_alone() -> None:
    given = {
        "units": {"dominion": ["A yor", "F nth", "A lvp"], "klingon": ["A ukr"]},
        "centers": {"dominion": ["lon", "edi", "lvp"], "klingon": ["mos"]},
    }
    found = told(setup(**given), "dominion")
    assert set(found["finds"]) == {"A yor", "F nth"}  # Liverpool is a home centre: nothing opens there
    assert "boh" in found["finds"]["A yor"]["sure"]
    assert "wal" not in found["finds"]["A yor"]["sure"]
    assert "mun" not in found["finds"]["A yor"]["sure"] + found["finds"]["A yor"]["maybe"]
    assert "nwy" in found["finds"]["A yor"]["maybe"]
    assert told(setup(**given), "klingon") is None


def test_once_it_is_open_nothing_is_said_of_it() -> None:
    given = {
        "units": {"dominion": ["A yor", "F nth"]},
        "centers": {"dominion": ["lon", "edi", "lvp"]},
        "memory": {"wormhole": ["yor", "boh"]},
    }
    assert told(setup(**given), "dominion") is None


@pytest.mark.parametrize(
    ("unit", "order", "sentence"),
    [
        ("A war", "A war (I) - gal", "Army Warsaw moves to Galicia, cloaked"),
        (
            "A war",
            "A war (E) S A mos - ukr",
            "Army Warsaw supports Army Moscow to Ukraine, as the Enterprise",
        ),
        ("A war", "A war (D)(T) H", "Army Warsaw holds, taken over, as a trader"),
        ("A ber", "A ber (T) - ber - kie", "Army Berlin holds, then moves to Kiel, as a trader"),
        ("A ber", "A ber (T) - kie - den", "Army Berlin moves to Kiel, then moves to Denmark, as a trader"),
        ("F nth", "F nth scan nwy", "Fleet North Sea scans Norway"),
        ("place 1", "place 1: tyr", "Unit 1 is placed in Tyrolia"),
        ("C bre", "CHOOSE F bre", "The unit in Brest becomes a fleet"),
        ("A nap (I)", "B A nap (I)", "Builds an army in Naples, cloaked"),
        ("C bre", "C bre C A gas - bel", "Unit Brest convoys Army Gascony to Belgium"),
    ],
)
def test_orders_in_words(unit: str, order: str, sentence: str) -> None:
    assert Words("stdip").order(unit, order) == sentence


def test_arrows_say_in_words_what_was_ordered_and_what_came_of_it() -> None:
    entry = {
        "power": "borg",
        "unit": "A gas",
        "order": "A gas - bel",
        "result": ["bounce"],
        "because": "1 < 2.",
    }
    drawn = gate.board("stdip", {"turn": "S2371M", "orders": [entry]})
    said = "Borg: Army Gascony moves to Belgium (bounced). 1 &lt; 2."
    assert (
        f'data-order="A gas - bel" data-province="gas" tabindex="0" role="img" aria-label="{said}"' in drawn
    )
    assert f"<title>{said}</title>" in drawn


@pytest.mark.parametrize("power", POWERS)
def test_every_legal_order_has_words(power: str) -> None:
    words = Words("stdip")
    for unit, orders in adj.legal(opening(), power).items():
        for order in orders:
            assert "(" not in words.order(unit.partition(" (")[0], order)
