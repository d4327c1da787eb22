"""Laws of the retreat and adjustment phases on random positions, and civil disorder against a reckoning of
our own.
"""

from __future__ import annotations

import random
from collections import deque

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator as adj
from tests.adjudicator.board import CENTRES, HOMES, POWERS, PROVINCES, Unit, province_of, regions
from tests.adjudicator.boards import (
    by_power,
    crowded,
    lively_orders,
    midgame,
    neighbours,
    random_centres,
    tangled,
)
from tests.adjudicator.engine import board, position

chance = st.integers(0, 2**32).map(random.Random)
everyday = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def routed(rng: random.Random) -> adj.Outcome:
    """The outcome of a battle after which somebody has to retreat."""
    while True:
        orders = tangled(rng) if rng.random() < 0.5 else lively_orders(rng, crowded(rng))
        outcome = adj.resolve(position(o.unit for o in orders), by_power(orders))
        if any(d["retreats"] for d in outcome.to_dict()["dislodged"]):
            assert outcome.turn == "S1905R"
            return outcome


def winter(rng: random.Random) -> adj.Position:
    """A board in winter on which many have to build or to disband."""
    units = midgame(rng, least=10, most=30)
    centres = random_centres(rng)
    for power in rng.sample(POWERS, 3):  # some own just their homes, and few units, so that they may build
        for home in HOMES[power]:
            for owned in centres.values():
                if home in owned:
                    owned.remove(home)
            centres[power].append(home)
        units = [u for u in units if u.power != power or rng.random() < 0.3]
    return position(units, "W1905A", centers=centres)


def shuffled(rng: random.Random, sheets: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        power: rng.sample(sheets[power], len(sheets[power]))
        for power in rng.sample(list(sheets), len(sheets))
    }


@everyday
@given(chance)
def test_retreats_offered_are_the_legal_ones_and_the_listing_does_not_matter(rng: random.Random) -> None:
    outcome = routed(rng)
    dislodged = outcome.to_dict()["dislodged"]
    sheets = {}
    for power in POWERS:
        mine = [d for d in dislodged if d["power"] == power]
        legal = adj.legal(outcome.state, power)
        assert {unit: set(texts) for unit, texts in legal.items()} == {
            d["unit"]: {f"{d['unit']} D"} | {f"{d['unit']} R {to}" for to in d["retreats"]} for d in mine
        }
        sheets[power] = [rng.choice(texts) for texts in legal.values()]
    able = {d["power"] for d in dislodged if d["retreats"]}
    assert outcome.awaiting == [power for power in POWERS if power in able]
    first = adj.resolve(outcome.state, sheets)
    again = adj.resolve(outcome.state, shuffled(rng, sheets))
    assert again.to_dict() == first.to_dict()
    assert again.state == first.state


@everyday
@given(chance)
def test_two_that_retreat_to_one_province_are_lost_and_others_arrive(rng: random.Random) -> None:
    outcome = routed(rng)
    dislodged = outcome.to_dict()["dislodged"]
    goals = {d["unit"]: rng.choice(d["retreats"]) for d in dislodged if d["retreats"]}
    sheets: dict[str, list[str]] = {}
    for d in dislodged:
        if d["unit"] in goals:
            sheets.setdefault(d["power"], []).append(f"{d['unit']} R {goals[d['unit']]}")
    aims = [province_of(to) for to in goals.values()]
    arrive = {
        (d["power"], f"{d['unit'][0]} {goals[d['unit']]}")
        for d in dislodged
        if d["unit"] in goals and aims.count(province_of(goals[d["unit"]])) == 1
    }
    told = adj.resolve(outcome.state, sheets).to_dict()
    assert board(told["units"]) == board(outcome.units) | arrive


@everyday
@given(chance)
def test_builds_and_removals_on_offer_are_those_the_rules_allow(rng: random.Random) -> None:
    state = winter(rng)
    view = adj.view(state, "gm")
    units = [Unit(p, *text.split()) for p, texts in view["units"].items() for text in texts]
    held = {u.province for u in units}
    for power in POWERS:
        owned, mine = view["centers"].get(power, []), [u for u in units if u.power == power]
        free = [home for home in HOMES[power] if home in owned and home not in held]
        due = min(len(owned) - len(mine), len(free))
        assert view["adjustments"].get(power, 0) == due
        wanted = set()
        if due > 0:
            places = [(kind, place) for home in free for kind in "AF" for place in regions(kind, home)]
            wanted = {f"B {kind} {place}" for kind, place in places} | {"WAIVE"}
        elif due < 0:
            wanted = {f"D {u}" for u in mine}
        assert {text for texts in adj.legal(state, power).values() for text in texts} == wanted
        assert (power in view["awaiting"]) == bool(wanted)


@everyday
@given(chance)
def test_in_winter_too_an_order_is_illegal_exactly_if_it_is_not_listed(rng: random.Random) -> None:
    state = winter(rng)
    for power in rng.sample(POWERS, 3):
        legal = {text for texts in adj.legal(state, power).values() for text in texts}
        place, kind = rng.choice(sorted(PROVINCES)), rng.choice("AF")
        some = rng.choice(regions(kind, place) or (place,))
        homes = [rng.choice(regions(k, h) or (h,)) for h in HOMES[power] for k in "AF"]
        builds = [f"B {k} {home}" for home in homes for k in "AF"]
        for text in [f"B {kind} {some}", f"D {kind} {some}", "WAIVE", *builds]:
            (reading,) = adj.check(state, power, [text])
            entries = adj.resolve(state, {power: [text]}).to_dict()["orders"]
            refused = any("illegal" in e["result"] for e in entries if e["power"] == power)
            assert refused == (not reading.ok) == (reading.order not in legal), text


def distance(start: str, owned: set[str]) -> int:
    """Steps from a province to the nearest of `owned`, by land and sea alike (DATC 4.D.8, rulebook of
    2023).
    """
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        here, steps = queue.popleft()
        if here in owned:
            return steps
        for there in neighbours(here) - seen:
            seen.add(there)
            queue.append((there, steps + 1))
    return 99


@everyday
@given(chance)
def test_who_sends_no_removals_loses_the_farthest_fleets_first_then_by_name(rng: random.Random) -> None:
    power = rng.choice(POWERS)
    units = [Unit(power, u.kind, u.region) for u in midgame(rng, least=3, most=9)]
    owned = set(rng.sample(CENTRES, rng.randint(1, len(units) - 1)))
    state = position(units, "W1905A", centers={power: sorted(owned)})

    def fate(unit: Unit) -> tuple[int, bool, str]:
        return -distance(unit.province, owned), unit.kind != "F", PROVINCES[unit.province]["name"]

    by_fate = sorted(units, key=fate)
    told = adj.resolve(state, {}).to_dict()
    assert set(told["units"][power]) == {str(u) for u in by_fate[len(units) - len(owned) :]}


@everyday
@given(chance)
def test_winter_orders_may_come_in_any_listing_of_powers(rng: random.Random) -> None:
    state = winter(rng)
    due = adj.view(state, "gm")["adjustments"]
    sheets = {}
    for power in POWERS:
        legal = [rng.choice(texts) for texts in adj.legal(state, power).values()]
        chosen = {text.split()[-1][:3]: text for text in legal}  # one build a centre
        sheets[power] = rng.sample(sorted(chosen.values()), min(abs(due.get(power, 0)), len(chosen)))
    first, again = adj.resolve(state, sheets), adj.resolve(state, shuffled(rng, sheets))
    assert again.to_dict() == first.to_dict()
    assert again.state == first.state
