"""The site on which Star Trek Diplomacy is played: a Django project around the pure `adjudicator`."""

from trekdip.celery import app as celery_app

__all__ = ["celery_app"]
