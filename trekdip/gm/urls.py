"""The URL table of the GM's desk."""

from django.urls import path

from trekdip.gm import views

urlpatterns = [
    path("games/<slug:slug>/desk/", views.desk, name="desk"),
    path("games/<slug:slug>/desk/truth/", views.truth, name="truth"),
    path("games/<slug:slug>/desk/truth/<int:ordinal>/", views.truth, name="truth_at"),
    path("games/<slug:slug>/desk/force", views.force, name="desk_force"),
    path("games/<slug:slug>/desk/move", views.move, name="desk_move"),
    path("games/<slug:slug>/desk/nmr", views.nmr, name="desk_nmr"),
    path("games/<slug:slug>/desk/pause", views.pause, name="desk_pause"),
    path("games/<slug:slug>/desk/resume", views.resume, name="desk_resume"),
    path("games/<slug:slug>/desk/rerun", views.rerun, name="desk_rerun"),
    path("games/<slug:slug>/desk/replace", views.replace, name="desk_replace"),
]
