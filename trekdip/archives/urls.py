"""The URL table of downloads."""

from django.urls import path

from trekdip.archives import views

urlpatterns = [
    path("games/<slug:slug>/exports", views.exports, name="exports"),
    path("games/<slug:slug>/exports/archive.jsonl.gz", views.archive, name="export_archive"),
    path("games/<slug:slug>/exports/saved-game.json", views.saved_game, name="export_saved_game"),
    path("games/<slug:slug>/exports/results.txt", views.results, name="export_results"),
]
