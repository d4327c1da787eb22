"""The README's first command, from an empty folder to a game to look at, and its end."""

import datetime as dt
import os
import re
import signal
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

import adjudicator as adj
from tests.services.process import free_port, running
from trekdip.live.management.commands.serve import reached_at, shown
from trekdip.live.server import chores
from trekdip.settings import base

ROOT = Path(__file__).resolve().parents[2]


def fetched(url: str) -> str | None:
    """The page at `url`; None while nobody answers (the port is taken before the games are ready)."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  our own URL
            page: str = answer.read().decode()
    except urllib.error.HTTPError:
        raise
    except (urllib.error.URLError, TimeoutError):
        return None
    return page


def test_one_command_brings_the_site_up_with_a_game_to_look_at(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    environment = {
        "TREKDIP_DATA": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "trekdip.settings.embedded",
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    log = tmp_path / "log"
    with running(
        command, log=log, ready=lambda: fetched(f"{url}/readyz") is not None, environment=environment
    ) as site:
        told = log.read_text()
        game = re.search(r"/games/\w+/", told)
        assert game is not None, told
        page = fetched(url + game[0])
        assert page is not None
        assert "<svg" in page
        assert "Sign in as" in told
        assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o077 == 0
        os.kill(site.pid, signal.SIGTERM)
        site.wait(20)
    assert "Traceback" not in log.read_text()


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port} .*--port"):
            call_command("serve", port=port)


def test_mails_lead_to_the_port_that_was_chosen(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "trekdip.live.management.commands.serve"
    monkeypatch.setattr(f"{module}.serve", lambda listener, **_: listener.close())
    monkeypatch.setattr(f"{module}.call_command", lambda *_, **__: None)
    port = free_port()
    settings.SITE_URL, settings.SITE_URL_IS_GIVEN = "https://given.example", True
    call_command("serve", port=port, no_demo=True)
    assert settings.SITE_URL == "https://given.example"
    settings.SITE_URL_IS_GIVEN = False
    call_command("serve", port=port, no_demo=True)
    told = f"http://127.0.0.1:{port}"
    assert told == settings.SITE_URL


def test_who_listens_everywhere_is_reached_by_a_name() -> None:
    assert reached_at("0.0.0.0", 80) == "http://localhost:80"  # noqa: S104
    assert reached_at("::", 80) == "http://localhost:80"
    assert reached_at("::1", 80) == "http://[::1]:80"
    assert reached_at("192.168.0.2", 80) == "http://192.168.0.2:80"


def test_the_one_process_does_all_that_beat_has_done_elsewhere() -> None:
    assert chores(sweep_seconds=1, post_seconds=2).keys() == base.CELERY_BEAT_SCHEDULE.keys()


@pytest.mark.django_db
def test_the_one_process_forgets_sessions_that_have_run_out() -> None:
    over = timezone.now() - dt.timedelta(days=1)
    Session.objects.create(session_key="old", session_data="", expire_date=over)
    Session.objects.create(session_key="new", session_data="", expire_date=over + dt.timedelta(days=2))
    act, _ = chores(sweep_seconds=1, post_seconds=2)["sessions"]
    act()
    assert [row.session_key for row in Session.objects.all()] == ["new"]


def test_every_variant_can_be_shown_the_flagship_always() -> None:
    assert shown({"no_demo": True, "all_demos": False}) == []
    assert shown({"no_demo": False, "all_demos": False}) == ["stdip"]
    every = shown({"no_demo": False, "all_demos": True})
    assert every[-1] == "stdip"
    assert sorted(every) == sorted(adj.variants())
