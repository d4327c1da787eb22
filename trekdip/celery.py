"""The Celery application; its tasks live with the apps, its settings in `trekdip.settings`."""

import os
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trekdip.settings.embedded")

app = Celery("trekdip")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
@task_postrun.connect
def give_connections_back(task: Any, **_: Any) -> None:
    """Between tasks a worker's database connection goes back to its pool, or away if it is broken, as
    between the requests of a page. Celery's own way would end the pool with every task.
    """
    from django.db import close_old_connections  # noqa: PLC0415  Django is not set up yet

    if not task.request.is_eager:
        close_old_connections()


@worker_ready.connect
def serve_metrics(**_: Any) -> None:
    """Let a worker's counters be scraped on a port of its own, where one is set."""
    from trekdip.metrics import listener  # noqa: PLC0415  settings are read when the worker runs, not before

    listener.serve_if_free()
