"""Laws that hold for every position and every set of orders, on random ones."""

from __future__ import annotations

import copy
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator as adj
from tests.adjudicator.board import POWERS, PROVINCES, Order, Unit, movement_orders, regions
from tests.adjudicator.boards import (
    any_orders,
    by_power,
    crowded,
    lively_orders,
    midgame,
    random_centres,
    tangled,
)
from tests.adjudicator.engine import board, position

chance = st.integers(0, 2**32).map(random.Random)
everyday = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def some_orders(rng: random.Random) -> list[Order]:
    """Orders for a random position: crowded corners, paradoxes, or a whole board."""
    style = rng.randrange(4)
    if style == 0:
        return lively_orders(rng, crowded(rng))
    if style == 1:
        return tangled(rng)
    units = midgame(rng)
    return lively_orders(rng, units) if style == 2 else any_orders(rng, units)


def settled(outcome: adj.Outcome) -> dict[str, Any]:
    """An outcome with its lists in one order, and its opaque state replaced by what the GM sees of it."""
    told = outcome.to_dict()
    told["state"] = adj.view(outcome.state, "gm")
    return sort_lists(told)


def sort_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sort_lists(held) for key, held in value.items()}
    if isinstance(value, list):
        return sorted((sort_lists(held) for held in value), key=repr)
    return value


@everyday
@given(chance)
def test_the_listing_of_units_powers_and_orders_does_not_matter(rng: random.Random) -> None:
    orders = some_orders(rng)
    units = [o.unit for o in orders]
    first = settled(adj.resolve(position(units), by_power(orders)))
    for _ in range(3):
        shuffled_units, shuffled_orders = rng.sample(units, len(units)), rng.sample(orders, len(orders))
        again = adj.resolve(position(shuffled_units), by_power(shuffled_orders))
        assert settled(again) == first


@everyday
@given(chance)
def test_what_people_see_has_one_order_however_units_were_listed(rng: random.Random) -> None:
    """Positions that are the same look the same, byte for byte: no list may betray in which order it was
    made.
    """
    units = midgame(rng)
    one, other = position(units), position(rng.sample(units, len(units)))
    for viewer in (*POWERS, "public", "gm"):
        assert repr(adj.view(one, viewer)) == repr(adj.view(other, viewer))
    present = {u.power for u in units}
    for power in present:
        assert repr(adj.legal(one, power)) == repr(adj.legal(other, power))


@everyday
@given(chance)
def test_resolve_is_pure(rng: random.Random) -> None:
    orders = some_orders(rng)
    state, sheets = position(o.unit for o in orders), by_power(orders)
    text, before = adj.dumps(state), copy.deepcopy(sheets)
    first = adj.resolve(state, sheets)
    second = adj.resolve(adj.loads(text), sheets)
    assert (adj.dumps(state), sheets) == (text, before)
    assert first.to_dict() == second.to_dict()
    assert adj.dumps(first.state) == adj.dumps(second.state)


@everyday
@given(chance)
def test_states_travel_as_text(rng: random.Random) -> None:
    orders = some_orders(rng)
    state = position(
        [o.unit for o in orders], centers=random_centres(rng), turn=rng.choice(["S1903M", "F1907M"])
    )
    for each in (state, adj.resolve(state, by_power(orders)).state):
        again = adj.loads(adj.dumps(each))
        assert again == each
        assert adj.dumps(again) == adj.dumps(each)
        assert all(adj.view(again, viewer) == adj.view(each, viewer) for viewer in (*POWERS, "public", "gm"))


def plain(text: str, units: list[Unit]) -> str:
    """An order with "via" left out where there is no other way (the two say the same)."""
    words = text.split()
    if words[-1] == "via" and words[2] == "-":
        unit = next(u for u in units if str(u) == " ".join(words[:2]))
        if words[3] not in PROVINCES[unit.province]["army_adj"]:
            return " ".join(words[:-1])
    return text


def listed(state: adj.Position, power: str, units: list[Unit]) -> dict[str, set[str]]:
    return {unit: {plain(text, units) for text in texts} for unit, texts in adj.legal(state, power).items()}


@everyday
@given(chance)
def test_legal_lists_are_complete_and_hold_nothing_else(rng: random.Random) -> None:
    """Against an enumeration of our own, from the printed map alone."""
    units = crowded(rng) if rng.random() < 0.5 else midgame(rng, most=22)
    state = position(units)
    for power in POWERS:
        mine = [u for u in units if u.power == power]
        wanted = {str(u): {plain(str(o), units) for o in movement_orders(units, u)} for u in mine}
        got = listed(state, power, units)
        assert got.keys() == wanted.keys()
        for unit, texts in wanted.items():
            assert {t for t in got[unit] if not coastless(t)} == texts


def coastless(text: str) -> bool:
    """A support into a province with coasts that names none: a second spelling of those that do."""
    words = text.split()
    return (
        len(words) == 7
        and words[2] == "S"
        and words[3] == "F"
        and bool(PROVINCES[words[6][:3]]["coasts"])
        and "/" not in words[6]
    )


@everyday
@given(chance)
def test_whatever_is_listed_as_legal_counts_as_written(rng: random.Random) -> None:
    units = midgame(rng)
    state = position(units)
    for power in {u.power for u in units}:
        legal = adj.legal(state, power)
        for text in (text for listed in legal.values() for text in rng.sample(listed, min(12, len(listed)))):
            (reading,) = adj.check(state, power, [text])
            assert (reading.order, reading.ok, reading.problem) == (text, True, None)
        sheet = [rng.choice(listed) for listed in legal.values()]
        entries = [e for e in adj.resolve(state, {power: sheet}).to_dict()["orders"] if e["power"] == power]
        assert sorted(e["order"] for e in entries) == sorted(sheet)
        assert not any("illegal" in e["result"] for e in entries)


def wild(rng: random.Random, units: list[Unit]) -> str:
    """An order in perfect grammar that may well be against the rules."""

    def some_unit() -> str:
        if rng.random() < 0.9:
            return str(rng.choice(units))
        place = rng.choice(sorted(PROVINCES))
        kind = rng.choice("AF")
        return f"{kind} {rng.choice(regions(kind, place) or (place,))}"

    def some_place() -> str:
        place = rng.choice(sorted(PROVINCES))
        return rng.choice([place, *regions("F", place)])

    first, other, to = some_unit(), some_unit(), some_place()
    return rng.choice(
        [
            f"{first} - {to}",
            f"{first} - {to} via",
            f"{first} S {other}",
            f"{first} S {other} - {to}",
            f"{first} C {other} - {to}",
        ]
    )


@everyday
@given(chance)
def test_an_order_is_illegal_exactly_if_it_is_not_listed(rng: random.Random) -> None:
    units = crowded(rng) if rng.random() < 0.5 else midgame(rng, most=20)
    state = position(units)
    power = rng.choice(sorted({u.power for u in units}))
    legal = adj.legal(state, power)
    for text in [wild(rng, units) for _ in range(25)]:
        (reading,) = adj.check(state, power, [text])
        outcome = adj.resolve(state, {power: [text]}).to_dict()
        refused = any("illegal" in e["result"] for e in outcome["orders"] if e["power"] == power)
        assert refused == (not reading.ok), text
        assert reading.ok == (reading.problem is None)
        if reading.ok:
            offered = {plain(t, units) for t in legal[str(reading.unit)]}
            assert plain(str(reading.order), units) in offered or coastless(str(reading.order)), text
        else:
            assert all(text not in texts for texts in legal.values())


LOUD = {
    " - ": [" -> ", " to ", "-", " moves to ", " – "],
    " S ": [" supports ", " s "],
    " C ": [" convoys ", " c "],
    " H": [" holds", " h"],
}


@everyday
@given(chance)
def test_spellings_of_one_order_read_as_one_order(rng: random.Random) -> None:
    units = midgame(rng, most=20)
    state = position(units)
    power = rng.choice(sorted({u.power for u in units}))
    for texts in adj.legal(state, power).values():
        text = rng.choice(texts)
        spelled = text
        for short, long in LOUD.items():
            spelled = spelled.replace(short, rng.choice([short, *long]))
        spelled = "".join(part for part in rng.choice([(spelled,), (spelled.upper(),), (" ", spelled, "  ")]))
        for province in PROVINCES.values():
            if not province["coasts"] and rng.random() < 0.1:
                spelled = spelled.replace(f" {province['abbr']} ", f" {province['name']} ")
        (reading,) = adj.check(state, power, [spelled])
        assert reading.order == text, spelled


@everyday
@given(chance)
def test_no_unit_comes_from_nowhere_or_vanishes(rng: random.Random) -> None:
    orders = some_orders(rng)
    outcome = adj.resolve(position(o.unit for o in orders), by_power(orders)).to_dict()
    before = {(o.unit.power, o.unit.kind) for o in orders}
    left = board(outcome["units"])
    gone = [(d["power"], d["unit"]) for d in outcome["dislodged"]]
    destroyed = [e for e in outcome["orders"] if "destroyed" in e["result"]]
    assert len(left) + len(gone) == len(orders)
    assert {(power, unit[0]) for power, unit in (*left, *gone)} == before
    assert len({unit.split()[1][:3] for _, unit in left}) == len(left)
    assert all(e["unit"] in {unit for _, unit in gone} for e in destroyed)
    assert {e["unit"] for e in outcome["orders"] if "dislodged" in e["result"]} == {unit for _, unit in gone}
