"""Lists, states and history: the right rows for whoever asks, in a number of queries that does not grow."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.games import stdip_tables
from tests.games.tables import OPENING, POWERS, current, forming, full, person, started, submit, submit_all
from trekdip.games import selectors, services
from trekdip.games.errors import NotFound
from trekdip.games.models import AuditEntry, Game
from trekdip.games.selectors import lists
from trekdip.gm import selectors as desk_reads
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db


def queries(act: Callable[[], Any]) -> int:
    """How many queries something takes."""
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_the_lobby_puts_each_game_in_one_list() -> None:
    mine, joinable = started(title="Mine"), forming(title="Open")
    forming(title="By invitation", joining="invite")
    cancelled = forming(title="Off")
    services.game_cancel(by=cancelled.gm, game=cancelled)
    elsewhere = started(title="Others")
    elsewhere.seats.filter(power="austria").update(user=person("somebody"))
    lobby = selectors.lobby(person("austria"))
    assert [card.slug for card in lobby.mine] == [mine.slug]
    assert [card.slug for card in lobby.open] == [joinable.slug]
    assert [card.slug for card in lobby.running] == [elsewhere.slug]
    stranger = selectors.lobby(AnonymousUser())
    assert (stranger.mine, len(stranger.open), len(stranger.running)) == ([], 1, 2)
    assert {card.title for card in selectors.my_games(person("gm"))} == {
        "Mine",
        "Open",
        "By invitation",
        "Others",
    }


def test_all_games_are_found_by_stage_rules_and_words() -> None:
    running, joinable, over = started(title="Long night"), forming(title="Open sky"), stdip_tables.began()
    forming(title="By invitation", joining="invite")
    cancelled = forming(title="Off")
    services.game_cancel(by=cancelled.gm, game=cancelled)
    stdip_tables.finish(over)

    def found(**wanted: str) -> list[str]:
        page = selectors.games_found(AnonymousUser(), selectors.Wanted(**wanted), 1)
        return [card.slug for card in page.cards]

    assert found() == [over.slug, joinable.slug, running.slug]
    assert found(stage="open") == [joinable.slug]
    assert found(stage="running") == [running.slug]
    assert found(stage="over", variant="stdip") == [over.slug]
    assert found(variant="standard", words="gm NIGHT") == [running.slug]
    assert found(words="night sky") == []
    (card,) = selectors.games_found(AnonymousUser(), selectors.Wanted(stage="over"), 1).cards
    assert card.result == "Won by Borg"


def test_all_games_come_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "A_PAGE", 2)
    games = [forming(title=f"Table {number}") for number in range(3)]
    pages = [selectors.games_found(AnonymousUser(), selectors.Wanted(), number) for number in (1, 2, 9)]
    assert [[card.slug for card in page.cards] for page in pages] == [
        [games[2].slug, games[1].slug],
        [games[0].slug],
        [games[0].slug],
    ]
    assert [(page.total, page.page, page.pages, page.newer, page.older) for page in pages] == [
        (3, 1, 2, None, 2),
        (3, 2, 2, 1, None),
        (3, 2, 2, 1, None),
    ]


def test_a_card_tells_what_is_owed_to_its_owner_alone() -> None:
    game = started()
    (card,) = selectors.my_games(person("austria"))
    assert (card.role, card.power, card.owes, card.players, card.seats) == ("player", "Austria", True, 7, 7)
    assert (card.turn, card.ordinal, card.stuck) == ("Spring 1901, movement", 0, False)
    submit(game, "austria", OPENING["austria"])
    assert selectors.my_games(person("austria"))[0].owes is True
    submit(game, "austria", OPENING["austria"], final=True)
    assert selectors.my_games(person("austria"))[0].owes is False
    (managed,) = selectors.my_games(person("gm"))
    assert (managed.role, managed.owes) == ("gm", False)


def test_nothing_is_owed_where_nothing_is_awaited() -> None:
    game = started()
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    desk.game_pause(by=game.gm, game=game, reason="holiday")
    assert selectors.my_games(person("austria"))[0].owes is False


def test_games_that_wait_for_me_come_first() -> None:
    done, waiting = started(title="Done"), started(title="Waiting")
    submit(done, "austria", OPENING["austria"], final=True)
    assert [card.title for card in selectors.my_games(person("austria"))] == ["Waiting", "Done"]
    assert waiting.title == "Waiting"


def test_states_are_the_askers_own() -> None:
    game = started()
    for name, viewer in [("austria", "austria"), ("gm", "gm"), ("stranger", "public")]:
        state = selectors.game_state(person(name), game)
        assert (state.viewer, state.game, state.turn) == (viewer, game.slug, "S1901M")
        assert bool(state.legal_data()) is (viewer == "austria")
    austria = selectors.game_state(person("austria"), game)
    assert set(austria.legal_data()) == {"A bud", "A vie", "F tri"}
    assert austria.board.startswith("<g")
    assert selectors.board(game, austria).startswith("<svg")


def test_a_forming_game_has_no_state() -> None:
    with pytest.raises(NotFound):
        selectors.game_state(person("gm"), full())
    with pytest.raises(NotFound):
        selectors.game_get(AnonymousUser(), "no-such-game")


def test_history_goes_through_ones_own_stored_views() -> None:
    game = started()
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    past = selectors.history(person("austria"), game, 0)
    assert (past.state.ordinal, past.state.status, past.state.viewer) == (0, "resolved", "austria")
    assert past.state.sheet is not None
    assert [(entry.ordinal, entry.turn) for entry in past.entries] == [(0, "S1901M"), (1, "F1901M")]
    assert selectors.history(person("stranger"), game, 0).state.sheet is None
    with pytest.raises(NotFound):
        selectors.history(person("austria"), game, 2)


def test_the_table_says_what_the_asker_may_do() -> None:
    game = forming()
    services.game_join(by=person("austria"), game=game, power="austria")
    game = Game.objects.get(pk=game.pk)
    seated, stranger, gm, nobody = (
        selectors.table(user, game)
        for user in (person("austria"), person("stranger"), person("gm"), AnonymousUser())
    )
    assert (seated.may_join, seated.may_leave, seated.may_manage) == (False, True, False)
    assert (stranger.may_join, stranger.may_leave) == (True, False)
    assert (gm.may_join, gm.may_manage, gm.may_start) == (False, True, False)
    assert gm.start_problem == "6 more players are needed."
    assert (nobody.may_join, nobody.start_problem) == (False, None)
    assert seated.seats[0].mine
    assert not stranger.seats[0].mine
    assert [power for power, _ in seated.free_powers] == list(POWERS[1:])


def test_an_invitation_opens_the_door_to_who_has_the_link() -> None:
    game = forming(joining="invite")
    assert selectors.table(person("ann"), game).may_join is False
    assert selectors.table(person("ann"), game, token="wrong").may_join is False
    assert selectors.table(person("ann"), game, token=game.invite_token).may_join is True


@pytest.mark.parametrize("name", ["austria", "gm", "stranger"])
def test_lists_take_the_same_queries_for_one_game_and_for_many(name: str) -> None:
    user = person(name)
    started(), forming()
    few = queries(lambda: selectors.lobby(user))
    for number in range(4):
        submit_all(started(title=f"Game {number}"), OPENING)
        forming(title=f"Table {number}")
    assert queries(lambda: selectors.lobby(user)) == few
    assert few <= 12


def test_pages_take_few_queries_however_long_the_game() -> None:
    game = started()
    reads: dict[str, Callable[[], Any]] = {
        "state": lambda: selectors.game_state(person_austria, game),
        "push": lambda: selectors.state_for(game.pk, "public"),
        "viewers": lambda: selectors.viewers_of([game.pk]),
        "history": lambda: selectors.history(person_austria, game, 0),
        "table": lambda: selectors.table(person_austria, game),
        "desk": lambda: desk_reads.desk(game.gm, game),
        "truth": lambda: desk_reads.truth(game.gm, game, 0),
        "audit": lambda: selectors.audit(game.gm, game),
    }
    person_austria = person("austria")
    game = Game.objects.select_related("gm").get(pk=game.pk)
    first = {name: queries(read) for name, read in reads.items()}
    for ordinal in range(3):
        submit_all(game, OPENING)
        desk.deadline_force(by=game.gm, game=game, ordinal=ordinal)
    assert AuditEntry.objects.filter(game=game).count() == 5
    assert {name: queries(read) for name, read in reads.items()} == first
    assert first == {
        "state": 4,
        "push": 1,
        "viewers": 3,
        "history": 5,
        "table": 1,
        "desk": 3,
        "truth": 4,
        "audit": 1,
    }


def test_the_sweep_asks_twice_however_many_games_there_are() -> None:
    started()
    count = queries(lambda: (selectors.phases_due(), selectors.outbox_unsent()))
    started(title="Another"), started(title="A third")
    assert queries(lambda: (selectors.phases_due(), selectors.outbox_unsent())) == count == 2
