"""How many sockets one client address may hold open in this process. Knows no games and no people."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from trekdip.addresses import household

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class CappedByAddress:
    """Lets a socket through unless its address has `SOCKETS_PER_ADDRESS` of them open already; 0: no cap.

    Further ones are refused (403) before anything is read for them. Connections whose address the server
    does not tell are not counted.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        address = household(scope["client"][0]) if scope.get("client") else None
        if address is None:
            await self.application(scope, receive, send)
            return
        if 0 < settings.SOCKETS_PER_ADDRESS <= self._open[address]:
            await WebsocketDenier()(scope, receive, send)
            return
        self._open[address] += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
