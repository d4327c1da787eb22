"""Seats of games in play change hands here, and only here: given up, taken away, given to a newcomer.

Who may do that is for the services that call this. Whatever waited for the players of before is over then.
"""

import datetime as dt

from trekdip.accounts.models import User
from trekdip.games import signals
from trekdip.games.errors import BadInput
from trekdip.games.models import ClockEvent, Game, Observer, OrderSheet, Phase, Proposal, Seat, SeatRequest
from trekdip.games.services.audit import audit_record
from trekdip.games.services.lapsing import proposals_lapse
from trekdip.games.services.news import announce_phase, announce_seats
from trekdip.games.services.sheets import refresh_ready
from trekdip.games.services.timing import clock_note

_LOST = ["seat_leave", "seat_kick", "seat_replace"]


def seat_vacate(
    *,
    game: Game,
    phase: Phase | None,
    seat: Seat,
    act: str,
    at: dt.datetime,
    by: User | None = None,
    reason: str = "",
    told: str = "",
) -> None:
    """Take a seat from its player, at once and on open sockets too; its power is in civil disorder until
    somebody takes it over. What it had sent for this phase counts.

    For services that hold the locks of the game and the phase at work. `told`: what everybody reads of it
    on the page of the clock; `reason` is for the audit.
    """
    left = seat.user.get_username() if seat.user is not None else "nobody"
    seat.user = None
    seat.save(update_fields=["user"])
    details = {"player": left, "power": seat.power}
    audit_record(game=game, act=act, by=by, at=at, reason=reason, details=details)
    if phase is not None:
        clock_note(phase=phase, act=ClockEvent.Act.VACATE, at=at, reason=told, powers=[seat.power or ""])
        proposals_lapse(proposals=Proposal.objects.filter(game=game), at=at)
        announce_seats(phase)
        announce_phase(phase)
    signals.seat_filled.send(sender=Seat, seat=seat)


def seat_give(
    *, game: Game, phase: Phase, seat: Seat, user: User, at: dt.datetime, by: User | None, reason: str
) -> None:
    """Give a seat, vacant or not, to a newcomer: they get what it knows, its views of all phases and its
    sheet, which is no longer final. The old player has no access from this moment on, on open sockets too.

    For services that hold the locks of the game and the phase at work. Raises BadInput for somebody who may
    not sit there.
    """
    if problem := newcomer_problem(game, user, seat.power or ""):
        raise BadInput(problem, field="newcomer")
    left = seat.user.get_username() if seat.user is not None else None
    seat.user = user
    seat.save(update_fields=["user"])
    OrderSheet.objects.filter(phase=phase, seat=seat, nmr=False).update(final=False)
    # A newcomer who has not agreed to an observer does not agree by leaving again either.
    Observer.objects.filter(game=game).exclude(consents__user=user).update(granted_at=None)
    if phase.status == Phase.Status.OPEN:
        refresh_ready(phase)
    proposals_lapse(proposals=Proposal.objects.filter(game=game), at=at)
    asked = SeatRequest.objects.filter(game=game, outcome=SeatRequest.Outcome.OPEN)
    asked.filter(seat=seat, user=user).update(outcome=SeatRequest.Outcome.TAKEN, closed_at=at)
    asked.filter(seat=seat).update(outcome=SeatRequest.Outcome.CLOSED, closed_at=at)
    asked.filter(user=user).update(outcome=SeatRequest.Outcome.CLOSED, closed_at=at)
    details = {"turn": phase.turn, "power": seat.power, "from": left, "to": user.get_username()}
    audit_record(game=game, act="seat_replace", by=by, at=at, reason=reason, details=details)
    announce_seats(phase)
    signals.seat_filled.send(sender=Seat, seat=seat)


def taking_problem(game: Game, phase: Phase | None, seat: Seat) -> str | None:
    """Why the GM cannot take this seat from its player; None if they can. A GM who plays can only where
    orders are missing, or were in the last movement phase: whoever fills a seat chooses who learns its
    secrets.
    """
    if not game.gm_plays or phase is None or seat.user_id in {None, game.gm_id}:
        return None
    if seat.power in powers_without_orders(phase):
        return None
    return (
        "A GM who plays takes a seat only from a player whose orders are missing, or were in the last "
        "movement phase. Players can give their seats up themselves."
    )


def powers_without_orders(phase: Phase) -> set[str]:
    """The powers whose orders are publicly missing now, or were in the last movement phase. Two queries."""
    played = Phase.objects.filter(game=phase.game_id, turn__endswith="M", status=Phase.Status.RESOLVED)
    last = played.filter(locked=False, withdrawn=None).order_by("-ordinal").values_list("nmr", flat=True)
    sent = OrderSheet.objects.filter(phase=phase, seat__power__in=phase.missing)
    return set(phase.missing) - set(sent.values_list("seat__power", flat=True)) | set(last.first() or ())


def newcomer_problem(game: Game, user: User, power: str) -> str | None:
    """Why somebody may not take this power over, in words for others; None if they may: nobody plays who
    knows the truth, or another power's secrets.
    """
    name = user.get_username()
    if not user.is_active:
        return f"The account {name} is closed."
    if user.pk == game.gm_id and not game.gm_plays:
        return "The GM sees everything in this game, so the GM cannot play in it."
    if game.seats.filter(user=user).exists():
        return f"{name} has a seat in this game already."
    if Observer.objects.filter(game=game, user=user, seen=True).exists():
        return f"{name} has seen what is private in this game and cannot play in it."
    if played_here(game, user) - {power}:
        return f"{name} has played another power of this game and knows its secrets."
    return None


def played_here(game: Game, user: User) -> set[str]:
    """The powers whose seats somebody has had and lost since this game began, by its audit."""
    began = game.audit.filter(act="game_start").order_by("pk").values_list("pk", flat=True).first()
    lost = game.audit.filter(act__in=_LOST, pk__gt=began or 0)
    return {
        details["power"]
        for details in lost.values_list("details", flat=True)
        if user.get_username() in {details.get("player"), details.get("from")}
    }


def sent_away(game: Game, user: User) -> bool:
    """Whether the GM has taken a seat of this game from somebody: they come back only if the GM agrees."""
    taken = game.audit.filter(act="seat_kick", by__isnull=False)
    return taken.filter(details__player=user.get_username()).exists()
