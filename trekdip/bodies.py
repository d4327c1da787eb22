"""How much a request may send, and for how long: no body is kept, or waited for, that no page would read.

Django trusts the `Content-Length` and keeps everything else on disk before it looks; the pages' own, smaller
limits stay theirs.
"""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any

from django.template.loader import render_to_string

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

MAX_BYTES = 512 * 1024  # twice the largest thing that is taken: a form, or a mail with orders
SECONDS = 30.0  # until all of it has come: whoever sends a byte now and then holds a connection for nothing
_WORDS = b"This is more than the site takes: send less.\n"
_LATE = b"This took too long to arrive: send it again.\n"


class BoundedBody:
    """Answers 413 to a request whose body is announced, or turns out, to be larger than `MAX_BYTES`, and 408
    to one whose body has not come within `SECONDS`.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if _announced(scope) > MAX_BYTES:
            await _refuse_much(scope, send)
            return
        came, whole, late = 0, False, False
        ends = asyncio.get_running_loop().time() + SECONDS

        async def counted() -> Any:
            nonlocal came, whole, late
            if whole:
                return await receive()  # whether the client goes, for as long as the answer takes
            try:
                async with asyncio.timeout_at(ends):
                    message = await receive()
            except TimeoutError:
                late = True
                return _GONE
            whole = not message.get("more_body", False)
            came += len(message.get("body", b""))
            return message if came <= MAX_BYTES else _GONE

        await self.application(scope, counted, send)
        if came > MAX_BYTES:
            await _refuse_much(scope, send)
        elif late:
            await _refuse(send, 408, b"text/plain", _LATE)


# To the application it looks as if the client had gone: it lets go of what it has.
_GONE = {"type": "http.disconnect"}


def _announced(scope: dict[str, Any]) -> int:
    """The length the request names; 0 if it names none, or nonsense, which the server refuses itself."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return int(said[:19]) if said.isdigit() else 0  # more digits are too much as well


async def _refuse_much(scope: dict[str, Any], send: Any) -> None:
    """Say so: to a browser that shows a page by a page, to everything else in a line."""
    for_people = b"text/html" in dict(scope["headers"]).get(b"accept", b"")
    kind, words = (b"text/html", _page()) if for_people else (b"text/plain", _WORDS)
    await _refuse(send, 413, kind, words)


async def _refuse(send: Any, status: int, kind: bytes, words: bytes) -> None:
    headers = [
        (b"content-type", kind + b"; charset=utf-8"),
        (b"content-length", str(len(words)).encode()),
        (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


@functools.cache
def _page() -> bytes:
    """The page, the same for everybody: nobody is known here."""
    return render_to_string("413.html").encode()
