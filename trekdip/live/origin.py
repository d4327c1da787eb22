"""Which pages may open sockets: those of this site. Knows nothing of users."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class SameOrigin:
    """Lets a socket through only if its `Origin` is the host it connects to, port included, and that is ours.

    A browser always sends the origin; a page of another site, or of another port of this machine, is refused
    (403).
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        if same_origin(origin, host):
            await self.application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def same_origin(origin: str, host: str) -> bool:
    """Whether the header values `origin` and `host` name the same, allowed host; in production over TLS."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    schemes = {"https"} if settings.SESSION_COOKIE_SECURE else {"http", "https"}
    domain, _ = split_domain_port(host)
    allowed = validate_host(domain, settings.ALLOWED_HOSTS)
    return bool(host) and allowed and parts.scheme in schemes and parts.netloc.lower() == host.lower()
