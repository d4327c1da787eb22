"""A client's end of a game's socket, in the process of the test."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.test import Client

from trekdip.asgi import application

ORIGIN = "http://testserver"
PATIENCE_SECONDS = 10
QUIET_SECONDS = 0.3


class Socket(ApplicationCommunicator):
    """A connection to the site's ASGI application, with the cookies of `client` and a page's origin."""

    def __init__(
        self,
        path: str,
        client: Client | None = None,
        *,
        origin: str | None = ORIGIN,
        host: str = "testserver",
    ) -> None:
        headers = [(b"host", host.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if client is not None:
            headers.append((b"cookie", client.cookies.output(header="", sep=";").strip().encode()))
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": headers,
            "subprotocols": [],
        }
        super().__init__(application, scope)

    async def accepted(self) -> bool:
        """Ask to be let in; whether the site does."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(PATIENCE_SECONDS)
        return bool(answer["type"] == "websocket.accept")

    async def say(self, text: str) -> None:
        """Send a text frame."""
        await self.send_input({"type": "websocket.receive", "text": text})

    async def told(self) -> dict[str, Any]:
        """The next message, decoded."""
        message = await self.receive_output(PATIENCE_SECONDS)
        assert message["type"] == "websocket.send", message
        decoded: dict[str, Any] = json.loads(message["text"])
        return decoded

    async def quiet(self) -> bool:
        """Whether nothing comes for a while."""
        return bool(await self.receive_nothing(QUIET_SECONDS))

    async def close_code(self) -> int:
        """The code with which the site ends the connection."""
        message = await self.receive_output(PATIENCE_SECONDS)
        assert message["type"] == "websocket.close", message
        code: int = message["code"]
        return code

    async def leave(self) -> None:
        """Close this end and wait until the site has noticed."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(PATIENCE_SECONDS)


@contextlib.asynccontextmanager
async def opened(path: str, client: Client | None = None) -> AsyncIterator[Socket]:
    """A connection that was let in, closed at the end of the block."""
    socket = Socket(path, client)
    assert await socket.accepted()
    try:
        yield socket
    finally:
        await socket.leave()
