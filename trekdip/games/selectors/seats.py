"""Vacant seats of games in play, who asks for them, and who is asked to manage a game. Public facts of the
powers only; requests are told to the GM and to whoever made them.
"""

import datetime as dt
import json
from dataclasses import dataclass

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, Phase, PhaseView, Seat, SeatRequest
from trekdip.games.selectors.viewers import Person, is_gm
from trekdip.games.services.seats import newcomer_problem

LIMIT = 24
_IN_PLAY = [Game.Status.RUNNING, Game.Status.PAUSED]


@dataclass(frozen=True)
class VacantSeat:
    """A seat somebody could take over, with what everybody knows of its power."""

    slug: str
    game: str
    variant: str
    variant_title: str
    power: str
    title: str
    centers: int
    units: int
    turn: str
    deadline: dt.datetime | None
    at_once: bool


@dataclass(frozen=True)
class RequestRow:
    """Somebody asks for a seat."""

    id: int
    name: str
    title: str
    note: str
    asked_at: dt.datetime


@dataclass(frozen=True)
class Seats:
    """The seats of a game as they may change hands, for whoever asks. `problem`: why the asker cannot take
    one (empty: they can); `requests` are for the GM; `offered` says that the asker is asked to manage the
    game, `offered_to` tells the GM whom they have asked.
    """

    vacant: list[VacantSeat]
    problem: str
    asked: RequestRow | None
    requests: list[RequestRow]
    may_surrender: bool
    may_hand_over: bool
    offered: bool
    offered_to: str


def seats_to_take(user: Person) -> list[VacantSeat]:
    """Vacant seats of open tables in play, but of games the asker is part of; three queries."""
    seats = Seat.objects.filter(
        user=None, power__isnull=False, game__status__in=_IN_PLAY, game__joining=Game.Joining.OPEN
    )
    if isinstance(user, User):
        own = Seat.objects.filter(user=user).values("game")
        seats = seats.exclude(game__in=own).exclude(game__gm=user)
    return _vacant(list(seats.select_related("game").order_by("-game__started_at", "pk")[:LIMIT]))


def seats_of(user: Person, game: Game) -> Seats:
    """The seats of one game: what is vacant, and what the asker can do about it."""
    rows = list(game.seats.select_related("game").order_by("pk"))
    in_play = game.status in _IN_PLAY
    vacant = _vacant([seat for seat in rows if seat.user_id is None]) if in_play else []
    open_ones = game.seat_requests.filter(outcome=SeatRequest.Outcome.OPEN).select_related("user", "seat")
    manages = is_gm(user, game)
    told = [one for one in open_ones if manages or one.user_id == user.pk]
    asked = next((one for one in told if one.user_id == user.pk), None)
    problem = "Sign in first."
    if isinstance(user, User):
        found = [newcomer_problem(game, user, seat.power) for seat in vacant]
        problem = "" if None in found else next(filter(None, found), "")
    return Seats(
        vacant=vacant,
        problem=problem,
        asked=_request(asked, game) if asked else None,
        requests=[_request(one, game) for one in told if manages],
        may_surrender=in_play and any(seat.user_id == user.pk for seat in rows if seat.user_id),
        may_hand_over=manages and (in_play or game.status == Game.Status.FORMING),
        offered=isinstance(user, User) and game.gm_next_id == user.pk,
        offered_to=game.gm_next.get_username() if manages and game.gm_next else "",
    )


def _vacant(seats: list[Seat]) -> list[VacantSeat]:
    """Seats with the public side of their powers, in two queries."""
    games = {seat.game_id for seat in seats}
    phases = Phase.objects.filter(game__in=games, status__in=Phase.AT_WORK).defer("truth", "trace")
    at_work = {phase.game_id: phase for phase in phases}
    stored = PhaseView.objects.filter(phase__in=at_work.values(), viewer=gate.PUBLIC)
    views = {phase: json.loads(view) for phase, view in stored.values_list("phase_id", "view")}
    found = []
    for seat in seats:
        phase = at_work.get(seat.game_id)
        if phase is None or seat.power is None:
            continue
        card, view = gate.variant(seat.game.variant), views.get(phase.pk, {})
        found.append(
            VacantSeat(
                slug=seat.game.slug,
                game=seat.game.title,
                variant=seat.game.variant,
                variant_title=card.title,
                power=seat.power,
                title=card.power_title(seat.power),
                centers=len(view.get("centers", {}).get(seat.power, ())),
                units=len(view.get("units", {}).get(seat.power, ())),
                turn=phase.title,
                deadline=phase.deadline,
                at_once=seat.game.takeovers == Game.Takeovers.OPEN,
            )
        )
    return found


def _request(request: SeatRequest, game: Game) -> RequestRow:
    """A request in words."""
    title = gate.variant(game.variant).power_title(request.seat.power or "")
    return RequestRow(request.pk, request.user.get_username(), title, request.note, request.asked_at)
