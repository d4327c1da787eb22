"""The Django app of games; nothing runs at start-up."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, services and pages of games."""

    name = "trekdip.games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"
