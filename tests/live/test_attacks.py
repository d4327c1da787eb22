"""Sockets of people who may no longer listen: signed out or without their seat, even if the poke is lost."""

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from tests.live.sockets import opened
from tests.live.table import Table, open_phase, signed_in
from trekdip.accounts import sessions
from trekdip.games.models import Seat
from trekdip.live import announce, consumers, payloads

pytestmark = pytest.mark.usefixtures("hub_stopped")


async def test_a_socket_that_says_nothing_is_told_nothing_after_signing_out(table: Table) -> None:
    client = await database_sync_to_async(signed_in)(table.anna)
    async with opened(table.path, client) as socket:
        assert (await socket.told())["viewer"] == "austria"
        await database_sync_to_async(client.session.flush)()
        await database_sync_to_async(open_phase)(table.game)
        await announce.poke_async(table.game.pk, 1)
        assert await socket.close_code() == consumers.SIGNED_OUT


async def test_a_stolen_session_hears_nothing_after_a_new_password(table: Table) -> None:
    def change() -> None:
        table.gina.set_password("another long one")
        table.gina.save()
        open_phase(table.game)

    client = await database_sync_to_async(signed_in)(table.gina)
    async with opened(table.path, client) as socket:
        assert (await socket.told())["viewer"] == "gm"
        await database_sync_to_async(change)()
        await announce.poke_async(table.game.pk, 1)
        assert await socket.close_code() == consumers.SIGNED_OUT


async def test_an_ex_player_cannot_ask_for_the_next_phase_before_the_news_are_out(table: Table) -> None:
    def replace() -> None:
        Seat.objects.filter(game=table.game, power="austria").update(user=table.stan)
        open_phase(table.game, announced=False)

    client = await database_sync_to_async(signed_in)(table.anna)
    async with opened(table.path, client) as socket:
        assert (await socket.told())["ordinal"] == 0
        await database_sync_to_async(replace)()  # and the poke about the seat is lost
        await socket.say('{"have": 0}')
        assert await socket.close_code() == consumers.SEAT_CHANGED


async def test_what_nobody_can_vouch_for_is_not_sent(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise OperationalError("away")

    client = await database_sync_to_async(signed_in)(table.anna)
    async with opened(table.path, client) as socket, opened(table.path) as stranger:
        assert (await socket.told())["ordinal"] == 0
        assert (await stranger.told())["ordinal"] == 0
        monkeypatch.setattr(sessions, "holders", lambda _: {})
        monkeypatch.setattr(payloads, "person", broken)
        await database_sync_to_async(open_phase)(table.game)
        await announce.poke_async(table.game.pk, 1)
        assert await socket.close_code() == consumers.TRY_AGAIN
        assert (await stranger.told())["viewer"] == "public"
