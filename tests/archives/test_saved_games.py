"""Standard games to and from the `diplomacy` package's form, and as judges write them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.adjudicator import test_games as recorded
from tests.games import tables
from trekdip.archives import saved_games, selectors, services
from trekdip.games import services as games
from trekdip.games.errors import BadInput, NotFound
from trekdip.games.models import Game, Phase
from trekdip.gm import services as gm

pytestmark = pytest.mark.django_db
GAMES = Path(recorded.FOLDER)


def saved_of(name: str, phases: int) -> dict[str, Any]:
    """The first phases of a recorded game as the package saves them."""
    with gzip.open(GAMES / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][:phases]
    return {
        "id": name,
        "map": "standard",
        "rules": [],
        "phases": [
            {
                "name": row["phase"],
                "state": {
                    "units": {
                        power: [
                            *row["units"].get(power, []),
                            *(f"*{unit}" for unit in row.get("dislodged", {}).get(power, [])),
                        ]
                        for power in {*row["units"], *row.get("dislodged", {})}
                    },
                    "centers": row["centers"],
                },
                "orders": row["orders"],
                "results": {},
                "messages": [],
            }
            for row in rows
        ],
    }


@pytest.mark.parametrize("name", recorded.GAMES[:3])
def test_recorded_games_are_imported_phase_by_phase(name: str) -> None:
    saved = saved_of(name, 15)
    game = services.saved_game_import(by=tables.person("gm"), saved=saved, title="A record")
    turns = set(Phase.objects.filter(game=game).values_list("turn", flat=True))
    assert {phase["name"] for phase in saved["phases"]} <= turns
    assert (game.status, game.seats.filter(user=None).count()) == ("running", 7)


@pytest.mark.parametrize("name", ["game02", "game05", "game09", "game10"])
def test_records_of_every_recorder_are_imported_whole(name: str) -> None:
    saved = saved_of(name, 100)
    game = services.saved_game_import(by=tables.person("gm"), saved=saved, title="A record")
    newest = saved["phases"][-1]["name"]
    assert tables.current(game).turn == newest or game.status == "finished"


def test_orders_of_the_last_phase_wait_for_its_end() -> None:
    saved = saved_of(recorded.GAMES[0], 2)
    game = services.saved_game_import(by=tables.person("gm"), saved=saved, title="A record")
    assert tables.current(game).turn == saved["phases"][1]["name"]
    sheet = tables.current(game).sheets.get(seat__power="france")
    assert (sheet.final, len(sheet.lines)) == (False, len(saved["phases"][1]["orders"]["FRANCE"]))


def test_only_what_counted_is_saved_as_the_package_has_it() -> None:
    saved = saved_of("game06", 100)
    game = services.saved_game_import(by=tables.person("gm"), saved=saved, title="A record")
    assert game.status == "finished"
    exported = selectors.saved_game(tables.person("stranger"), game)
    assert exported["phases"][-1]["name"] == exported["phases"][-1]["state"]["name"] == "COMPLETED"
    again = services.saved_game_import(by=tables.person("gm"), saved=exported, title="Again")
    assert (again.status, again.winner) == (game.status, game.winner)
    for phase in exported["phases"][:-1]:
        standing = {unit.strip("*") for units in phase["state"]["units"].values() for unit in units}
        ordered = [line for lines in phase["orders"].values() for line in lines]
        assert "WAIVE" not in ordered
        if phase["name"].endswith("R"):
            assert all(" ".join(line.split()[:2]) in standing for line in ordered)
            assert all(goals for held in phase["state"]["retreats"].values() for goals in held.values())
        if phase["name"].endswith("A"):
            due = {power: held["count"] for power, held in phase["state"]["builds"].items()}
            assert all(len(lines) <= abs(due[power]) for power, lines in phase["orders"].items())


def test_an_army_nobody_convoys_goes_by_land_as_in_the_package() -> None:
    orders = {"ITALY": ["A VEN - TRI VIA"], "FRANCE": ["A MAR - SPA VIA", "F LYO C A MAR - SPA"]}
    assert saved_games.orders_in({"name": "S1901M", "orders": orders}) == {
        "italy": ["A ven - tri"],
        "france": ["A mar - spa via", "F lyo C A mar - spa"],
    }


def test_what_is_exported_can_be_imported_to_the_same_board() -> None:
    game = services.saved_game_import(
        by=tables.person("gm"), saved=saved_of(recorded.GAMES[0], 12), title="A record"
    )
    exported = json.loads(json.dumps(selectors.saved_game(tables.person("stranger"), game)))
    assert exported["phases"][0]["state"]["units"]["RUSSIA"] == ["A MOS", "F SEV", "F STP/SC", "A WAR"]
    again = services.saved_game_import(by=tables.person("gm"), saved=exported, title="Again")
    views = [selectors.saved_game(tables.person("stranger"), one)["phases"] for one in (game, again)]
    assert [(phase["name"], phase["orders"], phase["state"]["units"]) for phase in views[0]] == [
        (phase["name"], phase["orders"], phase["state"]["units"]) for phase in views[1]
    ]


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda saved: saved.update(map="ancmed"), "no saved game of standard"),
        (lambda saved: saved.update(phases=[]), "no saved game of standard"),
        (lambda saved: saved["phases"][0].pop("orders"), "lacks"),
        (lambda saved: saved["phases"][1]["state"]["units"]["FRANCE"].append("A VIE"), "differs"),
        (lambda saved: saved["phases"][1].update(name="S1905M"), "rules lead to"),
        (lambda saved: saved["phases"][0]["orders"].update(BORG=["A VIE H"]), "no power"),
    ],
)
def test_records_that_cannot_be_are_refused_whole(spoil: Any, problem: str) -> None:
    saved = saved_of(recorded.GAMES[0], 3)
    spoil(saved)
    with pytest.raises(BadInput, match=problem):
        services.saved_game_import(by=tables.person("gm"), saved=saved, title="A record")


@pytest.mark.parametrize(
    ("ours", "turn", "theirs"),
    [
        ("A vie - gal", "S1901M", "A VIE - GAL"),
        ("A yor - nwy via", "F1901M", "A YOR - NWY VIA"),
        ("A mar S A par - bur", "S1901M", "A MAR S A PAR - BUR"),
        ("F mao - spa/nc", "F1901M", "F MAO - SPA/NC"),
        ("A tri R alb", "S1902R", "A TRI R ALB"),
        ("A tri D", "S1902R", "A TRI D"),
        ("B F stp/sc", "W1901A", "F STP/SC B"),
        ("D A vie", "W1901A", "A VIE D"),
        ("WAIVE", "W1901A", "WAIVE"),
    ],
)
def test_orders_go_both_ways(ours: str, turn: str, theirs: str) -> None:
    assert saved_games.order_out(ours) == theirs
    assert saved_games.order_in(theirs, turn).lower() == ours.lower()


def test_results_read_as_judges_write_them() -> None:
    game = tables.started(title="The report", rhythm={})
    tables.submit(game, "france", ["A par - bur", "A mar S A par - bur"])
    tables.submit(game, "germany", ["A mun - bur"])
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    text = selectors.results(tables.person("stranger"), game)
    assert "Results for Spring 1901, movement (S1901M):" in text
    assert "France:      Army Marseilles SUPPORT Army Paris -> Burgundy.\n" in text
    assert "Germany:     Army Munich -> Burgundy.  (*bounce*)\n" in text
    assert "Austria:     3: Budapest, Trieste, Vienna." in text


def test_results_tell_how_a_game_ended_by_agreement() -> None:
    game = tables.started(title="The peace")
    proposal = games.proposal_make(
        by=tables.person("austria"), game=game, ordinal=0, kind="draw", powers=["austria", "turkey"]
    )
    assert "The game is over" not in selectors.results(tables.person("stranger"), game)
    for power in tables.POWERS[1:]:
        by = tables.person(power)
        games.ballot_cast(by=by, game=game, ordinal=0, proposal_id=proposal.pk, yes=True)
    game.refresh_from_db()
    text = selectors.results(tables.person("stranger"), game)
    assert text.endswith("The game is over: Draw between Austria and Turkey.\n")


def test_only_standard_games_are_saved_in_that_form() -> None:
    with pytest.raises(NotFound, match="standard"):
        selectors.saved_game(tables.person("stranger"), Game(variant="stdip", slug="x"))
