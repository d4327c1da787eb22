"""Django's registration of the live app."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Sockets, pokes and the sweep."""

    name = "trekdip.live"
    label = "live"
