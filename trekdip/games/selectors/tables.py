"""A table as a page shows it: its terms, its seats, what the asker may do there; and its audit."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from trekdip.accounts.models import User
from trekdip.games import gate, rhythm, terms
from trekdip.games.clock_words import rhythm_words, terms_words
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game, Seat
from trekdip.games.press_terms import press_words
from trekdip.games.selectors.agreements import result_words
from trekdip.games.selectors.viewers import Person, is_gm, shown_name
from trekdip.games.services.lots import adjudicator_seed
from trekdip.games.services.table import start_problem


@dataclass(frozen=True)
class SeatRow:
    """A seat; without `player` it is vacant, without `power` none is given yet.

    `mine`: the asker sits there.
    """

    id: int
    power: str | None
    power_title: str | None
    player: str | None
    mine: bool


@dataclass(frozen=True)
class Table:
    """Everything about a game but its board.

    `invite_token` is for the GM; `seed` and `engine_seed` come out at the end.
    """

    slug: str
    title: str
    status: str
    variant: str
    variant_title: str
    powers: tuple[tuple[str, str], ...]
    gm: str
    gm_plays: bool
    joining: str
    seating: str
    early: bool
    press_words: str
    draws_words: str
    takeovers_words: str
    holds: bool
    clock: list[str]
    seats: list[SeatRow]
    free_powers: list[tuple[str, str]]
    capacity: int
    may_join: bool
    may_leave: bool
    may_manage: bool
    may_start: bool
    start_problem: str | None
    invite_token: str | None
    seed_hash: str
    seed: str | None
    engine_seed: int | None
    winners: list[str]
    result: str
    created_at: dt.datetime
    started_at: dt.datetime | None
    ended_at: dt.datetime | None


@dataclass(frozen=True)
class AuditRow:
    """One act at a table. `by` None: the site itself."""

    at: dt.datetime
    act: str
    by: str | None
    reason: str
    details: dict[str, Any]


def table(user: Person, game: Game, *, token: str = "") -> Table:
    """The table as the asker sees it; `token` is the invite link's, if the asker came by one. One query."""
    card = gate.variant(game.variant)
    seats = list(game.seats.select_related("user").order_by("pk"))
    taken = {seat.power for seat in seats}
    manages = is_gm(user, game)
    forming = game.status == Game.Status.FORMING
    over = game.status == Game.Status.FINISHED
    seated = any(seat.user_id == user.pk for seat in seats) if isinstance(user, User) else False
    invited = game.joining == Game.Joining.OPEN or token == game.invite_token or manages
    in_play = game.status in {Game.Status.RUNNING, Game.Status.PAUSED}
    problem = start_problem(game, seats) if manages and forming else None
    return Table(
        slug=game.slug,
        title=game.title,
        status=game.status,
        variant=game.variant,
        variant_title=card.title,
        powers=card.powers,
        gm=game.gm.get_username(),
        gm_plays=game.gm_plays,
        joining=game.joining,
        seating=game.seating,
        early=game.early,
        press_words=press_words(game),
        draws_words=game.get_draws_display(),
        takeovers_words=game.get_takeovers_display(),
        holds=game.holds,
        clock=[
            *rhythm_words(rhythm.from_data(game.rhythm), gate.kinds_of(game.variant)),
            *terms_words(terms.from_data(game.clock_terms)),
        ],
        seats=[_row(card, game, seat, user) for seat in sorted(seats, key=lambda seat: _place(card, seat))],
        free_powers=[(power, title) for power, title in card.powers if power not in taken],
        capacity=len(card.powers),
        may_join=(
            isinstance(user, User)
            and forming
            and invited
            and not seated
            and len(seats) < len(card.powers)
            and (game.gm_plays or not manages)
        ),
        may_leave=seated and (forming or in_play),
        may_manage=manages,
        may_start=manages and forming and problem is None,
        start_problem=problem,
        invite_token=game.invite_token if manages else None,
        seed_hash=game.seed_hash,
        seed=game.seed if over else None,
        engine_seed=adjudicator_seed(game.seed) if over else None,
        winners=[card.power_title(power) for power in game.winner],
        result=result_words(game),
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
    )


def audit(user: Person, game: Game, newest: int | None = None) -> list[AuditRow]:
    """The acts at a table, or so many of the newest, oldest first: for its GM always, for everybody when the
    game is over; else NotAllowed.
    """
    over = game.status in {Game.Status.FINISHED, Game.Status.CANCELLED}
    if not over and not is_gm(user, game):
        raise NotAllowed("The list of the GM's acts is open to everybody when the game is over.")
    return [
        AuditRow(
            entry.at, entry.act, entry.by.get_username() if entry.by else None, entry.reason, entry.details
        )
        for entry in reversed(game.audit.select_related("by").order_by("-pk")[:newest])
    ]


def variants() -> list[tuple[str, str]]:
    """What can be played: (id, title)."""
    return [(card.id, card.title) for card in gate.variants()]


def kinds_of_phase() -> list[tuple[str, str]]:
    """The kinds of phase of all variants: (letter, title)."""
    return list(gate.phase_kinds())


def variants_with(kind: str) -> list[str]:
    """The variants that have a kind of phase."""
    return [card.id for card in gate.variants() if kind in dict(gate.kinds_of(card.id))]


def kinds_of(variant: str) -> list[tuple[str, str]]:
    """The kinds of phase of one variant: (letter, title)."""
    return list(gate.kinds_of(variant))


def _row(card: gate.VariantCard, game: Game, seat: Seat, user: Person) -> SeatRow:
    """One seat as the asker sees it."""
    return SeatRow(
        id=seat.pk,
        power=seat.power,
        power_title=card.power_title(seat.power) if seat.power else None,
        player=shown_name(user, game, seat.user) if seat.user else None,
        mine=isinstance(user, User) and seat.user_id == user.pk,
    )


def _place(card: gate.VariantCard, seat: Seat) -> tuple[int, int]:
    """Seats with a power in the variant's order of powers, the others in the order of joining."""
    order = [power for power, _ in card.powers]
    return (order.index(seat.power) if seat.power in order else len(order), seat.pk)
