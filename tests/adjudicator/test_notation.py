"""How orders may be written, and how they are written back: liberal in, canonical out."""

from __future__ import annotations

import pytest

import adjudicator as adj

UNITS = {
    "england": ["A lon", "F nth", "F nwy", "A lvp", "F eng"],
    "russia": ["F stp/sc", "A mos", "A war", "F sev"],
    "france": ["F mao", "F gas", "A bre", "A par"],
    "turkey": ["F con", "A bul", "F bla", "A smy"],
}

# (power, as somebody wrote it, canonical)
LIBERAL = [
    ("england", "F nth H", "F nth H"),
    ("england", "f NTH h", "F nth H"),
    ("england", "F North Sea holds", "F nth H"),
    ("england", "fleet north sea hold", "F nth H"),
    ("england", "F nth - hol", "F nth - hol"),
    ("england", "F NTH -> HOL", "F nth - hol"),
    ("england", "F nth-hol", "F nth - hol"),
    ("england", "  F   nth  -  hol  ", "F nth - hol"),
    ("england", "F North Sea moves to Holland", "F nth - hol"),
    ("england", "F nth to hol", "F nth - hol"),
    ("england", "Fleet Nth move Hol", "F nth - hol"),
    ("england", "Army London supports Army Liverpool to Wales", "A lon S A lvp - wal"),
    ("england", "A lon s A lvp - wal", "A lon S A lvp - wal"),
    ("england", "A LON SUPPORTS A LVP MOVES TO WAL", "A lon S A lvp - wal"),
    ("england", "lon wal", "A lon - wal"),
    ("england", "A Lvp Wales", "A lvp - wal"),
    ("england", "lon s lvp wal", "A lon S A lvp - wal"),
    ("england", "A lon supports Liverpool Wales", "A lon S A lvp - wal"),
    ("england", "nth c lon bel", "F nth C A lon - bel"),
    ("england", "lon bel via convoy", "A lon - bel via"),
    ("france", "mao spain nc", "F mao - spa/nc"),
    ("england", "F nth supports F nwy", "F nth S F nwy"),
    ("england", "F nth S F nwy H", "F nth S F nwy"),
    ("england", "F nth supports F nwy holds", "F nth S F nwy"),
    ("england", "F nth S nwy", "F nth S F nwy"),
    ("england", "F nth C A lon - bel", "F nth C A lon - bel"),
    ("england", "F nth convoys A lon to bel", "F nth C A lon - bel"),
    ("england", "Fleet North Sea convoys Army London -> Belgium", "F nth C A lon - bel"),
    ("england", "A lon - bel via convoy", "A lon - bel via"),
    ("england", "A lon - bel via", "A lon - bel via"),
    ("england", "A London moves to Belgium via convoy", "A lon - bel via"),
    ("russia", "F St Petersburg (SC) - Gulf of Bothnia", "F stp/sc - bot"),
    ("russia", "F stp(sc) - bot", "F stp/sc - bot"),
    ("russia", "F STP/SC - BOT", "F stp/sc - bot"),
    ("russia", "F stp - bot", "F stp/sc - bot"),
    ("russia", "A mos-stp", "A mos - stp"),
    ("france", "F mao - spa(nc)", "F mao - spa/nc"),
    ("france", "F mao - Spain/SC", "F mao - spa/sc"),
    ("france", "F gas - spa", "F gas - spa/nc"),
    ("france", "F Mid-Atlantic Ocean - Irish Sea", "F mao - iri"),
    ("france", "F mid atlantic ocean - iri", "F mao - iri"),
    ("france", "A Bre -> Gas", "A bre - gas"),
    ("turkey", "F con - bul/ec", "F con - bul/ec"),
    ("turkey", "A smy – arm", "A smy - arm"),
    ("turkey", "A smy — arm", "A smy - arm"),
]


def state(turn: str = "S1905M", **more: object) -> adj.Position:
    return adj.setup({"variant": "standard", "turn": turn, "units": UNITS, **more})


@pytest.mark.parametrize(("power", "text", "canonical"), LIBERAL, ids=[text for _, text, _ in LIBERAL])
def test_written_liberally(power: str, text: str, canonical: str) -> None:
    (reading,) = adj.check(state(), power, [text])
    assert (reading.text, reading.order, reading.ok, reading.problem) == (text, canonical, True, None)
    unit = " ".join(canonical.split()[:2])
    assert reading.unit == unit
    orders = adj.resolve(state(), {power: [text]}).to_dict()["orders"]
    (entry,) = [e for e in orders if e["power"] == power and e["unit"] == unit]
    assert entry["order"] == canonical


@pytest.mark.parametrize(
    "text", ["A tri R alb", "A Trieste retreats to Albania", "a tri r ALB", "A tri - alb", "A tri -> Albania"]
)
def test_retreats(text: str) -> None:
    start = adj.setup({
        "variant": "standard", "turn": "S1905R", "units": {"austria": ["A vie"]},
        "dislodged": [{"power": "austria", "unit": "A tri", "retreats": ["alb", "bud"]}],
    })  # fmt: skip
    (reading,) = adj.check(start, "austria", [text])
    assert (reading.order, reading.ok) == ("A tri R alb", True)


@pytest.mark.parametrize("text", ["A tri D", "A tri disbands", "A Trieste disband", "a tri d"])
def test_disbanding_instead_of_a_retreat(text: str) -> None:
    start = adj.setup({
        "variant": "standard", "turn": "S1905R", "units": {"austria": ["A vie"]},
        "dislodged": [{"power": "austria", "unit": "A tri", "retreats": ["alb", "bud"]}],
    })  # fmt: skip
    (reading,) = adj.check(start, "austria", [text])
    assert (reading.order, reading.ok) == ("A tri D", True)
    assert adj.resolve(start, {"austria": [text]}).to_dict()["units"] == {"austria": ["A vie"]}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B A vie", "B A vie"),
        ("A vie B", "B A vie"),
        ("Build Army Vienna", "B A vie"),
        ("build a vie", "B A vie"),
        ("builds F Trieste", "B F tri"),
        ("F tri B", "B F tri"),
        ("WAIVE", "WAIVE"),
        ("waive", "WAIVE"),
        ("waives", "WAIVE"),
    ],
)
def test_builds(text: str, canonical: str) -> None:
    start = adj.setup({
        "variant": "standard", "turn": "W1905A", "units": {"austria": ["A ser"]},
        "centers": {"austria": ["vie", "tri", "bud", "ser"]},
    })  # fmt: skip
    (reading,) = adj.check(start, "austria", [text])
    assert (reading.order, reading.ok) == (canonical, True)


@pytest.mark.parametrize(
    "text", ["D A ser", "A ser D", "Remove Army Serbia", "disband A ser", "A Serbia disbands"]
)
def test_removals(text: str) -> None:
    start = adj.setup({
        "variant": "standard", "turn": "W1905A", "units": {"austria": ["A ser", "A vie"]},
        "centers": {"austria": ["vie"]},
    })  # fmt: skip
    (reading,) = adj.check(start, "austria", [text])
    assert (reading.order, reading.ok) == ("D A ser", True)
    assert adj.resolve(start, {"austria": [text]}).to_dict()["units"] == {"austria": ["A vie"]}


@pytest.mark.parametrize(
    ("power", "text"),
    [
        ("england", "hello"),
        ("england", "A lon - xyz"),
        ("england", "A nowhere H"),
        ("england", "F lon - nth"),
        ("england", "A lon - yor - edi"),
        ("england", "A lon yor edi"),
        ("england", "F nth S nwy H hol"),
        ("england", "A lon S"),
        ("england", "F nth C A lon"),
        ("england", "A lon - "),
        ("england", "- - -"),
        ("england", "A par H"),
        ("england", "F nth R hol"),
        ("england", "B A lon"),
        ("england", "A lon - nth"),
        ("france", "F mao - spa"),
        ("france", "F gas - spa/sc"),
        ("russia", "F stp/sc - bar"),
        ("turkey", "F con - bul"),
        ("turkey", "F bla - bul/sc"),
    ],
)
def test_what_cannot_count_is_told_in_words_and_reported_illegal(power: str, text: str) -> None:
    (reading,) = adj.check(state(), power, [text])
    assert not reading.ok
    assert reading.problem
    outcome = adj.resolve(state(), {power: [text]}).to_dict()
    assert any("illegal" in entry["result"] for entry in outcome["orders"] if entry["power"] == power)
    held = [e for e in outcome["orders"] if e["power"] == power and "illegal" not in e["result"]]
    assert all(e["result"] == [] for e in held)


@pytest.mark.parametrize(
    ("texts", "counts"),
    [(["A lon - wal", "A lon - yor"], {"A lon - wal", "A lon - yor"}), (["A lon H", "A lon H"], {"A lon H"})],
)
def test_a_unit_ordered_twice_obeys_one_order_only(texts: list[str], counts: set[str]) -> None:
    outcome = adj.resolve(state(), {"england": texts}).to_dict()
    mine = [e for e in outcome["orders"] if e["unit"] == "A lon"]
    obeyed = [e for e in mine if not set(e["result"]) & {"superseded", "illegal", "void"}]
    assert len(obeyed) == 1
    assert obeyed[0]["order"] in counts
    assert len(outcome["units"]["england"]) == len(UNITS["england"])
