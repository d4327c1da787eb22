"""What programs do beside order sheets: orders in advance, declarations, what-if."""

import pytest

from tests.api.asking import Program, program
from tests.games import quadrants_tables, tables
from trekdip.games.models import Advance, Declaration

pytestmark = pytest.mark.django_db


def test_orders_in_advance_are_kept_and_taken_back() -> None:
    game = tables.started()
    austria = program(game, "austria", orders=True)
    assert austria.get("/advance")["orders"] == []
    status, kept = austria.post("/advance", ordinal=0, orders=["A vie R boh", "B A vie"])
    assert (status, kept["orders"]) == (200, ["A vie R boh", "B A vie"])
    assert austria.get("/advance") == kept
    assert program(game, "italy").get("/advance")["orders"] == []
    assert austria.post("/advance", ordinal=0, orders=[])[1]["orders"] == []
    assert program(game, "austria").post("/advance", ordinal=0, orders=["B A vie"])[0] == 403
    assert Advance.objects.count() == 0


def test_an_alliance_is_declared_and_read_by_everybody() -> None:
    game = quadrants_tables.began()
    federation, klingon = (program(game, power, orders=True) for power in ("federation", "klingon"))
    assert "PROPOSE klingon" in federation.get("/declarations")["possible"]
    assert federation.post("/declarations", ordinal=0, declaration="PROPOSE klingon")[0] == 200
    assert "ACCEPT federation" in klingon.get("/declarations")["possible"]
    status, told = klingon.post("/declarations", ordinal=0, declaration="ACCEPT federation")
    said = [(one["power"], one["text"]) for one in told["made"]]
    assert (status, said) == (200, [("federation", "PROPOSE klingon"), ("klingon", "ACCEPT federation")])
    public = Program(game, None).get("/declarations")
    assert (public["made"], public["possible"]) == (told["made"], [])
    assert public["standing"] != {}
    refused, problem = klingon.post("/declarations", ordinal=0, declaration="PROPOSE everybody")
    assert (refused, "cannot be declared" in problem["problem"]) == (400, True)
    assert program(game, "klingon").post("/declarations", ordinal=0, declaration="x")[0] == 403
    assert Declaration.objects.count() == 2


def test_orders_are_played_out_on_the_askers_board() -> None:
    game = tables.started()
    austria = program(game, "austria")
    could = austria.get("/whatif", ordinal="0")
    assert "A ven - tri" in could["legal"]["italy"]["A ven"]
    opening = {"austria": ["A vie - tri"], "italy": ["A ven - tri", "A rom S A ven - tri"]}
    status, then = austria.post("/whatif", orders=opening)
    assert (status, then["turn"], then["viewer"]) == (200, "F1901M", "austria")
    assert [line["ok"] for line in then["lines"]["italy"]] == [True, False]  # Rome does not reach Trieste
    status, later = austria.post("/whatif", orders={"austria": ["A vie - boh"]}, before=[opening])
    assert (status, later["view"]["units"]["austria"]) == (200, ["A boh", "A bud", "F tri"])
    assert austria.post("/whatif", orders={"nobody": ["A vie H"]})[0] == 400
