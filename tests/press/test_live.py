"""Press on open sockets: whom it was said to is reminded, nobody else learns even that somebody spoke."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from tests.games.tables import POWERS, person, started
from tests.live.sockets import Socket, opened
from tests.live.table import signed_in
from tests.press.talk import say
from trekdip.games import selectors as games
from trekdip.games import services
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


async def test_a_new_gm_who_plays_is_not_reminded_of_what_was_said_to_the_old_one(
    transactional_db: None,  # noqa: ARG001
) -> None:
    def with_secrets() -> Game:
        game = started(title="Ours", rhythm={}, by=person("england"), gm_plays=True)
        say(game, "italy", "gm+italy", "for England's ears")
        return game

    def hand_over(game: Game) -> None:
        services.gm_offer(by=person("england"), game=game, to="austria")
        services.gm_accept(by=person("austria"), game=game)

    game = await database_sync_to_async(with_secrets)()
    async with listening(game, "austria", "england") as (new, old):
        await database_sync_to_async(hand_over)(game)
        await said(game, "italy", "italy+turkey", "psst")
        for gm in (new, old):
            while not await gm.receive_nothing(0.3):
                assert (await gm.told())["type"] == "state"
        await said(game, "italy", "gm+italy", "welcome")
        assert await new.told() == REMINDER
        assert await old.quiet()


async def test_an_observer_to_whom_somebody_objects_hears_no_more(game: Game) -> None:
    def agreed() -> int:
        observer = services.observer_ask(by=person("watcher"), game=game)
        for power in POWERS:
            services.observer_agree(by=person(power), game=game, observer_id=observer.pk)
        return observer.pk

    asked = await database_sync_to_async(agreed)()
    async with listening(game, "watcher") as (watcher,):
        await said(game, "italy", "gm+italy", "psst")
        assert await watcher.quiet()  # who observes sees the board of the GM, and reads none of their press

        def objects() -> None:
            services.observer_object(by=person("italy"), game=game, observer_id=asked)

        await database_sync_to_async(objects)()
        await announce.poke_async(game.pk, 0, kind="seats")
        assert await watcher.close_code() == consumers.SEAT_CHANGED
    async with listening(game, "watcher"):
        state = await database_sync_to_async(lambda: games.game_state(person("watcher"), game))()
        assert state.viewer == "public"
