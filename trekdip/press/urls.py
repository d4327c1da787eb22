"""The URL table of press. A conversation is called by its parties, a message by a random name."""

from django.urls import path

from trekdip.press.views import records, reviews, rooms

urlpatterns = [
    path("games/<slug:slug>/press/", rooms.press, name="press"),
    path("games/<slug:slug>/press/to", rooms.press_to, name="press_to"),
    path("games/<slug:slug>/press/unread", rooms.press_unread, name="press_unread"),
    path("games/<slug:slug>/press/mute", rooms.press_mute, name="press_mute"),
    path("games/<slug:slug>/press/handover", rooms.press_handover, name="press_handover"),
    path("games/<slug:slug>/press/export.<str:form>", records.press_export, name="press_export"),
    path("games/<slug:slug>/press/reports", reviews.press_reports, name="press_reports"),
    path("games/<slug:slug>/press/reports/<str:parties>", reviews.press_archive, name="press_archive"),
    path(
        "games/<slug:slug>/press/reports/<str:parties>/<slug:message>",
        reviews.press_report_read,
        name="press_report_read",
    ),
    path("games/<slug:slug>/press/with/<str:parties>/", rooms.press_thread, name="press_thread"),
    path(
        "games/<slug:slug>/press/with/<str:parties>/<slug:message>/board.svg",
        records.press_board,
        name="press_board",
    ),
    path(
        "games/<slug:slug>/press/with/<str:parties>/<slug:message>/report",
        reviews.press_report,
        name="press_report",
    ),
]
