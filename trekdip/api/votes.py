"""Calls with which a seat votes: on the end of the game (draws, concessions) and on the clock."""

from typing import Any

import msgspec
from django.http import HttpRequest
from ninja import Router

from trekdip.api import schemas
from trekdip.api.asking import require
from trekdip.api.edge import ACTS_A_MINUTE, REFUSED, Number, Slug, pace
from trekdip.games import selectors, services
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace
from trekdip.games.views.tables import signed_in

router = Router(tags=["Voting"])

_VOTE = (
    "id",
    "kind",
    "minutes",
    "reason",
    "yes",
    "no",
    "needed",
    "voters",
    "mine",
    "answer",
)


@router.get("/games/{slug}/proposals", response={200: schemas.Agreements, **REFUSED})
def proposals(request: HttpRequest, slug: Slug) -> dict[str, object]:
    """The open proposals to end the game, and what the token's seat may propose."""
    pace(request)
    require(request, slug)
    return _agreements(request, selectors.game_get(request.user, slug))


@router.post("/games/{slug}/proposals", response={200: schemas.Agreements, **REFUSED})
def propose(request: HttpRequest, slug: Slug, wanted: schemas.Proposing) -> dict[str, object]:
    """Propose to end the game; whoever proposes has agreed. It holds for this phase."""
    game = _voting(request, slug, "agreements")
    services.proposal_make(
        by=signed_in(request),
        game=game,
        ordinal=wanted.ordinal,
        kind=wanted.kind,
        powers=wanted.powers,
        named=wanted.named,
    )
    return _agreements(request, game)


@router.post("/games/{slug}/proposals/{number}/answer", response={200: schemas.Agreements, **REFUSED})
def proposal_answer(
    request: HttpRequest, slug: Slug, number: Number, said: schemas.Answer
) -> dict[str, object]:
    """Answer a proposal, or answer it otherwise, until all have agreed and the game is over. It is secret."""
    game = _voting(request, slug, "agreements")
    services.ballot_cast(
        by=signed_in(request), game=game, ordinal=said.ordinal, proposal_id=number, yes=said.yes
    )
    return _agreements(request, game)


@router.post("/games/{slug}/proposals/{number}/withdraw", response={200: schemas.Agreements, **REFUSED})
def proposal_withdraw(
    request: HttpRequest, slug: Slug, number: Number, said: schemas.OfPhase
) -> dict[str, object]:
    """Take back a proposal of the seat's own."""
    game = _voting(request, slug, "agreements")
    services.proposal_withdraw(by=signed_in(request), game=game, ordinal=said.ordinal, proposal_id=number)
    return _agreements(request, game)


@router.get("/games/{slug}/clock", response={200: schemas.Clock, **REFUSED})
def clock(request: HttpRequest, slug: Slug) -> dict[str, object]:
    """The deadline, the open vote on the clock, and which votes the token's seat may call."""
    pace(request)
    require(request, slug)
    return _clock(request, selectors.game_get(request.user, slug))


@router.post("/games/{slug}/clock/votes", response={200: schemas.Clock, **REFUSED})
def clock_call(request: HttpRequest, slug: Slug, wanted: schemas.ClockCall) -> dict[str, object]:
    """Call a vote: more time for this phase, a pause, or the end of one. Whoever calls it has said yes."""
    game = _voting(request, slug, "clock")
    services.clock_vote_call(
        by=signed_in(request),
        game=game,
        ordinal=wanted.ordinal,
        kind=wanted.kind,
        minutes=wanted.minutes,
        reason=wanted.reason,
    )
    return _clock(request, game)


@router.post("/games/{slug}/clock/votes/{number}/answer", response={200: schemas.Clock, **REFUSED})
def clock_answer(request: HttpRequest, slug: Slug, number: Number, said: schemas.Answer) -> dict[str, object]:
    """Answer the open vote, or answer it otherwise. Answers are counted, not named."""
    game = _voting(request, slug, "clock")
    services.clock_vote_answer(
        by=signed_in(request), game=game, ordinal=said.ordinal, vote_id=number, yes=said.yes
    )
    return _clock(request, game)


@router.post("/games/{slug}/clock/votes/{number}/withdraw", response={200: schemas.Clock, **REFUSED})
def clock_withdraw(
    request: HttpRequest, slug: Slug, number: Number, said: schemas.OfPhase
) -> dict[str, object]:
    """Take back a vote that the seat has called."""
    game = _voting(request, slug, "clock")
    services.clock_vote_withdraw(by=signed_in(request), game=game, ordinal=said.ordinal, vote_id=number)
    return _clock(request, game)


def _voting(request: HttpRequest, slug: str, purpose: str) -> Game:
    """The game, for somebody who may vote there; counted with the votes on its pages."""
    require(request, slug, "votes")
    keep_pace(request, purpose, a_minute=ACTS_A_MINUTE)
    return selectors.game_get(request.user, slug)


def _agreements(request: HttpRequest, game: Game) -> dict[str, object]:
    game.refresh_from_db()
    found = selectors.agreements(request.user, game)
    rows = [] if found.ordinal is None else selectors.proposals_on(request.user, game, found.ordinal)
    return {
        "ordinal": found.ordinal,
        "status": game.status,
        "proposals": [msgspec.to_builtins(row) for row in rows],
        "may_propose": found.may_propose,
        "draws": found.draws,
        "left": [power for power, _ in found.left],
    }


def _clock(request: HttpRequest, game: Game) -> dict[str, object]:
    game.refresh_from_db()
    found = selectors.clock(request.user, game)
    may = {"extension": found.may_extend, "pause": found.may_pause, "resume": found.may_resume}
    vote: dict[str, Any] | None = None
    if found.vote is not None:
        vote = {name: getattr(found.vote, name) for name in _VOTE}
        vote |= {"by": found.vote.by_power, "waits": found.vote.may_answer and found.vote.answer is None}
    return {
        "ordinal": found.ordinal,
        "status": game.status,
        "deadline": found.deadline,
        "paused_until": found.head.paused_until,
        "may_call": [kind for kind, allowed in may.items() if allowed],
        "vote": vote,
    }
