"""The timeline in a browser: stepping, playing, two phases side by side; arrows and their results; paper."""

import pytest
from playwright.sync_api import expect

from tests.games import tables
from tests.web.axe import findings
from tests.web.browsers import end_phase
from tests.web.conftest import Arrive
from trekdip.games.models import Game

pytestmark = pytest.mark.browser


@pytest.fixture
def told(arrive: Arrive, played: Game) -> Game:
    """A game with two phases behind it, with a bounce in the first."""
    tables.submit_all(
        played, {"germany": ["A mun - bur"], "france": ["A par - bur"], "austria": ["A bud - ser"]}
    )
    master = arrive("gm")
    end_phase(master, played)
    end_phase(master, played)
    return played


def test_stepping_keeps_the_page_and_its_zoom(arrive: Arrive, told: Game) -> None:
    visitor = arrive("france")
    page = visitor.page
    page.goto(f"/games/{told.slug}/phases/0/")
    expect(page.locator("#game.ready")).to_be_visible()
    far = page.locator("#board > svg").get_attribute("viewBox") or ""
    page.get_by_role("button", name="Closer").click()
    expect(page.locator("#board > svg")).not_to_have_attribute("viewBox", far)
    page.evaluate("window.kept = 'kept'")
    zoomed = page.locator("#board > svg").get_attribute("viewBox")
    page.get_by_role("link", name="Later").click()
    expect(page.get_by_role("heading", name="Fall 1901, movement")).to_be_visible()
    expect(page.locator('#dynamic .order.bounce[data-unit="A mun"]')).to_have_count(1)
    assert page.url.endswith("/phases/1/")
    assert page.evaluate("window.kept") == "kept"
    assert page.locator("#board > svg").get_attribute("viewBox") == zoomed
    page.go_back()
    expect(page.get_by_role("heading", name="Spring 1901, movement")).to_be_visible()
    expect(page.locator("#dynamic .order")).to_have_count(0)
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(f"{page.url.split('/games/')[0]}/games/{told.slug}/phases/2/", timeout=15_000)
    expect(page.get_by_role("button", name="Play")).to_be_disabled()
    assert page.evaluate("window.kept") == "kept"


def test_an_arrow_and_its_result_point_at_each_other(arrive: Arrive, told: Game) -> None:
    visitor = arrive(None)
    page = visitor.page
    page.goto(f"/games/{told.slug}/phases/1/")
    expect(page.locator("#game.ready")).to_be_visible()
    page.locator('li.result[data-order="A mun - bur"]').hover()
    expect(page.locator("#dynamic .order.told")).to_have_attribute("data-unit", "A mun")
    page.locator('#dynamic .order[data-unit="A mun"] .head').first.hover(force=True)
    expect(page.locator("#caption")).to_contain_text("equals 1 of France's army in Paris")
    expect(page.locator("li.result.told")).to_have_attribute("data-order", "A mun - bur")


@pytest.mark.parametrize("width", [1440, 390])
def test_two_phases_side_by_side(arrive: Arrive, told: Game, width: int) -> None:
    page = arrive("austria", viewport={"width": width, "height": 900}).page
    page.goto(f"/games/{told.slug}/")
    page.get_by_role("tab", name="History").click()
    page.get_by_role("link", name="Compare two phases").click()
    page.get_by_label("One phase", exact=True).select_option("Spring 1901, movement")
    page.get_by_role("button", name="Compare").click()
    boards = page.locator("svg.board[role=group]")
    expect(boards).to_have_count(2)
    expect(boards.nth(0).locator('.unit[data-unit="A bud"]')).to_have_count(1)
    expect(boards.nth(1).locator('.unit[data-unit="A ser"]')).to_have_count(1)
    row = page.locator(".compare-holdings tr", has_text="Austria")
    expect(row).to_contain_text("3 → 4")
    expect(row).to_contain_text("Serbia")
    assert findings(page) == []


def test_the_page_can_be_printed(arrive: Arrive, told: Game) -> None:
    page = arrive("austria").at(told).page
    page.emulate_media(media="print")
    for section in ("#results", "#powers", "#board"):
        expect(page.locator(section)).to_be_visible()
    for tool in (".masthead", ".tabs", ".board-tools", "#whatif"):
        expect(page.locator(tool).first).to_be_hidden()
