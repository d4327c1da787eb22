"""Every page measured by axe-core, dark and light, wide and narrow: no serious findings."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.games import quadrants_tables, rings_tables, tables
from tests.games.stdip_tables import end, send
from tests.games.test_table_of_cosmic import with_folds
from tests.services.live_site import LiveSite
from tests.web.browsers import end_phase
from tests.web.conftest import Arrive
from trekdip.games.models import Game

pytestmark = pytest.mark.browser

GRAVE = {"serious", "critical"}
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "dark", "viewport": {"width": 1440, "height": 900}},
    {"color_scheme": "light", "viewport": {"width": 390, "height": 844}, "has_touch": True},
    {"color_scheme": "light", "viewport": {"width": 1440, "height": 900}},
]


def findings(page: Page) -> list[str]:
    """What axe finds serious on the page as it stands: rule, then the elements."""
    results = Axe().run(page).response
    return [
        f"{found['id']}: {[node['html'][:160] for node in found['nodes']][:4]}"
        for found in results["violations"]
        if found["impact"] in GRAVE
    ]


@pytest.fixture
def told(arrive: Arrive, played: Game) -> Game:
    """A game with a phase behind it, and a table that is forming."""
    tables.forming(by=tables.person("france"), title="Come in", seating="assigned")
    tables.submit_all(played, tables.OPENING)
    end_phase(arrive("gm"), played)
    return played


@pytest.mark.parametrize("look", LOOKS, ids=["dark-wide", "light-narrow", "light-wide"])
def test_pages_have_no_serious_findings(arrive: Arrive, told: Game, look: dict[str, Any]) -> None:
    forming = Game.objects.get(title="Come in")
    pages: dict[str | None, list[str]] = {
        None: [
            "/",
            "/rules",
            "/games/choose",
            f"/games/{told.slug}/",
            "/accounts/login/",
            "/accounts/signup/",
            "/nowhere",
        ],
        "italy": ["/accounts/notices/", f"/games/{told.slug}/notices/", "/help/notices"],
        "austria": [
            "/",
            f"/games/{told.slug}/",
            f"/games/{told.slug}/phases/0/",
            f"/games/{told.slug}/clock",
            f"/games/{forming.slug}/",
        ],
        "france": ["/games/new", f"/games/{forming.slug}/", "/accounts/email/"],
        "gm": [
            f"/games/{told.slug}/desk/",
            "/desk/",
            *(
                f"/games/{told.slug}/desk/{page}"
                for page in ("truth/0/", "see/", "knowledge/", "preview/", "correct/")
            ),
            f"/games/{told.slug}/notices/",
        ],
    }
    found: dict[str, list[str]] = {}
    for name, urls in pages.items():
        visitor = arrive(name, **look)
        for url in urls:
            visitor.page.goto(url)
            grave = findings(visitor.page)
            if grave:
                found[f"{url} for {name}"] = grave
    assert found == {}


@pytest.mark.parametrize("look", LOOKS[:2], ids=["dark-wide", "light-narrow"])
def test_ordering_has_no_serious_findings(arrive: Arrive, told: Game, look: dict[str, Any]) -> None:
    visitor = arrive("austria", **look).at(told)
    visitor.type("tri - bud")
    visitor.type("alb - lon")
    visitor.point("ser")
    expect(visitor.page.locator("#choices")).to_be_visible()
    assert findings(visitor.page) == []
    for tab in ("Results", "Powers", "History"):
        visitor.page.get_by_role("tab", name=tab).click()
        assert findings(visitor.page) == []


def quadrants() -> tuple[Game, str]:
    """A proposal, a report of the Obsidian Order and a weapon used."""
    game = quadrants_tables.began()
    send(game, "breen", "FREEZE organia")
    end(game)
    quadrants_tables.declare(game, "gorn", "PROPOSE cardassian")
    return game, "cardassian"


def rings() -> tuple[Game, str]:
    """A ship in warp, and a wheel that has turned."""
    game = rings_tables.began()
    send(game, "borg", "S aga warp +5", "S bda - bca")
    end(game)
    return game, "borg"


def cosmic() -> tuple[Game, str]:
    """Folds on the board, a lasting warp, a unit in danger."""
    game = with_folds()
    send(game, "krass", "F 46 - 39")
    for _ in range(2):
        end(game)
    send(game, "human", "2+86")
    end(game)
    return game, "human"


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[1]])
@pytest.mark.parametrize("made", [quadrants, rings, cosmic])
def test_sections_of_games_have_no_serious_findings(
    arrive: Arrive,
    live_site: LiveSite,  # noqa: ARG001
    made: Callable[[], tuple[Game, str]],
    look: dict[str, Any],
) -> None:
    game, power = made()
    visitor = arrive(power, **look).at(game)
    page = visitor.page
    page.locator("#tab-part").click()
    expect(page.locator("#part")).to_be_visible()
    page.evaluate("() => document.querySelectorAll('#part details').forEach(one => { one.open = true; })")
    assert findings(page) == []
    past = page.get_by_role("button", name="Last orders")
    if past.is_visible():
        past.click()
        assert findings(page) == []
