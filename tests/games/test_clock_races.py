"""The clock among many at once, on real transactions: grace begins once; orders count or are refused."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from tests.games.clocks import end, heard, pass_deadline, reach_reminders
from tests.games.tables import OPENING, POWERS, current, person, started, submit_all
from tests.games.test_exactly_once import at_once
from trekdip.games import services, signals
from trekdip.games.models import ClockEvent, ClockVote, Game, OrderSheet
from trekdip.games.terms import HOUR, Terms
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db(transaction=True)


def missed(**given: Any) -> Game:
    """A game in its time of grace: only Italy has sent nothing."""
    game = started(clock_terms=Terms(grace=12 * HOUR, reminders=(HOUR,)), **given)
    submit_all(game, {power: OPENING[power] for power in POWERS if power != "italy"}, final=False)
    pass_deadline(game)
    return game


def events(game: Game, act: str) -> int:
    """How often that happened."""
    return ClockEvent.objects.filter(game=game, act=act).count()


def test_grace_begins_once() -> None:
    game = started(clock_terms=Terms(grace=12 * HOUR))
    phase = end(game)
    with heard(signals.grace_begun) as told:
        results = at_once(*[lambda: services.phase_resolve(phase_id=phase.pk)] * 5)
    assert results.count(True) == 1
    assert (events(game, "grace"), len(told), game.phases.count()) == (1, 1, 1)


@pytest.mark.parametrize("attempt", range(4))
def test_a_late_sheet_racing_the_end_of_grace_counts_or_is_refused(attempt: int) -> None:
    game = missed(title=f"Race {attempt}")
    phase = current(game)
    # The end of grace falls into the race: some threads still find it ahead, some behind them.
    game.phases.update(deadline=timezone.now() + dt.timedelta(milliseconds=3))
    receipt, *resolved = at_once(
        lambda: services.sheet_submit(
            by=person("italy"), game=game, ordinal=0, text="A ven - tyr", final=False
        ),
        *[lambda: services.phase_resolve(phase_id=phase.pk)] * 2,
    )
    while current(game).ordinal == 0:
        services.phase_resolve(phase_id=phase.pk)
    assert not any(isinstance(result, Exception) for result in resolved)
    assert game.phases.count() == 2
    assert receipt.saved is OrderSheet.objects.filter(phase=phase, seat__power="italy").exists()
    assert receipt.saved is current(game).units.filter(text="A tyr").exists()
    assert game.phases.get(ordinal=0).nmr == ([] if receipt.saved else ["italy"])


def test_a_hold_racing_the_end_of_grace() -> None:
    game = missed()
    phase = end(game)
    held, resolved = at_once(
        lambda: services.missing_hold(by=game.gm, game=game, ordinal=0, reason="r"),
        lambda: services.phase_resolve(phase_id=phase.pk),
    )
    game.refresh_from_db()
    if held is None:
        assert (resolved, game.status, game.phases.count()) == (False, "paused", 1)
    else:
        assert (resolved, game.status, game.phases.count()) == (True, "running", 2)


def test_reminders_go_once() -> None:
    game = started(clock_terms=Terms(reminders=(HOUR,)))
    phase = reach_reminders(game)
    with heard(signals.reminder_due) as told:
        results = at_once(*[lambda: services.phase_remind(phase_id=phase.pk)] * 4)
    assert sorted(len(seats) for seats in results) == [0, 0, 0, 7]
    assert len(told) == 1


def test_the_deciding_votes_at_once_put_the_deadline_off_once() -> None:
    game = started(clock_terms=Terms(grace=0))
    before = current(game).deadline
    vote = services.clock_vote_call(
        by=person("austria"), game=game, ordinal=0, kind="extension", minutes=HOUR
    )
    at_once(
        *[
            lambda power=power: services.clock_vote_answer(
                by=person(power), game=game, ordinal=0, vote_id=vote.pk, yes=True
            )
            for power in POWERS[1:]
        ]
    )
    assert before is not None
    assert current(game).deadline == before + dt.timedelta(hours=1)
    assert ClockVote.objects.get().outcome == "passed"
    assert events(game, "extend") == 1


def test_one_vote_at_a_time() -> None:
    game = started(clock_terms=Terms(grace=0))
    results = at_once(
        *[
            lambda power=power: services.clock_vote_call(
                by=person(power), game=game, ordinal=0, kind="pause", minutes=HOUR
            )
            for power in POWERS[:4]
        ]
    )
    assert sum(isinstance(result, ClockVote) for result in results) == 1


def test_a_pause_racing_the_deadline() -> None:
    game = started(clock_terms=Terms(grace=0))
    phase = end(game)
    paused, resolved = at_once(
        lambda: desk.game_pause(by=game.gm, game=game, reason="r"),
        lambda: services.phase_resolve(phase_id=phase.pk),
    )
    game.refresh_from_db()
    assert paused is None
    assert game.status == "paused"
    assert game.phases.count() == (2 if resolved else 1)
    assert current(game).deadline is None
