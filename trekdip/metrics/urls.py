"""The URL table of the scrape."""

from django.urls import path

from trekdip.metrics import views

urlpatterns = [path("metrics", views.metrics, name="metrics")]
