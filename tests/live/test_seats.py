"""Open sockets when a seat is given up and taken over, and when the GM's part is handed on."""

import pytest
from channels.db import database_sync_to_async

from tests.live.sockets import opened
from tests.live.table import Table, open_phase, signed_in
from trekdip.games import services
from trekdip.live import announce, consumers

pytestmark = pytest.mark.usefixtures("hub_stopped")


def surrendered(table: Table) -> None:
    """Anna gives up Austria."""
    services.game_leave(by=table.anna, game=table.game)


def taken_over(table: Table) -> None:
    """Stan asks for the seat, and is given it."""
    request = services.takeover_ask(by=table.stan, game=table.game, power="austria")
    services.takeover_answer(by=table.gina, game=table.game, request_id=request.pk, accept=True)


async def test_who_gave_up_hears_nothing_of_the_power_and_the_newcomer_does(table: Table) -> None:
    client = await database_sync_to_async(signed_in)(table.anna)
    newcomer = await database_sync_to_async(signed_in)(table.stan)
    async with opened(table.path, client) as old, opened(table.path, newcomer) as stands_by:
        assert (await old.told())["viewer"] == "austria"
        assert (await stands_by.told())["viewer"] == "public"
        await database_sync_to_async(surrendered)(table)
        await announce.poke_async(table.game.pk, 0, kind="seats")
        assert await old.close_code() == consumers.SEAT_CHANGED
        await database_sync_to_async(taken_over)(table)
        await announce.poke_async(table.game.pk, 0, kind="seats")
        while (message := await stands_by.receive_output(5))["type"] == "websocket.send":
            assert '"viewer":"public"' in message["text"]
        assert message["code"] == consumers.SEAT_CHANGED
    async with opened(table.path, newcomer) as new, opened(table.path, client) as old:
        assert (await new.told())["viewer"] == "austria"
        assert (await old.told())["viewer"] == "public"


async def test_an_ex_player_hears_nothing_even_if_the_news_of_the_seat_are_lost(table: Table) -> None:
    def surrender() -> None:
        surrendered(table)
        open_phase(table.game, announced=False)

    client = await database_sync_to_async(signed_in)(table.anna)
    async with opened(table.path, client) as socket:
        assert (await socket.told())["ordinal"] == 0
        await database_sync_to_async(surrender)()
        await socket.say('{"have": 0}')
        assert await socket.close_code() == consumers.SEAT_CHANGED


async def test_an_old_gm_hears_nothing_of_the_truth(table: Table) -> None:
    def hand_over() -> None:
        services.gm_offer(by=table.gina, game=table.game, to="stan")
        services.gm_accept(by=table.stan, game=table.game)

    client = await database_sync_to_async(signed_in)(table.gina)
    async with opened(table.path, client) as socket:
        assert (await socket.told())["viewer"] == "gm"
        await database_sync_to_async(hand_over)()
        await announce.poke_async(table.game.pk, 0, kind="seats")
        assert await socket.close_code() == consumers.SEAT_CHANGED
