"""Votes of the players on the clock: more time, a pause, an end of the pause; within what the table agreed.

One at a time. The answers are counted and not told; whoever calls a vote has said yes. A GM who is no player
needs no vote, and cannot be outvoted in ending a pause of their own.
"""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, signals
from trekdip.games.clock_words import length_words
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import ClockBallot, ClockEvent, ClockVote, Game, Phase, Seat
from trekdip.games.services.audit import reason_checked
from trekdip.games.services.locks import lock_game, lock_work
from trekdip.games.services.news import announce_phase
from trekdip.games.services.sizes import centres_of
from trekdip.games.services.timing import (
    clock_go_on,
    clock_move,
    clock_stop,
    require_extension,
    require_pause,
    terms_of,
)
from trekdip.games.terms import Terms

Kind = ClockVote.Kind
Outcome = ClockVote.Outcome
Act = ClockEvent.Act
MAX_CALLS = 5  # of one seat in one phase: everybody gets a mail each time


@transaction.atomic
def clock_vote_call(
    *, by: User, game: Game, ordinal: int, kind: str, minutes: int = 0, reason: str = ""
) -> ClockVote:
    """Ask the players for more time for this phase, for a pause of so many minutes, or to end the pause.

    Raises NotAllowed for somebody without a power, NotNow while another vote is open, after too many calls in
    one phase, when the game is not in a state for it, or the table's extensions or pauses are used up;
    BadInput for a length out of bounds.
    """
    game, phase, seat = _taken(by, game, ordinal)
    if kind not in Kind.values:
        raise BadInput("Ask for more time, for a pause, or for its end.", field="kind")
    if ClockVote.objects.filter(game=game, outcome=Outcome.OPEN).exists():
        raise NotNow("Another vote is open. Answer it first.")
    if ClockVote.objects.filter(phase=phase, seat=seat).count() >= MAX_CALLS:
        raise NotNow(f"You have called {MAX_CALLS} votes in this phase. Wait for the next.")
    if kind == Kind.RESUME:
        minutes = 0
    elif minutes < 1:
        raise BadInput("Say for how long.", field="minutes")
    reason = reason_checked(reason)
    now = clock.now_at(phase)
    _require_possible(game, phase, kind, minutes, now)
    vote = ClockVote.objects.create(
        game=game, phase=phase, kind=kind, minutes=minutes, seat=seat, reason=reason, opened_at=now
    )
    ClockBallot.objects.create(vote=vote, seat=seat, yes=True)
    signals.vote_called.send(sender=Game, game=game, kind=kind, by_power=seat.power)
    _settle(game, phase, vote, now)
    announce_phase(phase)
    return vote


@transaction.atomic
def clock_vote_answer(*, by: User, game: Game, ordinal: int, vote_id: int, yes: bool) -> ClockVote:
    """Answer an open vote, or answer it otherwise. Raises NotAllowed, NotFound, NotNow."""
    game, phase, seat = _taken(by, game, ordinal)
    vote = ClockVote.objects.filter(game=game, pk=vote_id).first()
    if vote is None:
        raise NotFound("There is no such vote at this table.")
    if vote.outcome != Outcome.OPEN or vote.phase_id != phase.pk:
        raise NotNow("That vote is over.")
    if seat.pk not in {one.pk for one in electorate(game, phase)}:
        raise NotAllowed("Your power is out of the game and has no vote any more.")
    ClockBallot.objects.update_or_create(vote=vote, seat=seat, defaults={"yes": yes})
    _settle(game, phase, vote, clock.now_at(phase))
    announce_phase(phase)
    return vote


@transaction.atomic
def clock_vote_withdraw(*, by: User, game: Game, ordinal: int, vote_id: int) -> None:
    """Take back a vote one has called. Raises NotAllowed, NotFound, NotNow."""
    game, phase, seat = _taken(by, game, ordinal)
    vote = ClockVote.objects.filter(game=game, pk=vote_id, seat=seat).first()
    if vote is None:
        raise NotFound("There is no such vote of yours.")
    if vote.outcome != Outcome.OPEN:
        raise NotNow("That vote is over.")
    _close(vote, Outcome.LAPSED, clock.now_at(phase))
    announce_phase(phase)


def electorate(game: Game, phase: Phase) -> list[Seat]:
    """The seats that have a vote: with a player, of a power that publicly owns a centre or is awaited."""
    alive = set(phase.awaiting) | set(centres_of(phase))
    seats = list(Seat.objects.filter(game=game, user__isnull=False, power__isnull=False).order_by("pk"))
    return [seat for seat in seats if seat.power in alive]


def needed(agreed: Terms, voters: int) -> int:
    """How many have to say yes."""
    return {"half": voters // 2 + 1, "two-thirds": -(-2 * voters // 3), "all": voters}[agreed.majority]


def _taken(by: User, game: Game, ordinal: int) -> tuple[Game, Phase, Seat]:
    """Game and phase, locked, and the asker's seat; raises NotAllowed for somebody without a power."""
    game = lock_game(game.pk)
    phase = lock_work(game.pk, ordinal)
    seat = Seat.objects.filter(game=game, user=by, power__isnull=False).first()
    if seat is None:
        raise NotAllowed("You have no power in this game, so you have no vote.")
    return game, phase, seat


def _require_possible(game: Game, phase: Phase, kind: str, minutes: int, at: dt.datetime) -> None:
    """Raises NotNow or BadInput if the vote could not have its way."""
    running = game.status == Game.Status.RUNNING and phase.status == Phase.Status.OPEN
    length = dt.timedelta(minutes=minutes)
    if kind == Kind.RESUME:
        ends = game.pause == Game.Pause.VOTE or (game.gm_plays and game.pause == Game.Pause.GM)
        if game.status != Game.Status.PAUSED or not ends:
            raise NotNow("There is no pause that the players could end.")
    elif not running:
        raise NotNow("The clock stands already.")
    elif kind == Kind.PAUSE:
        require_pause(game, length)
    elif phase.deadline is None or phase.grace_at is not None or phase.deadline <= at:
        raise NotNow("There is no deadline that could be put off.")
    else:
        require_extension(game, length)


def _settle(game: Game, phase: Phase, vote: ClockVote, at: dt.datetime) -> None:
    """Count, and do what was asked for as soon as enough have said yes."""
    voters = {seat.pk for seat in electorate(game, phase)}
    answers = dict(ClockBallot.objects.filter(vote=vote, seat__in=voters).values_list("seat_id", "yes"))
    quorum = needed(terms_of(game), len(voters))
    yes = sum(answers.values())
    if len(answers) - yes > len(voters) - quorum:
        _close(vote, Outcome.FAILED, at)
    elif voters and yes >= quorum:
        _require_possible(game, phase, vote.kind, vote.minutes, at)
        _close(vote, Outcome.PASSED, at)
        _grant(game, phase, vote, at)


def _grant(game: Game, phase: Phase, vote: ClockVote, at: dt.datetime) -> None:
    """Do what the players have voted for."""
    length = dt.timedelta(minutes=vote.minutes)
    said = f": {vote.reason}" if vote.reason else ""
    powers = [vote.seat.power or ""]
    if vote.kind == Kind.RESUME:
        clock_go_on(game=game, phase=phase, at=at, reason=f"the players voted for it{said}")
    elif vote.kind == Kind.PAUSE:
        clock_stop(
            game=game,
            phase=phase,
            cause=Game.Pause.VOTE,
            act=Act.STOP,
            at=at,
            until=at + length,
            reason=f"a pause of {length_words(vote.minutes)}{said}",
            powers=powers,
        )
    elif phase.deadline is not None:
        clock_move(
            game=game,
            phase=phase,
            deadline=phase.deadline + length,
            act=Act.EXTEND,
            at=at,
            reason=f"{length_words(vote.minutes)} more{said}",
            powers=powers,
        )


def _close(vote: ClockVote, outcome: ClockVote.Outcome, at: dt.datetime) -> None:
    """End a vote."""
    vote.outcome = outcome
    vote.closed_at = at
    vote.save(update_fields=["outcome", "closed_at"])
