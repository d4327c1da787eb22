"""The clock of a game: setting a deadline, stopping and letting go on, writing down what happened to it.

For services that hold the locks of the game and its phase at work; who may do what is theirs to say. The
pure side is `trekdip.games.rhythm` and `trekdip.games.terms`.
"""

import datetime as dt
from collections.abc import Collection

from trekdip.accounts.models import User
from trekdip.games import rhythm, signals, terms
from trekdip.games.clock_words import length_words
from trekdip.games.errors import BadInput, NotNow
from trekdip.games.models import ClockEvent, ClockVote, Game, Phase, Proposal, Reminder
from trekdip.games.services.heeding import absences_heed
from trekdip.games.services.lapsing import proposals_lapse
from trekdip.games.services.news import announce_phase

Act = ClockEvent.Act


def rhythm_of(game: Game) -> rhythm.Rhythm:
    """The rhythm a table has stored."""
    return rhythm.from_data(game.rhythm)


def terms_of(game: Game) -> terms.Terms:
    """The terms a table has stored."""
    return terms.from_data(game.clock_terms)


def deadline_of(
    game: Game, turn: str, at: dt.datetime, *, due: dt.datetime | None = None, first: bool = False
) -> rhythm.Deadline:
    """When a phase opened at `at` ends by the table's rhythm; `due` was the deadline of the one before."""
    return rhythm.next_deadline(rhythm_of(game), turn[-1], at, due=due, first=first)


def clock_begin(*, game: Game, phase: Phase, late: bool, at: dt.datetime) -> None:
    """Start the clock of a phase that has just been written with its deadline; `late`: it has none because
    results were late (Add 9).
    """
    if late:
        clock_note(phase=phase, act=Act.LATE, at=at)
    absences_heed(game=game, phase=phase, at=at)
    reminders_plan(game=game, phase=phase, at=at)


def clock_close(*, phase: Phase, at: dt.datetime) -> None:
    """End what hangs on a phase: reminders not sent, votes not decided, what was proposed on its board."""
    Reminder.objects.filter(phase=phase, sent_at__isnull=True).delete()
    ClockVote.objects.filter(phase=phase, outcome=ClockVote.Outcome.OPEN).update(
        outcome=ClockVote.Outcome.LAPSED, closed_at=at
    )
    proposals_lapse(proposals=Proposal.objects.filter(phase=phase), at=at)


def clock_set(*, game: Game, phase: Phase, deadline: dt.datetime | None, at: dt.datetime) -> None:
    """Give a phase this deadline, or none, and plan its reminders anew."""
    phase.deadline = deadline
    phase.remaining = None
    phase.save(update_fields=["deadline", "remaining"])
    reminders_plan(game=game, phase=phase, at=at)


def reminders_plan(*, game: Game, phase: Phase, at: dt.datetime) -> None:
    """Plan the reminders of a phase's deadline that are still to come; those not sent yet are replaced."""
    Reminder.objects.filter(phase=phase, sent_at__isnull=True).delete()
    if phase.deadline is None:
        return
    due = [phase.deadline - dt.timedelta(minutes=before) for before in terms_of(game).reminders]
    Reminder.objects.bulk_create(
        (Reminder(phase=phase, due_at=moment, deadline=phase.deadline) for moment in due if moment > at),
        ignore_conflicts=True,
    )


def clock_note(
    *,
    phase: Phase,
    act: ClockEvent.Act,
    at: dt.datetime,
    by: User | None = None,
    reason: str = "",
    powers: Collection[str] = (),
    was: dt.datetime | None = None,
) -> ClockEvent:
    """Write down for everybody what happened to the clock; the deadline is the phase's present one."""
    return ClockEvent.objects.create(
        game_id=phase.game_id,
        phase=phase,
        act=act,
        by=by,
        at=at,
        reason=reason,
        powers=list(powers),
        was=was,
        deadline=phase.deadline,
    )


def clock_move(
    *,
    game: Game,
    phase: Phase,
    deadline: dt.datetime | None,
    act: ClockEvent.Act,
    at: dt.datetime,
    by: User | None = None,
    reason: str = "",
    powers: Collection[str] = (),
) -> None:
    """Give an open phase another deadline, tell everybody why, and remind anew."""
    was = phase.deadline
    clock_set(game=game, phase=phase, deadline=deadline, at=at)
    clock_note(phase=phase, act=act, at=at, by=by, reason=reason, powers=powers, was=was)
    announce_phase(phase)
    signals.deadline_moved.send(sender=Phase, phase=phase, reason=reason)


def clock_stop(
    *,
    game: Game,
    phase: Phase,
    cause: Game.Pause,
    act: ClockEvent.Act,
    at: dt.datetime,
    until: dt.datetime | None = None,
    left: dt.timedelta | None = None,
    by: User | None = None,
    reason: str = "",
    powers: Collection[str] = (),
) -> None:
    """Stop the clock, at most until then. What is left of the phase is kept, or `left` in its stead."""
    was = phase.deadline
    if was is not None:
        phase.remaining = max(was - at, dt.timedelta(0)) if left is None else left
    phase.deadline = None
    phase.save(update_fields=["deadline", "remaining"])
    reminders_plan(game=game, phase=phase, at=at)
    game.status = Game.Status.PAUSED
    game.pause = cause
    game.paused_until = until
    game.save(update_fields=["status", "pause", "paused_until"])
    clock_note(phase=phase, act=act, at=at, by=by, reason=reason, powers=powers, was=was)
    announce_phase(phase)
    signals.deadline_moved.send(sender=Phase, phase=phase, reason=reason)


def clock_go_on(
    *, game: Game, phase: Phase, at: dt.datetime, by: User | None = None, reason: str = ""
) -> None:
    """Let a stopped clock go on with what was left. Phases that end at a time of day do so again; a time of
    grace goes on to the minute.
    """
    if phase.remaining is not None:
        left = phase.remaining
        plain = bool(phase.missing)
        deadline = at + left if plain else rhythm.resumed(rhythm_of(game), phase.turn[-1], at, left)
        clock_set(game=game, phase=phase, deadline=deadline, at=at)
    game.status = Game.Status.RUNNING
    game.pause = ""
    game.paused_until = None
    game.save(update_fields=["status", "pause", "paused_until"])
    clock_note(phase=phase, act=Act.RESUME, at=at, by=by, reason=reason)
    announce_phase(phase)
    signals.deadline_moved.send(sender=Phase, phase=phase, reason=reason)


def extensions_left(game: Game) -> int:
    """How often this game's deadlines can still be put off: votes count, and what a GM who plays did."""
    acts = [Act.EXTEND, Act.MOVE, Act.FORCE] if game.gm_plays else [Act.EXTEND]
    used = ClockEvent.objects.filter(game=game, act__in=acts).count()
    return max(0, terms_of(game).extensions - used)


def pauses_left(game: Game) -> int:
    """How many pauses the game can still take: those voted for count, and those of a GM who plays."""
    acts = [Act.STOP, Act.PAUSE, Act.HOLD] if game.gm_plays else [Act.STOP]
    used = ClockEvent.objects.filter(game=game, act__in=acts).exclude(act=Act.HOLD, by=None).count()
    return max(0, terms_of(game).pauses - used)


def require_extension(game: Game, by: dt.timedelta = dt.timedelta(0)) -> None:
    """Raises NotNow if the table's extensions are used up, BadInput for more time than it allows at once."""
    agreed = terms_of(game)
    if not extensions_left(game):
        raise NotNow(
            f"This table may change its deadlines {agreed.extensions} times in a game, and it has."
            if agreed.extensions
            else "This table has agreed that its deadlines are not put off."
        )
    if by > dt.timedelta(minutes=agreed.extension):
        raise BadInput(
            f"This table puts a deadline off by {length_words(agreed.extension)} at most.", field="minutes"
        )


def require_pause(game: Game, length: dt.timedelta) -> None:
    """Raises NotNow if the table's pauses are used up, BadInput for a longer one than it allows."""
    agreed = terms_of(game)
    if not pauses_left(game):
        raise NotNow(
            f"This table may pause {agreed.pauses} times in a game, and it has."
            if agreed.pauses
            else "This table has agreed not to pause."
        )
    if length > dt.timedelta(minutes=agreed.pause):
        raise BadInput(f"This table pauses for {length_words(agreed.pause)} at most.", field="minutes")
