"""The URL table of the sockets: the pages' own, for pages of this site alone, and the stream for programs."""

from typing import Any

from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import SessionMiddlewareStack
from django.urls import path, re_path

from trekdip.api.stream import TokenSocket
from trekdip.live.consumers import GameSocket
from trekdip.live.crowd import CappedByAddress
from trekdip.live.origin import SameOrigin

_pages: Any = SameOrigin(SessionMiddlewareStack(GameSocket.as_asgi()))  # `path` is typed for Django's views

websocket_urlpatterns = [
    path("ws/games/<slug:slug>/", _pages),
    path("api/v1/games/<slug:slug>/stream", TokenSocket.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # every other path is refused, without a word in the log
]
sockets = CappedByAddress(URLRouter(websocket_urlpatterns))
