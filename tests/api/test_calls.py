"""What programs get: what the pages show the same person, and nothing for whom it is not."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.games import tables
from trekdip.api import edge, schemas, services
from trekdip.games.models import Game, OrderSheet
from trekdip.gm import services as gm

pytestmark = pytest.mark.django_db


def token(power: str, game: Game, **terms: Any) -> dict[str, Any]:
    """The header of a fresh token of that seat."""
    _, secret = services.token_make(by=tables.person(power), game=game, name="bot", **terms)
    return {"headers": {"Authorization": f"Bearer {secret}"}}


def pages_state(game: Game, name: str | None) -> dict[str, Any]:
    client = Client()
    if name:
        client.force_login(tables.person(name))
    state: dict[str, Any] = client.get(f"/games/{game.slug}/state").json()
    return state


def test_a_token_sees_what_its_seat_sees_on_the_page() -> None:
    game = tables.started(variant="standard")
    tables.submit(game, "austria", ["A vie - gal"])
    answer = Client().get(f"/api/v1/games/{game.slug}/state", **token("austria", game))
    state = schemas.State.model_validate_json(answer.content)
    assert state.viewer == "austria"
    assert state.sheet is not None
    assert state.sheet.lines[0].order == "A vie - gal"
    shown = pages_state(game, "austria")
    assert {**answer.json(), "now": ""} == {**shown, "now": ""}
    assert "no-store" in answer.headers["Cache-Control"]


def test_without_a_token_everybody_is_the_public_cookies_or_not() -> None:
    game = tables.started()
    tables.submit(game, "austria", ["A vie - gal"])
    client = Client()
    client.force_login(tables.person("austria"))
    state = client.get(f"/api/v1/games/{game.slug}/state").json()
    assert (state["viewer"], state["sheet"], state["legal"]) == ("public", None, {})
    sent = client.post(
        f"/api/v1/games/{game.slug}/orders", {"ordinal": 0, "orders": []}, content_type="application/json"
    )
    assert (sent.status_code, sent.json()["type"]) == (403, "refusal")


def test_orders_are_saved_and_answered_as_on_the_page() -> None:
    game = tables.started()
    mine = token("austria", game, orders=True)
    url = f"/api/v1/games/{game.slug}/orders"
    sheet = {"ordinal": 0, "orders": ["A vie - gal", "A bud - moon"], "final": True}
    answer = Client().post(url, sheet, content_type="application/json", **mine)
    receipt = schemas.Receipt.model_validate_json(answer.content)
    assert (answer.status_code, receipt.saved, receipt.final) == (200, True, True)
    assert [line.ok for line in receipt.lines] == [True, False]
    assert OrderSheet.objects.get(seat__power="austria").text == "A vie - gal\nA bud - moon"

    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    late = Client().post(url, sheet, content_type="application/json", **mine)
    assert (late.status_code, late.json()["saved"]) == (409, False)


def test_a_token_that_only_reads_sends_nothing() -> None:
    game = tables.started()
    sent = Client().post(
        f"/api/v1/games/{game.slug}/orders",
        {"ordinal": 0, "orders": []},
        content_type="application/json",
        **token("austria", game),
    )
    assert (sent.status_code, OrderSheet.objects.count()) == (403, 0)


def test_a_token_opens_its_own_game_only() -> None:
    game, other = tables.started(), tables.started(title="Another")
    mine = token("austria", game, orders=True)
    for path in ("", "/state", "/phases", "/phases/0"):
        assert Client().get(f"/api/v1/games/{other.slug}{path}", **mine).status_code == 403
    sent = Client().post(
        f"/api/v1/games/{other.slug}/orders",
        {"ordinal": 0, "orders": []},
        content_type="application/json",
        **mine,
    )
    assert sent.status_code == 403


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer nonsense", "Basic YTpi", "Bearer \x00é"])
def test_a_wrong_token_is_refused_in_words(header: str) -> None:
    game = tables.started()
    answer = Client().get(f"/api/v1/games/{game.slug}/state", headers={"Authorization": header})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "token" in answer.json()["problem"]


@pytest.mark.parametrize(
    "body",
    [
        "nonsense",
        "[]",
        '{"ordinal": 0}',
        '{"ordinal": -1, "orders": []}',
        '{"ordinal": 0, "orders": "A vie - gal"}',
        '{"ordinal": 0, "orders": [], "power": "italy"}',
        json.dumps({"ordinal": 0, "orders": ["A vie H"] * 301}),
    ],
)
def test_a_body_of_the_wrong_shape_is_refused_in_words(body: str) -> None:
    game = tables.started()
    answer = Client().post(
        f"/api/v1/games/{game.slug}/orders",
        body,
        content_type="application/json",
        **token("austria", game, orders=True),
    )
    assert (answer.status_code, answer.json()["type"]) == (400, "refusal")
    assert OrderSheet.objects.count() == 0


def test_a_line_cannot_smuggle_in_others() -> None:
    game = tables.started()
    Client().post(
        f"/api/v1/games/{game.slug}/orders",
        {"ordinal": 0, "orders": ["A vie - gal\nA bud - ser"]},
        content_type="application/json",
        **token("austria", game, orders=True),
    )
    assert len(OrderSheet.objects.get(seat__power="austria").lines) == 2  # as if two lines were sent


def test_lists_and_tables_say_what_is_public() -> None:
    running, forming = tables.started(title="The long night"), tables.forming(title="Come in")
    games = Client().get("/api/v1/games").json()
    assert [row["slug"] for row in games["running"]] == [running.slug]
    assert [row["slug"] for row in games["open"]] == [forming.slug]
    table = Client().get(f"/api/v1/games/{running.slug}").json()
    assert {seat["power"]: seat["player"] for seat in table["seats"]}["austria"] == "austria"
    assert running.seed not in json.dumps(table)
    variants = {row["id"]: row for row in Client().get("/api/v1/variants").json()}
    assert len(variants["standard"]["powers"]) == 7
    board = Client().get("/api/v1/variants/standard/map").json()
    assert "vie" in board["provinces"]
    assert Client().get("/api/v1/variants/nonsense/map").status_code == 404
    assert Client().get("/api/v1/games/nonsense/state").status_code == 404


def test_every_phase_can_be_asked_for() -> None:
    game = tables.started()
    tables.submit_all(game, tables.OPENING)
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    phases = Client().get(f"/api/v1/games/{game.slug}/phases").json()
    assert [(row["ordinal"], row["turn"]) for row in phases] == [(0, "S1901M"), (1, "F1901M")]
    first = Client().get(f"/api/v1/games/{game.slug}/phases/0").json()
    assert (first["turn"], first["status"]) == ("S1901M", "resolved")


def test_who_asks_too_often_is_told_so() -> None:
    codes = {Client().get("/api/v1/variants").status_code for _ in range(edge.READS_A_MINUTE + 1)}
    assert codes == {200, 429}


def test_the_documentation_names_every_call() -> None:
    page = Client().get("/api/").content.decode()
    schema = Client().get("/api/v1/openapi.json").json()
    assert len(schema["paths"]) >= 8
    for path in schema["paths"]:
        assert path in page
