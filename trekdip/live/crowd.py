"""How many sockets one client address may hold open in this process. Knows no games and no people."""

import ipaddress
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

_HOME_PREFIX = 64  # what one IPv6 customer is given at least: its addresses count as one


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


def household(address: str) -> str:
    """What is counted as one client: an IPv4 address, or the network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, _HOME_PREFIX), strict=False))
