"""What is in the log after a visit: the games' names, and no token, query or address that opens something."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from smtplib import SMTPRecipientsRefused

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from tests.games import tables
from trekdip import logs

pytestmark = pytest.mark.django_db
SECRET = "tRkn2345abcdefghijklmnopqr"


@pytest.fixture
def written() -> Iterator[Callable[[], str]]:
    """What the site's handler writes, as production formats it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    assert settings.LOGGING["formatters"]["json"] == {"()": "trekdip.logs.JsonLines"}
    handler.setFormatter(logs.JsonLines())
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
    assert logs.cut(path) == shown


def test_the_servers_lines_about_sockets_are_not_written(written: Callable[[], str]) -> None:
    server = logging.getLogger("uvicorn.error")
    server.warning('%s - "WebSocket %s" 403', "192.0.2.1:5", f"/ws/{SECRET}/?a={SECRET}")
    server.warning("%s cannot be served", f"/ws/{SECRET}/?a={SECRET}")
    assert [json.loads(line)["message"] for line in written().splitlines()] == ["/ws/…/ cannot be served"]


def test_a_fault_is_told_by_its_place_and_kind_and_in_words_where_they_quote_nothing(
    written: Callable[[], str],
) -> None:
    def failed(cause: Exception) -> None:
        try:
            try:
                raise cause  # noqa: TRY301
            except Exception as error:
                raise ValueError(SECRET) from error
        except ValueError:
            logging.getLogger("trekdip").exception("it failed")

    words = "connection refused"
    for fault in (KeyError(SECRET), SMTPRecipientsRefused({SECRET: (550, b"")}), OperationalError(words)):
        failed(fault)
    text = written()
    assert SECRET not in text
    traces = [json.loads(line)["exc_info"].splitlines() for line in text.splitlines()]
    assert [trace[-1] for trace in traces] == ["ValueError"] * 3
    assert {"KeyError", "smtplib.SMTPRecipientsRefused", f"django.db.utils.OperationalError: {words}"} <= {
        line for trace in traces for line in trace
    }
    assert all("in failed" in "".join(trace) for trace in traces)


def test_a_task_that_failed_is_told_without_the_words_of_the_fault(written: Callable[[], str]) -> None:
    context = {"name": "a.task", "id": "1", "description": "raised", "exc": f"ValueError('{SECRET}')"}
    logging.getLogger("celery.app.trace").error(
        "Task %(name)s[%(id)s] %(description)s: %(exc)s", context, extra={"data": context}
    )
    assert [json.loads(line)["message"] for line in written().splitlines()] == [
        "Task a.task[1] raised: ValueError"
    ]
