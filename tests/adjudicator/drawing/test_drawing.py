"""A view as SVG: what is in it is drawn and said, what is not in it is not, and nothing can get out of it."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import adjudicator as adj
from adjudicator import drawing
from adjudicator.chart import load
from adjudicator.drawing.boards import read_drawing
from adjudicator.drawing.said import Said, said
from adjudicator.errors import UnknownVariantError

VARIANTS = ["standard", "stdip", "quadrants", "rings", "cosmic"]
SVG = "{http://www.w3.org/2000/svg}"
VIEW: dict[str, Any] = {
    "viewer": "borg",
    "turn": "S2374R",
    "units": {
        "romulan": ["A war (I)"],
        "borg": ["A ser", "F stp/sc"],
        "ferengi": ["F por (T)"],
        "klingon": ["F por"],
        "cardassian": ["C tri"],
    },
    "dislodged": [
        {"power": "borg", "unit": "A con", "by": None, "retreats": ["smy", "ank"]},
        {"power": "dominion", "unit": "F aeg"},
    ],
    "centers": {"borg": ["bul", "ser"], "klingon": ["mos"]},
    "orders": [
        {"power": "borg", "unit": "A bul", "order": "A bul - rum", "result": ["bounce"], "because": "1 < 2."},
        {"power": "borg", "unit": "A ser", "order": "A ser S A bul - rum", "result": [], "because": ""},
        {"power": "romulan", "unit": "A war (I)", "order": "A war (I) H", "result": ["romulan activity"]},
        {
            "power": "ferengi",
            "unit": "F por (T)",
            "order": "F por (T) - spa/sc - mar",
            "result": ["no convoy"],
        },
    ],
    "ghosts": [{"power": "romulan", "unit": "F bal", "at": "bal", "since": "S2373M", "by": ["scan"]}],
}


def read(view: dict[str, Any], variant: str = "stdip", part: str = "inline") -> ET.Element:
    text = drawing.draw(view, variant=variant, part=part)
    if part == "dynamic":
        text = f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
    return ET.fromstring(text)  # noqa: S314  our own text


def found(tree: ET.Element, name: str) -> list[ET.Element]:
    """The elements of a class."""
    return [e for e in tree.iter() if name in (e.get("class") or "").split()]


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def played(variant: str, phases: int) -> Any:
    chance = random.Random(11)
    state = adj.new(variant, seed=4)
    for _ in range(phases):
        sheets = {
            power.id: [chance.choice(choices) for choices in adj.legal(state, power.id).values() if choices]
            for power in adj.variant(variant).powers
        }
        state = adj.resolve(state, sheets).state
    return state


# -- structure --
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_province_is_there_once_with_its_name(variant: str) -> None:
    tree = read({}, variant)
    provinces = found(tree, "province")
    chart = adj.variant(variant).chart
    assert sorted(p.get("data-province") or "" for p in provinces) == sorted(p.id for p in chart.provinces)
    for element in provinces:
        province = chart.provinces[chart.index[element.get("data-province") or ""]]
        assert element.get("data-name") == title(element) == province.name
        assert province.kind in (element.get("class") or "").split()
        assert (element.get("data-centre") is not None) == province.centre
    assert {e.get("data-province") for e in found(tree, "name")} == {p.id for p in chart.provinces}


@pytest.mark.parametrize("variant", VARIANTS)
def test_ids_are_unique_and_references_lead_somewhere(variant: str) -> None:
    state = played(variant, 3)
    tree = read(adj.view(state, "gm"), variant)
    ids = [e.get("id") for e in tree.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    hrefs = {e.get("href") for e in tree.iter() if e.get("href")}
    fills = {e.get("fill") for e in tree.iter() if (e.get("fill") or "").startswith("url(")}
    assert {h[1:] for h in hrefs if h} | {f[5:-1] for f in fills if f} <= set(ids)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("part", ["all", "inline"])
def test_no_style_attribute_and_no_script(variant: str, part: str) -> None:
    tree = read(adj.view(played(variant, 2), "gm"), variant, part)
    for element in tree.iter():
        assert not {name for name in element.attrib if name == "style" or name.startswith("on")}
        assert element.tag != f"{SVG}script"
    assert len(list(tree.iter(f"{SVG}style"))) == (1 if part == "all" else 0)


def test_the_parts_fit_together() -> None:
    inline = drawing.draw(VIEW, variant="stdip", part="inline")
    dynamic = drawing.draw(VIEW, variant="stdip", part="dynamic")
    static = drawing.draw(VIEW, variant="stdip", part="static")
    assert dynamic in inline
    assert static == drawing.draw({}, variant="stdip", part="static")
    assert drawing.stylesheet("stdip") in drawing.draw(VIEW, variant="stdip")
    with pytest.raises(ValueError, match="part 'half'"):
        drawing.draw(VIEW, variant="stdip", part="half")


def test_the_variant_is_the_one_the_view_names() -> None:
    view = {"turn": "S1901M", "units": {"austria": ["A vie"]}}
    assert drawing.draw(view) == drawing.draw(view, variant="standard")
    assert drawing.draw({**VIEW, "variant": "stdip"}) == drawing.draw(
        {**VIEW, "variant": "stdip"}, variant="stdip"
    )
    with pytest.raises(UnknownVariantError):
        drawing.draw(view, variant="nowhere")


# -- what a view says --
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_are_drawn(variant: str) -> None:
    for phases in range(5):
        state = played(variant, phases)
        for viewer in ("gm", "public", adj.variant(variant).powers[0].id):
            view = adj.view(state, viewer)
            tree = read(view, variant, "dynamic")
            shown = {
                (e.get("data-power"), e.get("data-unit"))
                for e in found(tree, "unit")
                if not {"ghost", "dislodged", "warping"} & set((e.get("class") or "").split())
            }
            assert shown == {(p, u) for p, units in view["units"].items() for u in units}
            owned = {(e.get("class"), e.get("data-province")) for e in found(tree, "owned")}
            assert owned == {(f"owned power-{p}", c) for p, held in view["centers"].items() for c in held}


def test_the_same_view_gives_the_same_bytes_however_it_was_built() -> None:
    turned = {key: VIEW[key] for key in reversed(VIEW)}
    turned["units"] = {p: VIEW["units"][p][::-1] for p in reversed(VIEW["units"])}
    turned["centers"] = {p: VIEW["centers"][p][::-1] for p in reversed(VIEW["centers"])}
    assert drawing.draw(turned, variant="stdip") == drawing.draw(VIEW, variant="stdip")


def test_units_say_who_and_where_they_are() -> None:
    units = {e.get("data-unit"): e for e in found(read(VIEW), "unit")}
    assert title(units["A ser"]) == "Borg: army in Serbia"
    assert title(units["F stp/sc"]) == "Borg: fleet in St Petersburg, south coast"
    assert title(units["A war (I)"]) == "Romulan: army in Warsaw, cloaked"
    assert units["F stp/sc"].get("data-region") == "stp/sc"
    assert units["F stp/sc"].get("data-province") == "stp"
    assert "mark-I" in (units["A war (I)"].get("class") or "")
    assert {e.get("class") for e in found(units["A war (I)"], "mark")} == {"mark mark-I"}


def test_a_trader_stands_aside_for_the_unit_it_shares_a_province_with() -> None:
    units = {e.get("data-unit"): e for e in found(read(VIEW), "unit")}
    place = drawing.geometry("stdip")["places"]["por"]
    assert place["unit"] != place["second"]
    assert "second" not in (units["F por"].get("class") or "").split()
    assert "second" in (units["F por (T)"].get("class") or "").split()
    assert (units["F por"].get("transform") or "") != (units["F por (T)"].get("transform") or "")


def test_dislodged_units_show_where_they_may_go_if_the_view_tells() -> None:
    tree = read(VIEW)
    dislodged = {e.get("data-unit"): title(e) for e in found(tree, "dislodged")}
    assert dislodged == {
        "A con": "Borg: army in Constantinople, dislodged",
        "F aeg": "Dominion: fleet in Aegean Sea, dislodged",
    }
    assert [e.get("data-province") for e in found(tree, "retreat-choice")] == ["smy", "ank"]


def test_ghosts_are_told_from_units() -> None:
    (ghost,) = found(read(VIEW), "ghost")
    assert ghost.get("data-province") == "bal"
    assert (ghost.get("data-ghost"), ghost.get("data-unit")) == ("F bal", None)
    assert title(ghost) == "Romulan: fleet in Baltic Sea; last known there in Spring 2373 (scan)"


def test_orders_carry_result_and_reason() -> None:
    orders = {e.get("data-unit"): e for e in found(read(VIEW), "order")}
    assert title(orders["A bul"]) == orders["A bul"].get("aria-label") == "A bul - rum: bounce. 1 < 2."
    assert (orders["A bul"].get("class") or "").split() == ["order", "move", "failed", "bounce"]
    assert (orders["A ser"].get("class") or "").split() == ["order", "support-move", "ok"]
    assert (orders["A war (I)"].get("class") or "").split() == ["order", "hold", "failed", "romulan-activity"]
    assert "no-convoy" in (orders["F por (T)"].get("class") or "").split()
    assert len(found(orders["F por (T)"], "head")) == 1  # two steps, one arrow
    assert all(e.get("tabindex") == "0" and e.get("role") == "img" for e in orders.values())


def test_what_else_a_view_may_tell_is_drawn() -> None:
    told = {
        **VIEW,
        "wormhole": ["cly", "bur"],
        "closed": ["hol"],
        "infiltrated": [{"power": "cardassian", "unit": "C tri"}],
        "memory": {"frozen": "boh"},
    }
    tree = read(told)
    assert [title(e) for e in found(tree, "wormhole")] == ["Wormhole"]
    assert [e.get("data-province") for e in found(tree, "closed")] == ["hol"]
    assert [e.get("data-province") for e in found(tree, "frozen")] == ["boh"]
    unit = next(e for e in found(tree, "unit") if e.get("data-unit") == "C tri")
    assert title(unit) == "Cardassian: Cardassian unit in Trieste, infiltrated"
    assert not found(read(VIEW), "wormhole")


def test_what_a_view_lacks_or_says_oddly_does_no_harm() -> None:
    odd = {
        "units": {"nobody": ["A bul", "X", "A nowhere"], "borg": []},
        "orders": [{"power": "borg", "order": "nonsense"}, {"order": None}, {"order": "A bul - rum"}],
        "dislodged": [{"unit": "A nowhere", "power": "borg"}, {}],
        "ghosts": [{"unit": "A", "at": "bul"}],
        "centers": {"nobody": ["bul", "nowhere"]},
    }
    tree = read(odd)
    assert {e.get("data-unit") for e in found(tree, "units")[0].iter() if e.get("data-unit")} == {"A bul"}
    assert [e.get("data-power") for e in found(tree, "order")] == [""]
    assert read({}).tag == f"{SVG}svg"


def test_nothing_in_a_view_becomes_markup() -> None:
    evil = '"><script>alert(1)</script>'
    view = {
        "turn": None,
        "units": {evil: ["A bul", f"A rum {evil}", f"{evil} ser"]},
        "centers": {evil: ["bul"]},
        "orders": [
            {"power": evil, "unit": evil, "order": "A bul - rum", "result": [evil], "because": evil},
            {"power": evil, "unit": evil, "order": "A ser S A bul - rum", "result": [evil]},
        ],
        "dislodged": [{"power": evil, "unit": "A con", "by": evil, "retreats": ["smy", evil]}],
        "ghosts": [{"power": evil, "unit": "A gal", "since": evil, "by": [evil]}],
        "closed": [evil, "hol"],
    }
    for part in ("inline", "dynamic"):
        assert "<script" not in drawing.draw(view, variant="stdip", part=part)
        assert read(view, part=part) is not None


# -- reading orders --
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A bul H", Said("hold", "bul")),
        ("A lon - bel via", Said("move", "lon", "bel")),
        ("F spa/sc (T) - por - mao", Said("move", "spa/sc", "por", then="mao")),
        ("F por (T) - mao C A gas - naf", Said("move", "por", "mao")),
        ("A war (I) S A ukr - mos", Said("support-move", "war", "mos", "ukr")),
        ("A ser S A bul", Said("support-hold", "ser", None, "bul")),
        ("F nth (D)(I) C A lon - bel", Said("convoy", "nth", "bel", "lon")),
        ("A tri R alb", Said("retreat", "tri", "alb")),
        ("A tri D", Said("disband", "tri")),
        ("B A mos (I)", Said("build", "mos")),
        ("D A vie", Said("disband", "vie")),
        ("place 1: tyr", Said("build", "tyr")),
        ("A pru scan war", Said("scan", "pru", "war")),
        ("F breen_core - breen", Said("move", "breen_core", "breen")),
        ("2S bca - cba", Said("move", "bca", "cba")),
        ("S bca S species8472 cba", Said("support-hold", "bca", None, "cba")),
        ("S bca S romulan - cba", Said("support-move", "bca", "cba", "romulan")),
        ("S afb warp +5", Said("warp", "afb", word="+5")),
        ("S warp aja - wormhole", Said("arrive", "wormhole")),
        ("FREEZE organia", Said("act", "organia", word="freeze")),
        ("WAIVE", None),
        ("", None),
    ],
)
def test_orders_are_understood(text: str, expected: Said | None) -> None:
    assert said(text) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_order_of_a_unit_is_understood(variant: str) -> None:
    state = played(variant, 1)
    for power in adj.variant(variant).powers:
        for orders in adj.legal(state, power.id).values():
            assert [o for o in orders if o != "WAIVE" and said(o) is None] == []


# -- board data --
def test_places_and_labels_may_be_left_out() -> None:
    chart = load("standard")
    square = {
        "size": [100, 100],
        "vertices": [[0, 0], [100, 0], [100, 100], [0, 100]],
        "edges": [[0, 1, 2, 3, 0]],
        "faces": {"bul": [[1]]},
    }
    board = read_drawing(chart, square)
    assert board.places["bul"].unit == board.places["bul/ec"].unit == (50, 50)
    assert board.places["bul"].second != board.places["bul"].unit
    assert board.labels["bul"].lines == ("Bulgaria",)
    assert board.shapes["bul"] == "M0 0L100 0L100 100L0 100Z"
    assert "bul" in board.centres


@pytest.mark.parametrize("variant", VARIANTS)
def test_geometry_knows_every_region(variant: str) -> None:
    geometry, chart = drawing.geometry(variant), adj.variant(variant).chart
    assert set(geometry["provinces"]) == {p.id for p in chart.provinces}
    assert set(geometry["places"]) == set(chart.regions)
    width, height = geometry["size"]
    for place in geometry["places"].values():
        for spot in ("unit", "second", "anchor"):
            assert 0 <= place[spot][0] <= width
            assert 0 <= place[spot][1] <= height
