"""The Django app of the GM's desk; nothing runs at start-up."""

from django.apps import AppConfig


class GmConfig(AppConfig):
    """Services, selectors and pages of the desk."""

    name = "trekdip.gm"
    label = "gm"
