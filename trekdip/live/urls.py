"""The URL table of the health endpoints."""

from django.urls import path

from trekdip.live import health

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
]
