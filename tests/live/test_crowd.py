"""The cap on sockets of one client address."""

import asyncio
from typing import Any

import pytest

from tests.live.sockets import Socket
from tests.live.table import Table
from trekdip.addresses import household
from trekdip.live.crowd import CappedByAddress

pytestmark = pytest.mark.usefixtures("hub_stopped")


def from_address(path: str, address: str | None) -> Socket:
    """A socket that the server says comes from `address`."""
    socket = Socket(path)
    socket.scope["client"] = None if address is None else [address, 50000]
    return socket


@pytest.mark.parametrize("path", ["/ws/games/{}/", "/api/v1/games/{}/stream"])
async def test_one_address_has_its_share_and_a_place_that_is_left_is_free_again(
    table: Table, settings: Any, path: str
) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    path = path.format(table.game.slug)
    first, second, third = (from_address(path, "203.0.113.7") for _ in range(3))
    assert await first.accepted()
    assert await second.accepted()
    assert not await third.accepted()
    elsewhere = from_address(path, "203.0.113.8")
    assert await elsewhere.accepted()
    await second.leave()
    again = from_address(path, "203.0.113.7")
    assert await again.accepted()
    for socket in (first, elsewhere, again):
        await socket.leave()


async def test_pages_and_programs_share_one_count(table: Table, settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    page = from_address(table.path, "203.0.113.9")
    program = from_address(f"/api/v1/games/{table.game.slug}/stream", "203.0.113.9")
    assert await page.accepted()
    assert not await program.accepted()
    await page.leave()


@pytest.mark.parametrize(("cap", "address"), [(0, "203.0.113.7"), (1, None)])
async def test_without_a_cap_or_an_address_nobody_is_refused(
    table: Table, settings: Any, cap: int, address: str | None
) -> None:
    settings.SOCKETS_PER_ADDRESS = cap
    sockets = [from_address(table.path, address) for _ in range(3)]
    assert [await socket.accepted() for socket in sockets] == [True] * 3
    for socket in sockets:
        await socket.leave()


async def test_a_socket_that_fails_is_not_counted_for_ever(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1

    async def failing(*_: Any) -> None:
        await asyncio.sleep(0)
        raise OSError("the client is gone")

    capped = CappedByAddress(failing)
    for _ in range(3):
        with pytest.raises(OSError, match="gone"):
            await capped({"client": ["203.0.113.7", 1]}, None, None)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("a pipe", "a pipe"),
    ],
)
def test_an_ipv6_household_counts_as_one(address: str, counted: str) -> None:
    assert household(address) == counted
