"""The URL table of the sockets."""

from django.urls import path

from trekdip.live.consumers import GameSocket

websocket_urlpatterns = [path("ws/games/<slug:slug>/", GameSocket.as_asgi())]
