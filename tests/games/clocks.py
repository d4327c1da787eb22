"""Shifting a game's clock in tests: its rows are put into the past, nobody sleeps."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.dispatch import Signal
from django.utils import timezone

from tests.games.tables import current
from trekdip.games import services
from trekdip.games.models import Game, Phase, Reminder

SECOND = dt.timedelta(seconds=1)


def end(game: Game, *, ago: dt.timedelta = SECOND) -> Phase:
    """Put the deadline of the open phase so far into the past."""
    Phase.objects.filter(game=game, status="open").update(deadline=timezone.now() - ago)
    return current(game)


def pass_deadline(game: Game) -> Phase:
    """The deadline passes, and the sweep's task looks at the phase."""
    phase = end(game)
    assert services.phase_resolve(phase_id=phase.pk) is True
    game.refresh_from_db()
    return current(game)


def reach_reminders(game: Game, count: int = 1) -> Phase:
    """The moment of the first reminders of the open phase comes."""
    phase = current(game)
    soonest = Reminder.objects.filter(phase=phase, sent_at=None).order_by("due_at")[:count]
    for number, reminder in enumerate(soonest, start=1):
        reminder.due_at = timezone.now() - number * SECOND
        reminder.save(update_fields=["due_at"])
    return phase


@contextmanager
def heard(signal: Signal) -> Iterator[list[dict[str, Any]]]:
    """What a signal carries while the block runs."""
    told: list[dict[str, Any]] = []

    def note(sender: object, signal: Signal, **values: Any) -> None:  # noqa: ARG001
        told.append(values)

    signal.connect(note, weak=False)
    try:
        yield told
    finally:
        signal.disconnect(note)
