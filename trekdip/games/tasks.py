"""Background work of games, as Celery takes it: fetch nothing, call one service."""

import time

from celery import shared_task

from trekdip.games import services
from trekdip.metrics.counters import PHASES, RESOLUTION


@shared_task(name="trekdip.games.tasks.resolve_phase")
def resolve_phase(phase_id: int) -> None:
    """Resolve a phase that is due. Delivered twice or too late it does nothing."""
    began = time.perf_counter()
    if services.phase_resolve(phase_id=phase_id):
        PHASES.inc()
        RESOLUTION.observe(time.perf_counter() - began)
