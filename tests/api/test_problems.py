"""Whatever goes wrong, programs get the same refusal in JSON."""

import pytest
from django.db import OperationalError
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("get", "nonsense", 404, "There is no such call"),
        ("get", "games/nogame/orders", 405, "not made with GET, but with POST"),
        ("delete", "variants", 405, "not made with DELETE, but with GET"),
        ("get", "games/nogame", 404, "There is no such game"),
        ("get", "games/NO/state", 400, "path.slug"),
    ],
)
def test_refusals_are_all_alike(method: str, path: str, status: int, words: str) -> None:
    answer = getattr(Client(), method)(f"/api/v1/{path}")
    assert answer.status_code == status
    assert (answer.json()["type"], words in answer.json()["problem"]) == ("refusal", True)


@pytest.mark.parametrize(("fault", "status"), [(OperationalError, 503), (ValueError, 500)])
def test_faults_of_the_site_are_told_as_such(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception], status: int
) -> None:
    def fails(*_: object) -> None:
        raise fault("a secret of the inside")

    monkeypatch.setattr("trekdip.games.selectors.lobby", fails)
    answer = Client(raise_request_exception=False).get("/api/v1/games")
    assert (answer.status_code, answer.json()["type"]) == (status, "refusal")
    assert "secret" not in answer.json()["problem"]


def test_pages_stay_pages() -> None:
    assert "text/html" in Client().get("/nonsense").headers["Content-Type"]
