"""A seat that changes hands: its press is the old player's to hand over, and theirs no longer to read."""

import pytest

from tests.games.tables import person, started
from tests.press.talk import all_read, hears, say
from trekdip.games import services as games
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game
from trekdip.gm import services as desk
from trekdip.press import selectors, services

pytestmark = pytest.mark.django_db


def replace(game: Game, newcomer: str = "newcomer", power: str = "turkey") -> None:
    """The GM gives a seat to somebody else."""
    desk.seat_replace(by=game.gm, game=game, power=power, newcomer=person(newcomer), reason="ill")


def test_a_newcomer_does_not_read_what_was_said_to_the_old_player() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "for your eyes alone")
    say(game, "turkey", "turkey+italy", "mine")
    say(game, "austria", "everybody", "to all")
    replace(game)
    assert hears(game, "newcomer", "austria+turkey") == []
    assert [said.text for said in all_read(game, "newcomer")] == ["to all"]
    assert selectors.search(person("newcomer"), game, "eyes") == []
    assert [room.key for room in selectors.rooms(person("newcomer"), game).rooms] == ["everybody"]
    assert selectors.unread(person("newcomer"), game) == 1
    assert hears(game, "austria", "austria+turkey") == ["for your eyes alone"]


def test_a_newcomer_reads_what_the_old_player_agreed_to_hand_over() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "for your eyes alone")
    services.handover_set(by=person("turkey"), game=game, agreed=True)
    replace(game)
    assert hears(game, "newcomer", "austria+turkey") == ["for your eyes alone"]
    assert selectors.unread(person("newcomer"), game) == 1


def test_the_old_player_reads_and_says_nothing_from_that_moment_on() -> None:
    game = started()
    message = say(game, "austria", "austria+turkey", "secret")
    replace(game)
    assert all_read(game, "turkey") == []
    for attempt in (
        lambda: hears(game, "turkey", "austria+turkey"),
        lambda: say(game, "turkey", "austria+turkey"),
        lambda: selectors.message(person("turkey"), game, "austria+turkey", message.name),
    ):
        with pytest.raises(NotFound):
            attempt()
    with pytest.raises(NotAllowed):
        services.handover_set(by=person("turkey"), game=game, agreed=True)
    assert person("turkey") not in selectors.recipients(say(game, "austria", "austria+turkey"))


def test_nobody_agrees_for_those_before_them() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "to the first")
    replace(game, "second")
    say(game, "austria", "austria+turkey", "to the second")
    services.handover_set(by=person("second"), game=game, agreed=True)
    replace(game, "third")
    assert hears(game, "third", "austria+turkey") == ["to the second"]


def test_what_came_while_the_seat_was_vacant_belongs_to_the_newcomer() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "before")
    games.game_leave(by=person("turkey"), game=game)
    say(game, "austria", "austria+turkey", "to whom it may concern")
    replace(game)
    assert hears(game, "newcomer", "austria+turkey") == ["to whom it may concern"]


def test_agreeing_can_be_taken_back_while_one_sits_there() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "hush")
    for agreed in (True, True, False):
        services.handover_set(by=person("turkey"), game=game, agreed=agreed)
    replace(game)
    assert hears(game, "newcomer", "austria+turkey") == []


def test_a_newcomer_cannot_count_what_was_said_before() -> None:
    quiet, busy = started(title="Quiet"), started(title="Busy")
    for number in range(5):
        say(busy, "austria", "austria+turkey", str(number))
    seen = []
    for game in (quiet, busy):
        replace(game)
        say(game, "austria", "austria+turkey", "welcome")
        client_sees = selectors.thread(person("newcomer"), game, "austria+turkey")
        seen.append(([said.text for said in client_sees.messages], client_sees.earlier))
        assert selectors.unread(person("newcomer"), game) == 1
    assert seen[0] == seen[1]
