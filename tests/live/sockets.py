"""A client's end of a game's socket, in the process of the test."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from channels.testing import WebsocketCommunicator
from django.test import Client

from trekdip.asgi import application

ORIGIN = "http://testserver"
QUIET_SECONDS = 0.3


def communicator(
    path: str, client: Client | None = None, *, origin: str | None = ORIGIN, host: str = "testserver"
) -> WebsocketCommunicator:
    """A connection not yet opened, with the cookies of `client`."""
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    if client is not None:
        headers.append((b"cookie", client.cookies.output(header="", sep=";").strip().encode()))
    return WebsocketCommunicator(application, path, headers)


@contextlib.asynccontextmanager
async def opened(path: str, client: Client | None = None) -> AsyncIterator[WebsocketCommunicator]:
    """An accepted connection, closed at the end of the block."""
    socket = communicator(path, client)
    accepted, _ = await socket.connect(timeout=10)
    assert accepted
    try:
        yield socket
    finally:
        await socket.disconnect(timeout=10)


async def told(socket: WebsocketCommunicator) -> dict[str, Any]:
    """The next message, decoded."""
    message: dict[str, Any] = json.loads(await socket.receive_from(timeout=10))
    return message


async def close_code(socket: WebsocketCommunicator) -> int:
    """The code with which the server ends the connection."""
    message = await socket.receive_output(timeout=10)
    assert message["type"] == "websocket.close", message
    code: int = message["code"]
    return code
