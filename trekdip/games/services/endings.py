"""Games that end by agreement: a draw, the concession of a win, an end without a winner.

Ballots are secret. Nothing a third party can get depends on them before a proposal passes: no count, no
order, no news, not even to a GM; a refusal does not end a proposal early, and one that does not pass lapses
with its phase as any other does. Proposals are public; who proposed a draw is told only if they wish.
"""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, signals
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Ballot, Game, Phase, Proposal, Seat, SeatRequest
from trekdip.games.services.audit import audit_record, require_gm
from trekdip.games.services.clock_votes import electorate
from trekdip.games.services.lapsing import proposals_lapse
from trekdip.games.services.locks import lock_game, lock_work
from trekdip.games.services.news import announce_phase
from trekdip.games.services.sizes import centres_of
from trekdip.games.services.timing import clock_close

Kind = Proposal.Kind
MAX_PROPOSALS = 3  # of one seat in one phase
_OUTCOMES = {
    Kind.DRAW: Game.Outcome.DRAW,
    Kind.CONCEDE: Game.Outcome.CONCESSION,
    Kind.END: Game.Outcome.ENDED,
}


@transaction.atomic
def proposal_make(
    *, by: User, game: Game, ordinal: int, kind: str, powers: list[str] | None = None, named: bool = False
) -> Proposal:
    """Propose to end the game: a `draw` among `powers`, to `concede` to the one power in it, or an `end`
    without a winner. Whoever proposes has agreed. `named`: a draw is proposed under one's name; everything
    else always is.

    Raises NotAllowed for somebody without a power in the game, NotNow while results are with the GM, when the
    same is proposed already or after too many proposals in one phase; BadInput for powers that do not fit.
    """
    game, phase, seat = _taken(by, game, ordinal)
    if kind not in Kind.values:
        raise BadInput("Propose a draw, a concession, or an end without a winner.", field="kind")
    voters = electorate(game, phase)
    if seat not in voters:
        raise NotAllowed("Your power is out of the game and has no vote any more.")
    chosen = _checked_powers(game, phase, kind, powers or [])
    if len(voters) < 2:
        raise NotNow("Nobody else is there to agree. The GM can look for players, or call the game off.")
    if Proposal.objects.filter(phase=phase, seat=seat).count() >= MAX_PROPOSALS:
        raise NotNow(f"You have made {MAX_PROPOSALS} proposals in this phase. Wait for the next.")
    if Proposal.objects.filter(game=game, kind=kind, powers=chosen, outcome=Proposal.Outcome.OPEN).exists():
        raise NotNow("That is proposed already. Answer it.")
    now = clock.now_at(phase)
    proposal = Proposal.objects.create(
        game=game,
        phase=phase,
        kind=kind,
        powers=chosen,
        seat=seat,
        named=named or kind != Kind.DRAW,
        opened_at=now,
    )
    if seat in _asked(voters, proposal):
        Ballot.objects.create(proposal=proposal, seat=seat, yes=True)
    by_power = seat.power if proposal.named else None
    signals.vote_called.send(sender=Game, game=game, kind=kind, by_power=by_power)
    announce_phase(phase)
    _settle(game, phase, proposal, now)
    return proposal


@transaction.atomic
def ballot_cast(*, by: User, game: Game, ordinal: int, proposal_id: int, yes: bool) -> Proposal:
    """Answer a proposal, or answer it otherwise, until it has passed. Nobody is told.

    Raises NotAllowed for somebody who is not asked, NotFound, NotNow when the proposal is over.
    """
    game, phase, seat = _taken(by, game, ordinal)
    proposal = _open(game, phase, proposal_id)
    if seat not in _asked(electorate(game, phase), proposal):
        raise NotAllowed("Your power is not asked: it is out of the game, or the win is conceded to it.")
    Ballot.objects.update_or_create(proposal=proposal, seat=seat, defaults={"yes": yes})
    _settle(game, phase, proposal, clock.now_at(phase))
    return proposal


@transaction.atomic
def proposal_withdraw(*, by: User, game: Game, ordinal: int, proposal_id: int) -> None:
    """Take back a proposal one has made. Raises NotAllowed, NotFound, NotNow."""
    game, phase, seat = _taken(by, game, ordinal)
    proposal = _open(game, phase, proposal_id)
    if proposal.seat_id != seat.pk:
        raise NotFound("There is no such proposal of yours.")
    proposals_lapse(proposals=Proposal.objects.filter(pk=proposal.pk), at=clock.now_at(phase))
    announce_phase(phase)


@transaction.atomic
def end_agree(*, by: User, game: Game, ordinal: int, proposal_id: int, agrees: bool) -> Proposal:
    """Agree, as the GM, that the game ends without a winner, or take that back; it ends once all players
    agree as well. Raises NotAllowed unless `by` is the GM, NotFound for another proposal, NotNow.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    phase = lock_work(game.pk, ordinal)
    _require_no_results(phase)
    proposal = _open(game, phase, proposal_id)
    if proposal.kind != Kind.END:
        raise NotFound("The GM is asked only about an end without a winner.")
    proposal.gm_agrees = agrees
    proposal.save(update_fields=["gm_agrees"])
    _settle(game, phase, proposal, clock.now_at(phase))
    return proposal


def powers_left(phase: Phase) -> list[str]:
    """The powers that are publicly in the game: with a centre, or awaited in this phase; sorted."""
    return sorted(set(phase.awaiting) | set(centres_of(phase)))


def _taken(by: User, game: Game, ordinal: int) -> tuple[Game, Phase, Seat]:
    """Game and phase, locked, and the asker's seat; raises NotAllowed for somebody without a power."""
    game = lock_game(game.pk)
    phase = lock_work(game.pk, ordinal)
    seat = Seat.objects.filter(game=game, user=by, power__isnull=False).first()
    if seat is None:
        raise NotAllowed("You have no power in this game, so you have no vote.")
    _require_no_results(phase)
    return game, phase, seat


def _require_no_results(phase: Phase) -> None:
    """Raises NotNow while the GM has results that the players do not know."""
    if phase.status == Phase.Status.HELD:
        raise NotNow("The phase is closed and the GM has its results. Wait until they are out.")


def _checked_powers(game: Game, phase: Phase, kind: str, powers: list[str]) -> list[str]:
    """The powers of a proposal, sorted; raises BadInput or NotNow if the table or the board forbids them."""
    left, chosen = powers_left(phase), sorted(set(powers))
    if kind == Kind.END:
        return []
    if kind == Kind.DRAW and game.draws == Game.Draws.NONE:
        raise NotNow("This table has agreed on playing to the end: there are no draws.")
    if kind == Kind.DRAW and game.draws == Game.Draws.SURVIVORS:
        return left
    if not set(chosen) <= set(left):
        raise BadInput("Choose powers that are still in the game.", field="powers")
    if kind == Kind.CONCEDE and len(chosen) != 1:
        raise BadInput("Choose the power that wins.", field="powers")
    if kind == Kind.DRAW and len(chosen) < 2:
        raise BadInput("Choose at least two powers that share the draw.", field="powers")
    return chosen


def _open(game: Game, phase: Phase, proposal_id: int) -> Proposal:
    """An open proposal of this phase; raises NotFound or NotNow."""
    proposal = Proposal.objects.filter(game=game, pk=proposal_id).first()
    if proposal is None:
        raise NotFound("There is no such proposal at this table.")
    if proposal.outcome != Proposal.Outcome.OPEN or proposal.phase_id != phase.pk:
        raise NotNow("That proposal is over. It held for the board on which it was made.")
    return proposal


def _asked(voters: list[Seat], proposal: Proposal) -> list[Seat]:
    """The seats whose agreement a proposal takes: all, but not the one that wins by it."""
    if proposal.kind == Kind.CONCEDE:
        return [seat for seat in voters if seat.power not in proposal.powers]
    return voters


def _settle(game: Game, phase: Phase, proposal: Proposal, at: dt.datetime) -> None:
    """End the game if everybody who is asked has agreed. Otherwise nothing happens, whoever refused."""
    asked = {seat.pk for seat in _asked(electorate(game, phase), proposal)}
    agreed = set(Ballot.objects.filter(proposal=proposal, yes=True).values_list("seat_id", flat=True))
    if not asked or not asked <= agreed:
        return
    if proposal.kind == Kind.END and not proposal.gm_agrees and not _gm_is_among(game, asked):
        return
    proposal.outcome = Proposal.Outcome.PASSED
    proposal.closed_at = at
    proposal.save(update_fields=["outcome", "closed_at"])
    _finish(game, phase, proposal, at)


def _gm_is_among(game: Game, asked: set[int]) -> bool:
    """Whether the GM plays one of these seats, and has agreed with it."""
    return game.gm_plays and Seat.objects.filter(pk__in=asked, user=game.gm_id).exists()


def _finish(game: Game, phase: Phase, proposal: Proposal, at: dt.datetime) -> None:
    """End the game on the board as it stands: its phase closes without results."""
    clock_close(phase=phase, at=at)
    phase.status = Phase.Status.RESOLVED
    phase.resolved_at = at
    phase.deadline = phase.remaining = None
    phase.ready = False
    phase.trace = ""
    phase.save(update_fields=["status", "resolved_at", "deadline", "remaining", "ready", "trace"])
    game.status = Game.Status.FINISHED
    game.outcome = _OUTCOMES[Kind(proposal.kind)]
    game.winner = list(proposal.powers)
    game.pause = ""
    game.paused_until = None
    game.gm_next = None
    game.ended_at = at
    game.save(update_fields=["status", "outcome", "winner", "pause", "paused_until", "gm_next", "ended_at"])
    SeatRequest.objects.filter(game=game, outcome=SeatRequest.Outcome.OPEN).update(
        outcome=SeatRequest.Outcome.CLOSED, closed_at=at
    )
    details = {"outcome": game.outcome, "powers": list(proposal.powers), "turn": phase.turn}
    audit_record(game=game, act="game_end", by=None, at=at, details=details)
    announce_phase(phase)
    signals.game_ended.send(sender=Game, game=game)
