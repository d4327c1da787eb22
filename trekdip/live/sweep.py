"""The sweep: hands on phases that are due and news that were not announced, reminds, ends pauses. Resolves
nothing itself.
"""

import logging
from collections.abc import Callable
from typing import NamedTuple

from django.core.cache import cache

from trekdip.games import selectors, services
from trekdip.games.tasks import resolve_phase

logger = logging.getLogger(__name__)

# A phase stays due while it waits in the queue: it is handed on again only when its message has expired.
_PATIENCE_SECONDS = 15


class Swept(NamedTuple):
    """How many phases were handed on for resolution and announced, how many were reminded of, and how many
    pauses ended.
    """

    due: int
    unsent: int
    reminders: int = 0
    pauses: int = 0


def sweep() -> Swept:
    """Enqueue every due phase, announce every unsent one, remind those who owe orders, let games go on.

    Anything lost on the way (a worker, the queue, the cache) is found again by a later sweep; anything done
    twice is made harmless by the services.
    """
    due = [
        phase_id
        for phase_id in selectors.phases_due()
        if cache.add(f"due:{phase_id}", 1, timeout=_PATIENCE_SECONDS)
    ]
    unsent = selectors.outbox_unsent()
    failed = sum(not _enqueue(phase_id) for phase_id in due)
    failed += sum(not _announce(phase_id) for phase_id in unsent)
    if failed:
        logger.error(
            "%s of %s phases could not be handed on; a later sweep will", failed, len(due) + len(unsent)
        )
    reminders, pauses = selectors.reminders_due(), selectors.pauses_over()
    for phase_id in reminders:
        _tried(services.phase_remind, phase_id=phase_id)
    for game_id in pauses:
        _tried(services.pause_end, game_id=game_id)
    return Swept(len(due), len(unsent), len(reminders), len(pauses))


def _enqueue(phase_id: int) -> bool:
    try:
        resolve_phase.apply_async((phase_id,), expires=_PATIENCE_SECONDS)
    except Exception:
        # Whatever ails one phase must not keep the others from being resolved.
        logger.exception("phase %s could not be handed on for resolution", phase_id)
        return False
    return True


def _announce(phase_id: int) -> bool:
    try:
        services.outbox_send(phase_id=phase_id)
    except Exception:
        logger.exception("phase %s could not be announced", phase_id)
        return False
    return True


def _tried(service: Callable[..., object], **row: int) -> None:
    try:
        service(**row)
    except Exception:
        # One game's fault must not keep the others waiting; a later sweep tries again.
        logger.exception("%s failed on %s", service.__name__, row)
