"""What operators are told: numbers that are right, to them alone, and nothing of any game."""

import datetime as dt
import os
import re
import secrets
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from tests.games import tables
from tests.services.process import free_port
from trekdip.celery import app
from trekdip.games.models import Outbox, Phase
from trekdip.games.tasks import resolve_phase
from trekdip.live import health
from trekdip.metrics import listener, standing
from trekdip.metrics.counters import REQUESTS, SHEETS
from trekdip.metrics.requests import Counted

pytestmark = pytest.mark.django_db
TOKEN = "t" * 40
ROOT = Path(__file__).resolve().parents[2]


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
    assert standing.queue_lengths() == {}


def test_the_queues_are_measured_at_the_broker(
    settings: Any, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    full, empty = (f"{word}-{secrets.token_hex(6)}" for word in ("full", "empty"))
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.CELERY_TASK_ROUTES = {"one": {"queue": full}, "other": {"queue": empty}}
    monkeypatch.setattr(app, "connection_for_read", lambda: app.connection_for_write(redis_url))
    with app.connection_for_write(redis_url) as connection:
        queue = connection.SimpleQueue(full)
        queue.put({"a": "task"})
        found = standing.queue_lengths()
        assert (found[full], found[empty]) == (1, 0)
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
        assert standing.queue_lengths() == {}


def test_sheets_are_counted_when_they_are_saved_or_refused(
    django_capture_on_commit_callbacks: Any,
) -> None:
    game = tables.started()

    def counted() -> dict[str, float]:
        return {word: SHEETS.labels(word)._value.get() for word in ("saved", "refused")}

    before = counted()
    with django_capture_on_commit_callbacks(execute=True):
        tables.submit(game, "austria", ["A vie - gal"])
    tables.submit(game, "austria", ["A vie - gal" * 100])
    after = counted()
    assert {word: after[word] - before[word] for word in before} == {"saved": 1, "refused": 1}


async def test_answers_are_counted_by_their_class_alone() -> None:
    async def site(scope: dict[str, Any], receive: Any, send: Any) -> None:
        del receive
        if scope["path"] == "/fault":
            raise ConnectionError
        if scope["path"] == "/gone":
            return
        await send({"type": "http.response.start", "status": int(scope["path"][1:])})
        await send({"type": "http.response.body", "body": b""})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    def counted() -> dict[str, float]:
        return {word: REQUESTS.labels(word)._value.get() for word in ("2xx", "4xx", "5xx", "none")}

    sent: list[str] = []
    before = counted()
    for path in ("/200", "/204", "/404", "/503", "/gone"):
        await Counted(site)({"path": path}, None, send)
    with pytest.raises(ConnectionError):
        await Counted(site)({"path": "/fault"}, None, send)
    after = counted()
    assert {word: after[word] - before[word] for word in before} == {"2xx": 2, "4xx": 1, "5xx": 2, "none": 1}
    assert len(sent) == 8


def test_one_process_answers_for_all_of_a_container(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The port is taken by the first; what killed processes left is no open socket."""
    settings.METRICS_PORT = free_port()
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    killed = subprocess.Popen([sys.executable, "-c", ""])
    killed.wait()
    left, own = (tmp_path / f"gauge_livesum_{pid}.db" for pid in (killed.pid, os.getpid()))
    for file in (left, own):
        file.touch()
    with socket.create_server(("", settings.METRICS_PORT)):
        listener.serve_if_free()
    assert (left.exists(), own.exists()) == (False, True)


def named(file: str) -> set[str]:
    """The metrics that a file speaks of, as Prometheus calls their families."""
    words = re.findall(r"\btrekdip_\w+", (ROOT / file).read_text())
    return {re.sub(r"_(bucket|count|sum|total)$", "", word) for word in words}


def families() -> tuple[set[str], set[str]]:
    """What processes count, and how the site stands, by the names of the families."""
    counted = {family.name for family in REGISTRY.collect() if family.name.startswith("trekdip_")}
    return counted, {family.name for family in standing.Standing().collect()}


def test_alerts_and_documentation_name_the_metrics_there_are() -> None:
    counted, standings = families()
    assert named("deploy/alerts.yml") <= counted | standings
    assert named("docs/operating.md") - {"trekdip_operator"} == counted | standings


def test_the_example_keeps_of_the_site_how_it_stands_and_drops_what_processes_count() -> None:
    scrape = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text())["scrape_configs"][0]
    dropped = re.compile(scrape["metric_relabel_configs"][0]["regex"])
    counted, standings = families()
    samples = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    assert [name for name in samples | counted if "trekdip_" in name and not dropped.fullmatch(name)] == []
    assert [name for name in standings if dropped.fullmatch(name)] == []
