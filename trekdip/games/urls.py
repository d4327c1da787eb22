"""The URL table of the lobby and of games."""

from django.urls import path

from trekdip.games.views import observers, play, records, site, tables, time, timeline, whatif

urlpatterns = [
    path("", site.lobby, name="lobby"),
    path("rules", site.rules, name="rules"),
    path("rules/<slug:variant>", site.variant_rules, name="variant_rules"),
    path("looks/<slug:variant>.css", site.look, name="look"),
    path("games/new", tables.game_new, name="game_new"),
    path("games/rhythm", tables.rhythm_preview, name="rhythm_preview"),
    path("games/<slug:slug>/", play.game_page, name="game"),
    path("games/<slug:slug>/state", play.game_state, name="game_state"),
    path("games/<slug:slug>/panels", play.game_panels, name="game_panels"),
    path("games/<slug:slug>/orders", play.orders, name="orders"),
    path("games/<slug:slug>/declare", play.declare, name="declare"),
    path("games/<slug:slug>/compare", timeline.compare, name="compare"),
    path("games/<slug:slug>/advance", play.advance, name="advance"),
    path("games/<slug:slug>/whatif", whatif.whatif, name="whatif"),
    path("games/<slug:slug>/plans", whatif.plans, name="plans"),
    path("games/<slug:slug>/plans/<int:plan>/rename", whatif.plan_rename, name="plan_rename"),
    path("games/<slug:slug>/plans/<int:plan>/delete", whatif.plan_delete, name="plan_delete"),
    path("games/<slug:slug>/phases/<int:ordinal>/", play.phase_page, name="phase"),
    path("games/<slug:slug>/dispatches", records.dispatches, name="dispatches"),
    path("games/<slug:slug>/replay/", records.replay, name="replay"),
    path("games/<slug:slug>/replay/<int:ordinal>/", records.replay, name="replay_at"),
    path("games/<slug:slug>/draws", records.draws, name="draws"),
    path("games/<slug:slug>/clock", time.clock_page, name="clock"),
    path("games/<slug:slug>/observers", observers.observers_page, name="observers"),
    path("games/<slug:slug>/audit", play.game_audit, name="game_audit"),
    path("games/<slug:slug>/join", tables.game_join, name="game_join"),
    path("games/<slug:slug>/join/<str:token>", tables.game_join, name="game_invite"),
    path("games/<slug:slug>/leave", tables.game_leave, name="game_leave"),
    path("games/<slug:slug>/start", tables.game_start, name="game_start"),
    path("games/<slug:slug>/countries", tables.countries_assign, name="countries_assign"),
    path("games/<slug:slug>/cancel", tables.game_cancel, name="game_cancel"),
    path("games/<slug:slug>/seats/<int:seat>/kick", tables.seat_kick, name="seat_kick"),
    path("games/<slug:slug>/seats/<int:seat>/assign", tables.seat_assign, name="seat_assign"),
]
