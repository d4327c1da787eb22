"""How the site stands at the moment of asking, read from the database and the queue: gauges for a scrape."""

import logging
from collections.abc import Iterator
from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models.functions import Now
from kombu.exceptions import ChannelError, OperationalError
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError
from typing_extensions import override

from trekdip.games.models import Game, Outbox, Phase
from trekdip.live import health
from trekdip.notices.models import Notice

logger = logging.getLogger(__name__)


class Standing(Collector):
    """Phases by status, how far the clock is behind, what waits to be announced, sent or resolved."""

    @override
    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = health.parts()
        ready = GaugeMetricFamily(
            "trekdip_part_ready", "Whether what the site needs is in order.", labels=["part"]
        )
        for part, problem in found.items():
            ready.add_metric([part], float(problem is None))
        yield ready
        if found["database"] is None:
            yield from _rows()
        waiting = GaugeMetricFamily("trekdip_queue_length", "Tasks that wait for a worker.", labels=["queue"])
        for queue, length in queue_lengths().items():
            waiting.add_metric([queue], length)
        yield waiting


def _rows() -> Iterator[GaugeMetricFamily]:
    """What the database tells."""
    running = Phase.objects.filter(game__status=Game.Status.RUNNING)
    due = running.filter(status=Phase.Status.OPEN, deadline__lt=Now())
    oldest = due.order_by("deadline").annotate(at=Now()).values_list("deadline", "at").first()
    behind = (oldest[1] - oldest[0]).total_seconds() if oldest and oldest[0] else 0.0
    yield _gauge("deadline_lag_seconds", "How long the oldest due phase has waited.", behind)
    yield _gauge("phases_due", "Phases whose deadline has passed.", due.count())
    yield _gauge("phases_open", "Phases that take orders.", running.filter(status="open").count())
    stuck = Phase.objects.filter(status=Phase.Status.STUCK).count()
    yield _gauge("phases_stuck", "Phases the adjudicator has failed on.", stuck)
    unsent = Outbox.objects.filter(sent_at__isnull=True).count()
    yield _gauge("outbox_unsent", "Phases whose news were not announced yet.", unsent)
    waiting = Notice.objects.filter(done_at__isnull=True, due_at__lt=Now()).count()
    yield _gauge("notices_waiting", "Notices that are due and not sent.", waiting)


def queue_lengths() -> dict[str, int]:
    """How many tasks wait for a worker, by queue; nothing where tasks run at once or the broker does not
    answer.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return {}
    routes = settings.CELERY_TASK_ROUTES.values()
    queues = [current_app.conf.task_default_queue, *(route["queue"] for route in routes)]
    try:
        with current_app.connection_for_read() as connection:
            return {queue: _length(connection.default_channel, queue) for queue in queues}
    except (OperationalError, RedisError, OSError):
        logger.warning("the broker did not tell how long its queues are")
        return {}


def _length(channel: Any, queue: str) -> int:
    """The length of a queue; the type of a channel does not tell what every transport has."""
    try:
        return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except ChannelError:  # Redis knows no empty list
        return 0


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"trekdip_{name}", words, value=value)
