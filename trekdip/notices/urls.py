"""The URL table of notices and of mail that comes in."""

from django.urls import path

from trekdip.notices import views

urlpatterns = [
    path("accounts/notices/", views.notices_page, name="notices"),
    path("accounts/notices/devices", views.device_add, name="device_add"),
    path("accounts/notices/devices/<int:device>/remove", views.device_remove, name="device_remove"),
    path("notices/stop/<str:token>", views.stop, name="notices_stop"),
    path("games/<slug:slug>/notices/", views.game_notices, name="game_notices"),
    path("games/<slug:slug>/notices/address", views.address, name="notices_address"),
    path("games/<slug:slug>/notices/chat", views.chat, name="notices_chat"),
    path("mail/inbound", views.inbound_mail, name="inbound_mail"),
    path("help/notices", views.help_page, name="help_notices"),
]
