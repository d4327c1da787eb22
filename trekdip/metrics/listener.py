"""The counters of a container's processes on a port of its own, for the operator's network."""

import logging
import os
from pathlib import Path

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

logger = logging.getLogger(__name__)


def serve_if_free() -> None:
    """Answer scrapes on `TREKDIP_METRICS_PORT` from now on, where one is set, for all processes that share
    `PROMETHEUS_MULTIPROC_DIR`. One of them answers for all: the others find the port taken, and the first
    that starts after its end takes it.
    """
    if not settings.METRICS_PORT:
        return
    registry = REGISTRY
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        _forget_the_dead(Path(folder))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    try:
        start_http_server(settings.METRICS_PORT, registry=registry)
    except OSError:
        logger.info("port %s is taken: metrics are told there already", settings.METRICS_PORT)


def _forget_the_dead(folder: Path) -> None:
    """A process that was killed has no open sockets any more, whatever it has left in the folder."""
    for left in folder.glob("gauge_live*.db"):
        pid = int(left.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
