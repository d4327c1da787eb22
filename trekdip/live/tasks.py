"""The live app's Celery task: the sweep, sent by beat."""

from celery import shared_task

from trekdip.live import sweep as sweeping


@shared_task(name="trekdip.live.tasks.sweep", acks_late=False)
def sweep() -> None:
    """One sweep; losing it costs nothing, the next one comes within a second."""
    sweeping.sweep()
