"""Press on open sockets: whom it was said to is reminded, nobody else learns even that somebody spoke."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from tests.games.tables import person, started
from tests.live.sockets import Socket, opened
from tests.live.table import signed_in
from tests.press.talk import say
from trekdip.games.models import Game
from trekdip.games.press_terms import PressTerms
from trekdip.gm import services as desk
from trekdip.live import announce, consumers

pytestmark = pytest.mark.usefixtures("hub_stopped")
REMINDER = {"type": "press"}


@pytest.fixture
async def hub_stopped() -> AsyncIterator[None]:
    """The hub of this test's loop is ended with it."""
    yield
    from trekdip.live import hub  # noqa: PLC0415

    await hub.current().stop()


@pytest.fixture
def game(transactional_db: None) -> Game:  # noqa: ARG001
    """A running game, visible to other threads."""
    return started(title="Talk", rhythm={})


@asynccontextmanager
async def listening(game: Game, *names: str | None) -> AsyncIterator[list[Socket]]:
    """An open socket for each, which has been told the state."""
    async with AsyncExitStack() as stack:
        sockets = []
        for name in names:
            client = (
                await database_sync_to_async(lambda name=name: signed_in(person(name)))() if name else None
            )
            socket = await stack.enter_async_context(opened(f"/ws/games/{game.slug}/", client))
            assert (await socket.told())["type"] == "state"
            sockets.append(socket)
        yield sockets


async def said(*args: Any, **kwargs: Any) -> None:
    """Somebody says something, in a thread of its own, as pages do."""
    await database_sync_to_async(say, thread_sensitive=False)(*args, **kwargs)


async def test_a_private_message_reminds_both_sides_and_nobody_else(game: Game) -> None:
    async with listening(game, "austria", "turkey", "russia", "gm", "stranger", None) as sockets:
        austria, turkey, *others = sockets
        await said(game, "austria", "austria+turkey", "psst")
        assert await turkey.told() == REMINDER
        assert await austria.told() == REMINDER
        for other in others:
            assert await other.quiet()


async def test_the_broadcast_reminds_everybody_who_may_read_it(game: Game) -> None:
    async with listening(game, "austria", "russia", "gm", "stranger", None) as sockets:
        await said(game, "austria", "everybody")
        assert [await socket.told() for socket in sockets] == [REMINDER] * 5


async def test_where_spectators_read_nothing_they_are_told_nothing(transactional_db: None) -> None:  # noqa: ARG001
    terms = PressTerms(watched=False)
    game = await database_sync_to_async(lambda: started(title="Closed", rhythm={}, press=terms))()
    async with listening(game, "stranger", None, "gm") as (stranger, nobody, gm):
        await said(game, "austria", "everybody")
        assert await gm.told() == REMINDER
        assert await stranger.quiet()
        assert await nobody.quiet()


async def test_a_reminder_that_was_lost_comes_with_the_next_heartbeat(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "poke", lambda *_, **__: None)
    async with listening(game, "turkey", "russia") as (turkey, russia):
        await said(game, "austria", "austria+turkey")
        for socket in (turkey, russia):
            await socket.say('{"have": 0}')
        assert await turkey.told() == REMINDER
        assert await russia.quiet()


async def test_a_replaced_player_is_told_nothing_more(game: Game) -> None:
    def replace() -> None:
        desk.seat_replace(by=game.gm, game=game, power="turkey", newcomer=person("newcomer"), reason="ill")

    async with listening(game, "turkey", "austria") as (turkey, austria):
        await database_sync_to_async(replace, thread_sensitive=False)()
        await said(game, "austria", "austria+turkey", "to the new one")
        assert await turkey.close_code() == consumers.SEAT_CHANGED
        while (told := await austria.told()) != REMINDER:
            assert told["type"] == "state"


async def test_a_replaced_player_is_ended_even_if_nothing_but_press_is_announced(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(announce, "poke", lambda *_, **__: None)
            desk.seat_replace(
                by=game.gm, game=game, power="turkey", newcomer=person("newcomer"), reason="ill"
            )

    async with listening(game, "turkey") as (turkey,):
        await database_sync_to_async(replace, thread_sensitive=False)()
        await said(game, "austria", "austria+turkey", "to the new one")
        assert await turkey.close_code() == consumers.SEAT_CHANGED
