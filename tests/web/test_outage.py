"""While the database is away: everybody is told so and asked to try again; other faults stay faults."""

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError
from django.test import Client
from psycopg_pool import PoolTimeout

from trekdip.games import selectors

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError, PoolTimeout])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_it_is_said_and_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception], accept: str
) -> None:
    def away(*_: object) -> None:
        raise fault("password=xyzzy")

    monkeypatch.setattr(selectors, "game_get", away)
    answer = Client(raise_request_exception=False).get("/games/any/", headers={"accept": accept})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "no-store" in answer.headers["Cache-Control"]
    text = answer.content.decode()
    assert "cannot reach its database" in text
    assert "xyzzy" not in text
    assert answer.headers["Content-Type"].startswith(accept)


def test_another_fault_is_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(selectors, "game_get", broken)
    assert Client(raise_request_exception=False).get("/games/any/").status_code == 500
