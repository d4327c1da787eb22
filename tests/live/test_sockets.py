"""Who may open a game's socket, and what it tells to whom."""

from collections.abc import Collection, Mapping

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from tests.live import table as tables
from tests.live.sockets import Socket, opened
from tests.live.table import Table, open_phase, signed_in
from trekdip.accounts.models import User
from trekdip.games import selectors
from trekdip.games.models import Game, Seat
from trekdip.live import announce, consumers, payloads
from trekdip.live.allowance import Allowances

pytestmark = pytest.mark.usefixtures("hub_stopped")


@pytest.mark.parametrize(
    ("who", "viewer"),
    [("anna", "austria"), ("erik", "england"), ("gina", "gm"), ("stan", "public"), (None, "public")],
)
async def test_everybody_is_sent_their_own_view_alone(table: Table, who: str | None, viewer: str) -> None:
    client = await database_sync_to_async(signed_in)(getattr(table, who)) if who else None
    async with opened(table.path, client) as socket:
        state = await socket.told()
    assert state["type"] == "state"
    assert (state["viewer"], state["view"]["seen by"]) == (viewer, viewer)
    assert state["sheet"] is None
    others = set(tables.VIEWERS) - {viewer}
    told = str(state).replace(table.game.slug, "")  # random letters, which may spell anything
    assert not any(other in told for other in others)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "testserver"),
        ("http://elsewhere.example", "testserver"),
        ("http://testserver:8001", "testserver"),
        ("http://testserver.elsewhere.example", "testserver"),
        ("null", "testserver"),
        ("ftp://testserver", "testserver"),
        ("http://elsewhere.example", "elsewhere.example"),
        ("http://[", "testserver"),
    ],
)
async def test_pages_of_other_sites_are_refused(table: Table, origin: str | None, host: str) -> None:
    client = await database_sync_to_async(signed_in)(table.anna)
    refused = Socket(table.path, client, origin=origin, host=host)
    assert not await refused.accepted()


async def test_an_unknown_game_is_refused(transactional_db: None) -> None:  # noqa: ARG001
    refused = Socket("/ws/games/nothere/")
    assert not await refused.accepted()


async def test_a_game_that_is_forming_has_nothing_to_tell_until_it_starts(table: Table) -> None:
    def forming() -> Game:
        return Game.objects.create(
            title="Forming",
            variant="standard",
            gm=table.gina,
            seed_hash="0" * 64,
            created_at="2026-01-01T00:00Z",
        )

    game = await database_sync_to_async(forming)()
    async with opened(f"/ws/games/{game.slug}/") as socket:
        assert await socket.quiet()
        await database_sync_to_async(open_phase)(game)
        await announce.poke_async(game.pk, 0)
        assert (await socket.told())["ordinal"] == 0


async def test_news_reach_every_socket_and_are_read_once_a_viewer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await database_sync_to_async(signed_in)(table.anna)
    async with (
        opened(table.path, anna) as first,
        opened(table.path, anna) as second,
        opened(table.path) as third,
    ):
        for socket in (first, second, third):
            assert (await socket.told())["ordinal"] == 0
        read: list[object] = []
        newest_states = selectors.newest_states

        def counted(wanted: Mapping[int, Collection[str]]) -> object:
            read.append(wanted)
            return newest_states(wanted)

        monkeypatch.setattr(selectors, "newest_states", counted)
        await database_sync_to_async(open_phase)(table.game)
        await announce.poke_async(table.game.pk, 1)
        states = [await socket.told() for socket in (first, second, third)]
    assert [(state["ordinal"], state["viewer"]) for state in states] == [
        (1, "austria"),
        (1, "austria"),
        (1, "public"),
    ]
    assert read == [{table.game.pk: {"austria", "public"}}]


async def test_news_of_another_game_are_not_told(table: Table) -> None:
    async with opened(table.path) as socket:
        await socket.told()
        await announce.poke_async(table.game.pk + 1, 0)
        assert await socket.quiet()


async def test_a_poke_from_a_thread_without_a_loop_arrives(table: Table) -> None:
    async with opened(table.path) as socket:
        await socket.told()
        await database_sync_to_async(announce.poke, thread_sensitive=False)(table.game.pk, 0)
        assert (await socket.told())["ordinal"] == 0


async def test_a_client_that_has_the_newest_phase_is_told_nothing(table: Table) -> None:
    async with opened(table.path) as socket:
        await socket.told()
        await socket.say('{"have": 0}')
        assert await socket.quiet()


async def test_a_client_that_missed_a_phase_is_sent_it(table: Table) -> None:
    async with opened(table.path) as socket:
        await socket.told()
        await database_sync_to_async(open_phase)(table.game)
        await socket.say('{"have": 0}')
        assert (await socket.told())["ordinal"] == 1


@pytest.mark.parametrize(
    "message",
    ["", "nonsense", "[]", '{"have": "1"}', '{"have": 0, "viewer": "gm"}', '{"have": ' + "1" * 300 + "}"],
)
async def test_what_is_not_understood_ends_the_socket(table: Table, message: str) -> None:
    async with opened(table.path) as socket:
        await socket.told()
        await socket.say(message)
        assert await socket.close_code() == consumers.TOO_MUCH


async def test_a_flood_ends_the_socket(table: Table) -> None:
    async with opened(table.path) as socket:
        await socket.told()
        for _ in range(12):
            await socket.say('{"have": 0}')
        assert await socket.close_code() == consumers.TOO_MUCH


async def test_many_sockets_of_one_account_ask_no_more_than_a_few(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "_asked", Allowances(burst=3, per_second=0))
    answered: list[str] = []
    ordinal = payloads.ordinal

    async def counted(game_id: int) -> int | None:
        answered.append("asked")
        newest: int | None = await ordinal(game_id)
        return newest

    monkeypatch.setattr(payloads, "ordinal", counted)
    anna = await database_sync_to_async(signed_in)(table.anna)
    async with opened(table.path, anna) as one, opened(table.path, anna) as two, opened(table.path) as other:
        for socket in (one, two, other):
            await socket.told()
        for _ in range(4):
            await one.say('{"have": 0}')
            await two.say('{"have": 0}')
        assert await one.quiet()
        assert await two.quiet()
        assert len(answered) == 3
        await database_sync_to_async(open_phase)(table.game)
        await other.say('{"have": 0}')
        assert (await other.told())["ordinal"] == 1  # others are not held up
        await announce.poke_async(table.game.pk, 1)
        assert (await one.told())["ordinal"] == 1  # and news come all the same


def test_allowances_that_are_whole_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Allowances, "_KEPT", 3)
    spent, at_once = Allowances(burst=2, per_second=0), Allowances(burst=2, per_second=1e9)
    for asker in range(9):
        assert spent.spend(asker)
        assert at_once.spend(asker)
    assert [spent.spend(8), spent.spend(8)] == [True, False]
    assert len(spent) == 9
    assert len(at_once) <= 3


async def test_signing_out_ends_the_socket_at_its_next_word(table: Table) -> None:
    client = await database_sync_to_async(signed_in)(table.anna)
    async with opened(table.path, client) as socket:
        assert (await socket.told())["viewer"] == "austria"
        await database_sync_to_async(client.session.flush)()
        await database_sync_to_async(open_phase)(table.game)
        await socket.say('{"have": 0}')
        assert await socket.close_code() == consumers.SIGNED_OUT


async def test_a_new_password_ends_sockets_of_old_sessions(table: Table) -> None:
    client = await database_sync_to_async(signed_in)(table.anna)

    def change() -> None:
        table.anna.set_password("another long one")
        table.anna.save()

    async with opened(table.path, client) as socket:
        await socket.told()
        await database_sync_to_async(change)()
        await socket.say('{"have": 0}')
        assert await socket.close_code() == consumers.SIGNED_OUT


async def test_a_replaced_player_sees_nothing_more_and_the_others_all(table: Table) -> None:
    def replace(by: User) -> None:
        Seat.objects.filter(game=table.game, power="austria").update(user=by)
        open_phase(table.game)

    anna = await database_sync_to_async(signed_in)(table.anna)
    erik = await database_sync_to_async(signed_in)(table.erik)
    async with opened(table.path, anna) as left, opened(table.path, erik) as stays:
        await left.told()
        await stays.told()
        await database_sync_to_async(replace)(table.stan)
        await announce.poke_async(table.game.pk, 1, kind="seats")
        assert await left.close_code() == consumers.SEAT_CHANGED
        assert (await stays.told())["viewer"] == "england"


async def test_a_spectator_who_takes_a_seat_must_ask_anew(table: Table) -> None:
    def replace() -> None:
        Seat.objects.filter(game=table.game, power="austria").update(user=table.stan)

    stan = await database_sync_to_async(signed_in)(table.stan)
    async with opened(table.path, stan) as socket:
        assert (await socket.told())["viewer"] == "public"
        await database_sync_to_async(replace)()
        await announce.poke_async(table.game.pk, 0, kind="seats")
        assert await socket.close_code() == consumers.SEAT_CHANGED
    seated = await payloads.seated(table.stan, table.game.slug)
    assert seated is not None
    assert seated.viewer == "austria"
    nobody = await payloads.seated(AnonymousUser(), table.game.slug)
    assert nobody is not None
    assert nobody.viewer == "public"
