"""Absences: announced ahead, taken back. How a clock heeds them is elsewhere."""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, signals
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Absence, Game, Phase
from trekdip.games.services.heeding import absences_heed
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.news import announce_phase
from trekdip.games.services.timing import reminders_plan

NOTE_LENGTH = 120
LONGEST = dt.timedelta(days=60)
FARTHEST = dt.timedelta(days=366)
MAX_AHEAD = 20
_IN_PLAY = (Game.Status.RUNNING, Game.Status.PAUSED)


@transaction.atomic
def absence_announce(
    *, by: User, begins: dt.datetime, ends: dt.datetime, game: Game | None = None, note: str = ""
) -> Absence:
    """Announce that one is away from one game, or from all of one's games, and move the deadlines that the
    tables have agreed to move for it.

    Raises NotAllowed for a game one has no seat in, BadInput for days that are past, too many or too far off,
    NotNow with too many absences announced.
    """
    if game is not None and not game.seats.filter(user=by).exists():
        raise NotAllowed("You have no seat in this game.")
    now = clock.now_at(by)
    begins = max(begins, now)
    note = " ".join(note.split())
    if ends <= begins:
        raise BadInput("The last day away is past, or before the first. Give the first, then the last.")
    if ends - begins > LONGEST:
        raise BadInput(f"Announce at most {LONGEST.days} days at once; for longer, give up the seat.")
    if ends > now + FARTHEST:
        raise BadInput("That is too far off. Announce it when it is less than a year away.")
    if len(note) > NOTE_LENGTH or "\x00" in note:
        raise BadInput(f"Keep the note under {NOTE_LENGTH} characters of text.", field="note")
    if Absence.objects.filter(user=by, ends__gt=now).count() >= MAX_AHEAD:
        raise NotNow(f"You have announced {MAX_AHEAD} absences. Take one back first.")
    absence = Absence.objects.create(
        user=by, game=game, begins=begins, ends=ends, note=note, announced_at=now
    )
    _tell(by, game)
    return absence


@transaction.atomic
def absence_cancel(*, by: User, absence_id: int) -> None:
    """Take an absence of one's own back; deadlines it has moved stay. Raises NotFound."""
    absence = Absence.objects.select_related("game").filter(user=by, pk=absence_id).first()
    if absence is None:
        raise NotFound("There is no such absence of yours.")
    game = absence.game
    absence.delete()
    _tell(by, game)


def _tell(by: User, game: Game | None) -> None:
    """Show the tables who is away now, and let their clocks heed it."""
    mine = Game.objects.filter(seats__user=by, status__in=_IN_PLAY)
    chosen = mine if game is None else mine.filter(pk=game.pk)
    for game_id in list(chosen.order_by("pk").values_list("pk", flat=True)):
        table = lock_game(game_id)
        phase = lock_current(game_id)
        if phase is None:
            continue
        now = clock.now_at(phase)
        told = []
        if table.status == Game.Status.RUNNING and phase.status == Phase.Status.OPEN:
            told = absences_heed(game=table, phase=phase, at=now)
        if told:
            reminders_plan(game=table, phase=phase, at=now)
            signals.deadline_moved.send(sender=Phase, phase=phase, reason="; ".join(told))
        announce_phase(phase)
