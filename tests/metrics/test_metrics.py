"""What operators are told: numbers that are right, to them alone, and nothing of any game."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests.games import tables
from trekdip.celery import app
from trekdip.games.models import Outbox, Phase
from trekdip.games.tasks import resolve_phase
from trekdip.live import health
from trekdip.metrics import standing

pytestmark = pytest.mark.django_db
TOKEN = "t" * 40


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def told() -> dict[str, float]:
    """All samples without labels, by name."""
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        sample.name: sample.value for family in families for sample in family.samples if not sample.labels
    }


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_without_the_token_there_is_no_such_page(header: str) -> None:
    assert Client().get("/metrics", headers={"Authorization": header}).status_code == 404


def test_where_no_token_is_set_nobody_is_told(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_database_is_told_as_it_stands() -> None:
    late, stuck = tables.started(title="Late"), tables.started(title="Stuck")
    tables.started(title="Open")
    Phase.objects.filter(game=stuck).update(status="stuck", trace="a fault", deadline=None)
    Phase.objects.filter(game=late).update(deadline=tables.current(late).opened_at - dt.timedelta(minutes=5))
    Outbox.objects.update(sent_at=None)
    found = told()
    assert found["trekdip_phases_open"] == 2
    assert found["trekdip_phases_due"] == 1
    assert found["trekdip_phases_stuck"] == 1
    assert found["trekdip_outbox_unsent"] == 3
    assert found["trekdip_deadline_lag_seconds"] >= 300


def test_a_resolved_phase_is_counted_once() -> None:
    game = tables.started()
    phase = tables.current(game)
    Phase.objects.filter(pk=phase.pk).update(deadline=phase.opened_at)
    before = told()
    for _ in range(2):
        resolve_phase(phase.pk)
    after = told()
    for name in ("trekdip_phases_resolved_total", "trekdip_resolution_seconds_count"):
        assert after[name] - before[name] == 1


def test_no_game_no_name_and_no_order_is_told() -> None:
    game = tables.started(title="The long night")
    tables.submit(game, "austria", ["A vie - gal"])
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    text = answer.content.decode()
    assert not [word for word in (game.slug, "long night", "austria", "vie", game.seed) if word in text]


def test_the_part_that_is_ill_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = {"Authorization": f"Bearer {TOKEN}"}
    ready = ['trekdip_part_ready{part="database"} 1.0', 'trekdip_part_ready{part="cache"} 1.0']
    lines = Client().get("/metrics", headers=ask).content.decode().splitlines()
    assert set(ready) <= set(lines)
    monkeypatch.setattr(health, "_database", lambda: "does not answer")
    lines = Client().get("/metrics", headers=ask).content.decode().splitlines()
    assert 'trekdip_part_ready{part="database"} 0.0' in lines
    assert "trekdip_phases_open" not in " ".join(lines)


def test_where_tasks_run_at_once_there_is_no_queue() -> None:
    assert standing.queue_length() is None


def test_the_queue_is_measured_at_the_broker(settings: Any, redis_url: str) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    with app.connection_for_write(redis_url) as connection:
        queue = connection.SimpleQueue(app.conf.task_default_queue)
        queue.clear()
        queue.put({"a": "task"})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "connection_for_read", lambda: app.connection_for_write(redis_url))
            assert standing.queue_length() == 1
        queue.clear()


def test_a_broker_that_is_gone_spoils_nothing(settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            app,
            "connection_for_read",
            lambda: app.connection_for_write(
                "redis://127.0.0.1:1/0", transport_options={"socket_timeout": 1}
            ),
        )
        assert standing.queue_length() is None
