"""Requests to addresses that people have given: by TLS to public places alone, never on somebody's behalf.

The name is resolved once, every address it has must be public, and the connection goes to one that was looked
at: a name that says otherwise the next moment changes nothing. Redirects are not followed, answers not read.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx

SECONDS = 10.0
MAX_URL = 600
PORT = 443
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Refused(Exception):  # noqa: N818  an answer, not a fault
    """The address is not one this site writes to; the text says why, for whoever gave it."""


class Unreachable(Exception):  # noqa: N818
    """Nobody answered, in time or at all. The text is for logs."""


async def _resolved(host: str, port: int) -> list[str]:
    """All addresses of a host, by the system's resolver."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


@dataclass(frozen=True)
class Way:
    """How the outside is reached: resolver, port, which addresses count as public, whose certificates count.

    Tests have their own; everything else uses `WAY`.
    """

    resolve: Callable[[str, int], Awaitable[list[str]]] = _resolved
    port: int = PORT
    public: Callable[[str], bool] = field(default_factory=lambda: is_public)
    context: Callable[[], ssl.SSLContext] = ssl.create_default_context
    seconds: float = SECONDS


def is_public(text: str) -> bool:
    """Whether an IP address belongs to the open internet: none of this host, this network, or an odd kind."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return all(
        one.is_global
        and not one.is_multicast
        and not one.is_reserved
        and not one.is_unspecified
        and not one.is_loopback
        and not one.is_link_local
        for one in (address, *_inside(address))
    )


def _inside(address: Address) -> list[Address]:
    """IPv4 addresses that an IPv6 address leads to."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    found: list[Address] = [one for one in (address.ipv4_mapped, address.sixtofour) if one is not None]
    if address.teredo is not None:
        found.extend(address.teredo)
    return found


def address_checked(url: str, way: Way | None = None) -> str:
    """The host of an address one may write to. Raises Refused with the reason for any other address.

    Only the address itself is looked at; what its name leads to is looked at whenever something is sent.
    """
    way = way or WAY
    if len(url) > MAX_URL or not url.isascii() or any(ord(letter) <= 32 for letter in url):
        raise Refused("Give the whole address, without spaces, as the chat shows it.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Refused("That is not an address of a web service.") from None
    if parts.scheme != "https" or not host:
        raise Refused("The address has to begin with https://.")
    if parts.username is not None or parts.password is not None:
        raise Refused("The address must not hold a user name or a password.")
    if port not in {None, way.port}:
        raise Refused("The address must not name a port of its own.")
    if _is_number(host) and not way.public(host):
        raise Refused("That address is not on the open internet.")
    return host


def post(url: str, body: bytes, headers: dict[str, str], way: Way | None = None) -> int:
    """POST to an address somebody has given; the status of the answer, whatever it is.

    Raises Refused for an address that is not public, Unreachable if nobody answered within the time. Not to
    be called where an event loop runs.
    """
    return asyncio.run(_post(url, body, headers, way or WAY))


async def _post(url: str, body: bytes, headers: dict[str, str], way: Way) -> int:
    host = address_checked(url, way)
    try:
        async with asyncio.timeout(way.seconds):
            address = await _looked_up(host, way)
            return await _sent(url, host, address, body, headers, way)
    except TimeoutError:
        raise Unreachable("no answer in time") from None
    except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
        raise Unreachable(type(error).__name__) from None


async def _looked_up(host: str, way: Way) -> str:
    """One address of the host. Raises Refused if any of them is not public."""
    try:
        addresses = await way.resolve(host, way.port)
    except (OSError, UnicodeError):
        raise Unreachable("the name leads nowhere") from None
    if not addresses:
        raise Unreachable("the name leads nowhere")
    if not all(way.public(address) for address in addresses):
        raise Refused("That address is not on the open internet.")
    return addresses[0]


async def _sent(url: str, host: str, address: str, body: bytes, headers: dict[str, str], way: Way) -> int:
    """Send to the address that was looked at, by the name that was given; the answer is not read."""
    target = httpx.URL(url).copy_with(host=address, port=way.port)
    async with (
        httpx.AsyncClient(verify=way.context(), follow_redirects=False, trust_env=False) as client,
        client.stream(
            "POST",
            target,
            content=body,
            headers={**headers, "Host": host},
            extensions={"sni_hostname": host},
            timeout=way.seconds,
        ) as answer,
    ):
        return answer.status_code


def _is_number(host: str) -> bool:
    """Whether the host is an IP address and not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


WAY = Way()
