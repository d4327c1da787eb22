"""The scrape: for whoever operates the site, and for nobody else."""

import os

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from trekdip.games.edge import tells_refusals
from trekdip.games.errors import NotFound
from trekdip.metrics.standing import Standing


@require_safe
@never_cache
@tells_refusals
def metrics(request: HttpRequest) -> HttpResponse:
    """All metrics in Prometheus' form, to whoever sends `TREKDIP_METRICS_TOKEN`; nobody else finds a page."""
    given = request.headers.get("Authorization", "")
    expected = settings.METRICS_TOKEN
    if not expected or not constant_time_compare(given, f"Bearer {expected}"):
        raise NotFound("There is no such page.")
    return HttpResponse(_processes() + _standing(), content_type=CONTENT_TYPE_LATEST)


def _processes() -> bytes:
    """What the processes beside this one have counted, this one included."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _standing() -> bytes:
    registry = CollectorRegistry()
    registry.register(Standing())
    return generate_latest(registry)
