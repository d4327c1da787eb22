"""Laws that hold for every position and all sheets of quadrants: no order of listing matters, nothing is
mutated, menus are exact, and nobody learns what is private (Q-p)."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator as adj
from tests.adjudicator.quadrants.board import (
    HYPERSPACE,
    POWERS,
    SYSTEMS,
    concerted,
    lanes,
    midgame,
    sheets_for,
)

chance = st.integers(0, 2**32).map(random.Random)
everyday = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def position(units: Mapping[str, list[str]], **more: Any) -> adj.Position:
    return adj.setup(
        {
            "variant": "quadrants",
            "turn": "F2375M",
            "units": units,
            "memory": {"latinum": 60},
            "seed": 3,
            **more,
        }
    )


def seen(outcome: adj.Outcome) -> dict[str, Any]:
    return {**outcome.to_dict(), "gm": adj.view(outcome.state, "gm")}


@everyday
@given(chance)
def test_the_listing_of_units_powers_and_lines_does_not_matter(rng: random.Random) -> None:
    units = midgame(rng)
    state = position(units)
    sheets = concerted(rng, state)
    first = seen(adj.resolve(state, sheets))
    for _ in range(2):
        again = position(
            {p: rng.sample(units[p], len(units[p])) for p in rng.sample(list(units), len(units))}
        )
        mixed = {p: in_other_order(rng, sheets[p]) for p in rng.sample(list(sheets), len(sheets))}
        assert repr(seen(adj.resolve(again, mixed))) == repr(first)


def in_other_order(rng: random.Random, lines: list[str]) -> list[str]:
    """Lines of units in any order; abilities are paid in the order written, so theirs is kept (Q-i)."""
    abilities = [line for line in lines if line.split()[0].isupper() and len(line.split()) == 2]
    return rng.sample([x for x in lines if x not in abilities], len(lines) - len(abilities)) + abilities


@everyday
@given(chance)
def test_later_phases_do_not_depend_on_listing_either(rng: random.Random) -> None:
    state = position(midgame(rng, most=32))
    state = adj.resolve(state, concerted(rng, state)).state
    while state.turn[-1] != "M" and state.winner is None:
        sheets = sheets_for(rng, state, abilities=0.7)
        mixed = {p: in_other_order(rng, sheets[p]) for p in rng.sample(list(sheets), len(sheets))}
        done = adj.resolve(state, sheets)
        if state.turn[-1] == "R":
            assert repr(seen(adj.resolve(state, mixed))) == repr(seen(done))
        else:
            assert (
                adj.resolve(state, {p: mixed[p] for p in mixed if p in sheets}).state.turn == done.state.turn
            )
        state = done.state


@everyday
@given(chance)
def test_resolve_lock_and_declare_are_pure(rng: random.Random) -> None:
    state = position(midgame(rng), options={"intel_window": 2})
    sheets = concerted(rng, state)
    text, before = adj.dumps(state), copy.deepcopy(sheets)
    assert seen(adj.resolve(state, sheets)) == seen(adj.resolve(adj.loads(text), sheets))
    adj.lock(state, sheets)
    for power in POWERS:
        for words in adj.declarations(state, power):
            adj.declare(state, power, words)
    assert (adj.dumps(state), sheets) == (text, before)


def out_of_reach(text: str) -> bool:
    """A move between core systems that no fleet carries: accepted, not listed (Q-r)."""
    words = text.split()
    return words[2:3] == ["-"] and not {words[1], words[3]} & HYPERSPACE and words[1] != words[3]


@everyday
@given(chance)
def test_whatever_is_listed_counts_as_written(rng: random.Random) -> None:
    units = midgame(rng)
    state = position(units)
    for power in units:
        menu = adj.legal(state, power)
        for texts in menu.values():
            for text in rng.sample(texts, min(8, len(texts))):
                (reading,) = adj.check(state, power, [text])
                assert (reading.order, reading.ok, reading.problem) == (text, True, None)
        sheet = [rng.choice(texts) for key, texts in menu.items() if not key.isupper()]
        entries = [e for e in adj.resolve(state, {power: sheet}).orders if e["power"] == power]
        assert sorted(e["order"] for e in entries) == sorted(sheet)
        assert not any("illegal" in e["result"] for e in entries)


def wild(rng: random.Random, units: Mapping[str, list[str]]) -> str:
    everybody = [u for texts in units.values() for u in texts]
    first, other = rng.choice(everybody), rng.choice([*everybody, "F " + rng.choice(sorted(SYSTEMS))])
    to = rng.choice(sorted(SYSTEMS))
    near = rng.choice(sorted(lanes(first.split()[1])))
    return rng.choice(
        [
            f"{first} - {to}",
            f"{first} - {near} via",
            f"{first} S {other}",
            f"{first} S {other} - {near}",
            f"{first} C {other} - {to}",
            f"FREEZE {to}",
            f"BRIBE {to}",
            f"SABOTAGE {to}",
            f"IMMUNITY {to}",
        ]
    )


@everyday
@given(chance)
def test_an_order_is_illegal_exactly_if_it_is_not_listed(rng: random.Random) -> None:
    units = midgame(rng)
    state = position(units)
    power = rng.choice(sorted(units))
    menu = adj.legal(state, power)
    for text in [wild(rng, units) for _ in range(30)]:
        (reading,) = adj.check(state, power, [text])
        entries = adj.resolve(state, {power: [text]}).orders
        refused = any("illegal" in e["result"] for e in entries if e["power"] == power)
        assert refused == (not reading.ok), text
        if reading.ok:
            offered = menu[reading.unit or text.split()[0]]
            assert reading.order in offered or out_of_reach(str(reading.order)), text
        else:
            assert all(text not in texts for texts in menu.values()), text


@everyday
@given(chance)
def test_what_is_not_posted_is_seen_by_nobody(rng: random.Random) -> None:
    """Locked orders show in no view, menu, reading or declaration but for the two reports (Q-p)."""
    units = midgame(rng)
    state = position(units, options={"intel_window": 1})
    one = adj.lock(state, concerted(rng, state))
    two = adj.lock(state, concerted(rng, state))
    assert one is not None
    assert two is not None
    for viewer in (*POWERS, "public"):
        if viewer in {"romulan", "cardassian"}:
            continue
        assert repr(adj.view(one, viewer)) == repr(adj.view(two, viewer))
        if viewer != "public":
            text = wild(rng, units)
            assert repr(adj.legal(one, viewer)) == repr(adj.legal(two, viewer))
            assert adj.check(one, viewer, [text]) == adj.check(two, viewer, [text])
            assert adj.declarations(one, viewer) == adj.declarations(two, viewer) == []


@everyday
@given(chance)
def test_the_two_services_learn_no_more_than_their_reports_say(rng: random.Random) -> None:
    """Orders changed where a report does not look leave the view of its reader as it is (Q-g, Q-h)."""
    state = position(midgame(rng), options={"intel_window": 1})
    sheets = concerted(rng, state)
    locked = adj.lock(state, sheets)
    assert locked is not None
    reports = adj.view(locked, "gm")["reports"]
    shown = {(r["power"], r["unit"]) for r in reports.get("romulan", [])}
    other = adj.lock(
        state, {p: [o for o in lines if not_shown_to_romulan(p, o, shown)] for p, lines in sheets.items()}
    )
    assert other is None or repr(adj.view(other, "romulan")) == repr(adj.view(locked, "romulan"))
    moves = {
        p: [o for o in lines if " - " in o and " S " not in o and " C " not in o]
        for p, lines in sheets.items()
    }
    bare = adj.lock(state, moves)
    assert bare is not None
    assert repr(adj.view(bare, "cardassian")) == repr(adj.view(locked, "cardassian"))


def not_shown_to_romulan(power: str, order: str, shown: set[tuple[str, str]]) -> bool:
    """Keep what was shown; of the rest, drop every order: those units hold instead."""
    return (power, " ".join(order.split()[:2])) in shown


@everyday
@given(chance)
def test_results_show_everybody_the_same_but_for_the_reports(rng: random.Random) -> None:
    state = position(midgame(rng))
    done = adj.resolve(state, concerted(rng, state)).state
    public = adj.view(done, "public")
    for viewer in POWERS:
        mine = adj.view(done, viewer)
        assert {**mine, "viewer": "public", "reports": {}} == {**public, "reports": {}}
        assert set(mine["reports"]) <= {viewer}
    assert public["reports"] == {}


@everyday
@given(chance)
def test_the_seed_shows_only_where_it_is_drawn_from(rng: random.Random) -> None:
    """Without a Gorn unit in need another seed changes the Tal Shiar report and nothing else."""
    units = {p: u for p, u in midgame(rng).items() if p != "gorn"} or {"klingon": ["F qonos"]}
    one, two = position(units, seed=1), position(units, seed=2)
    sheets = concerted(rng, one)
    first, second = adj.resolve(one, sheets).state, adj.resolve(two, sheets).state
    for viewer in (*POWERS, "public"):
        if viewer != "romulan":
            assert repr(adj.view(first, viewer)) == repr(adj.view(second, viewer))


UNITS = {
    "federation": ["F starbase375"],
    "klingon": ["F organia"],
    "cardassian": ["F boreth"],
    "gorn": ["F abraxas"],
    "romulan": ["F rator", "F remus"],
}
ORDERS = {
    "klingon": ["F organia - starbase375"],
    "cardassian": ["F boreth - organia"],
    "romulan": ["F rator - abraxas", "F remus S F rator - abraxas"],
}


@pytest.mark.parametrize(
    "lines", [["F abraxas R seudath"], ["F abraxas D"], ["F abraxas R earth", "gibberish"]]
)
def test_a_retreat_order_that_stands_while_the_phase_is_open_is_its_writers_alone(lines: list[str]) -> None:
    """Immunity leaves the phase open (Q-f, Q-q); whether and what others have ordered is not posted yet
    (Q-p)."""
    held = adj.resolve(position(UNITS), ORDERS).state
    silent = adj.resolve(held, {"federation": ["IMMUNITY starbase375"]}).state
    given = adj.resolve(held, {"federation": ["IMMUNITY starbase375"], "gorn": lines}).state
    assert silent.turn == given.turn == held.turn
    for viewer in (*POWERS, "public"):
        if viewer != "gorn":
            assert repr(adj.view(silent, viewer)) == repr(adj.view(given, viewer))
    legal = [x for x in lines if x in adj.legal(held, "gorn")["F abraxas"]]
    mine, truth = adj.view(given, "gorn"), adj.view(given, "gm")
    assert mine["memory"].get("kept") == truth["memory"].get("kept") == ({"gorn": legal} if legal else None)
    assert {e["order"] for e in mine["orders"] if e["power"] == "gorn"} >= set(lines) - set(legal)


@pytest.mark.parametrize("viewer", ["federation", "gorn", "public"])
def test_a_view_recalls_what_immunity_needs(viewer: str) -> None:
    """A plan made on anybody's view judges the season again as the game itself does (Q-f)."""
    held = adj.resolve(position(UNITS), ORDERS).state
    view = adj.view(held, viewer)
    known = {
        "variant": "quadrants",
        "turn": view["turn"],
        "units": view["units"],
        "centers": view["centers"],
        "dislodged": [{k: v for k, v in row.items() if v is not None} for row in view["dislodged"]],
        "memory": adj.recall(view, variant="quadrants"),
    }
    sheets = {"federation": ["IMMUNITY starbase375"]}
    planned, played = adj.resolve(adj.setup(known), sheets), adj.resolve(held, sheets)
    assert (planned.turn, planned.units, planned.dislodged) == (played.turn, played.units, played.dislodged)
    results = [
        [(e["power"], e["order"], e["result"]) for e in outcome.orders] for outcome in (planned, played)
    ]
    assert results[0] == results[1]


def test_the_game_says_how_it_ended() -> None:
    """A last year is a draw, and a victory in it is none (Q-m)."""
    last = {"turn": "W2375A", "options": {"draw_after": 2375}}

    def ending(centers: dict[str, list[str]], **memory: Any) -> str | None:
        units = {power: [f"F {owned[0]}"] for power, owned in centers.items()}
        built = position(units, centers=centers, memory=memory, **last)
        return adj.ending(adj.resolve(built, {}).state)

    few = {"gorn": ["gornar", "cestus"], "klingon": ["qonos", "boreth"]}
    centres = list(adj.variant("quadrants").chart.centres)
    many = [c for c in centres if c not in few["gorn"]]
    assert ending(few) == "draw"
    assert ending({"gorn": few["gorn"], "klingon": many[:12]}) == "solo"
    assert ending({"gorn": few["gorn"], "klingon": many[:22]}, alliances=[["gorn", "klingon"]]) == "shared"
    assert adj.ending(adj.new("quadrants")) is None


BAD = [
    ({"memory": {"latinum": -1}}, "latinum"),
    ({"memory": {"latinum": "many"}}, "latinum"),
    ({"memory": {"gold": 5}}, "gold"),
    ({"memory": {"alliances": [["gorn", "klingon"], ["gorn", "breen"]]}}, "alliances"),
    ({"memory": {"alliances": [["gorn", "borg"]]}}, "alliances"),
    ({"memory": {"frozen": "atlantis"}}, "atlantis"),
    ({"memory": {"bribed": ["breen_gateway"]}}, "breen_gateway"),
    ({"memory": {"told": []}}, "told"),
    ({"memory": {"kept": {"borg": []}}}, "kept"),
    ({"memory": {"sabotaged": ["atlantis"]}}, "atlantis"),
    ({"memory": {"played": {"units": {"gorn": ["F atlantis"]}, "orders": {}}}}, "atlantis"),
    ({"memory": {"played": {"units": {"gorn": ["F gornar"]}, "orders": {"borg": []}}}}, "borg"),
    ({"options": {"intel_window": -1}}, "intel_window"),
    ({"options": {"draw_after": 1999}}, "draw_after"),
    ({"options": {"no_first_fall_win": 1}}, "no_first_fall_win"),
    ({"options": {"fog": True}}, "fog"),
    ({"units": {"gorn": ["A gornar"]}}, "A gornar"),
]


@pytest.mark.parametrize(("spoilt", "named"), BAD, ids=[str(spoilt) for spoilt, _ in BAD])
def test_bad_setups_are_refused_and_the_message_names_what_is_wrong(
    spoilt: dict[str, Any], named: str
) -> None:
    with pytest.raises(adj.BadSetupError, match=named):
        adj.setup({"variant": "quadrants", "turn": "S2370M", "units": {"gorn": ["F gornar"]}, **spoilt})
    if "options" in spoilt:
        with pytest.raises(adj.BadSetupError, match=named):
            adj.new("quadrants", options=spoilt["options"])
