"""The embedded server over real connections: pages, sockets, static files and recovery after a cut."""

import asyncio
import json
import urllib.error
import urllib.request
from email.message import Message

import pytest
import websockets
from channels.db import database_sync_to_async
from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.live import table as tables
from tests.live.table import Table
from tests.services.live_site import LiveSite
from trekdip.live import announce

STATIC = settings.BASE_DIR / "static"


@pytest.fixture
def table(live_site: LiveSite) -> Table:  # noqa: ARG001  the site's database comes first
    """A running game on the live site."""
    return tables.laid()


def fetch(url: str) -> tuple[int, Message, bytes]:
    """Status, headers and body of a GET."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  our own URL
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def socket_of(site: LiveSite, table: Table, origin: str | None = None) -> connect:
    """A client's connection to the table's socket, to be awaited or entered."""
    root = site.url.replace("http://", "ws://")
    return connect(f"{root}{table.path}", origin=Origin(origin or site.url), open_timeout=10)


async def told(socket: ClientConnection) -> dict[str, object]:
    """The next message, decoded."""
    message: dict[str, object] = json.loads(await socket.recv())
    return message


def test_health_and_headers(live_site: LiveSite) -> None:
    status, headers, _ = fetch(f"{live_site.url}/healthz")
    assert status == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_static_files_are_served_whole(live_site: LiveSite) -> None:
    found = sorted(STATIC.rglob("*.css"))
    assert found
    path = found[0]
    status, headers, body = fetch(f"{live_site.url}/static/{path.relative_to(STATIC).as_posix()}")
    assert (status, body) == (200, path.read_bytes())
    assert headers["content-type"].startswith("text/css")


def test_what_is_not_there_is_not_found(live_site: LiveSite) -> None:
    assert fetch(f"{live_site.url}/static/../manage.py")[0] == 404
    assert fetch(f"{live_site.url}/nowhere")[0] == 404


async def test_a_foreign_page_opens_no_socket(live_site: LiveSite, table: Table) -> None:
    with pytest.raises(websockets.exceptions.InvalidStatus) as refused:
        await socket_of(live_site, table, origin="http://elsewhere.example")
    assert refused.value.response.status_code == 403


async def test_a_socket_that_was_cut_is_up_to_date_after_connecting_again(
    live_site: LiveSite, table: Table
) -> None:
    async with socket_of(live_site, table) as socket:
        assert (await told(socket))["ordinal"] == 0
        assert await asyncio.to_thread(live_site.drop_sockets) >= 1
        with pytest.raises(websockets.exceptions.ConnectionClosedError):
            await socket.recv()
    await database_sync_to_async(tables.open_phase)(table.game)
    async with socket_of(live_site, table) as socket:
        assert (await told(socket))["ordinal"] == 1
        await database_sync_to_async(tables.open_phase)(table.game)
        await announce.poke_async(table.game.pk, 2)
        assert (await told(socket))["ordinal"] == 2


async def test_an_oversized_message_ends_the_socket(live_site: LiveSite, table: Table) -> None:
    async with socket_of(live_site, table) as socket:
        await told(socket)
        await socket.send("x" * 100_000)
        with pytest.raises(websockets.exceptions.ConnectionClosedError):
            await socket.recv()
