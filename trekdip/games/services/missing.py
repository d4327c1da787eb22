"""Missing movement orders (Add 10): naming them, the time of grace, then NMR or a wait for a replacement.

A power is missing when the phase publicly awaits it (R-j, M-z) and it has sent no sheet: whether it has any
units to order for does not enter, so nothing hidden is told. Retreats and builds have no grace.
"""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, signals
from trekdip.games.errors import NotNow
from trekdip.games.models import ClockEvent, Game, OrderSheet, Phase, Seat
from trekdip.games.rhythm import SLACK
from trekdip.games.services.audit import audit_record, reason_checked, require_gm
from trekdip.games.services.locks import lock_game, lock_work
from trekdip.games.services.news import announce_phase
from trekdip.games.services.seats import seat_vacate
from trekdip.games.services.timing import clock_note, clock_set, clock_stop, require_pause, terms_of
from trekdip.games.terms import HOUR

Act = ClockEvent.Act
_HELD_FOR = 12 * HOUR  # what a newcomer gets at a table that has no time of grace


def missing_powers(phase: Phase) -> list[str]:
    """The powers a movement phase waits for that have sent no sheet; of those named, once some were."""
    waited: list[str] = phase.missing if phase.grace_at else phase.awaiting
    sent = OrderSheet.objects.filter(phase=phase, seat__power__in=waited).values_list(
        "seat__power", flat=True
    )
    return [power for power in waited if power not in set(sent)]


def missing_settle(*, game: Game, phase: Phase, at: dt.datetime) -> bool:
    """What becomes of a due phase for want of orders: True if it waits on, False if it is to be resolved.

    For services that hold the locks of the game and the phase.
    """
    if not phase.turn.endswith("M") or phase.locked or phase.deadline is None or at < phase.deadline:
        return False
    absent = missing_powers(phase)
    if not absent:
        return False
    agreed = terms_of(game)
    played = Seat.objects.filter(game=game, power__in=absent, user__isnull=False).exists()
    if phase.grace_at is None and agreed.grace and played:
        _begin_grace(game, phase, absent, dt.timedelta(minutes=agreed.grace), at)
        return True
    if agreed.missing == "wait":
        _hold(game, phase, absent, at)
        return True
    _miss(game, phase, absent, at)
    return False


@transaction.atomic
def missing_hold(*, by: User, game: Game, ordinal: int, reason: str) -> None:
    """Put the game on hold until the missing powers have somebody who plays them (Add 10).

    Raises NotAllowed unless `by` is the GM, NotNow unless the phase is in its time of grace, or (for a GM who
    plays) if the table's pauses are used up; BadInput without a reason.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    phase = lock_work(game.pk, ordinal)
    if game.status != Game.Status.RUNNING or phase.grace_at is None or phase.status != Phase.Status.OPEN:
        raise NotNow("No orders are missing now: a game goes on hold in its time of grace.")
    reason = reason_checked(reason, needed=True)
    if game.gm_plays:
        require_pause(game, dt.timedelta(0))
    now = clock.now_at(phase)
    absent = missing_powers(phase)
    audit_record(game=game, act="missing_hold", by=by, at=now, reason=reason, details={"turn": phase.turn})
    _hold(game, phase, absent, now, by=by, reason=reason)


@transaction.atomic
def missing_nmr(*, by: User, game: Game, ordinal: int, reason: str = "") -> None:
    """Wait no longer: what is missing stays missing (NMR), and the phase is resolved at once.

    Raises NotAllowed unless `by` is the GM, NotNow unless the phase waits for missing orders.
    """
    from trekdip.games.services.phases import end_locked  # noqa: PLC0415  they call each other

    game = lock_game(game.pk)
    require_gm(by, game)
    phase = lock_work(game.pk, ordinal)
    waits = game.status == Game.Status.RUNNING or game.pause == Game.Pause.MISSING
    if phase.grace_at is None or phase.status != Phase.Status.OPEN or not waits:
        raise NotNow("No orders are missing now.")
    now = clock.now_at(phase)
    audit_record(game=game, act="missing_nmr", by=by, at=now, reason=reason, details={"turn": phase.turn})
    game.status = Game.Status.RUNNING
    game.pause = ""
    game.paused_until = None
    game.save(update_fields=["status", "pause", "paused_until"])
    _miss(game, phase, missing_powers(phase), now, by=by, reason=reason)
    end_locked(game=game, phase=phase, at=now)


def _begin_grace(game: Game, phase: Phase, absent: list[str], grace: dt.timedelta, at: dt.datetime) -> None:
    """Name the missing to everybody, and wait; the time counts from the deadline unless the site was away."""
    was = phase.deadline
    start = was if was is not None and at - was <= SLACK else at
    phase.missing = absent
    phase.grace_at = at
    phase.ready = False
    phase.save(update_fields=["missing", "grace_at", "ready"])
    clock_set(game=game, phase=phase, deadline=start + grace, at=at)
    clock_note(phase=phase, act=Act.GRACE, at=at, powers=absent, was=was)
    announce_phase(phase)
    signals.grace_begun.send(sender=Phase, phase=phase, powers=list(absent))


def _hold(
    game: Game, phase: Phase, absent: list[str], at: dt.datetime, *, by: User | None = None, reason: str = ""
) -> None:
    """Stop the clock for a replacement; when it goes on the newcomer has a whole time of grace."""
    agreed = terms_of(game)
    phase.missing = absent
    phase.grace_at = phase.grace_at or at
    phase.ready = not absent
    phase.save(update_fields=["missing", "grace_at", "ready"])
    clock_stop(
        game=game,
        phase=phase,
        cause=Game.Pause.MISSING,
        act=Act.HOLD,
        at=at,
        until=at + dt.timedelta(minutes=agreed.pause) if game.gm_plays and by else None,
        left=dt.timedelta(minutes=agreed.grace or _HELD_FOR),
        by=by,
        reason=reason,
        powers=absent,
    )


def _miss(
    game: Game, phase: Phase, absent: list[str], at: dt.datetime, *, by: User | None = None, reason: str = ""
) -> None:
    """Note that these powers sent no orders; where the table agreed so, open the seats of those who do so
    again and again.
    """
    phase.nmr = absent
    phase.save(update_fields=["nmr"])
    clock_note(phase=phase, act=Act.NMR, at=at, by=by, reason=reason, powers=absent)
    limit = terms_of(game).vacates
    if not limit:
        return
    before = (
        Phase.objects.filter(
            game=game, ordinal__lt=phase.ordinal, turn__endswith="M", locked=False, withdrawn=None
        )
        .order_by("-ordinal")
        .values_list("nmr", flat=True)[: limit - 1]
    )
    lately = [set(missed) for missed in before]
    if len(lately) == limit - 1:
        for power in absent:
            if all(power in missed for missed in lately):
                _vacate(game, phase, power, at)


def _vacate(game: Game, phase: Phase, power: str, at: dt.datetime) -> None:
    """Open a seat whose player has sent nothing for too long."""
    seat = Seat.objects.select_related("user").filter(game=game, power=power, user__isnull=False).first()
    if seat is None or seat.user is None:
        return
    reason = "no orders again and again"
    seat_vacate(game=game, phase=phase, seat=seat, act="seat_kick", at=at, reason=reason, told=reason)
