"""Requests that send too much, announced or not, or that never come to an end."""

import asyncio
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.services.live_site import LiveSite
from trekdip import bodies
from trekdip.bodies import MAX_BYTES, BoundedBody

CHUNK = b"x" * 100_000


def chunks(number: int) -> Iterator[bytes]:
    """So many pieces, whose sum nobody announces."""
    return (CHUNK for _ in range(number))


async def swallow(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ARG001
    """An application that reads everything and tells how much it was."""
    total = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        total += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(total).encode()})


@pytest.mark.parametrize(
    ("announced", "pieces", "status", "read"),
    [
        (None, 5, 200, 5),
        (None, 50, 413, MAX_BYTES // len(CHUNK) + 1),
        (b"500000", 5, 200, 5),
        (b"5000000", 50, 413, 0),
        (b"9" * 5000, 50, 413, 0),
        (b"nonsense", 50, 413, MAX_BYTES // len(CHUNK) + 1),
    ],
)
async def test_no_more_is_read_than_may_come(
    announced: bytes | None, pieces: int, status: int, read: int
) -> None:
    headers = [(b"content-length", announced)] if announced else []
    asked = 0

    async def receive() -> dict[str, Any]:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": CHUNK, "more_body": asked < pieces}

    told: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await BoundedBody(swallow)({"type": "http", "headers": headers}, receive, send)
    assert (told[0]["status"], asked) == (status, read)
    assert (b"send less" in told[1]["body"]) is (status == httpx.codes.REQUEST_ENTITY_TOO_LARGE)


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (b"text/html,application/xhtml+xml", b"text/html"),
        (b"application/json", b"text/plain"),
        (b"", b"text/plain"),
    ],
)
async def test_browsers_are_told_by_a_page_of_the_site(accept: bytes, kind: bytes) -> None:
    told: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    headers = [(b"content-length", b"5000000"), (b"accept", accept)]
    await BoundedBody(swallow)({"type": "http", "headers": headers}, None, send)
    said = dict(told[0]["headers"])
    assert said[b"content-type"].startswith(kind)
    assert int(said[b"content-length"]) == len(told[1]["body"])
    assert (b'class="masthead"' in told[1]["body"]) is (kind == b"text/html")


async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SECONDS", 0.0)
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()  # for ever
        return {}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await BoundedBody(swallow)({"type": "http", "headers": []}, receive, send)
    assert told[0]["status"] == httpx.codes.REQUEST_TIMEOUT


async def test_whoever_has_sent_everything_is_answered_however_long_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    came: list[dict[str, Any]] = [{"type": "http.request", "body": b"x"}, {"type": "http.disconnect"}]
    messages = iter(came)
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def slow(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ARG001
        first = await receive()
        monkeypatch.setattr(asyncio, "timeout_at", None)  # nothing is timed from here on
        told.extend([first, await receive()])

    await BoundedBody(slow)({"type": "http", "headers": []}, receive, None)
    assert [message["type"] for message in told] == ["http.request", "http.disconnect"]


@pytest.mark.parametrize("strange", ["X: y\r\n" * 500, f"X: {'y' * 20_000}\r\n", "X: \x01\r\n"])
def test_a_handshake_that_is_none_holds_no_connection(live_site: LiveSite, strange: str) -> None:
    host = urlsplit(live_site.url)
    asked = (
        f"GET /ws/games/x/ HTTP/1.1\r\nHost: {host.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{strange}\r\n"
    )
    with socket.create_connection((host.hostname, host.port), timeout=20) as connection:
        connection.sendall(asked.encode())
        while connection.recv(4096):
            pass  # until the site hangs up


def test_the_site_refuses_it_and_goes_on(live_site: LiveSite) -> None:
    with httpx.Client(base_url=live_site.url) as client:
        # The site hangs up while more is being sent: what follows the status may be lost on the way.
        with client.stream("POST", "/accounts/login/", content=chunks(40)) as refused:
            assert refused.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE
        assert client.get("/").status_code == httpx.codes.OK
