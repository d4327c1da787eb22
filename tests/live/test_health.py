"""The health endpoints."""

import pytest
from django.test import Client


def test_alive_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}


@pytest.mark.django_db
def test_ready_with_database_and_cache(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "stuck": 0})
    assert "no-store" in answer["Cache-Control"]
