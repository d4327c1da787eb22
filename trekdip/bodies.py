"""How much a request may send, counted as it comes: no body is kept that no page would read.

Django trusts the `Content-Length` and keeps everything else on disk before it looks; the pages' own, smaller
limits stay theirs.
"""

from collections.abc import Awaitable, Callable
from typing import Any

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

MAX_BYTES = 512 * 1024  # twice the largest thing that is taken: a form, or a mail with orders
_WORDS = b"This is more than the site takes: send less.\n"


class BoundedBody:
    """Answers 413 to a request whose body is announced, or turns out, to be larger than `MAX_BYTES`."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if _announced(scope) > MAX_BYTES:
            await _refuse(send)
            return
        came = 0

        async def counted() -> Any:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            # To the application it looks as if the client had gone: it lets go of what it has.
            return message if came <= MAX_BYTES else {"type": "http.disconnect"}

        await self.application(scope, counted, send)
        if came > MAX_BYTES:
            await _refuse(send)


def _announced(scope: dict[str, Any]) -> int:
    """The length the request names; 0 if it names none, or nonsense, which the server refuses itself."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return int(said[:19]) if said.isdigit() else 0  # more digits are too much as well


async def _refuse(send: Any) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(_WORDS)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": _WORDS})
