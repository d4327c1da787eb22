"""The URL table of the GM's desk."""

from django.urls import path

from trekdip.gm.views import acts, corrections, invited, pages, results

urlpatterns = [
    path("desk/", pages.tasks, name="desk_tasks"),
    path("invitations/<str:token>/", invited.invitation, name="invitation"),
    path("games/<slug:slug>/desk/", pages.desk, name="desk"),
    path("games/<slug:slug>/desk/truth/", pages.truth, name="truth"),
    path("games/<slug:slug>/desk/truth/<int:ordinal>/", pages.truth, name="truth_at"),
    path("games/<slug:slug>/desk/see/", pages.see, name="desk_see"),
    path("games/<slug:slug>/desk/knowledge/", pages.knowledge, name="desk_knowledge"),
    path("games/<slug:slug>/desk/preview/", results.preview, name="desk_preview"),
    path("games/<slug:slug>/desk/publish", results.publish, name="desk_publish"),
    path("games/<slug:slug>/desk/reopen", results.reopen, name="desk_reopen"),
    path("games/<slug:slug>/desk/sheet", results.sheet, name="desk_sheet"),
    path("games/<slug:slug>/desk/correct/", corrections.correct, name="desk_correct"),
    path("games/<slug:slug>/desk/force", acts.force, name="desk_force"),
    path("games/<slug:slug>/desk/move", acts.move, name="desk_move"),
    path("games/<slug:slug>/desk/nmr", acts.nmr, name="desk_nmr"),
    path("games/<slug:slug>/desk/hold", acts.hold, name="desk_hold"),
    path("games/<slug:slug>/desk/miss", acts.miss, name="desk_miss"),
    path("games/<slug:slug>/desk/pause", acts.pause, name="desk_pause"),
    path("games/<slug:slug>/desk/resume", acts.resume, name="desk_resume"),
    path("games/<slug:slug>/desk/rerun", acts.rerun, name="desk_rerun"),
    path("games/<slug:slug>/desk/replace", acts.replace, name="desk_replace"),
    path("games/<slug:slug>/desk/kick", acts.kick, name="desk_kick"),
    path("games/<slug:slug>/desk/announce", acts.announce, name="desk_announce"),
    path("games/<slug:slug>/desk/note", acts.note, name="desk_note"),
    path("games/<slug:slug>/desk/invite", acts.invite, name="desk_invite"),
    path("games/<slug:slug>/desk/uninvite/<int:invitation>", acts.uninvite, name="desk_uninvite"),
]
