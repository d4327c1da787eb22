"""The Django app of archives; it has no tables, and nothing runs at start-up."""

from django.apps import AppConfig


class ArchivesConfig(AppConfig):
    """Exports and imports of games."""

    name = "trekdip.archives"
    label = "archives"
