"""What is in the log after a visit: the games' names, and no token, query or address that opens something."""

import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from pythonjsonlogger.json import JsonFormatter

from tests.games import tables
from trekdip import logs

pytestmark = pytest.mark.django_db
SECRET = "tRkn2345abcdefghijklmnopqr"


@pytest.fixture
def written() -> Iterator[Callable[[], str]]:
    """What the site's handler writes, as production formats it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter("{asctime}{levelname}{name}{message}", style="{"))
    assert settings.LOGGING["handlers"]["stderr"]["filters"] == ["secrets"]
    handler.addFilter(logs.WithoutSecrets())
    logging.getLogger().addHandler(handler)
    yield stream.getvalue
    logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize(
    "path",
    [
        "/games/{slug}/join/{secret}/",
        "/games/{slug}/join/{secret}%29?{secret}",
        "/invitations/{secret}/",
        "/notices/stop/{secret}",
        "/mail/inbound?to=orders+{secret}@mail.trekdip.example",
        "/accounts/password/reset/key/{secret}-{secret}/",
        "/accounts/confirm-email/{secret}/",
        "/nowhere/{secret}?next={secret}",
        "/api/v1/games/{slug}/state/{secret}",
    ],
)
def test_no_line_tells_what_opens_something(path: str, written: Callable[[], str]) -> None:
    game = tables.started()
    url = path.format(slug=game.slug, secret=SECRET)
    # A form without its token is a line of its own, and so is a method that no page takes.
    for client in (Client(), Client(enforce_csrf_checks=True)):
        client.get(url)
        client.post(url, {"word": SECRET})
        client.put(url)
    lines = [json.loads(line) for line in written().splitlines()]
    assert lines
    assert SECRET not in str(lines)
    assert "request" not in {name for line in lines for name in line}
    assert all(line["message"] for line in lines)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/games/abcdefghjkmn/phases/3/", "/games/abcdefghjkmn/phases/3/"),
        ("/games/abcdefghjkmn/exports/archive.jsonl.gz", "/games/abcdefghjkmn/exports/archive.jsonl.gz"),
        (f"/notices/stop/{SECRET}", "/notices/stop/…"),
        (f"/mail/inbound?to={SECRET}", "/mail/inbound"),
    ],
)
def test_a_path_is_told_as_far_as_it_opens_nothing(path: str, shown: str) -> None:
    assert logs.told(path) == shown


def test_the_servers_own_lines_are_cut_as_well(caplog: pytest.LogCaptureFixture) -> None:
    path = f"/ws/{SECRET}/?a={SECRET}"
    logging.getLogger("uvicorn.error").warning('%s - "WebSocket %s" 403', "192.0.2.1:5", path)
    assert caplog.messages == ['192.0.2.1:5 - "WebSocket /ws/…/" 403']
