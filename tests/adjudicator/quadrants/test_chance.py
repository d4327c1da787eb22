"""Chance in quadrants is keyed, fair and independent: the Gorn's draws (Q-k) and the Tal Shiar's (Q-g)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import adjudicator as adj

GAMES = 400


def setup(units: dict[str, list[str]], seed: int, **more: Any) -> adj.Position:
    return adj.setup({"variant": "quadrants", "turn": "S2370M", "units": units, "seed": seed, **more})


CORNERED = {"gorn": ["F rakal", "F tellar", "F gornar"], "klingon": ["F chintoka", "F andoria", "F earth"]}
ATTACK = {"klingon": ["F chintoka - rakal", "F andoria - tellar"]}


def test_half_of_the_cornered_gorn_units_come_back_each_on_its_own() -> None:
    """In the first home systems in the rulebook's order that are free; Gornar is not."""
    counts: Counter[tuple[str, ...]] = Counter()
    for seed in range(GAMES):
        done = adj.resolve(setup(CORNERED, seed), ATTACK)
        assert [d["retreats"] for d in done.dislodged] == [[], []]
        assert done.turn == "F2370M"
        counts[tuple(done.units["gorn"])] += 1
    assert set(counts) == {("F gornar",), ("F gornar", "F ssgaron"), ("F gornar", "F ssgaron", "F seudath")}
    none, one, both = (
        counts["F gornar",],
        counts["F gornar", "F ssgaron"],
        counts["F gornar", "F ssgaron", "F seudath"],
    )
    assert abs(none - GAMES / 4) < 40
    assert abs(one - GAMES / 2) < 45
    assert abs(both - GAMES / 4) < 40


def test_the_gorn_alone_are_told_when_no_phase_is_held() -> None:
    done = adj.resolve(setup(CORNERED, 1), ATTACK)
    told = {r["unit"]: r["at"] for r in done.reports["gorn"]}
    assert set(told) == {"F rakal", "F tellar"}
    assert {f"F {at}" for at in told.values() if at} == set(done.units["gorn"]) - {"F gornar"}
    assert adj.view(done.state, "klingon")["reports"] == {}


def test_homes_are_counted_when_all_retreats_are_done() -> None:
    """A unit that retreats into the first free home keeps a survivor out of it."""
    units = {
        "gorn": ["F rakal", "F cestus"],
        "klingon": ["F chintoka", "F kelvas"],
    }
    homes = set()
    for seed in range(30):
        held = adj.resolve(setup(units, seed), {"klingon": ["F chintoka - rakal", "F kelvas - cestus"]})
        assert held.turn == "S2370R"
        done = adj.resolve(held.state, {"gorn": ["F cestus R gornar"]})
        homes |= {tuple(done.units["gorn"])}
        (fate,) = [e for e in done.orders if e["unit"] == "F rakal"]
        assert (fate["order"], fate["result"]) in [("F rakal R ssgaron", []), ("F rakal D", ["destroyed"])]
    assert homes == {("F gornar",), ("F gornar", "F ssgaron")}


def test_a_survivor_is_drawn_the_same_with_and_without_a_phase() -> None:
    """The draw depends on seed, unit and turn, not on what else happens."""
    alone = {"gorn": ["F rakal"], "klingon": ["F chintoka"]}
    beside = {"gorn": ["F rakal"], "klingon": ["F chintoka", "F organia"], "ferengi": ["F starbase375"]}
    for seed in range(20):
        first = adj.resolve(setup(alone, seed), {"klingon": ["F chintoka - rakal"]})
        held = adj.resolve(
            setup(beside, seed), {"klingon": ["F chintoka - rakal", "F organia - starbase375"]}
        )
        second = adj.resolve(held.state, {"ferengi": ["F starbase375 D"]})
        assert first.units.get("gorn") == second.units.get("gorn")


MANY = {
    "gorn": ["F gornar", "F seudath", "F cestus"],
    "klingon": ["F qonos", "F organia"],
    "romulan": ["F romulus"],
}


def shown(
    seed: int, turn: str = "S2370M", orders: dict[str, list[str]] | None = None
) -> list[tuple[str, str]]:
    state = adj.setup({"variant": "quadrants", "turn": turn, "units": MANY, "seed": seed})
    reports = adj.resolve(state, orders or {}).reports["romulan"]
    return [(r["power"], r["unit"]) for r in reports if r["kind"] == "tal_shiar"]


def test_one_or_two_orders_are_shown_all_equally_often() -> None:
    found = [shown(seed) for seed in range(GAMES)]
    sizes = Counter(map(len, found))
    assert set(sizes) == {1, 2}
    assert abs(sizes[1] - GAMES / 2) < 45
    each = Counter(unit for units in found for unit in units)
    assert set(each) == {(p, u) for p in ("gorn", "klingon") for u in MANY[p]}
    assert max(each.values()) - min(each.values()) < 60
    assert all(len(set(units)) == len(units) for units in found)


def test_what_is_drawn_does_not_depend_on_the_orders_but_on_the_turn() -> None:
    orders = {"gorn": ["F gornar - cestus"], "klingon": ["F qonos - boreth"]}
    assert all(shown(seed) == shown(seed, orders=orders) for seed in range(20))
    assert any(shown(seed) != shown(seed, "F2370M") for seed in range(20))
