"""What a worker does with its database connection between tasks: the pool outlives them."""

import importlib
from types import SimpleNamespace
from typing import Any

import django.db
import pytest
from celery.signals import task_postrun, task_prerun

from trekdip.celery import app


@pytest.mark.parametrize(("eager", "given_back"), [(False, 2), (True, 0)])
def test_connections_are_given_back_around_a_task_of_a_worker_alone(
    monkeypatch: pytest.MonkeyPatch, eager: bool, given_back: int
) -> None:
    times: list[int] = []
    monkeypatch.setattr(django.db, "close_old_connections", lambda: times.append(1))
    task = SimpleNamespace(request=SimpleNamespace(is_eager=eager))
    for signal in (task_prerun, task_postrun):
        signal.send(sender=None, task=task)
    assert len(times) == given_back


def test_celery_itself_ends_no_pool_between_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    fixups: Any = importlib.import_module("celery.fixups.django")  # its stubs leave out what workers get
    fixup = fixups.DjangoWorkerFixup(app)
    ended: list[int] = []
    monkeypatch.setattr(fixup, "_close_database", lambda: ended.append(1))
    for _ in range(1000):
        fixup.close_database()
    assert ended == []
