"""Boards that turn: where planets lie after so many seasons; ships, owners and names go with them."""

from __future__ import annotations

import json
import math
import tomllib
import xml.etree.ElementTree as ET

import pytest

import adjudicator as adj
from adjudicator import drawing
from adjudicator.chart import maps_folder
from adjudicator.drawing.boards import drawing_of
from adjudicator.variants.rings.wheel import the_wheel

SVG = "{http://www.w3.org/2000/svg}"


def dynamic(view: dict[str, object]) -> ET.Element:
    text = drawing.draw(view, variant="rings", part="dynamic")
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>')  # noqa: S314


def spot(element: ET.Element) -> tuple[float, float]:
    x, y = (element.get("transform") or "").split("(")[1].split(")")[0].split()
    return float(x), float(y)


@pytest.mark.parametrize("turned", [0, 1, 5, 17, 31])
def test_planets_lie_on_the_space_the_rules_put_them_on(turned: int) -> None:
    """G-a: planet n of a ring on its space n + r; `Cba` comes to where `Cca` was."""
    still, now, wheel = drawing_of("rings"), drawing_of("rings", turned), the_wheel()
    for kind, row in wheel.planets.items():
        for space, before in enumerate(row):
            planet = wheel.at(kind, space, turned)
            assert math.dist(now.places[planet].unit, still.places[before].unit) < 1e-6
    assert now.places["wormhole"] == still.places["wormhole"]


def test_lanes_join_what_is_beside_each_other_in_every_season() -> None:
    """Lanes belong to spaces: those drawn once join the right planets after any number of seasons."""
    data = json.loads((maps_folder() / "rings" / "board.json").read_text())
    still = drawing_of("rings")
    at = {name: still.places[name].unit for name in still.places}
    for turned in range(32):
        places = drawing_of("rings", turned).places
        planet = {(round(p.unit[0]), round(p.unit[1])): name for name, p in places.items()}
        drawn = {
            frozenset(planet[round(at[end][0]), round(at[end][1])] for end in lane[:2])
            for lane in data["lanes"]
        }
        wheel = the_wheel()
        beside = {frozenset((link.origin, link.goal)) for link in wheel.links(turned)}
        rings = {frozenset((p, wheel.along(p, 1))) for p in wheel.seat}
        assert drawn == beside - rings


def test_ships_owners_and_names_travel_with_their_planet() -> None:
    state = adj.new("rings", seed=1)
    first, after = state, adj.resolve(state, {}).state
    for turned, position in enumerate((first, after)):
        tree = dynamic(adj.view(position, "public"))
        group = tree.find(f"{SVG}g")
        assert group is not None
        assert group.get("data-turned") == str(turned)
        x, y = drawing_of("rings", turned).places["aga"].unit
        units = [e for e in tree.iter() if e.get("data-unit") == "2S aga"]
        assert [spot(e) for e in units if "unit" in (e.get("class") or "").split()] == [
            (round(x, 1), round(y, 1))
        ]
        shape = next(e for e in tree.iter() if e.get("id") == "shape-aga")
        assert (shape.get("d") or "").startswith(f"M{round(x - 31, 1):g} {round(y, 1):g}")


def test_what_counts_double_is_what_the_rules_say() -> None:
    wheel = drawing_of("rings").wheel
    assert wheel is not None
    assert set(wheel.great) == set(the_wheel().homeworld.values())
    rows = tomllib.loads((maps_folder() / "rings" / "chart.toml").read_text())["country"]
    assert wheel.names == {row["homeworld"]: row["name"] for row in rows}
    tree = dynamic(adj.view(adj.new("rings", seed=1), "public"))
    great = {e.get("data-province") for e in tree.iter() if "great" in (e.get("class") or "").split()}
    assert great == set(wheel.great)


def test_ships_in_warp_show_their_goal_to_their_owner_and_the_gm_alone() -> None:
    state = adj.setup(
        {
            "variant": "rings",
            "turn": "F2372M",
            "units": {"borg": ["S aga"], "romulan": ["S aka"]},
            "memory": {"rotation": 3, "warp": [{"power": "borg", "to": "bca"}] * 2},
        }
    )
    for viewer, knows in (("borg", True), ("gm", True), ("romulan", False), ("public", False)):
        view = adj.view(state, viewer)
        text = drawing.draw(view, variant="rings", part="dynamic")
        tree = dynamic(view)
        counters = [e.get("data-unit") for e in tree.iter() if "warping" in (e.get("class") or "").split()]
        assert counters == (["2S warp bca"] if knows else [])
        assert ("warp bca" in text) is knows
        listed = [e.findtext(f"{SVG}title") for e in tree.iter() if e.get("class") == "in-warp power-borg"]
        assert listed == ["Borg: 2 ships in warp"]


def test_the_wormhole_holds_ships_of_all_races_without_one_over_another() -> None:
    races = adj.variant("rings").ids
    state = adj.setup(
        {
            "variant": "rings",
            "turn": "S2372M",
            "units": {race: ["3S wormhole"] for race in races},
            "memory": {"rotation": 2},
        }
    )
    tree = dynamic(adj.view(state, "public"))
    units = [e for e in tree.iter() if "unit" in (e.get("class") or "").split()]
    assert {e.get("data-power") for e in units} == set(races)
    spots = [spot(e) for e in units]
    assert min(math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i]) > 24
    assert all(math.dist(at, (500, 500)) < 64 for at in spots)


def test_orders_of_this_game_are_drawn() -> None:
    """Supports name a race, arrivals come from nowhere, a warp's way is drawn for who knows it."""
    entries = [
        {"power": "borg", "unit": "2S bca", "order": "2S bca - cba", "result": []},
        {"power": "romulan", "unit": "S bda", "order": "S bda S borg - cba", "result": []},
        {"power": "borg", "unit": "S aga", "order": "S aga warp +5", "result": []},
        {"power": "klingon", "unit": "S apa", "order": "S apa warp", "result": []},
        {"power": "klingon", "unit": "S warp aja", "order": "S warp aja - aja", "result": []},
        {"power": "klingon", "unit": "S warp", "order": "S warp - wormhole", "result": []},
    ]
    tree = dynamic({"turn": "S2371M", "orders": entries, "memory": {"rotation": 0}})
    orders = {e.get("aria-label"): e for e in tree.iter() if "order" in (e.get("class") or "").split()}
    assert len(orders) == len(entries)

    def classes(label: str) -> list[str]:
        return [e.get("class") or "" for e in orders[label].iter()]

    assert "count of-order" in classes("2S bca - cba.")
    assert "end power-borg" in classes("S bda S borg - cba.")
    assert "head power-borg" in classes("S aga warp +5.")
    assert "head power-klingon" not in classes("S apa warp.")
    assert "head power-klingon" in classes("S warp aja - aja.")
    assert "head power-klingon" in classes("S warp - wormhole.")


def test_orders_are_drawn_where_planets_lie_and_where_they_lay_when_they_were_given() -> None:
    """Spaces stand still, planets go on: a move is drawn between them, and over the lane it took."""
    state = adj.new("rings", seed=1)
    view = adj.view(adj.resolve(state, {"borg": ["S bda - aga"]}).state, "public")
    assert view["memory"]["rotation"] == 1
    then, now = drawing_of("rings", 0), drawing_of("rings", 1)
    drawn = adj.render(view, variant="rings", part="dynamic")
    assert 'data-turned="1" data-ordered="0"' in drawn
    for group, lies, not_so in (("orders back", then, now), ("orders carried", now, then)):
        way = drawn[drawn.index(f'class="{group}"') :].partition('d="M')[2]
        start = [float(n) for n in way.split("Q")[0].split()]
        assert math.dist(start, lies.places["bda"].anchor) < lies.radius * 2
        assert math.dist(start, not_so.places["bda"].anchor) > lies.radius * 2
    assert "data-ordered" not in adj.render(adj.view(state, "public"), variant="rings", part="dynamic")
