"""Background work of accounts, as Celery takes it."""

from celery import shared_task

from trekdip.accounts import sessions


@shared_task(name="trekdip.accounts.tasks.prune", acks_late=False)
def prune() -> None:
    """Remove sessions that have run out."""
    sessions.remove_expired()
