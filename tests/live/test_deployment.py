"""The files of the deployment agree with the settings and the documentation."""

import re

import pytest
import yaml

from scripts.checks import PRODUCTION, ROOT
from trekdip.celery import app

READ = re.compile(r'environment\.(?:address|flag|listing|number|required|secret|text)\(\s*"(\w+)"')
OPERATING = (ROOT / "docs" / "operating.md").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
EXAMPLE = dict(
    line.split("=", 1)
    for line in (ROOT / "deploy" / "environment.example").read_text().splitlines()
    if line and not line.startswith("#")
)


@pytest.mark.parametrize("module", ["production", "embedded"])
def test_every_variable_the_settings_read_is_documented(module: str) -> None:
    read = READ.findall((ROOT / "trekdip" / "settings" / f"{module}.py").read_text())
    assert read
    assert [name for name in read if f"`{name}" not in OPERATING] == []


def test_the_example_has_every_variable_that_must_be_set() -> None:
    required = set(PRODUCTION) - {"DJANGO_SETTINGS_MODULE"}
    assert required <= set(EXAMPLE)
    known = set(READ.findall((ROOT / "trekdip" / "settings" / "production.py").read_text()))
    assert set(EXAMPLE) - known <= {"TREKDIP_SITE", "POSTGRES_PASSWORD"}


def test_the_example_holds_no_secret() -> None:
    assert EXAMPLE["TREKDIP_SECRET_KEY"] == ""
    assert EXAMPLE["POSTGRES_PASSWORD"] == ""


def test_the_compose_file_has_the_whole_process_list() -> None:
    services = COMPOSE["services"]
    assert set(services) == {
        *("web", "worker", "postman", "beat", "mailroom", "migrate", "postgres", "redis", "mail", "proxy")
    }
    assert int(services["web"]["environment"]["WEB_CONCURRENCY"]) > 1
    assert services["migrate"]["restart"] == "no"
    for name in ("web", "worker", "postman", "beat", "mailroom"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    published = {name for name, service in services.items() if "ports" in service}
    assert published == {"mail", "proxy"}
    assert all(port.startswith("127.0.0.1:") for port in services["mail"]["ports"])


def test_every_queue_has_a_worker_and_the_post_delays_no_deadline() -> None:
    words = {
        name: service["command"]
        for name, service in COMPOSE["services"].items()
        if "worker" in service.get("command", ())
    }
    listening = {
        name: command[command.index("--queues") + 1] if "--queues" in command else "celery"
        for name, command in words.items()
    }
    assert listening == {"worker": "celery", "postman": "post"}
    for entry in app.conf.beat_schedule.values():
        queue = app.amqp.router.route({}, entry["task"])["queue"].name
        assert queue == ("post" if entry["task"].startswith("trekdip.notices.") else "celery")


def test_what_the_image_copies_exists() -> None:
    copied = re.findall(r"^COPY (\S+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert {"manage.py", "requirements.lock", "adjudicator", "trekdip"} <= set(copied)
    assert [path for path in copied if not (ROOT / path).exists()] == []
    allowed = (ROOT / ".dockerignore").read_text()
    assert [path for path in copied if f"!{path}" not in allowed] == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_the_locks_pin_by_hash_and_name_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text()
    pins = re.findall(r"^[a-z0-9-]+==\S+", text, re.MULTILINE)
    assert len(pins) > 30
    assert text.count("\n    --hash=sha256:") >= len(pins)
    assert not re.search(r"https?:|file:|index-url|find-links|@", text)


def test_both_locks_agree() -> None:
    site, everything = (
        dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))
        for lock in ("requirements.lock", "requirements-test.lock")
    )
    assert {name: everything.get(name) for name in site} == site
