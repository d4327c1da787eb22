"""The map of quadrants is the one the rulings describe (Q-a, Q-b)."""

from __future__ import annotations

import adjudicator as adj
from tests.adjudicator.quadrants.board import CENTRES, DATA, HOMES, HYPERSPACE, POWERS, SYSTEMS, lanes


def test_the_systems_are_counted_as_the_rulebook_counts_them() -> None:
    layers = [row["layer"] for row in SYSTEMS.values()]
    assert (len(SYSTEMS), layers.count(3), layers.count(1)) == (67, 10, 8)
    assert (len(CENTRES), sum(map(len, HOMES.values()))) == (47, 33)
    plain = {p for p in SYSTEMS if p not in CENTRES and p not in HYPERSPACE}
    assert plain == {"frozen_passage", "breen_gateway"}
    assert HYPERSPACE.isdisjoint(CENTRES)


def test_homes_belong_to_their_power_and_start_with_a_fleet_each() -> None:
    assert [len(HOMES[p]) for p in POWERS] == [5, 5, 4, 5, 3, 6, 5]
    for row in DATA["country"]:
        assert row["start"] == [f"F {home}" for home in row["homes"]]
        assert all(SYSTEMS[home]["home"] == row["id"] for home in row["homes"])
    assert adj.view(adj.new("quadrants"), "gm")["units"] == {
        p: sorted((f"F {h}" for h in homes), key=lambda u: list(SYSTEMS).index(u.split()[1]))
        for p, homes in HOMES.items()
    }


def test_lanes_go_both_ways_and_stay_in_a_layer_or_leave_it_once() -> None:
    pairs = {(a, b) for a in SYSTEMS for b in lanes(a)}
    assert all((b, a) in pairs and a != b for a, b in pairs)
    vertical = {(a, b) for a, b in pairs if SYSTEMS[a]["layer"] != SYSTEMS[b]["layer"]}
    assert (len(pairs), len(vertical)) == (2 * 113, 2 * 23)
    assert all(abs(SYSTEMS[a]["layer"] - SYSTEMS[b]["layer"]) == 1 for a, b in vertical)


def test_the_board_hangs_together() -> None:
    seen, frontier = {"earth"}, {"earth"}
    while frontier:
        frontier = {b for a in frontier for b in lanes(a)} - seen
        seen |= frontier
    assert seen == set(SYSTEMS)


def test_the_game_begins_in_spring_2370_with_nothing_used() -> None:
    view = adj.view(adj.new("quadrants", seed=5), "public")
    assert view["turn"] == "S2370M"
    assert view["memory"]["latinum"] == 0
    assert (view["memory"]["alliances"], view["memory"]["freeze_used"]) == ([], False)
    assert view["awaiting"] == list(POWERS)


def test_names_of_systems_are_understood_whole() -> None:
    state = adj.new("quadrants")
    spelled = {
        "Fleet Earth MOVE to Starbase 375": "F earth - starbase375",
        "fleet vulcan support fleet earth hold": "F vulcan S F earth",
        "F Earth to Hyperspace Alpha": "F earth - hyperspace_alpha",
        "F earth-betazed": "F earth - betazed",
        "F Tellar Prime -> Andoria": "F tellar - andoria",
    }
    for text, canonical in spelled.items():
        (reading,) = adj.check(state, "federation", [text])
        assert (reading.order, reading.ok) == (canonical, True), text
    breen = {
        "F Breen Core S Breen": "F breen_core S F breen",
        "F portas S Breen F breen": "F portas S F breen",
        "freeze Breen": "FREEZE breen",
        "FREEZE F Qo'noS": "FREEZE qonos",
    }
    for text, canonical in breen.items():
        (reading,) = adj.check(state, "breen", [text])
        assert reading.order == canonical, text
