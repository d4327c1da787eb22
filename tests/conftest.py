"""What all tests share: services by fixture, a browser, and no silent skips where they are forbidden."""

import os
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache

from tests.services.chromium import chromium
from tests.services.postgres import postgres
from tests.services.redis import NO_SKIPS, redis

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.services.live_site import LiveSite

# Each of these brings up several processes and would slow the others down.
SITES = {f"tests/live/test_{name}.py" for name in ("day_of_logs", "replay", "restore", "serve", "storm")}
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browsers first, and between them, one by one, the modules that bring up whole sites: nobody waits
    for long modules at the end, and they do not slow each other down.
    """
    modules = list(dict.fromkeys(_module(item) for item in items))
    browsers = [module for module in modules if module.startswith("tests/web/")]
    turns = {module: float(turn) for turn, module in enumerate(browsers)}
    sites = [module for module in modules if module in SITES]
    apart = len(browsers) / max(len(sites), 1)
    turns |= {module: turn * apart - 0.5 for turn, module in enumerate(sites)}
    items.sort(key=lambda item: turns.get(_module(item), len(modules)))


def _module(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the skip of a test into a failure where TREKDIP_NO_SKIPS is set."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        _refuse_skip(report, item.nodeid)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn the skip of a whole module into a failure where TREKDIP_NO_SKIPS is set."""
    report = yield
    if report.skipped:
        _refuse_skip(report, collector.nodeid)
    return report


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport, name: str) -> None:
    if os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"{name} was skipped, and {NO_SKIPS} forbids it: {report.longrepr}"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits and the like of one test do not reach the next."""
    yield
    cache.clear()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL: that of TEST_DATABASE_URL, else one brought up for this run."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
    else:
        with postgres() as url:
            yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis: that of TEST_REDIS_URL, else one brought up for this run."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        yield given
    else:
        with redis() as url:
            yield url


@pytest.fixture
def live_site(transactional_db: None) -> "Iterator[LiveSite]":  # noqa: ARG001
    """The site on a free port, on the test's database, with deadlines kept."""
    from tests.services import live_site as module  # noqa: PLC0415  imports models: Django must be set up

    with module.live_site() as site:
        yield site


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """The system's Chromium, by Playwright; one a module, or later asyncio tests would find its loop."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  slow to import

    executable = chromium()
    if executable is None:
        pytest.skip("no Chromium is installed: `apt-get install chromium-headless-shell`")
    # Playwright's loop runs in this thread, where Django would refuse all queries; nothing is concurrent.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with sync_playwright() as playwright:
            launched = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_OPTIONS)
            yield launched
            launched.close()
