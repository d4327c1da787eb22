"""Laws of rings: the wheel, how orders may be written, menus and legality, setups that are refused,
rubbish."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.cases import all_cases
from tests.adjudicator.rings.board import HOMEWORLDS, OUTER, PLANETS, POWERS, neighbours
from tests.adjudicator.rings.test_random_games import sheet

ROOT = Path(__file__).parents[3]
BOARD = ROOT / "maps" / "rings" / "board.json"
RULINGS = ROOT / "docs" / "rulings" / "rings.md"


def position(units: dict[str, list[str]], turn: str = "S2375M", **memory: Any) -> adj.Position:
    return adj.setup({"variant": "rings", "turn": turn, "units": units, "centers": {}, "memory": memory})


def moves(state: adj.Position, power: str) -> set[str]:
    texts = [t for texts in adj.legal(state, power).values() for t in texts]
    return {t.split(" - ")[1] for t in texts if " - " in t and " S " not in t}


@pytest.mark.parametrize("rotation", [*range(len(OUTER)), 32, 97])
def test_everybody_may_go_where_the_wheel_lets_him(rotation: int) -> None:
    for place in [*PLANETS, "wormhole"]:
        state = position({"borg": [f"S {place}"]}, rotation=rotation)
        assert moves(state, "borg") == neighbours(place, rotation)


def test_what_is_next_to_what_goes_both_ways() -> None:
    for rotation in range(len(OUTER)):
        for place in [*PLANETS, "wormhole"]:
            assert all(place in neighbours(other, rotation) for other in neighbours(place, rotation))


def test_the_drawing_has_the_lanes_of_the_first_season() -> None:
    board = json.loads(BOARD.read_text(encoding="utf-8"))
    lanes = {frozenset(lane[:2]) for lane in board["lanes"]}
    ways = {frozenset((p, q)) for p in [*PLANETS, "wormhole"] for q in neighbours(p, 0)}
    rings = [set(row["planets"]) for row in board["wheel"]["rings"]]
    along = {way for way in ways if any(way <= ring for ring in rings)}  # drawn as the rings themselves
    assert lanes == ways - along
    assert len(along) == len(PLANETS)
    assert set(board["nodes"]) == {"wormhole"}  # the planets lie on the rings
    assert [row["planets"] for row in board["wheel"]["rings"]] == [PLANETS[:32], PLANETS[32:48], PLANETS[48:]]


def test_every_paragraph_and_every_ruling_has_a_case() -> None:
    mine = [case.body for case in all_cases() if case.body["setup"]["variant"] == "rings"]
    cited = {cite for body in mine for cite in body["cites"]}
    rulings = set(re.findall(r"\*\*(G-[a-z])\*\*", RULINGS.read_text(encoding="utf-8")))
    assert len(rulings) == 20
    assert rulings <= cited
    assert {f"paragraph {number}" for number in range(1, 12)} <= cited


def test_homeworlds_and_start() -> None:
    view = adj.view(adj.new("rings"), "public")
    assert {p: units[0] for p, units in view["units"].items()} == {
        p: f"2S {h}" for p, h in HOMEWORLDS.items()
    }
    assert view["memory"] == {"rotation": 0}
    assert view["warp"] == {}


WRITTEN = {
    "S bca - cba": ["s BCA -> CBA", "Starship bca moves to cba", "bca-cba", "ship bca m cba", "S(Bca) - Cba"],
    "2S aka H": ["2s aka holds", "2 ships aka hold", "2S Romulan H", "2 S romulan homeworld H"],
    "S bca S borg - cba": [
        "S(Bca) S BORG attack on Cba",
        "bca supports borg - cba",
        "S bca s borg moves to cba",
    ],
    "S bca S borg bda": ["S bca supports borg bda", "S bca S Borg bda H"],
    "S bca warp +5": ["S bca WARP + 5", "S(bca) Warp +5", "bca warp +05"],
    "S bca warp -5": ["S bca warp –5", "S bca warp - 5"],
    "S bca - bba": ["S bca to Bba"],
}


@pytest.mark.parametrize(("canonical", "texts"), WRITTEN.items())
def test_input_is_liberal(canonical: str, texts: list[str]) -> None:
    state = position({"romulan": ["S bca", "2S aka"], "borg": ["S bda"]})
    for text in [canonical, *texts]:
        (line,) = adj.check(state, "romulan", [text])
        assert (line.order, line.ok) == (canonical, True), text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("S bca warp 5", "direction"),
        ("S bca", "says no order"),
        ("S bca S cba", "names a race"),
        ("S bca S bda - cba", "names a race"),
        ("S bca - nowhere", "no place"),
        ("S bca dances", "no order"),
        ("0S bca H", "number of ships"),
        ("S bca - cba - cca", "could not be understood"),
        ("S bca S borg - cba via", "could not be understood"),
        ("S bca - aaa", "not beside"),
        ("B S aga", "no place in a movement phase"),
        ("D S warp aja", "no place in a movement phase"),
        ("S warp aja - wormhole", "no ship in warp"),
        ("S cba H", "no ship at Cba"),
    ],
)
def test_what_is_wrong_is_said(text: str, says: str) -> None:
    state = position({"romulan": ["S bca"], "borg": ["S bda"]})
    (line,) = adj.check(state, "romulan", [text])
    assert not line.ok
    assert says in (line.problem or "")
    outcome = adj.resolve(state, {"romulan": [text]})
    assert any("illegal" in e["result"] and says in e["because"] for e in outcome.orders)


@pytest.mark.parametrize("seed", range(2))
def test_menus_hold_orders_as_they_are_written_and_all_of_them_count(seed: int) -> None:
    rng = random.Random(seed)
    state = adj.new("rings", seed=seed)
    for _ in range(14):
        for power in POWERS:
            menu = adj.legal(state, power)
            for text in {t for texts in menu.values() for t in rng.sample(texts, min(4, len(texts)))}:
                (line,) = adj.check(state, power, [text])
                assert (line.ok, line.order) == (True, text), line
                entries = adj.resolve(state, {power: [text]}).orders
                assert any(
                    e["power"] == power and e["order"] == text and "illegal" not in e["result"]
                    for e in entries
                )
        done = adj.resolve(state, {p: sheet(rng, state, p) for p in POWERS})
        if done.winner:
            break
        state = done.state


def test_the_sheet_is_understood_as_it_is_adjudicated() -> None:
    state = position({"romulan": ["2S bca"]})
    lines = adj.check(state, "romulan", ["S bca - cba", "2S bca - aea", "S bca H"])
    assert [(x.order, x.ok) for x in lines] == [
        ("S bca - cba", True),
        ("S bca - aea", True),
        ("S bca H", False),
    ]
    assert lines[1].problem is not None
    told = adj.resolve(state, {"romulan": ["S bca - cba", "2S bca - aea", "S bca H"]}).to_dict()
    assert [(e["order"], e["result"]) for e in told["orders"]] == [
        ("S bca - aea", []),
        ("S bca - cba", []),
        ("S bca - aea", ["illegal"]),
        ("S bca H", ["illegal"]),
    ]


@pytest.mark.parametrize(
    "part",
    [
        {"memory": {"rotation": -1}},
        {"memory": {"rotation": "far"}},
        {"memory": {"warp": [{"power": "borg", "to": "wormhole"}]}},
        {"memory": {"warp": [{"power": "gorn", "to": "cba"}]}},
        {"memory": {"warp": [{"power": "borg"}]}},
        {"memory": {"warps": []}},
        {"memory": {"entering": [{"power": "borg", "place": "cba", "to": "cca"}]}},
        {"units": {"borg": ["S bca"], "romulan": ["S bca"]}},
        {"units": {"borg": ["A bca"]}},
        {"units": {"borg": ["S nowhere"]}},
        {"centers": {"borg": ["bca"]}},
    ],
)
def test_bad_setups_are_refused(part: dict[str, Any]) -> None:
    setup = {"variant": "rings", "turn": "S2375M", "units": {}, **part}
    with pytest.raises(adj.BadSetupError):
        adj.setup(setup)


def test_stacks_of_a_setup_add_up() -> None:
    state = position({"borg": ["S bca", "2S bca", "S wormhole"], "romulan": ["S wormhole"]})
    units = adj.view(state, "public")["units"]
    assert units == {"borg": ["3S bca", "S wormhole"], "romulan": ["S wormhole"]}


WORDS = [
    "S", "2S", "3", "warp", "+5", "-", "R", "D", "B", "H", "WAIVE", "aga", "cba", "wormhole", "borg",
    "romulan", "species", "8472", "(", "via", "/", "99S", "+0", "on", "(aga)",
]  # fmt: skip


@pytest.mark.parametrize("turn", ["S2375M", "S2375R", "W2375A"])
def test_rubbish_is_reported_never_raised(turn: str) -> None:
    rng = random.Random(turn)
    retreating = {"dislodged": [{"power": "borg", "unit": "2S aha", "retreats": ["aia"]}]}
    state = adj.setup(
        {
            "variant": "rings", "turn": turn,
            "units": {"borg": ["2S aga", "S wormhole"], "romulan": ["S cba"]},
            "memory": {"warp": [{"power": "borg", "to": "cba"}]}, **(retreating if turn[-1] == "R" else {}),
        }
    )  # fmt: skip
    for _ in range(400):
        lines = [" ".join(rng.choices(WORDS, k=rng.randint(0, 7))) for _ in range(rng.randint(1, 5))]
        readings = adj.check(state, "borg", lines)
        done = adj.resolve(state, {"borg": lines})
        assert len(readings) == len(lines)
        assert all(r.ok or r.problem for r in readings)
        assert adj.loads(adj.dumps(done.state)) == done.state
