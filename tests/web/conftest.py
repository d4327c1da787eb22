"""Fixtures of the tests in this folder."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.games import tables
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor
from trekdip.games.models import Game

Arrive = Callable[..., Visitor]


@pytest.fixture
def played(live_site: LiveSite) -> Game:  # noqa: ARG001  the game is made on the site's database
    """A game at its first phase without deadlines, on the running site."""
    return tables.started(title="The long night", rhythm={}, early=False)


@pytest.fixture
def arrive(browser: Browser, live_site: LiveSite) -> Iterator[Arrive]:
    """Open a browser for somebody (None: nobody signed in) on the running site; all are closed at the end."""
    visitors: list[Visitor] = []

    def opened(name: str | None, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, live_site, name, **options))
        return visitors[-1]

    yield opened
    for visitor in visitors:
        visitor.leave()
