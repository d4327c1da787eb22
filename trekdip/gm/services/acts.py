"""What a GM does to a running game.

Every act is written in the audit, in the same transaction; reading is in `selectors`.
"""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import ClockEvent, Game, OrderSheet, Phase, Seat
from trekdip.games.services.audit import audit_record, reason_checked, require_gm
from trekdip.games.services.locks import lock_current, lock_game, lock_work
from trekdip.games.services.phases import end_locked
from trekdip.games.services.seats import seat_give, taking_problem
from trekdip.games.services.sheets import refresh_ready
from trekdip.games.services.table import MAX_HOURS
from trekdip.games.services.timing import (
    clock_go_on,
    clock_move,
    clock_note,
    clock_stop,
    require_extension,
    require_pause,
    terms_of,
)


@transaction.atomic
def deadline_force(*, by: User, game: Game, ordinal: int, reason: str = "") -> None:
    """Resolve the phase now, with the orders that are in; where results wait for the GM, close it for orders.

    `ordinal` is the phase the GM is looking at. Raises NotAllowed unless `by` is the GM, NotNow if another
    phase is open by now, or the game is paused or stuck, or if a GM who plays has changed as many deadlines
    as the table allows.
    """
    game = _lock_managed(by, game)
    phase = lock_work(game.pk, ordinal)
    _require_running(game)
    _require_open(phase)
    reason = reason_checked(reason)
    if game.gm_plays and phase.deadline is not None:
        require_extension(game)
    now = clock.now_at(phase)
    if phase.deadline is not None:  # where the GM ends every phase there is nothing to tell
        clock_note(phase=phase, act=ClockEvent.Act.FORCE, at=now, by=by, reason=reason, was=phase.deadline)
    audit_record(
        game=game,
        act="deadline_force",
        by=by,
        at=now,
        reason=reason,
        details={"turn": phase.turn, **_due(phase)},
    )
    end_locked(game=game, phase=phase, at=now)


@transaction.atomic
def deadline_move(*, by: User, game: Game, ordinal: int, deadline: dt.datetime | None, reason: str) -> None:
    """Give the open phase another deadline, or none: then it ends when the GM says so.

    The reason is told to everybody at once. Raises NotAllowed, NotNow as `deadline_force` does, BadInput
    without a reason or for a deadline that is past or farther off than any rhythm allows, or than the table
    allows a GM who plays.
    """
    game = _lock_managed(by, game)
    phase = lock_work(game.pk, ordinal)
    _require_running(game)
    _require_open(phase)
    reason = reason_checked(reason, needed=True)
    now = clock.now_at(phase)
    if deadline is not None and deadline <= now:
        raise BadInput("That moment is past. To end the phase now, force the deadline.", field="deadline")
    if deadline is not None and deadline > now + dt.timedelta(hours=MAX_HOURS, minutes=1):
        raise BadInput(f"Choose a moment within {MAX_HOURS // 24} days, or no deadline.", field="deadline")
    if game.gm_plays and phase.deadline is not None:
        if deadline is None:
            raise BadInput("A GM who plays moves a deadline and does not take it away.", field="deadline")
        require_extension(game, deadline - phase.deadline)
    details = {"turn": phase.turn, "to": deadline.isoformat() if deadline else None, **_due(phase)}
    audit_record(game=game, act="deadline_move", by=by, at=now, reason=reason, details=details)
    clock_move(
        game=game, phase=phase, deadline=deadline, act=ClockEvent.Act.MOVE, at=now, by=by, reason=reason
    )


@transaction.atomic
def power_nmr(*, by: User, game: Game, ordinal: int, power: str, reason: str) -> None:
    """Declare that a power sends no orders in this phase: its sheet is discarded and no other is taken.

    Raises NotAllowed, for a GM who plays, too, NotNow, NotFound for a power nobody plays here, BadInput
    without a reason.
    """
    game = _lock_managed(by, game)
    if game.gm_plays:
        raise NotAllowed(
            "A GM who plays refuses nobody's orders. Whoever sends none is missing at the deadline."
        )
    phase = lock_work(game.pk, ordinal)
    _require_open(phase)
    reason = reason_checked(reason, needed=True)
    seat = _seat(game, power)
    now = clock.now_at(phase)
    discarded = OrderSheet.objects.filter(phase=phase, seat=seat, nmr=False).exists()
    OrderSheet.objects.update_or_create(
        phase=phase,
        seat=seat,
        defaults={"text": "", "lines": [], "final": True, "nmr": True, "saved_at": now},
    )
    refresh_ready(phase)
    audit_record(
        game=game,
        act="power_nmr",
        by=by,
        at=now,
        reason=reason,
        details={"turn": phase.turn, "power": power, "sheet_discarded": discarded},
    )  # and nobody is poked: others learn of it with the results


@transaction.atomic
def game_pause(*, by: User, game: Game, reason: str) -> None:
    """Stop the clock. What is left until the deadline is kept and runs on from `game_resume`.

    Orders can be sent while it stands. A GM who plays pauses as often and as long as the table allows: then
    the game goes on by itself. Raises NotAllowed, NotNow unless the game runs or when those pauses are used
    up, BadInput without a reason.
    """
    game = _lock_managed(by, game)
    _require_running(game)
    reason = reason_checked(reason, needed=True)
    phase = _at_work(game)
    now = clock.now_at(phase)
    details = {"turn": phase.turn, **_due(phase)}
    until = None
    if game.gm_plays:
        require_pause(game, dt.timedelta(0))
        until = now + dt.timedelta(minutes=terms_of(game).pause)
    audit_record(game=game, act="game_pause", by=by, at=now, reason=reason, details=details)
    clock_stop(
        game=game,
        phase=phase,
        cause=Game.Pause.GM,
        act=ClockEvent.Act.PAUSE,
        at=now,
        until=until,
        by=by,
        reason=reason,
    )


@transaction.atomic
def game_resume(*, by: User, game: Game, reason: str = "") -> None:
    """Let the clock go on where it was stopped.

    Raises NotAllowed, NotNow unless the game is paused, or if the players of a GM who plays have voted for
    the pause: then they vote for its end.
    """
    game = _lock_managed(by, game)
    if game.status != Game.Status.PAUSED:
        raise NotNow("The game is not paused.")
    if game.gm_plays and game.pause == Game.Pause.VOTE:
        raise NotNow("The players have voted for this pause. A vote of theirs ends it, or its time.")
    reason = reason_checked(reason)
    phase = _at_work(game)
    now = clock.now_at(phase)
    clock_go_on(game=game, phase=phase, at=now, by=by, reason=reason)
    audit_record(
        game=game,
        act="game_resume",
        by=by,
        at=now,
        reason=reason,
        details={"turn": phase.turn, **_due(phase)},
    )


@transaction.atomic
def seat_replace(*, by: User, game: Game, power: str, newcomer: User | str, reason: str) -> None:
    """Give a power's seat, vacant or not, to a newcomer (an account or its name) who has agreed to it.

    The newcomer gets what the seat knows: its views of all phases, and its sheet, which is no longer final.
    The old player has no access from this moment on, on open sockets too. Raises NotAllowed (a GM who plays
    takes the seat of nobody but of players who send no orders), NotFound, NotNow when the game is not in
    play, BadInput for a newcomer who may not sit there: a GM who sees everything, somebody with a seat here,
    somebody who has played another power of this game.
    """
    game = _lock_managed(by, game)
    phase = _at_work(game)
    reason = reason_checked(reason, needed=True)
    seat = _seat(game, power)
    if problem := taking_problem(game, phase, seat):
        raise NotAllowed(problem)
    user = newcomer if isinstance(newcomer, User) else account_named(newcomer)
    now = clock.now_at(phase)
    seat_give(game=game, phase=phase, seat=seat, user=user, at=now, by=by, reason=reason)


@transaction.atomic
def phase_rerun(*, by: User, game: Game, ordinal: int, reason: str = "") -> None:
    """Adjudicate a stuck phase again, with the orders that were kept; it may get stuck again. Where results
    wait for the GM, it is held.

    Raises NotAllowed, NotNow unless this phase is stuck and the game runs.
    """
    game = _lock_managed(by, game)
    phase = lock_work(game.pk, ordinal)
    _require_running(game)
    if phase.status != Phase.Status.STUCK:
        raise NotNow(f"{phase.title} is not stuck.")
    now = clock.now_at(phase)
    audit_record(game=game, act="phase_rerun", by=by, at=now, reason=reason, details={"turn": phase.turn})
    phase.status = Phase.Status.OPEN
    phase.trace = ""
    phase.save(update_fields=["status", "trace"])
    end_locked(game=game, phase=phase, at=now)


def _lock_managed(by: User, game: Game) -> Game:
    """The game, locked; raises NotAllowed unless `by` is its GM."""
    game = lock_game(game.pk)
    require_gm(by, game)
    return game


def _at_work(game: Game) -> Phase:
    """The locked phase at work, whichever it is; raises NotNow outside of play."""
    phase = lock_current(game.pk)
    if phase is None:
        raise NotNow("The game is not in play.")
    return phase


def _require_running(game: Game) -> None:
    """Raises NotNow for a game that is paused."""
    if game.status == Game.Status.PAUSED:
        raise NotNow("The game is paused. Resume it first.")
    if game.status != Game.Status.RUNNING:
        raise NotNow("The game is not in play.")


def _require_open(phase: Phase) -> None:
    """Raises NotNow for a phase that is held, or that the adjudicator is stuck in."""
    if phase.status == Phase.Status.HELD:
        raise NotNow(f"{phase.title} is closed. Look at its results and publish them.")
    if phase.status != Phase.Status.OPEN:
        raise NotNow(f"{phase.title} is stuck. Run it again first.")


def _seat(game: Game, power: str) -> Seat:
    """The power's seat; raises NotFound if it has none."""
    seat = game.seats.select_related("user").filter(power=power).first()
    if seat is None:
        raise NotFound("That power is not in this game.")
    return seat


def account_named(name: str) -> User:
    """The account of that name, in any case of letters; raises BadInput if there is none."""
    user = User.objects.filter(username__iexact=name.strip()).first()
    if user is None:
        raise BadInput(
            f"There is no account {name.strip()!r}. Ask the newcomer to sign up first.", field="newcomer"
        )
    return user


def _due(phase: Phase) -> dict[str, str | None]:
    """The deadline as it was, for the audit."""
    return {"deadline": phase.deadline.isoformat() if phase.deadline else None}
