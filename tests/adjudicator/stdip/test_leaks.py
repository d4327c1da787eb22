"""One test for each leak that games with hidden information are known to have had, as far as the engine can
have it: two truths on a small board, one viewer, the same bytes. The random games are `test_noninterference`.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.stdip.play import COUNTRIES, POWERS, VIEWERS
from tests.adjudicator.stdip.witness import everything, probes

Json = dict[str, Any]
Orders = dict[str, list[str]]


def game(units: Json, turn: str = "S2374M", **more: Any) -> adj.Position:
    """A setup in which every power owns a centre far from what happens."""
    far = dict(zip(POWERS, (["edi"], ["lvp"], ["por"], ["naf"], ["mar"], ["ank"], ["tun"]), strict=True))
    far["romulan"] = ["smy"]
    return adj.setup({
        "variant": "stdip", "turn": turn, "seed": 3, "units": units, "centers": more.pop("centers", far),
        "assignment": dict(zip(POWERS, COUNTRIES, strict=True)), **more,
    })  # fmt: skip


def got(state: adj.Position, viewer: str) -> str:
    return everything(state, viewer, probes(random.Random(1), state, viewer) if viewer != "public" else [])


def alike(viewer: str, *truths: adj.Position) -> None:
    """All truths look the same to this viewer."""
    first, *others = (got(state, viewer) for state in truths)
    assert all(other == first for other in others)


def after(state: adj.Position, *sheets: Orders) -> adj.Position:
    for orders in sheets:
        state = adj.resolve(state, orders).state
    return state


def result(state: adj.Position, viewer: str, unit: str) -> list[str]:
    (entry,) = [e for e in adj.view(state, viewer)["orders"] if e["unit"] == unit]
    found: list[str] = entry["result"]
    return found


def test_menus_are_not_made_from_the_truth() -> None:
    """A support or convoy for a hidden unit is on no list; a hidden unit bars no move."""
    seen = {"klingon": ["A pru", "F bal"], "federation": ["A mun"]}
    alike(
        "klingon",
        game(seen), game({**seen, "romulan": ["A war (I)", "F bot (I)"]}),
        game({**seen, "romulan": ["A lvn (I)"]}),
    )  # fmt: skip


def test_wording_of_a_refusal_does_not_tell_who_is_there() -> None:
    state = game({"klingon": ["A pru"], "romulan": ["A war (I)"]})
    empty = game({"klingon": ["A pru"]})
    for line in ("A pru S A war", "A pru S war - lvn", "A pru S F war", "A war H", "A pru S romulan A war"):
        assert adj.check(state, "klingon", [line]) == adj.check(empty, "klingon", [line])
    for line in ("A war (D) H", "A pru (D) H"):
        assert adj.check(state, "dominion", [line]) == adj.check(empty, "dominion", [line])


def test_waiting_lists_do_not_name_a_hidden_units_owner_more_often() -> None:
    """A cloaked unit is dislodged, or nothing happens: whom the retreat phase waits for is the same."""
    seen = {"klingon": ["A pru"], "federation": ["F spa/sc"]}
    fought = after(
        game({**seen, "romulan": ["A war (I)"], "dominion": ["A mos", "A ukr"]}),
        {"dominion": ["A mos - war", "A ukr S A mos - war"]},
    )
    peace = after(game({**seen, "romulan": ["A ven (I)"], "dominion": ["A mos", "A ukr"]}), {})
    assert adj.view(fought, "gm")["dislodged"]
    assert adj.awaiting(fought) == adj.awaiting(peace)


def test_the_existence_of_a_phase_tells_nothing() -> None:
    """With a Romulan about, every season has its retreats and every year its Winter."""
    state, turns = game({"klingon": ["A pru"], "romulan": ["A war (I)"]}), []
    for _ in range(5):
        state = after(state, {})
        turns.append(state.turn)
    assert turns == ["S2374R", "F2374M", "F2374R", "W2374A", "S2375M"]


DRIVEN_OUT: Orders = {"federation": ["A ber - pru", "F bal S A ber - pru"]}


def test_retreats_are_offered_as_they_look() -> None:
    """Occupied by a hidden unit, or not: the same list; going there destroys (Rom 8, R-i)."""
    seen = {"klingon": ["A pru"], "federation": ["A ber", "F bal"]}
    hidden = after(game({**seen, "romulan": ["A war (I)"]}), DRIVEN_OUT)
    elsewhere = after(game({**seen, "romulan": ["A ven (I)"]}), DRIVEN_OUT)
    alike("klingon", hidden, elsewhere)
    assert "A pru R war" in adj.legal(hidden, "klingon")["A pru"]
    tried = after(hidden, {"klingon": ["A pru R war"]})
    for viewer in ("klingon", "federation", "public"):
        assert result(tried, viewer, "A pru") == ["bounce", "destroyed", "romulan activity"]
    assert "romulan activity" not in result(tried, "romulan", "A pru")


def test_a_hidden_standoff_does_not_shorten_the_list() -> None:
    seen = {"klingon": ["A pru"], "federation": ["A ber", "F bal"]}
    orders = {**DRIVEN_OUT, "romulan": ["A mos (I) - war", "A gal (I) - war"]}
    bounced = after(game({**seen, "romulan": ["A mos (I)", "A gal (I)"]}), orders)
    quiet = after(game({**seen, "romulan": ["A mos (I)", "A gal (I)"]}), DRIVEN_OUT)
    alike("klingon", bounced, quiet)
    tried = after(bounced, {"klingon": ["A pru R war"]})
    assert result(tried, "klingon", "A pru") == ["bounce", "destroyed", "romulan activity"]


def test_a_reason_names_nobody_unseen() -> None:
    """Two retreats meet, and a hidden one with them: the visible two explain it (Rom 8)."""
    units = {
        "klingon": ["A pru"], "cardassian": ["C gal"], "romulan": ["A mos (I)"], "borg": ["A apu"],
        "federation": ["A ber", "F bal", "A vie", "A bud"], "ferengi": ["A stp", "A lvn"],
    }  # fmt: skip
    fight = {
        **DRIVEN_OUT, "ferengi": ["A stp - mos", "A lvn S A stp - mos"],
    }  # fmt: skip
    fight["federation"] = [*fight["federation"], "A vie - gal", "A bud S A vie - gal"]
    retreats = {"klingon": ["A pru R war"], "cardassian": ["C gal R war"]}
    fought = after(game(units), fight)
    met = after(fought, {**retreats, "romulan": ["A mos (I) R war"]})
    alone = after(fought, {**retreats, "romulan": ["A mos (I) D"]})
    for viewer in ("klingon", "cardassian", "public", "borg"):
        assert "romulan" not in json.dumps(adj.view(met, viewer)["orders"])
        alike(viewer, met, alone)


def test_reasons_of_movement_are_written_from_what_is_seen() -> None:
    """The bounce of a visible unit against a hidden one, and against nobody."""
    state = game({"klingon": ["A pru"], "federation": ["A ber"], "romulan": ["A war (I)"]})
    moved = after(
        state, {"federation": ["A ber - sil"], "klingon": ["A pru - war"], "romulan": ["A war (I) H"]}
    )
    for viewer in ("public", "federation", "borg"):
        assert "A war" not in json.dumps(adj.view(moved, viewer)["orders"])
    assert [r["unit"] for r in adj.view(moved, "klingon")["reports"]["klingon"]] == ["A war"]


def test_a_posted_order_does_not_show_what_its_writer_knew() -> None:
    """The kind that a writer leaves out is filled in from open units alone (N-a)."""

    def played(kind: str) -> adj.Position:
        state = game({"klingon": ["A pru"], "federation": ["A ber"], "romulan": [f"{kind} lvn (I)"]})
        state = after(state, {"klingon": ["A pru scan lvn"]}, {})
        assert state.turn == "F2374M"
        return after(state, {"klingon": ["A pru S lvn - war"]})

    army, fleet = played("A"), played("F")
    alike("federation", army, fleet)
    alike("public", army, fleet)


def test_an_illegal_retreat_does_not_show_what_its_writer_knew() -> None:
    """Whether the owner had detected who is there: the others read the same (N-b)."""
    units = {"klingon": ["A pru", "A ukr"], "federation": ["A ber", "F bal"], "romulan": ["A war (I)"]}
    knew = after(game(units), {**DRIVEN_OUT, "klingon": ["A ukr scan war"]}, {"klingon": ["A pru R war"]})
    blind = after(game(units), {**DRIVEN_OUT, "klingon": ["A ukr scan mos"]}, {"klingon": ["A pru R war"]})
    for viewer in ("federation", "public", "borg"):
        alike(viewer, knew, blind)
    assert result(knew, "klingon", "A pru") == ["illegal", "destroyed"]
    assert result(blind, "klingon", "A pru") == ["bounce", "destroyed", "romulan activity"]


def test_who_gave_an_order_does_not_show() -> None:
    """An army goes by its own power's fleet, also if the Dominion moves the fleet (Dom 6)."""
    units = {"federation": ["A nwy", "F ska"], "dominion": ["A con"], "klingon": ["A mun"]}
    state = game(units, memory={"infiltrated": ["ska"]})
    own = after(state, {"federation": ["A nwy - swe", "F ska C A nwy - swe"]})
    seized = after(state, {"federation": ["A nwy - swe"], "dominion": ["F ska (D) C A nwy - swe"]})
    for viewer in ("klingon", "public", "romulan", "borg"):
        alike(viewer, own, seized)


def test_whether_anything_was_written_does_not_show() -> None:
    """A hold ordered and a hold for want of orders read alike, to its owner too (N-d)."""
    state = game({"klingon": ["A pru"], "federation": ["A ber"]})
    for viewer in VIEWERS:
        alike(viewer, after(state, {"klingon": ["A pru H"]}), after(state, {}))


def test_a_support_for_nobody_is_not_called_void() -> None:
    """Whether it was void shows only if the supported unit is seen (R-h)."""
    sheets = {"klingon": ["A pru S A war - mos"]}
    there = game({"klingon": ["A pru"], "federation": ["A lvn"], "romulan": ["A war (I)"]})
    elsewhere = game({"klingon": ["A pru"], "federation": ["A lvn"], "romulan": ["A ven (I)"]})
    alike("federation", after(there, sheets), after(elsewhere, sheets))


def test_counts_and_order_of_lists_tell_nothing() -> None:
    """More hidden units, elsewhere in the alphabet and on the map: the rest stands where it stood."""
    seen = {"klingon": ["A pru", "A ruh"], "federation": ["A ber"], "ferengi": ["F lyo (T)"]}
    few = game({**seen, "romulan": ["A smy (I)"]})
    many = game({**seen, "romulan": ["A alb (I)", "F tun (I)", "A yor (I)", "F lyo (I)", "A smy (I)"]})
    for viewer in ("klingon", "federation", "borg", "cardassian", "public"):
        alike(viewer, few, many)
        alike(viewer, after(few, {}), after(many, {}))


WINTER = {p: ["edi", "lon", "lvp"] if p == "romulan" else [] for p in POWERS} | {
    "klingon": ["mar"],
    "dominion": ["tun"],
}


@pytest.mark.parametrize("builds", [["B A lon (I)"], ["B F lon (I)", "B F edi (I)"], ["WAIVE", "WAIVE"]])
def test_hidden_builds_leave_no_trace(builds: list[str]) -> None:
    state = adj.setup({
        "variant": "stdip", "turn": "W2374A", "seed": 5, "centers": WINTER,
        "units": {"klingon": [], "romulan": [], "dominion": []},
        "assignment": {"romulan": "england", "klingon": "france", "dominion": "italy"},
    })  # fmt: skip
    none = after(state, {})
    for viewer in ("klingon", "dominion", "public", "borg"):
        alike(viewer, after(state, {"romulan": builds}), none)


def test_adjustments_do_not_count_hidden_units() -> None:
    """The Romulan's figure is for the Romulan (M-u); nobody's sites are judged by hidden units (N-c)."""

    def winter(*units: str) -> adj.Position:
        return adj.setup({
            "variant": "stdip", "turn": "W2374A", "centers": {**WINTER, "klingon": ["mar", "par", "bre"]},
            "units": {"romulan": list(units)},
            "assignment": {"romulan": "england", "klingon": "france", "dominion": "italy"},
        })  # fmt: skip

    few, many = winter("A lon (I)"), winter("A lon (I)", "A par (I)", "F edi (I)")
    for viewer in ("klingon", "dominion", "public"):
        alike(viewer, few, many)
    built = after(many, {"klingon": ["B A par"]})
    assert result(built, "klingon", "A par") == ["void", "romulan activity"]


def test_placements_show_with_the_results_and_not_before() -> None:
    deal = dict(zip(POWERS, COUNTRIES, strict=True))
    state = adj.new("stdip", seed=4, options={"assignment": deal})
    assert not adj.view(state, "public")["units"].get("cardassian")
    for viewer in VIEWERS:
        told = json.dumps(adj.view(state, viewer))
        assert "place" not in told or viewer == "dominion"
    placed = after(state, {"cardassian": ["place 1: ank", "place 2: syr", "place 3: arm"]})
    assert sorted(adj.view(placed, "public")["units"]["cardassian"]) == ["C ank", "C arm", "C syr"]


def test_seeds_and_draws_are_for_the_dominion_alone() -> None:
    """Games that differ in the seed alone look the same to the other six, season for season."""
    deal = dict(zip(POWERS, COUNTRIES, strict=True))
    games = [adj.new("stdip", seed=seed, options={"assignment": deal}) for seed in (1, 2, 3)]
    for _ in range(6):
        for viewer in set(VIEWERS) - {"dominion"}:
            alike(viewer, *games)
        assert all(str(g.seed) not in json.dumps(adj.view(g, "dominion")) for g in games if g.seed > 9)
        games = [after(g, {}) for g in games]


def test_a_refused_conversion_is_told_to_its_owner_alone() -> None:
    units = {"ferengi": ["A mun (T)"], "klingon": ["A mun"], "federation": ["A ber"]}
    refused = after(game(units), {"ferengi": ["A mun (M) - boh"]})
    stayed = after(game(units), {"ferengi": ["A mun (T) - boh"]})
    for viewer in set(VIEWERS) - {"ferengi"}:
        alike(viewer, refused, stayed)
    assert "could not turn military" in json.dumps(adj.view(refused, "ferengi")["orders"])


def test_only_the_commander_of_a_retreat_sees_where_it_may_go() -> None:
    state = after(game({"klingon": ["A pru"], "federation": ["A ber", "F bal"]}), DRIVEN_OUT)
    for viewer in VIEWERS:
        (row,) = adj.view(state, viewer)["dislodged"]
        assert ("retreats" in row) == (viewer == "klingon")


def test_who_dislodged_is_told_to_those_who_see_it() -> None:
    state = game({"klingon": ["A pru"], "federation": ["A mun"], "romulan": ["A war (I)", "A lvn (I)"]})
    state = after(state, {"romulan": ["A war (I) - pru", "A lvn (I) S A war - pru"]})
    shown = {viewer: adj.view(state, viewer)["dislodged"][0]["by"] for viewer in VIEWERS}
    assert shown == {v: "A war" if v in {"klingon", "romulan"} else None for v in VIEWERS}


def test_no_posted_order_carries_the_dominions_mark() -> None:
    state = game({"klingon": ["A pru"], "dominion": ["A con"]}, memory={"infiltrated": ["pru"]})
    done = after(state, {"klingon": ["A pru - ber"], "dominion": ["A pru (D) - sil"]})
    for viewer in VIEWERS:
        assert "(D)" not in json.dumps(adj.view(done, viewer)["orders"])
        assert "superseded" not in json.dumps(adj.view(done, viewer)["orders"])
    assert [r["kind"] for r in adj.view(done, "klingon")["reports"]["klingon"]] == ["taken_over"]
