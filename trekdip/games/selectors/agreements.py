"""What a table can agree on about its end, as the asker may know it: proposals, and the asker's own ballots.

How anybody else has answered, or whether, is read by nobody here.
"""

from dataclasses import dataclass
from typing import Literal, cast

from django.db.models import QuerySet

from trekdip.accounts.models import User
from trekdip.games import gate, wire
from trekdip.games.models import Ballot, Game, Phase, Proposal, Seat
from trekdip.games.selectors.viewers import Person, is_gm
from trekdip.games.services.clock_votes import electorate
from trekdip.games.services.endings import powers_left

Kind = Proposal.Kind


@dataclass(frozen=True)
class ProposalRow:
    """An open proposal. `by` None: who made it is not told. `asked` are the titles of the powers whose
    agreement it takes, `answer` the asker's own; `gm_agrees` is told to the GM alone, else None.
    """

    id: int
    kind: Literal["draw", "concede", "end"]
    powers: list[str]
    words: str
    by: str | None
    by_power: str | None
    asked: list[str]
    with_gm: bool
    answer: bool | None
    may_answer: bool
    mine: bool
    gm_agrees: bool | None


@dataclass(frozen=True)
class Agreements:
    """The proposals that are open, and what the asker may propose; `left` are the powers in the game."""

    ordinal: int | None
    proposals: list[ProposalRow]
    may_propose: bool
    held: bool
    draws: str
    draws_words: str
    left: list[tuple[str, str]]
    own: str | None


def agreements(user: Person, game: Game) -> Agreements:
    """Everything about the end of a game by agreement, for whoever asks. A constant number of queries."""
    card = gate.variant(game.variant)
    phase = Phase.objects.filter(game=game, status__in=Phase.AT_WORK).defer("truth", "trace").first()
    seat = _seat(user, game)
    if phase is None:
        return Agreements(None, [], False, False, game.draws, game.get_draws_display(), [], None)
    voters = electorate(game, phase)
    held = phase.status == Phase.Status.HELD
    open_ones = list(_open(game).filter(phase=phase))
    left = set(powers_left(phase))
    return Agreements(
        ordinal=phase.ordinal,
        proposals=_rows(user, game, open_ones, voters, seat),
        may_propose=seat in voters and len(voters) > 1 and not held,
        held=held,
        draws=game.draws,
        draws_words=game.get_draws_display(),
        left=[(power, title) for power, title in card.powers if power in left],
        own=seat.power if seat else None,
    )


def proposals_on(user: Person, game: Game, ordinal: int) -> list[wire.Proposal]:
    """The open proposals on the board of a phase, for programs. One query where there are none, else four."""
    open_ones = list(_open(game).filter(phase__ordinal=ordinal).select_related("phase").defer("phase__truth"))
    if not open_ones:
        return []
    voters = electorate(game, open_ones[0].phase)
    return [
        wire.Proposal(
            id=row.id,
            kind=row.kind,
            powers=row.powers,
            by=row.by_power,
            mine=row.mine,
            answer=row.answer if row.gm_agrees is None else row.gm_agrees or None,
            waits=(row.may_answer and row.answer is None) or row.gm_agrees is False,
        )
        for row in _rows(user, game, open_ones, voters, _seat(user, game))
    ]


def proposed(game: Game) -> bool:
    """Whether an end of the game by agreement is proposed. One query."""
    return Proposal.objects.filter(game=game, outcome=Proposal.Outcome.OPEN).exists()


def result_words(game: Game) -> str:
    """How a finished game ended, in words; empty while it is on."""
    card = gate.variant(game.variant)
    who = _listed([card.power_title(power) for power in game.winner])
    match game.outcome:
        case Game.Outcome.SOLO:
            return f"Won by {who}"
        case Game.Outcome.SHARED:
            return f"Won together by {who}"
        case Game.Outcome.DRAW:
            return f"Draw between {who}"
        case Game.Outcome.CONCESSION:
            return f"{who} wins by concession"
        case Game.Outcome.ENDED:
            return "Ended without a winner"
    return ""


def _open(game: Game) -> QuerySet[Proposal]:
    """The open proposals of a game, with the seats that made them."""
    return Proposal.objects.filter(game=game, outcome=Proposal.Outcome.OPEN).select_related("seat")


def _seat(user: Person, game: Game) -> Seat | None:
    """The seat with a power in which the asker sits."""
    if not isinstance(user, User):
        return None
    return Seat.objects.filter(game=game, user=user, power__isnull=False).first()


def _rows(
    user: Person, game: Game, open_ones: list[Proposal], voters: list[Seat], seat: Seat | None
) -> list[ProposalRow]:
    """Proposals as the asker, who sits on `seat`, may know them."""
    card, manages = gate.variant(game.variant), is_gm(user, game)
    ballots = Ballot.objects.filter(proposal__in=open_ones, seat=seat).values_list("proposal_id", "yes")
    own = dict(ballots) if seat else {}
    return [_row(one, card, voters, seat, own.get(one.pk), game, manages=manages) for one in open_ones]


def _row(
    proposal: Proposal,
    card: gate.VariantCard,
    voters: list[Seat],
    seat: Seat | None,
    answer: bool | None,
    game: Game,
    *,
    manages: bool,
) -> ProposalRow:
    """A proposal as the asker may know it."""
    winning = proposal.powers if proposal.kind == Kind.CONCEDE else []
    asked = [one for one in voters if one.power not in winning]
    who = _listed([card.power_title(power) for power in proposal.powers])
    words = {
        Kind.DRAW: f"A draw between {who}",
        Kind.CONCEDE: f"{who} wins by concession",
        Kind.END: "The game ends without a winner",
    }[Kind(proposal.kind)]
    seated_gm = game.gm_plays and any(one.user_id == game.gm_id for one in asked)
    with_gm = proposal.kind == Kind.END and not seated_gm
    return ProposalRow(
        id=proposal.pk,
        kind=cast("Literal['draw', 'concede', 'end']", proposal.kind),
        powers=list(proposal.powers),
        words=words,
        by=card.power_title(proposal.seat.power or "") if proposal.named else None,
        by_power=proposal.seat.power if proposal.named else None,
        asked=[card.power_title(one.power or "") for one in asked],
        with_gm=with_gm,
        answer=answer,
        may_answer=seat in asked,
        mine=seat is not None and proposal.seat_id == seat.pk,
        gm_agrees=proposal.gm_agrees if with_gm and manages else None,
    )


def _listed(names: list[str]) -> str:
    """Names as a sentence lists them."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
