"""Drawn examples of the rules pages: every case is played out, cut out of the board and fit for one page."""

import re

import pytest
from django.test import Client

from trekdip.games import gate
from trekdip.parts import examples

CASES = [(card.id, name) for card in gate.variants() for name in examples.cases(card.id)]


@pytest.mark.parametrize(("variant", "name"), CASES)
def test_an_example_is_a_small_drawing_of_what_the_adjudicator_said(variant: str, name: str) -> None:
    shown = examples.example(variant, name)
    assert shown.drawing.startswith("<svg")
    assert len(shown.drawing) < 40_000
    assert shown.caption
    names = set(re.findall(r'\bid="([^"]+)"', shown.drawing))
    assert names
    assert all(one.startswith(f"{name}-") for one in names)
    referred = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', shown.drawing))
    assert {a or b for a, b in referred} <= names


@pytest.mark.parametrize(("variant", "name"), CASES)
def test_an_example_orders_what_can_be_ordered_or_says_that_it_cannot(variant: str, name: str) -> None:
    case = examples.cases(variant)[name]
    given = sum(len(lines) for lines in case.orders.values())
    assert len(examples.example(variant, name).lines) >= given


def test_no_example_of_that_name() -> None:
    with pytest.raises(KeyError):
        examples.example("standard", "nothing")


def outcome(name: str) -> dict[str, str]:
    """What became of the orders of an example of quadrants, in words, by the order's first words."""
    return {line.sentence: line.outcome for line in examples.example("quadrants", name).lines}


def test_what_the_rules_of_quadrants_say_of_their_examples_is_so() -> None:
    assert outcome("rage")["Fleet Rigel holds"] == "dislodged"
    assert outcome("weakness")["Fleet Organia moves to Starbase 375"] == "bounced, dislodged"
    assert outcome("support")["Fleet Septimus III supports Fleet Cardassia Prime to Kelvas V"] == "cut"
    assert outcome("convoy")["Fleet Earth moves to Romulus"] == ""
    frozen = outcome("freeze")
    assert frozen["Fleet Risa moves to Ferenginar"] == "bounced"
    assert frozen["Fleet Volchok Prime holds"] == "dislodged"  # by a support given from the frozen system
    assert outcome("sabotage")["Fleet Ferenginar supports Fleet Trill to Risa"] == "void"
    assert outcome("sabotage")["Fleet Trill moves to Risa"] == "bounced"
    assert "bajor" in examples.example("quadrants", "bribe").view["centers"]["ferengi"]
    assert outcome("resilience")["Fleet Gornar holds"] == "dislodged"
    assert not examples.example("quadrants", "resilience").view["dislodged"]


@pytest.mark.parametrize("variant", [card.id for card in gate.variants() if examples.cases(card.id)])
def test_the_rules_page_shows_every_example(client: Client, variant: str) -> None:
    html = client.get(f"/rules/{variant}").content.decode()
    for name in examples.cases(variant):
        assert f'id="example-{name}"' in html
