"""Taking over a vacant seat of a game in play: asking the GM, or, where the table agreed so, at once."""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Phase, Seat, SeatRequest
from trekdip.games.services.audit import require_gm
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.seats import newcomer_problem, seat_give, sent_away

Outcome = SeatRequest.Outcome
NOTE_LENGTH = 300
MAX_ASKED = 5  # open requests of one person


@transaction.atomic
def takeover_ask(*, by: User, game: Game, power: str, note: str = "") -> SeatRequest:
    """Ask for a vacant seat; where the table's seats are open to whoever comes first, it is theirs at once
    (the request comes back as taken).

    Raises NotNow unless the game is in play and the seat vacant, with too many requests, or, where it would
    be taken at once, for a seat one has given up in this phase; NotAllowed for somebody who may not play
    here, or (at once) whom the GM has sent away; BadInput for a note that is too long.
    """
    game, phase = _in_play(game)
    seat = Seat.objects.filter(game=game, power=power).first()
    if seat is None:
        raise NotFound("That power is not in this game.")
    if seat.user_id is not None:
        raise NotNow("That seat is not vacant any more.")
    if problem := newcomer_problem(game, by, power):
        raise NotAllowed(problem)
    note = note.strip()
    if len(note) > NOTE_LENGTH or "\x00" in note:
        raise BadInput(f"Keep the note to the GM under {NOTE_LENGTH} characters of text.", field="note")
    own = SeatRequest.objects.filter(user=by, outcome=Outcome.OPEN)
    if own.filter(game=game).exists():
        raise NotNow("You have asked for a seat here already. The GM answers, or you take it back.")
    if own.count() >= MAX_ASKED:
        raise NotNow(f"You have asked for {MAX_ASKED} seats. Take a request back first.")
    at_once = game.takeovers == Game.Takeovers.OPEN
    if at_once and sent_away(game, by):
        raise NotAllowed("The GM has taken your seat in this game. You come back by an invitation.")
    if at_once and _gave_up(game, phase, by):  # everybody is told each time, and all proposals lapse
        raise NotNow("You have given up this seat in this phase. You can take it back in the next.")
    now = clock.now_at(phase)
    request = SeatRequest.objects.create(seat=seat, game=game, user=by, note=note, asked_at=now)
    if at_once:
        seat_give(game=game, phase=phase, seat=seat, user=by, at=now, by=None, reason="taken over")
        request.refresh_from_db()
    return request


@transaction.atomic
def takeover_withdraw(*, by: User, game: Game) -> None:
    """Take one's request back. Raises NotFound without one."""
    game = lock_game(game.pk)
    request = SeatRequest.objects.filter(game=game, user=by, outcome=Outcome.OPEN).first()
    if request is None:
        raise NotFound("You have not asked for a seat in this game.")
    _close(request, game)


@transaction.atomic
def takeover_answer(*, by: User, game: Game, request_id: int, accept: bool) -> None:
    """Give the seat to whoever asked, or decline.

    Raises NotAllowed unless `by` is the GM, NotFound, NotNow when the request is over or the seat taken,
    BadInput if they may not sit there any more.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    request = SeatRequest.objects.select_related("seat", "user").filter(game=game, pk=request_id).first()
    if request is None:
        raise NotFound("There is no such request.")
    if request.outcome != Outcome.OPEN:
        raise NotNow("That request is over.")
    if not accept:
        _close(request, game)
        return
    game, phase = _in_play(game)
    seat = request.seat
    if seat.user_id is not None:
        raise NotNow("That seat is not vacant any more.")
    now = clock.now_at(phase)
    seat_give(
        game=game, phase=phase, seat=seat, user=request.user, at=now, by=by, reason="asked for the seat"
    )


def _gave_up(game: Game, phase: Phase, user: User) -> bool:
    """Whether somebody has given up a seat of the game since the phase opened."""
    return game.audit.filter(act="seat_leave", by=user, at__gte=phase.opened_at).exists()


def _in_play(game: Game) -> tuple[Game, Phase]:
    """Game and phase at work, locked; raises NotNow outside of play."""
    game = lock_game(game.pk)
    phase = lock_current(game.pk)
    if phase is None:
        raise NotNow("Seats are taken over while a game is played.")
    return game, phase


def _close(request: SeatRequest, game: Game) -> None:
    """End a request without a seat."""
    request.outcome = Outcome.CLOSED
    request.closed_at = clock.now_at(game)
    request.save(update_fields=["outcome", "closed_at"])
