"""Ends by agreement among many at once, on real transactions: a game ends once, or its phase resolves."""

import pytest

from tests.games.clocks import end, heard
from tests.games.tables import POWERS, current, person, started
from tests.games.test_exactly_once import at_once
from trekdip.games import services, signals
from trekdip.games.errors import Refusal
from trekdip.games.models import Game, Proposal, SeatRequest

pytestmark = pytest.mark.django_db(transaction=True)


def nearly_agreed(left: int, title: str) -> tuple[Game, Proposal]:
    """A game with a draw proposed, to which all but the last so many powers have agreed."""
    game = started(title=title)
    proposal = services.proposal_make(
        by=person(POWERS[0]), game=game, ordinal=0, kind="draw", powers=["austria", "italy"]
    )
    for power in POWERS[1 : len(POWERS) - left]:
        cast(game, proposal, power)
    return game, proposal


def cast(game: Game, proposal: Proposal, power: str) -> Proposal:
    """A power agrees."""
    return services.ballot_cast(by=person(power), game=game, ordinal=0, proposal_id=proposal.pk, yes=True)


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_ballots_at_once_end_the_game_once(attempt: int) -> None:
    game, proposal = nearly_agreed(3, f"Last {attempt}")
    with heard(signals.game_ended) as told:
        results = at_once(*[lambda power=power: cast(game, proposal, power) for power in POWERS[-3:]])
    game.refresh_from_db()
    assert not any(isinstance(result, Exception) for result in results)
    assert (game.outcome, len(told), game.audit.filter(act="game_end").count()) == ("draw", 1, 1)


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_ballot_racing_the_deadline_ends_the_game_or_comes_too_late(attempt: int) -> None:
    game, proposal = nearly_agreed(1, f"Race {attempt}")
    phase = end(game)
    voted, *resolved = at_once(
        lambda: cast(game, proposal, POWERS[-1]),
        *[lambda: services.phase_resolve(phase_id=phase.pk)] * 2,
    )
    game.refresh_from_db()
    proposal.refresh_from_db()
    if isinstance(voted, Refusal):
        assert (game.status, proposal.outcome, current(game).ordinal) == ("running", "lapsed", 1)
    else:
        assert (game.status, proposal.outcome, current(game).ordinal) == ("finished", "passed", 0)
        assert resolved == [False, False]


def test_two_newcomers_at_once_get_one_seat() -> None:
    game = started(takeovers="open")
    services.game_leave(by=person("turkey"), game=game)
    names = ("kirk", "spock")
    people = [person(name) for name in names]
    results = at_once(
        *[lambda who=who: services.takeover_ask(by=who, game=game, power="turkey") for who in people]
    )
    assert sum(isinstance(result, SeatRequest) for result in results) == 1
    assert sum(isinstance(result, Refusal) for result in results) == 1
    assert game.seats.get(power="turkey").user in people
