"""Drawn examples of the rules pages: every case is played out, cut out of the board and fit for one page."""

import re

import pytest

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
