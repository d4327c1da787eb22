"""Programs talk where their token lets them: as their seat, in its conversations."""

import pytest

from tests.api.asking import Program, program
from tests.games import tables
from tests.press.talk import say

pytestmark = pytest.mark.django_db


def test_two_programs_talk() -> None:
    game = tables.started()
    austria, italy = (program(game, power, press=True) for power in ("austria", "italy"))
    assert "italy" in austria.get("/press")["may_write_to"]
    status, told = austria.post("/press/austria+italy", text="Peace?", attach="position:0")
    assert (status, told["voice"], [one["text"] for one in told["messages"]]) == (200, "austria", ["Peace?"])
    heard = italy.get("/press/italy+austria")
    assert (heard["parties"], heard["messages"][0]["by"], heard["messages"][0]["mine"]) == (
        "austria+italy",
        "austria",
        False,
    )
    assert heard["messages"][0]["attached"]["kind"] == "position"
    unread = {room["parties"]: room["unread"] for room in italy.get("/press")["conversations"]}
    assert unread == {"austria+italy": 1, "everybody": 0}
    last = heard["messages"][-1]["id"]
    assert italy.post("/press/austria+italy/read", message=last)[0] == 200
    assert [room["unread"] for room in italy.get("/press")["conversations"]] == [0, 0]
    italy.post("/press/austria+italy", text="Peace.")
    assert [one["text"] for one in austria.get("/press/austria+italy", after=last)["messages"]] == ["Peace."]


def test_press_takes_its_own_scope() -> None:
    game = tables.started()
    say(game, "italy", "austria+italy", "For you alone")
    for one in (program(game, "austria", orders=True, votes=True), Program(game, None)):
        assert one.status("/press/austria+italy") in {403, 404}
        assert one.post("/press/everybody", text="Hello")[0] == 403
        assert one.post("/press/austria+italy/read", message="m")[0] == 403
    assert program(game, "austria", orders=True).status("/press") == 403


def test_others_conversations_are_nobodys() -> None:
    game = tables.started()
    say(game, "italy", "france+italy")
    austria = program(game, "austria", press=True)
    assert austria.status("/press/france+italy") == 404
    assert austria.status("/press/france+russia") == 404
    assert austria.post("/press/france+italy", text="Hello")[0] == 404


def test_the_public_reads_what_the_table_lets_it() -> None:
    watched, closed = tables.started(), tables.started(title="Closed")
    closed.press_watched = False
    closed.save()
    for game in (watched, closed):
        say(game, "italy", "everybody", "To all")
    heard = Program(watched, None).get("/press/everybody")
    assert (heard["voice"], [one["text"] for one in heard["messages"]]) == (None, ["To all"])
    assert Program(closed, None).status("/press/everybody") == 404
