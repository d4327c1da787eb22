"""Votes on the clock: majorities, limits, what is told; and that one side alone cannot stop a game."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from tests.games.clocks import SECOND, end, heard, pass_deadline
from tests.games.tables import OPENING, POWERS, current, person, started, submit_all
from trekdip.games import selectors, services, signals
from trekdip.games.clock_words import length_read, length_words
from trekdip.games.errors import BadInput, NotAllowed, NotNow, Refusal
from trekdip.games.models import ClockVote, Game
from trekdip.games.services.clock_votes import MAX_CALLS, needed
from trekdip.games.terms import DAY, HOUR, Terms
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db

AGREED = Terms(grace=12 * HOUR, extensions=1, extension=DAY, pauses=1, pause=3 * DAY)
MINUTE = dt.timedelta(minutes=1)


def table(**given: Any) -> Game:
    """A running game with these limits."""
    return started(**{"clock_terms": AGREED, **given})


def call(game: Game, power: str = "austria", kind: str = "extension", minutes: int = DAY) -> ClockVote:
    """A vote called by a power."""
    return services.clock_vote_call(
        by=person(power), game=game, ordinal=current(game).ordinal, kind=kind, minutes=minutes, reason="ill"
    )


def answer(game: Game, vote: ClockVote, *powers: str, yes: bool = True) -> str:
    """These powers answer; what has become of the vote."""
    for power in powers:
        vote = services.clock_vote_answer(
            by=person(power), game=game, ordinal=current(game).ordinal, vote_id=vote.pk, yes=yes
        )
    game.refresh_from_db()
    vote.refresh_from_db()
    return vote.outcome


def test_more_than_half_put_a_deadline_off() -> None:
    game = table()
    before = current(game).deadline
    with heard(signals.vote_called) as told:
        vote = call(game)
    assert told == [{"game": game, "kind": "extension", "by_power": "austria"}]
    assert answer(game, vote, "england", "france") == "open"
    assert current(game).deadline == before
    with heard(signals.deadline_moved) as moved:
        assert answer(game, vote, "germany") == "passed"
    assert before is not None
    assert current(game).deadline == before + dt.timedelta(days=1)
    assert [values["reason"] for values in moved] == ["1 day more: ill"]
    with pytest.raises(NotNow, match="1 times"):
        call(game)


def test_a_vote_fails_when_it_cannot_be_won_any_more() -> None:
    game = table()
    vote = call(game)
    assert answer(game, vote, "england", "france", "germany", yes=False) == "open"
    assert answer(game, vote, "italy", yes=False) == "failed"
    with pytest.raises(NotNow, match="over"):
        answer(game, vote, "turkey")
    assert call(game).outcome == "open"  # a vote that failed uses nothing up


def test_votes_called_and_taken_back_mail_nobody_without_end() -> None:
    game = table()
    with heard(signals.vote_called) as told:
        for _ in range(MAX_CALLS):
            vote = call(game)
            services.clock_vote_withdraw(by=person("austria"), game=game, ordinal=0, vote_id=vote.pk)
        with pytest.raises(NotNow, match="Wait for the next"):
            call(game)
        assert call(game, "england").outcome == "open"
    assert len(told) == MAX_CALLS + 1


def test_an_answer_can_be_changed() -> None:
    game = table()
    vote = call(game)
    answer(game, vote, "england", "france", yes=False)
    answer(game, vote, "england", "france")
    assert answer(game, vote, "germany") == "passed"


@pytest.mark.parametrize(
    ("majority", "voters", "enough"),
    [
        ("half", 7, 4),
        ("half", 6, 4),
        ("two-thirds", 7, 5),
        ("two-thirds", 6, 4),
        ("all", 7, 7),
        ("half", 1, 1),
    ],
)
def test_majorities(majority: Any, voters: int, enough: int) -> None:
    assert needed(Terms(majority=majority), voters) == enough


def test_a_pause_by_vote_ends_by_itself() -> None:
    game = table()
    vote = call(game, kind="pause", minutes=2 * DAY)
    assert answer(game, vote, "england", "france", "germany") == "passed"
    assert (game.status, game.pause) == ("paused", "vote")
    assert game.paused_until is not None
    assert abs(game.paused_until - timezone.now() - dt.timedelta(days=2)) < MINUTE
    assert selectors.pauses_over() == []
    Game.objects.filter(pk=game.pk).update(paused_until=timezone.now() - SECOND)
    assert selectors.pauses_over() == [game.pk]
    assert services.pause_end(game_id=game.pk) is True
    assert current(game).deadline is not None
    with pytest.raises(NotNow, match="pause 1 times"):
        call(game, kind="pause")


def test_the_players_end_their_pause() -> None:
    game = table()
    answer(game, call(game, kind="pause"), "england", "france", "germany")
    assert selectors.clock(person("italy"), game).may_resume
    vote = call(game, "italy", kind="resume", minutes=0)
    assert answer(game, vote, "england", "france", "germany") == "passed"
    assert game.status == "running"


def test_a_gm_who_plays_does_not_end_the_players_pause_and_is_outvoted_in_their_own() -> None:
    game = table(by=person("austria"), gm_plays=True)
    answer(game, call(game, "italy", kind="pause"), "england", "france", "germany")
    with pytest.raises(NotNow, match="voted"):
        desk.game_resume(by=game.gm, game=game)
    other = table(by=person("austria"), gm_plays=True, title="Other")
    desk.game_pause(by=other.gm, game=other, reason="losing")
    assert answer(other, call(other, "italy", "resume", 0), "england", "france", "germany") == "passed"
    assert other.status == "running"
    outside = table(title="Outside")
    desk.game_pause(by=outside.gm, game=outside, reason="r")
    with pytest.raises(NotNow, match="no pause"):
        call(outside, kind="resume", minutes=0)


@pytest.mark.parametrize(
    ("kind", "minutes", "refusal"),
    [
        ("extension", DAY + 1, BadInput),
        ("pause", 3 * DAY + 1, BadInput),
        ("extension", 0, BadInput),
        ("mutiny", 5, BadInput),
        ("resume", 0, NotNow),
    ],
)
def test_what_cannot_be_asked_for(kind: str, minutes: int, refusal: type[Refusal]) -> None:
    game = table()
    with pytest.raises(refusal):
        call(game, kind=kind, minutes=minutes)
    assert not ClockVote.objects.exists()


def test_who_has_no_vote() -> None:
    game = table()
    for name in ("stranger", "gm"):
        with pytest.raises(NotAllowed):
            call(game, name)
    vote = call(game)
    with pytest.raises(NotNow, match="Another vote"):
        call(game, "italy", kind="pause")
    with pytest.raises(NotAllowed):
        answer(game, vote, "stranger")


def test_a_vote_lapses_with_its_phase_or_when_it_is_taken_back() -> None:
    game = table()
    vote = call(game)
    services.clock_vote_withdraw(by=person("austria"), game=game, ordinal=0, vote_id=vote.pk)
    vote.refresh_from_db()
    assert vote.outcome == "lapsed"
    again = call(game)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    again.refresh_from_db()
    assert (again.outcome, selectors.clock(person("austria"), game).vote) == ("lapsed", None)


def test_nothing_is_put_off_once_orders_were_missing() -> None:
    game = table()
    vote = call(game)
    submit_all(game, {power: OPENING[power] for power in POWERS if power != "italy"}, final=False)
    pass_deadline(game)
    with pytest.raises(NotNow, match="no deadline"):
        answer(game, vote, "england", "france", "germany")
    late = table(title="Late")
    vote = call(late)
    end(late)
    with pytest.raises(NotNow, match="no deadline"):
        answer(late, vote, "england", "france", "germany")


def test_answers_are_counted_and_not_told() -> None:
    game = table()
    vote = call(game)
    answer(game, vote, "england")
    answer(game, vote, "france", yes=False)
    shown = selectors.clock(person("italy"), game).vote
    assert shown is not None
    assert (shown.by, shown.yes, shown.no, shown.needed, shown.voters) == ("Austria", 2, 1, 4, 7)
    assert (shown.answer, shown.may_answer) == (None, True)
    own = selectors.clock(person("france"), game).vote
    assert own is not None
    assert own.answer is False
    public = selectors.clock(person("stranger"), game).vote
    assert public is not None
    assert public.may_answer is False


def test_the_page_of_the_clock_takes_a_constant_number_of_queries(django_assert_max_num_queries: Any) -> None:
    game = table()
    vote = call(game)
    answer(game, vote, "england", "france")
    for power in POWERS:
        services.absence_announce(
            by=person(power), begins=timezone.now(), ends=timezone.now() + dt.timedelta(days=2), game=game
        )
    with django_assert_max_num_queries(20):
        selectors.clock(person("italy"), game)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("90 min", 90),
        ("12 h", 720),
        ("12", 720),
        ("3 days", 4320),
        ("1w", 10080),
        ("2 Hours", 120),
        ("5m", 5),
    ],
)
def test_lengths_are_read(text: str, minutes: int) -> None:
    assert length_read(text) == minutes
    assert length_read(length_words(minutes)) == minutes


@pytest.mark.parametrize("text", ["", "soon", "-3 h", "3 fortnights", "1.5 h", "0"])
def test_what_is_no_length(text: str) -> None:
    assert length_read(text) is None
