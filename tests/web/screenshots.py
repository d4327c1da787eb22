"""Pictures of the site to look at: `pytest tests/web/screenshots.py` writes them to screenshots/."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.games import tables
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor
from tests.web.conftest import Arrive
from trekdip.games.models import Game

FOLDER = Path(__file__).parents[2] / "screenshots"
LOOKS: dict[str, dict[str, Any]] = {
    "wide-dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "wide-light": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True},
    "phone-light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
}


@pytest.fixture
def demonstration(live_site: LiveSite) -> Game:  # noqa: ARG001  made on the running site's database
    """Some years of play, a fresh game at its first phase, and tables looking for players."""
    call_command("demo")
    tables.forming(by=tables.person("gina"), title="Evening stars", seating="lot")
    tables.full(by=tables.person("gamemaster"), title="Harbour lights", seating="assigned")
    tables.started(title="The long night")
    return Game.objects.get(gm__username="gamemaster", status=Game.Status.RUNNING)


def picture(page: Page, name: str, *, full: bool = False) -> None:
    """Keep what the page shows."""
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"{name}.png", full_page=full)


def order_something(visitor: Visitor) -> None:
    """A sheet half written, one unit being ordered."""
    for order in ("mos - sev", "sev - rum", "stp - bot"):
        visitor.type(order)
    visitor.point("war")
    expect(visitor.page.locator("#choices")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_pictures(arrive: Arrive, demonstration: Game, look: str) -> None:
    options = LOOKS[look]
    guest = arrive(None, **options)
    guest.page.goto("/")
    picture(guest.page, f"front-{look}", full=True)
    guest.at(demonstration)
    picture(guest.page, f"public-{look}")
    guest.page.get_by_role("tab", name="Powers").click()
    picture(guest.page, f"powers-{look}")
    for name, url in (("login", "/accounts/login/"), ("rules", "/rules"), ("missing", "/nowhere")):
        guest.page.goto(url)
        picture(guest.page, f"{name}-{look}", full=name == "rules")

    player = arrive("russia", **options)
    player.page.goto("/")
    picture(player.page, f"lobby-{look}", full=True)
    romulan = arrive("romulan", **options).at(demonstration)
    picture(romulan.page, f"game-{look}")
    romulan.page.get_by_role("link", name="Dispatches").click()
    picture(romulan.page, f"dispatches-{look}")
    player.at(Game.objects.get(title="The long night"))
    order_something(player)
    picture(player.page, f"ordering-{look}")

    master = arrive("gamemaster", **options)
    master.page.goto(f"/games/{demonstration.slug}/desk/")
    picture(master.page, f"desk-{look}", full=True)
    master.page.goto(f"/games/{demonstration.slug}/desk/truth/")
    picture(master.page, f"truth-{look}")
    master.page.goto("/games/new")
    picture(master.page, f"new-{look}", full=True)
    master.page.goto(f"/games/{Game.objects.get(title='Harbour lights').slug}/")
    picture(master.page, f"table-{look}", full=True)
