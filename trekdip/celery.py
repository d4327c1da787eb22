"""The Celery application; its tasks live with the apps, its settings in `trekdip.settings`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trekdip.settings.embedded")

app = Celery("trekdip")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
