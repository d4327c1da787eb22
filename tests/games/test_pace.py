"""How often order sheets may come: each seat has its own count, one for pages and programs together."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from redis.exceptions import RedisError

from tests.games import tables
from trekdip.api import services as api
from trekdip.games import pace
from trekdip.games.models import Game, OrderSheet

pytestmark = pytest.mark.django_db


def by_page(game: Game, power: str) -> int:
    """Send a sheet as the page does; the status of the answer."""
    client = Client()
    client.force_login(tables.person(power))
    sheet = {"ordinal": 0, "orders": "A vie - gal", "final": "false"}
    answer = client.post(f"/games/{game.slug}/orders", sheet, headers={"Accept": "application/json"})
    return answer.status_code


def token_of(game: Game, power: str) -> str:
    """A token with which a program may order for that seat."""
    return api.token_make(by=tables.person(power), game=game, name="bot", orders=True)[1]


def by_program(game: Game, secret: str) -> int:
    """Send a sheet as a program does; the status of the answer."""
    answer = Client().post(
        f"/api/v1/games/{game.slug}/orders",
        {"ordinal": 0, "orders": ["A vie - gal"], "final": False},
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    return answer.status_code


def test_a_seat_that_sends_too_many_sheets_waits_and_no_other_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SHEETS_A_MINUTE", 3)
    game, other = tables.started(title="One"), tables.started(title="Other")
    secret = token_of(game, "austria")
    assert [by_page(game, "austria"), by_program(game, secret), by_page(game, "austria")] == [200] * 3
    saved = OrderSheet.objects.get(phase__game=game).saved_at
    assert by_page(game, "austria") == by_program(game, secret) == 429
    assert OrderSheet.objects.get(phase__game=game).saved_at == saved
    assert by_page(other, "austria") == 200  # the same person at another table
    assert by_page(game, "turkey") == 200


def test_orders_are_taken_while_the_cache_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*_: Any) -> None:
        raise RedisError("nobody answers at redis.internal")

    game = tables.started()
    secret = token_of(game, "austria")
    monkeypatch.setattr(cache, "add", gone)
    assert by_program(game, secret) == 200
    assert "not counted" in caplog.text
    assert "redis.internal" not in caplog.text


def test_whoever_looks_without_end_waits_and_nobody_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "LOOKS_A_MINUTE", 4)
    game = tables.started()
    own = f"/games/{game.slug}/"
    for url in ("/", own, f"{own}panels", f"{own}phases/0/"):
        assert Client().get(url, REMOTE_ADDR="2001:db8::1").status_code == 200
    dear = ("/", "/games/", own, f"{own}panels", f"{own}phases/0/", f"{own}compare", f"{own}dispatches")
    for url in (*dear, f"{own}clock", f"{own}table", f"{own}replay/"):
        assert Client().get(url, REMOTE_ADDR="2001:db8::2").status_code == 429, url  # the same home
    assert Client().get(own, REMOTE_ADDR="2001:db8:0:1::1").status_code == 200
    assert Client().get(f"{own}state", REMOTE_ADDR="2001:db8::1").status_code == 200  # what a board waits for
    player = Client()
    player.force_login(tables.person("austria"))
    assert player.get(own, REMOTE_ADDR="2001:db8::1").status_code == 200
