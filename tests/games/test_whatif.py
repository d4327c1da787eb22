"""What-if: orders played out on the asker's own stored view; nothing of the game's truth is in the answer."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

import adjudicator as adj
from tests.games import quadrants_tables
from tests.games.tables import OPENING, current, person, started, submit
from trekdip.games import gate, selectors, wire
from trekdip.games.errors import BadInput, NotFound
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.games.selectors.imagined import MAX_PHASES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Nobody has asked anything yet, and what is asked here counts for no other test."""
    cache.clear()
    yield
    cache.clear()


def answer(client: Client, game: Game, orders: dict[str, list[str]], **more: Any) -> Any:
    """The server's answer to orders played out, as plain data, and its status."""
    response = client.post(
        f"/games/{game.slug}/whatif", json.dumps({"orders": orders, **more}), content_type="application/json"
    )
    return response.status_code, response.json()


def visitor(name: str | None) -> Client:
    """A browser in which that person is signed in; nobody for None."""
    client = Client(headers={"accept": "application/json"})
    if name is not None:
        client.force_login(person(name))
    return client


@pytest.mark.parametrize("name", [None, "austria", "gm"])
def test_anybody_plays_out_orders_for_anybody(name: str | None) -> None:
    game = started()
    status, said = answer(
        visitor(name), game, {"germany": ["A mun - bur"], "france": ["A par - bur", "A mar H"]}
    )
    assert status == 200
    assert said["turn"] == "F1901M"
    assert said["title"] == "Fall 1901, movement"
    orders = {entry["order"]: entry for entry in said["view"]["orders"]}
    assert orders["A mun - bur"]["result"] == ["bounce"]
    assert orders["A mun - bur"]["because"]
    assert orders["A mun - bur"]["because"] in said["results"].replace("&#x27;", "'")
    assert "A mun - bur" in said["board"]
    assert said["lines"]["france"][0]["ok"] is True
    assert current(game).ordinal == 0
    assert not OrderSheet.objects.exists()


def test_a_line_that_cannot_count_is_told() -> None:
    _, said = answer(visitor(None), started(), {"germany": ["A mun - lon", "nonsense"]})
    assert [line["ok"] for line in said["lines"]["germany"]] == [False, False]
    assert all(line["problem"] for line in said["lines"]["germany"])


def test_what_could_be_ordered_is_told_for_every_power() -> None:
    game = started()
    said = visitor("austria").get(f"/games/{game.slug}/whatif").json()
    assert said["viewer"] == "austria"
    assert set(said["legal"]) == set(OPENING)
    assert "A mun - bur" in said["legal"]["germany"]["A mun"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ('{"orders": {"klingon": []}}', 400),
        ('{"orders": {"austria": "A vie H"}}', 400),
        ("not json", 400),
        ('{"orders": {}, "seed": 4}', 400),
        ('{"orders": {}, "ordinal": 9}', 404),
        (json.dumps({"orders": {"austria": ["A vie H"] * 301}}), 400),
        (json.dumps({"orders": {"austria": ["A" * 301]}}), 400),
        (json.dumps({"orders": {"austria": ["A" * 300] * 900}}), 400),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(body: str, status: int) -> None:
    game = started()
    response = visitor("austria").post(f"/games/{game.slug}/whatif", body, content_type="application/json")
    assert response.status_code == status
    assert response.json()["problem"]


def test_a_game_that_is_over_is_not_played_on() -> None:
    game = started()
    state = selectors.game_state(AnonymousUser(), game)
    won = {**state.view_data(), "winner": ["austria"]}
    with pytest.raises(gate.ImaginingError, match="over"):
        gate.imagine("standard", won, won, {}, [{}])


def test_who_asks_too_often_waits() -> None:
    game, client = started(), visitor("turkey")
    statuses = {answer(client, game, {})[0] for _ in range(61)}
    assert statuses == {200, 429}
    assert answer(visitor("italy"), game, {})[0] == 200


def everything_imagined(name: str | None, game: Game, orders: dict[str, list[str]]) -> list[bytes]:
    """Both answers somebody gets, byte for byte, without the game's address."""
    client = visitor(name)
    sent = json.dumps({"orders": orders})
    url = f"/games/{game.slug}/whatif"
    both = [client.get(url), client.post(url, sent, content_type="application/json")]
    return [response.content.replace(game.slug.encode(), b"") for response in both]


@pytest.mark.parametrize("name", [None, "england", "turkey"])
def test_nothing_of_others_sheets_is_in_the_answer(name: str | None) -> None:
    game = started()
    before = everything_imagined(name, game, OPENING)
    submit(game, "austria", ["A bud - gal"])
    assert everything_imagined(name, game, OPENING) == before


def test_neither_truth_nor_seed_is_read() -> None:
    game = started()
    before = everything_imagined("england", game, OPENING)
    Phase.objects.filter(game=game).update(truth="there is none")
    Game.objects.filter(pk=game.pk).update(seed="0" * 32)
    assert everything_imagined("england", game, OPENING) == before


def hidden_twins() -> tuple[Any, Any]:
    """Two stdip positions that differ in where a cloaked Romulan stands, in what is infiltrated and in the
    seed: none of it anything the Borg know.
    """
    assignment = {
        "borg": "russia", "federation": "italy", "dominion": "austria", "romulan": "france",
        "klingon": "germany", "ferengi": "england", "cardassian": "turkey",
    }  # fmt: skip
    base = {
        "variant": "stdip", "turn": "F2371M", "assignment": assignment,
        "units": {
            "borg": ["A mos", "F sev"], "federation": ["A rom"], "dominion": ["A vie"],
            "klingon": ["A ber"], "ferengi": ["F lon"], "cardassian": ["A con"],
        },
    }  # fmt: skip

    def twin(place: str, infiltrated: str, seed: int) -> Any:
        units = {**base["units"], "romulan": [f"A {place} (I)"]}  # type: ignore[dict-item]
        return adj.setup({**base, "units": units, "seed": seed, "memory": {"infiltrated": [infiltrated]}})

    return twin("gas", "ber", 1), twin("ruh", "con", 99)


@pytest.mark.parametrize("viewer", ["borg", "ferengi", "public"])
def test_two_games_a_viewer_cannot_tell_apart_give_the_same_answers(viewer: str) -> None:
    orders = {"borg": ["A mos - stp", "F sev - rum"], "klingon": ["A ber - mun"], "romulan": ["A par - bur"]}
    told = []
    for position in hidden_twins():
        view = adj.view(position, viewer)
        told.append(
            (gate.imagined_orders("stdip", view, view, {}), gate.imagine("stdip", view, view, {}, [orders]))
        )
    assert hidden_twins()[0] != hidden_twins()[1]
    assert told[0] == told[1]
    assert "gas" not in json.dumps(told[0][1].view["units"])


def test_a_selector_refuses_as_people_are_told() -> None:
    game = started()
    with pytest.raises(NotFound):
        selectors.imaginable(AnonymousUser(), game, 7)
    with pytest.raises(BadInput, match="no power"):
        selectors.imagine(AnonymousUser(), game, wire.WhatIf(orders={"nobody": []}))


@pytest.mark.parametrize("variant", ["standard", "stdip", "quadrants", "rings", "cosmic"])
def test_every_phase_of_a_played_game_can_be_played_out_by_everybody(variant: str) -> None:
    position = adj.new(variant, seed=5)
    viewers = (*adj.variant(variant).ids, "public")
    first = {viewer: adj.view(position, viewer) for viewer in viewers}
    for step in range(8):
        for viewer in viewers:
            view = adj.view(position, viewer)
            legal = gate.imagined_orders(variant, view, first[viewer], {})
            sheets = {
                power: [texts[step % len(texts)] for texts in own.values()] for power, own in legal.items()
            }
            assert gate.imagine(variant, view, first[viewer], {}, [sheets]).view["turn"] is not None
        sheets = {
            power: [texts[step % len(texts)] for texts in adj.legal(position, power).values()]
            for power in adj.awaiting(position)
        }
        position = adj.resolve(position, sheets).state


def test_planning_goes_on_from_what_was_played_out() -> None:
    game = started()
    _, first = answer(visitor("austria"), game, {"austria": ["A vie - gal"]})
    assert "A gal - war" in first["legal"]["austria"]["A gal"]
    status, said = answer(
        visitor("austria"), game, {"austria": ["A gal - war"]}, before=[{"austria": ["A vie - gal"]}]
    )
    assert (status, said["turn"]) == (200, "S1902M")
    assert [entry["result"] for entry in said["view"]["orders"] if entry["order"] == "A gal - war"] == [
        ["bounce"]
    ]
    assert current(game).ordinal == 0


def test_planning_ahead_has_its_bounds() -> None:
    game = started()
    status, said = answer(visitor("austria"), game, {}, before=[{}] * MAX_PHASES)
    assert (status, "at most" in said["problem"]) == (400, True)
    status, _ = answer(visitor("austria"), game, {}, before=[{"borg": ["A vie H"]}])
    assert status == 400


def test_plans_know_what_was_declared_and_what_the_table_agreed_on() -> None:
    game = quadrants_tables.began(options={"draw_after": 2370})
    for power, text in (("gorn", "PROPOSE klingon"), ("klingon", "ACCEPT gorn")):
        quadrants_tables.declare(game, power, text)
    orders = {"breen": ["FREEZE organia"], "klingon": ["F boreth - organia"]}
    status, said = answer(visitor(None), game, orders)
    assert status == 200
    assert said["view"]["memory"]["alliances"] == [["gorn", "klingon"]]
    assert said["view"]["memory"]["freeze_used"] is True
    assert [e["result"] for e in said["view"]["orders"] if e["order"] == "F boreth - organia"] != [[]]
    _, over = answer(visitor(None), game, {}, before=[{}])
    assert over["view"]["winner"] == sorted(quadrants_tables.POWERS)
