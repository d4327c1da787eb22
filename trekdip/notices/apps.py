"""Django's registration of the notices app; it listens to the games' signals from here on."""

from django.apps import AppConfig
from typing_extensions import override


class NoticesConfig(AppConfig):
    """Notices: who wants to be told what and how, what is to be told, and mail that comes in."""

    name = "trekdip.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    @override
    def ready(self) -> None:
        """Begin to listen."""
        from trekdip.notices import receivers  # noqa: PLC0415  imports models: Django must be set up

        receivers.listen()
