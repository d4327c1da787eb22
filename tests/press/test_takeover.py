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


def handed(game: Game, to: str) -> None:
    """The GM hands the game over."""
    games.gm_offer(by=game.gm, game=game, to=to)
    games.gm_accept(by=person(to), game=game)
    game.refresh_from_db()


def test_what_was_written_to_a_gm_who_does_not_play_goes_with_the_office() -> None:
    game = started()
    person("second")
    message = say(game, "italy", "gm+italy", "my mails bounce")
    say(game, "austria", "austria+italy", "rude")
    rude = say(game, "austria", "austria+italy", "ruder")
    services.message_report(
        by=person("italy"), game=game, key="austria+italy", name=rude.name, reason="insulting"
    )
    handed(game, "second")
    assert hears(game, "second", "gm+italy") == ["my mails bounce"]
    assert [row.name for row in selectors.reviewed(person("second"), game).complaints] == [rude.name]
    with pytest.raises(NotFound):
        selectors.message(person("gm"), game, "gm+italy", message.name)
    assert all_read(game, "gm") == []
    with pytest.raises(NotAllowed):
        services.report_read(by=person("gm"), game=game, key="austria+italy", name=rude.name)


def test_what_was_told_to_a_gm_who_plays_is_not_the_next_ones() -> None:
    game = started(by=person("england"), gm_plays=True)
    say(game, "italy", "gm+italy", "Russia lies to us all")
    say(game, "england", "gm+italy", "so it seems")
    rude = say(game, "russia", "italy+russia", "between us")
    report = {"game": game, "key": "italy+russia", "name": rude.name, "reason": "a lie"}
    services.message_report(by=person("italy"), **report)
    handed(game, "austria")
    say(game, "italy", "gm+italy", "welcome")
    assert hears(game, "austria", "gm+italy") == ["welcome"]
    assert hears(game, "italy", "gm+italy") == ["Russia lies to us all", "so it seems", "welcome"]
    assert [said.text for said in all_read(game, "austria")] == ["welcome"]
    assert selectors.unread(person("austria"), game) == 1
    assert selectors.reviewed(person("austria"), game).complaints == []
    assert selectors.unread_complaints(person("austria")) == {}
    with pytest.raises(NotFound):
        services.report_read(by=person("austria"), game=game, key="italy+russia", name=rude.name)
    assert all_read(game, "england") == []
    services.message_report(by=person("italy"), **report)
    assert (
        services.report_read(by=person("austria"), game=game, key="italy+russia", name=rude.name).text
        == "between us"
    )


def test_a_seat_handed_over_hands_over_no_press_of_the_gm() -> None:
    game = started(by=person("england"), gm_plays=True)
    say(game, "italy", "gm+italy", "for the GM alone")
    say(game, "italy", "england+italy", "for England")
    services.handover_set(by=person("england"), game=game, agreed=True)
    person("newcomer")
    handed(game, "newcomer")
    games.game_leave(by=person("england"), game=game)
    desk.seat_replace(by=person("newcomer"), game=game, power="england", newcomer="newcomer", reason="ill")
    assert hears(game, "newcomer", "england+italy") == ["for England"]
    assert hears(game, "newcomer", "gm+italy") == []
