"""The health endpoints."""

import pytest
from django.core.cache import cache
from django.test import Client
from redis.exceptions import RedisError

from tests.games import tables
from trekdip.games.models import Phase


def test_alive_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}


@pytest.mark.django_db
def test_ready_with_database_and_cache(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_outsiders_are_not_told_which_part_is_ill(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*_: object) -> None:
        raise RedisError("nobody answers at redis.internal")

    monkeypatch.setattr(cache, "get", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})
    assert "cache does not answer" in caplog.text


@pytest.mark.django_db
def test_a_phase_that_is_stuck_is_no_news_for_outsiders(client: Client) -> None:
    before = client.get("/readyz").content
    Phase.objects.filter(game=tables.started()).update(status="stuck", trace="a fault")
    assert client.get("/readyz").content == before
