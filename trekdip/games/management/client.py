"""A person at a browser, as a program: signs in, keeps a socket open, reads states, sends orders.

Knows only the site's URLs.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterable, AsyncIterator
from typing import Any

import httpx
import msgspec
from django.conf import settings
from websockets.asyncio.client import connect
from websockets.typing import Origin


class SiteError(Exception):
    """The site did not do what was asked; the text says what and how it answered."""


class Client:
    """One signed-in person at one game.

    `received` has the turn of every phase that came by socket, by ordinal.
    """

    def __init__(self, base_url: str, slug: str, name: str) -> None:
        self.name = name
        self.received: dict[int, str] = {}
        self.viewers: set[str] = set()
        self._slug = slug
        self._base = base_url.rstrip("/")
        self._http = httpx.AsyncClient(
            base_url=self._base,
            timeout=30,
            headers={"Accept": "application/json", "Referer": f"{self._base}/"},
        )
        self._news = asyncio.Condition()

    @contextlib.asynccontextmanager
    async def at_the_table(self, password: str) -> AsyncIterator["Client"]:
        """Signed in and listening while the block runs. Raises SiteError if either is refused."""
        async with self._http:
            await self._sign_in(password)
            url = f"{self._base.replace('http', 'ws', 1)}/ws/games/{self._slug}/"
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._http.cookies.jar)
            async with connect(
                url, origin=Origin(self._base), additional_headers={"Cookie": cookies}, max_size=None
            ) as socket:
                listening = asyncio.create_task(self._listen(socket))
                try:
                    yield self
                finally:
                    listening.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await listening

    async def state(self) -> dict[str, Any]:
        """The game's newest state as this person sees it."""
        return self._json(await self._http.get(f"/games/{self._slug}/state"))

    async def send_orders(self, ordinal: int, lines: list[str]) -> dict[str, Any]:
        """Submit a whole sheet, final; the receipt. Raises SiteError if it was not saved."""
        receipt = await self._post(
            "orders", {"ordinal": str(ordinal), "orders": "\n".join(lines), "final": "1"}
        )
        if not receipt.get("saved"):
            raise SiteError(f"{self.name}'s orders were refused: {receipt.get('problem')}")
        if [line["text"] for line in receipt["lines"]] != lines:
            raise SiteError(f"{self.name} sent {lines}, the receipt is for {receipt['lines']}")
        return receipt

    async def force(self, ordinal: int) -> None:
        """As GM: end the phase now."""
        await self._post("desk/force", {"ordinal": str(ordinal), "reason": "replay of a recorded game"})

    async def wait_for(self, ordinal: int, *, seconds: float) -> None:
        """Until the socket has brought this phase. Raises SiteError when it does not come in time."""
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: ordinal in self.received)
        except TimeoutError:
            have = max(self.received, default=None)
            raise SiteError(
                f"{self.name}'s socket did not bring phase {ordinal}; its newest is {have}"
            ) from None

    async def _sign_in(self, password: str) -> None:
        await self._http.get("/accounts/login/", headers={"Accept": "text/html"})
        answer = await self._http.post(
            "/accounts/login/",
            data={"login": self.name, "password": password, **self._token()},
            headers={"Accept": "text/html"},
        )
        if answer.status_code != httpx.codes.FOUND:
            raise SiteError(f"{self.name} could not sign in: HTTP {answer.status_code}")

    async def _post(self, path: str, data: dict[str, str]) -> dict[str, Any]:
        return self._json(
            await self._http.post(f"/games/{self._slug}/{path}", data={**data, **self._token()})
        )

    async def _listen(self, socket: AsyncIterable[str | bytes]) -> None:
        async for message in socket:
            state = msgspec.json.decode(message)
            async with self._news:
                self.received[state["ordinal"]] = state["turn"]
                self.viewers.add(state["viewer"])
                self._news.notify_all()

    def _token(self) -> dict[str, str]:
        return {"csrfmiddlewaretoken": self._http.cookies.get(settings.CSRF_COOKIE_NAME) or ""}

    def _json(self, answer: httpx.Response) -> dict[str, Any]:
        """The answer's JSON object; an answer by redirect, as forms get it, is an empty one."""
        if answer.is_redirect:
            return {}
        if answer.is_error:
            raise SiteError(
                f"{self.name}: {answer.request.url} answered {answer.status_code}: {answer.text[:300]}"
            )
        data: dict[str, Any] = answer.json()
        return data
