"""Every page measured by axe-core: no serious findings, on a desk by night and by day, and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games import quadrants_tables, rings_tables, stdip_tables, tables
from tests.games.stdip_tables import end, send
from tests.games.test_table_of_cosmic import with_folds
from tests.services.live_site import LiveSite
from tests.web.axe import findings, findings_in_both_colours
from tests.web.browsers import Visitor, end_phase
from tests.web.conftest import Arrive
from trekdip.games import gate
from trekdip.games.models import Game

pytestmark = pytest.mark.browser

LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "dark", "viewport": {"width": 1440, "height": 900}},
    {"color_scheme": "light", "viewport": {"width": 390, "height": 844}, "has_touch": True},
]


@pytest.fixture
def told(arrive: Arrive, played: Game) -> Game:
    """A game with a phase behind it, and a table that is forming."""
    tables.forming(by=tables.person("france"), title="Come in", seating="assigned")
    tables.submit_all(played, tables.OPENING)
    end_phase(arrive("gm"), played)
    return played


def pages(told: Game) -> dict[str | None, list[str]]:
    """What is looked at, by who looks; None is nobody signed in."""
    game, forming = (f"/games/{table.slug}/" for table in (told, Game.objects.get(title="Come in")))
    variants = [card.id for card in gate.variants()]
    desk = ("", "truth/0/", "see/", "knowledge/", "preview/", "correct/")
    own = ("", "phases/0/", "clock", "compare", "exports", "tokens", "observers", "notices/")
    return {
        None: ["/", "/games/", game, "/accounts/login/", "/accounts/signup/", "/nowhere", "/rules"]
        + [f"/rules/{variant}" for variant in variants],
        "austria": ["/", "/games/choose", "/api/", "/accounts/data", "/accounts/notices/", "/help/notices"]
        + [game + page for page in (*own, "press/", "press/with/austria+italy/")]
        + [forming],
        "france": ["/games/new", forming, "/accounts/email/"],
        "gm": ["/desk/", f"{game}notices/"] + [f"{game}desk/{page}" for page in desk],
    }


def test_pages_have_no_serious_findings(arrive: Arrive, told: Game) -> None:
    found: dict[str, list[str]] = {}
    for name, urls in pages(told).items():
        wide, narrow = (arrive(name, **look).page for look in LOOKS)
        for url in urls:
            wide.goto(url)
            narrow.goto(url)
            found[f"{url} for {name}"] = findings_in_both_colours(wide) + findings(narrow)
    assert {url: grave for url, grave in found.items() if grave} == {}


def test_ordering_has_no_serious_findings(arrive: Arrive, told: Game) -> None:
    def ordering(visitor: Visitor) -> list[str]:
        visitor.type("tri - bud")
        visitor.type("alb - lon")
        visitor.point("ser")
        expect(visitor.page.locator("#choices")).to_be_visible()
        grave = findings(visitor.page)
        for tab in ("Results", "Powers", "History"):
            visitor.page.get_by_role("tab", name=tab).click()
            grave += findings(visitor.page)
        return grave

    assert [ordering(arrive("austria", **look).at(told)) for look in LOOKS] == [[], []]


def stdip() -> tuple[Game, str]:
    """Marks on orders, and a year behind."""
    game = stdip_tables.began()
    stdip_tables.play(game, 2)
    return game, "romulan"


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


@pytest.mark.parametrize("made", [stdip, quadrants, rings, cosmic])
def test_games_with_pages_of_their_own_have_no_serious_findings(
    arrive: Arrive,
    live_site: LiveSite,  # noqa: ARG001
    made: Callable[[], tuple[Game, str]],
) -> None:
    game, power = made()
    for look in LOOKS:
        page = arrive(power, **look).at(game).page
        assert findings(page) == []
        if not page.locator("#tab-part").is_visible():
            continue
        page.locator("#tab-part").click()
        expect(page.locator("#part")).to_be_visible()
        page.evaluate("() => document.querySelectorAll('#part details').forEach(one => { one.open = true; })")
        assert findings(page) == []
        past = page.get_by_role("button", name="Last orders")
        if past.is_visible():
            past.click()
            assert findings(page) == []
