"""Django's registration of the press app; nothing runs at start-up."""

from django.apps import AppConfig


class PressConfig(AppConfig):
    """Conversations between powers."""

    name = "trekdip.press"
    label = "press"
    default_auto_field = "django.db.models.BigAutoField"
