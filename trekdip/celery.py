"""The Celery application; its tasks live with the apps, its settings in `trekdip.settings`."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trekdip.settings.embedded")

app = Celery("trekdip")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def serve_metrics(**_: Any) -> None:
    """Let a worker's counters be scraped on a port of its own, where one is set."""
    from django.conf import settings  # noqa: PLC0415  they are read when the worker runs, not before

    if settings.METRICS_PORT:
        from trekdip.metrics.worker import serve  # noqa: PLC0415

        serve(settings.METRICS_PORT)
