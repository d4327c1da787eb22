"""The stream of phases: a seat's boards by its token, ended with the token."""

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.test import Client

from tests.live.sockets import Socket
from tests.live.table import Table, open_phase, signed_in
from trekdip.api import services
from trekdip.api.models import SeatToken
from trekdip.live import announce
from trekdip.live.consumers import SIGNED_OUT
from trekdip.press.services import message_send

pytestmark = pytest.mark.usefixtures("hub_stopped")


def stream(table: Table, secret: str | None, client: Client | None = None) -> Socket:
    """A stream of the table's game with this token."""
    socket = Socket(f"/api/v1/games/{table.game.slug}/stream", client, origin=None)
    if secret is not None:
        socket.scope["headers"].append((b"authorization", f"Bearer {secret}".encode()))
    return socket


async def secret_of(table: Table, name: str = "bot", **scopes: bool) -> str:
    """A token of Anna, who plays Austria."""
    made = await sync_to_async(services.token_make)(by=table.anna, game=table.game, name=name, **scopes)
    return made[1]


async def test_the_bearer_hears_the_phases_of_the_seat(table: Table) -> None:
    socket = stream(table, await secret_of(table))
    assert await socket.accepted()
    assert (await socket.told())["viewer"] == "austria"
    phase = await database_sync_to_async(open_phase)(table.game)
    await sync_to_async(announce.poke)(table.game.pk, phase.ordinal)
    assert (await socket.told())["ordinal"] == phase.ordinal
    await socket.leave()


async def test_without_a_token_the_public_listens_whoever_is_signed_in(table: Table) -> None:
    socket = stream(table, None, await database_sync_to_async(signed_in)(table.anna))
    assert await socket.accepted()
    assert (await socket.told())["viewer"] == "public"
    await socket.leave()


async def test_a_token_that_may_not_read_is_refused(table: Table) -> None:
    secret = await secret_of(table)
    assert not await stream(table, secret + "x").accepted()
    await SeatToken.objects.aupdate(reads=False, orders=True)
    assert not await stream(table, secret).accepted()


async def test_of_press_hears_only_who_may_read_it(table: Table) -> None:
    deaf = stream(table, await secret_of(table))
    hearing = stream(table, await secret_of(table, "press", press=True))
    for socket in (deaf, hearing):
        assert await socket.accepted()
        await socket.told()
    await sync_to_async(message_send)(by=table.game.gm, game=table.game, key="austria+gm", text="Hear")
    assert await hearing.told() == {"type": "press"}
    phase = await database_sync_to_async(open_phase)(table.game)
    await sync_to_async(announce.poke)(table.game.pk, phase.ordinal)
    assert (await deaf.told())["type"] == "state"
    for socket in (deaf, hearing):
        await socket.leave()


async def test_a_token_opens_the_stream_of_its_own_game_only(table: Table) -> None:
    socket = stream(table, await secret_of(table))
    socket.scope["path"] = "/api/v1/games/another/stream"
    assert not await socket.accepted()


async def test_a_revoked_token_hears_nothing_more(table: Table) -> None:
    socket = stream(table, await secret_of(table))
    assert await socket.accepted()
    await socket.told()
    await sync_to_async(services.token_revoke)(by=table.anna, game=table.game, name="bot")
    phase = await database_sync_to_async(open_phase)(table.game)
    await sync_to_async(announce.poke)(table.game.pk, phase.ordinal)
    assert await socket.close_code() == SIGNED_OUT


async def test_paths_that_are_none_are_refused() -> None:
    assert not await Socket("/ws/nothing/").accepted()
    assert not await Socket("/").accepted()
