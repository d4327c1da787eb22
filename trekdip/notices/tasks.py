"""Background work of notices, as Celery takes it."""

from celery import shared_task
from django.utils import timezone

from trekdip.notices import postman
from trekdip.notices.services import carrying


@shared_task(name="trekdip.notices.tasks.carry", acks_late=False)
def carry() -> None:
    """Send what is due; losing the message costs nothing, the next one comes within seconds."""
    postman.carry()


@shared_task(name="trekdip.notices.tasks.prune", acks_late=False)
def prune() -> None:
    """Remove what was sent long ago."""
    carrying.prune(at=timezone.now())
