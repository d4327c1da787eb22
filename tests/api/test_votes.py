"""Programs vote: on draws and on the clock, by the services of the pages and with a scope of their own."""

import pytest

from tests.api.asking import Program, program
from tests.games import tables
from trekdip.games.models import Ballot, Game, Proposal
from trekdip.games.terms import Terms

pytestmark = pytest.mark.django_db


def voters(game: Game) -> list[Program]:
    """A program for each power."""
    return [program(game, power, votes=True) for power in tables.POWERS]


def test_a_draw_is_proposed_and_agreed_on_by_programs() -> None:
    game = tables.started()
    first, *rest = voters(game)
    status, made = first.post("/proposals", ordinal=0, kind="draw", powers=["austria", "italy"])
    assert status == 200
    assert made["proposals"][0] | {"id": 0} == {
        "id": 0,
        "kind": "draw",
        "powers": ["austria", "italy"],
        "by": None,
        "mine": True,
        "answer": True,
        "waits": False,
    }
    number = made["proposals"][0]["id"]
    assert [row["waits"] for row in rest[0].get("/proposals")["proposals"]] == [True]
    for one in rest[:-1]:
        status, told = one.post(f"/proposals/{number}/answer", ordinal=0, yes=True)
        assert (status, told["status"], told["proposals"][0]["answer"]) == (200, "running", True)
    status, told = rest[-1].post(f"/proposals/{number}/answer", ordinal=0, yes=True)
    assert (status, told["status"], told["ordinal"], told["proposals"]) == (200, "finished", None, [])
    game.refresh_from_db()
    assert (game.outcome, game.winner) == ("draw", ["austria", "italy"])


def test_an_answer_can_be_changed_and_a_proposal_taken_back() -> None:
    game = tables.started()
    austria, italy, *_ = (program(game, power, votes=True) for power in ("austria", "italy"))
    number = austria.post("/proposals", ordinal=0, kind="concede", powers=["france"])[1]["proposals"][0]["id"]
    for yes in (True, False):
        assert italy.post(f"/proposals/{number}/answer", ordinal=0, yes=yes)[0] == 200
    assert not Ballot.objects.get(seat__power="italy").yes
    assert italy.post(f"/proposals/{number}/withdraw", ordinal=0)[0] == 404
    assert austria.post(f"/proposals/{number}/withdraw", ordinal=0)[1]["proposals"] == []
    status, told = italy.post(f"/proposals/{number}/answer", ordinal=0, yes=True)
    assert (status, told["problem"][:21]) == (409, "That proposal is over")


def test_the_clock_is_voted_on_by_programs() -> None:
    game = tables.started(clock_terms=Terms(grace=0, extensions=1, extension=24 * 60))
    first, *rest = voters(game)
    before = first.get("/clock")
    assert "extension" in before["may_call"]
    assert before["vote"] is None
    status, told = first.post("/clock/votes", ordinal=0, kind="extension", minutes=600, reason="A wedding")
    vote = told["vote"]
    assert (status, vote["by"], vote["minutes"], vote["reason"], vote["mine"], vote["waits"]) == (
        200,
        "austria",
        600,
        "A wedding",
        True,
        False,
    )
    assert rest[0].get("/clock")["vote"]["waits"]
    for one in rest:
        if one.get("/clock")["vote"] is None:
            break
        assert one.post(f"/clock/votes/{vote['id']}/answer", ordinal=0, yes=True)[0] == 200
    after = first.get("/clock")
    assert (after["vote"], after["deadline"] > before["deadline"]) == (None, True)
    assert first.post(f"/clock/votes/{vote['id']}/withdraw", ordinal=0)[0] == 409


def test_who_may_not_vote_votes_not() -> None:
    game = tables.started()
    reader = program(game, "austria", orders=True, press=True)
    elsewhere = Program(game, program(tables.started(title="Another"), "austria", votes=True).secret)
    for one in (reader, elsewhere, Program(game, None)):
        assert one.post("/proposals", ordinal=0, kind="end")[0] == 403
        assert one.post("/proposals/1/answer", ordinal=0, yes=True)[0] == 403
        assert one.post("/proposals/1/withdraw", ordinal=0)[0] == 403
        assert one.post("/clock/votes", ordinal=0, kind="pause", minutes=60)[0] == 403
        assert one.post("/clock/votes/1/answer", ordinal=0, yes=True)[0] == 403
        assert one.post("/clock/votes/1/withdraw", ordinal=0)[0] == 403
    assert Proposal.objects.count() == 0


def test_the_public_reads_proposals_without_anybodys_answer() -> None:
    game = tables.started()
    program(game, "austria", votes=True).post("/proposals", ordinal=0, kind="end")
    told = Program(game, None).get("/proposals")
    assert (told["may_propose"], told["proposals"][0]["by"]) == (False, "austria")
    assert (told["proposals"][0]["answer"], told["proposals"][0]["waits"]) == (None, False)
