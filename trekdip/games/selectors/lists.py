"""Lists of games: the lobby and one's own.

Built from the games' public side and what the asker themself owes.
"""

import datetime as dt
import functools
import operator
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, OrderSheet, Phase, Seat
from trekdip.games.selectors.agreements import result_words
from trekdip.games.selectors.viewers import Person

LIMIT = 50
A_PAGE = 24
STAGES = {
    "open": "looking for players",
    "running": "being played",
    "over": "over",
}


@dataclass(frozen=True)
class GameCard:
    """A game in a list; `variant` is the variant's title.

    `manages`: the asker is its GM, whether or not they play (`role` is "player" then). `owes`: the phase
    waits for the asker, who has not sent final orders; nobody else is told. `result`: how it ended,
    empty while it is on.
    """

    slug: str
    title: str
    variant_id: str
    variant: str
    status: str
    joining: str
    gm: str
    players: int
    seats: int
    ordinal: int | None
    turn: str | None
    deadline: dt.datetime | None
    stuck: bool
    role: str | None
    manages: bool
    power: str | None
    owes: bool
    result: str = ""


@dataclass(frozen=True)
class Wanted:
    """Which games somebody looks for; what is empty narrows nothing.

    `stage`: a key of `STAGES`; `variant`: its id; `words`: each occurs in the title or is the GM's name.
    """

    stage: str = ""
    variant: str = ""
    words: str = ""


@dataclass(frozen=True)
class Found:
    """A page of the games looked for, how many there are in all, and the pages beside it, if there are."""

    cards: list[GameCard]
    total: int
    page: int
    pages: int
    newer: int | None
    older: int | None


@dataclass(frozen=True)
class Lobby:
    """The asker's games, tables one can join, and games one can watch; a game is in one list only."""

    mine: list[GameCard]
    open: list[GameCard]
    running: list[GameCard]


def lobby(user: Person) -> Lobby:
    """What the asker finds on the front page: at most 50 games a list, in a constant number of queries."""
    others = Game.objects.all()
    if isinstance(user, User):
        others = others.exclude(gm=user).exclude(pk__in=Seat.objects.filter(user=user).values("game"))
    seats = Seat.objects.filter(game=OuterRef("pk")).order_by().values("game").annotate(number=Count("pk"))
    forming = others.filter(status=Game.Status.FORMING, joining=Game.Joining.OPEN)
    joinable = forming.annotate(taken=Coalesce(Subquery(seats.values("number")), 0)).filter(_has_room())
    playing = others.filter(status__in=[Game.Status.RUNNING, Game.Status.PAUSED])
    return Lobby(
        mine=my_games(user),
        open=_cards(user, joinable.order_by("-created_at")[:LIMIT]),
        running=_cards(user, playing.order_by("-started_at")[:LIMIT]),
    )


def games_found(user: Person, wanted: Wanted, page: int) -> Found:
    """A page of all games of which anybody may know, the newest first; a page that there is not is the one
    nearest to it. Tables that one joins by a link and that have not begun are for those who have the link.
    """
    games = Game.objects.exclude(status=Game.Status.CANCELLED)
    games = games.exclude(status=Game.Status.FORMING, joining=Game.Joining.INVITE)
    if wanted.stage in STAGES:
        games = games.filter(status__in=_STATUSES[wanted.stage])
    if wanted.variant:
        games = games.filter(variant=wanted.variant)
    for word in wanted.words.split():
        games = games.filter(Q(title__icontains=word) | Q(gm__username__iexact=word))
    games = games.order_by("-created_at", "-pk")
    shown = Paginator(games, A_PAGE).get_page(page)
    return Found(
        cards=_cards(user, games[shown.start_index() - 1 : shown.end_index()] if shown else games.none()),
        total=shown.paginator.count,
        page=shown.number,
        pages=shown.paginator.num_pages,
        newer=shown.previous_page_number() if shown.has_previous() else None,
        older=shown.next_page_number() if shown.has_next() else None,
    )


def my_games(user: Person) -> list[GameCard]:
    """The asker's games as player or GM: those where orders are owed first, games that are over last."""
    if not isinstance(user, User):
        return []
    own = Q(gm=user) | Q(pk__in=Seat.objects.filter(user=user).values("game"))
    mine = Game.objects.filter(own).exclude(status=Game.Status.CANCELLED).order_by("-created_at")
    return sorted(_cards(user, mine[: 2 * LIMIT]), key=_urgency)


def awaited_of(user: Person) -> int:
    """How many games wait for final orders of the asker. One query."""
    if not isinstance(user, User):
        return 0
    final = OrderSheet.objects.filter(phase=OuterRef("pk"), seat__user=user, final=True)
    at_work = Phase.objects.filter(
        ~Exists(final), status=Phase.Status.OPEN, game__status=Game.Status.RUNNING, game__seats__user=user
    )
    return sum(power in awaiting for awaiting, power in at_work.values_list("awaiting", "game__seats__power"))


def _has_room() -> Q:
    """The condition that a seat is free, of games with the number of seats `taken`."""
    rooms = (Q(variant=card.id, taken__lt=len(card.powers)) for card in gate.variants())
    return functools.reduce(operator.or_, rooms)


_STATUSES = {
    "open": [Game.Status.FORMING],
    "running": [Game.Status.RUNNING, Game.Status.PAUSED],
    "over": [Game.Status.FINISHED],
}


def _urgency(card: GameCard) -> tuple[bool, bool, bool, float]:
    """What sorts first in one's own list: owed, in play, soonest deadline."""
    over = card.status == Game.Status.FINISHED
    soon = card.deadline.timestamp() if card.deadline else float("inf")
    return (not card.owes, over, card.deadline is None, soon)


def _cards(user: Person, games: QuerySet[Game]) -> list[GameCard]:
    """The games as cards, with four queries however many there are."""
    asker = user.pk if isinstance(user, User) else None
    at_work = Phase.objects.filter(status__in=Phase.AT_WORK).defer("truth", "trace")
    own_sheets = OrderSheet.objects.filter(seat__user=asker, final=True).only("phase_id")
    rows = (
        games.select_related("gm")
        .annotate(players=Count("seats", filter=Q(seats__user__isnull=False)))
        .prefetch_related(
            Prefetch("seats", Seat.objects.filter(user=asker), to_attr="own_seats"),
            Prefetch(
                "phases",
                at_work.prefetch_related(Prefetch("sheets", own_sheets, to_attr="own_final_sheets")),
                to_attr="at_work",
            ),
        )
    )
    return [_card(game, asker) for game in rows]


def _card(game: Game, asker: int | None) -> GameCard:
    """One game with what `_cards` has fetched beside it."""
    variant = gate.variant(game.variant)
    own_seats: list[Seat] = getattr(game, "own_seats")  # noqa: B009  set by Prefetch, unknown to the type
    at_work: list[Phase] = getattr(game, "at_work")  # noqa: B009
    players: int = getattr(game, "players")  # noqa: B009
    seat = own_seats[0] if asker is not None and own_seats else None
    phase = at_work[0] if at_work else None
    role = "player" if seat else "gm" if game.gm_id == asker else None
    return GameCard(
        slug=game.slug,
        title=game.title,
        variant_id=variant.id,
        variant=variant.title,
        status=game.status,
        joining=game.joining,
        gm=game.gm.get_username(),
        players=players,
        seats=len(variant.powers),
        ordinal=phase.ordinal if phase else None,
        turn=phase.title if phase else None,
        deadline=phase.deadline if phase else None,
        stuck=phase is not None and phase.status == Phase.Status.STUCK,
        role=role,
        manages=asker is not None and game.gm_id == asker,
        power=variant.power_title(seat.power) if seat and seat.power else None,
        owes=_owes(game, phase, seat),
        result=result_words(game),
    )


def _owes(game: Game, phase: Phase | None, seat: Seat | None) -> bool:
    """Whether a running game's open phase waits for this seat's power, and has no final sheet of it."""
    if game.status != Game.Status.RUNNING or phase is None or phase.status != Phase.Status.OPEN:
        return False
    waited = phase.missing or phase.awaiting
    return seat is not None and seat.power in waited and not getattr(phase, "own_final_sheets")  # noqa: B009
