"""What-if in a browser: orders for anybody, the outcome on the board, plans, and what goes to the sheet."""

import re

import pytest
from playwright.sync_api import expect

from tests.games import tables
from tests.games.stdip_tables import end
from tests.games.test_table_of_cosmic import with_folds
from tests.services.live_site import LiveSite
from tests.web.axe import findings
from tests.web.conftest import Arrive
from trekdip.games.models import Game, OrderSheet

pytestmark = pytest.mark.browser


def test_orders_for_anybody_are_played_out_and_the_board_returns(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    visitor.type("bud - ser")
    page.get_by_role("tab", name="What if").click()
    expect(page.locator("#board.planned")).to_be_visible()
    visitor.point("mun")
    visitor.point("bur")
    page.get_by_label("Type an order for any unit").fill("par - bur")
    page.get_by_label("Type an order for any unit").press("Enter")
    expect(page.locator("#draft .draft-order.power-germany")).to_have_count(1)
    expect(page.locator("#draft .draft-order.power-france")).to_have_count(1)
    assert findings(page) == []
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#board.imagined")).to_be_visible()
    expect(page.locator("#whatif-title")).to_contain_text("Fall 1901, movement")
    expect(page.locator("#whatif-results")).to_contain_text("Army Munich moves to Burgundy bounced")
    expect(page.locator("#whatif-results .why").first).to_be_visible()
    expect(page.locator('#dynamic .order.bounce[data-unit="A mun"]')).to_have_count(1)
    assert findings(page) == []
    page.get_by_role("button", name="Back to the plan").click()
    expect(page.locator("#draft .draft-order.power-germany")).to_have_count(1)
    page.get_by_role("tab", name="Orders").click()
    expect(page.locator("#board:not(.planned):not(.imagined)")).to_be_visible()
    expect(page.locator("#dynamic .order")).to_have_count(0)
    expect(page.locator("#sheet-list .line.draft")).to_have_count(1)
    visitor.point("vie")
    visitor.point("tri")
    visitor.submit()
    assert OrderSheet.objects.get().text == "A bud - ser\nA vie - tri"


def test_the_copy_of_the_board_is_seen_as_the_board_was(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria", viewport={"width": 1440, "height": 900}).at(played)
    page = visitor.page
    board = page.locator("#board > svg.board")
    whole = board.get_attribute("viewBox")
    assert whole is not None
    page.get_by_role("button", name="Closer").click()
    expect(board).not_to_have_attribute("viewBox", whole)
    before = visitor.spot("mun")
    page.get_by_role("tab", name="What if").click()
    expect(page.locator("#board.planned")).to_be_visible()
    assert visitor.spot("mun") == pytest.approx(before, abs=1)
    page.get_by_role("button", name="Whole board").click()
    expect(board).to_have_attribute("viewBox", whole)


def test_a_plan_is_kept_loaded_and_put_on_the_sheet(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    page.get_by_role("tab", name="What if").click()
    for line in ("vie - gal", "bud - rum", "war H"):
        page.get_by_label("Type an order for any unit").fill(line)
        page.get_by_label("Type an order for any unit").press("Enter")
    page.get_by_label("Name of the plan").fill("Eastward")
    page.get_by_role("button", name="Keep as plan").click()
    expect(page.locator("#whatif-state")).to_contain_text("Kept as “Eastward”")
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator("#draft .draft-order")).to_have_count(0)
    page.reload()
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Your plans").select_option("Eastward")
    expect(page.locator("#draft .draft-order")).to_have_count(3)
    page.get_by_label("Name of the plan").fill("Galicia")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#plan-list option:checked")).to_have_text("Galicia")
    page.get_by_role("button", name="Put mine on the order sheet").click()
    expect(page.locator("#sheet-list .line.draft")).to_have_count(2)
    visitor.submit()
    assert sorted(OrderSheet.objects.get().text.splitlines()) == ["A bud - rum", "A vie - gal"]
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Your plans").select_option("Galicia")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#plan-list option")).to_have_text([re.compile("No plans")])


def test_a_spectator_plays_out_orders_on_a_phone(arrive: Arrive, played: Game) -> None:
    visitor = arrive(None, viewport={"width": 390, "height": 844}, has_touch=True).at(played)
    page = visitor.page
    page.get_by_role("tab", name="What if").click()
    expect(page.locator("#board.planned")).to_be_visible()
    page.get_by_label("Type an order for any unit").fill("lon - eng")
    page.get_by_label("Type an order for any unit").press("Enter")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator('#board.imagined #dynamic .unit[data-unit="F eng"]')).to_have_count(1)
    expect(page.locator("#whatif-results")).to_contain_text("Fleet London moves to English Channel")
    page.get_by_role("tab", name="Results").click()
    expect(page.locator("#board:not(.imagined)")).to_be_visible()


def test_a_plan_goes_on_into_the_phases_after(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    typed = page.get_by_label("Type an order for any unit")
    page.get_by_role("tab", name="What if").click()
    for first, then in (("vie - gal", "Fall 1901, movement"), ("gal - ukr", "Spring 1902, movement")):
        typed.fill(first)
        typed.press("Enter")
        page.get_by_role("button", name="Play it out").click()
        expect(page.locator("#whatif-title")).to_contain_text(then)
        page.get_by_role("button", name="Go on from here").click()
        expect(page.locator("#whatif-when")).to_contain_text(then)
        visitor.sees("A gal" if then.startswith("Fall") else "A ukr", "austria")
    page.get_by_role("button", name="One phase back").click()
    expect(page.locator("#whatif-when")).to_contain_text("Fall 1901")
    expect(page.locator("#sheet-list")).to_contain_text("Army Galicia")
    page.get_by_role("button", name="One phase back").click()
    expect(page.locator("#whatif-later")).to_be_hidden()
    expect(page.locator("#sheet-list")).to_contain_text("moves to Galicia, not saved yet")
    expect(page.get_by_role("button", name="Put mine on the order sheet")).to_be_visible()
    page.get_by_role("tab", name="Orders").click()
    visitor.sees("A vie", "austria")
    assert not OrderSheet.objects.exists()


def test_entries_of_one_name_belong_to_the_power_that_is_chosen(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = with_folds()
    for _ in range(2):
        end(game)
    visitor = arrive("human").at(game)
    page = visitor.page
    typed = page.get_by_label("Type an order for any unit")
    whose = page.get_by_label("Shared entries are for")
    page.get_by_role("tab", name="What if").click()
    expect(whose).to_have_value("human")
    typed.fill("48 + Xatan")
    typed.press("Enter")
    whose.select_option(label="Krass")
    expect(whose.locator("option", has_text="Human, 1 planned")).to_have_count(1)
    typed.fill("supports 48 + Xatan")
    typed.press("Enter")
    expect(page.locator("#sheet-list .line-power.power-krass").first).to_have_text("Krass")
    page.get_by_label("Name of the plan").fill("Together")
    page.get_by_role("button", name="Keep as plan").click()
    expect(page.locator("#whatif-state")).to_contain_text("Kept as “Together”")
    page.get_by_role("button", name="Play it out").click()
    results = page.locator("#whatif-results")
    expect(results.locator('.result[data-power="human"]')).to_contain_text("Connects 48 and Xatan")
    expect(results.locator('.result[data-power="krass"]')).to_contain_text("Supports those who connect 48")
    assert findings(page) == []

    page.reload()
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Your plans").select_option("Together")
    expect(whose.locator("option", has_text="Krass, 1 planned")).to_have_count(1)
    page.get_by_role("button", name="Play it out").click()
    expect(results.locator('.result[data-power="krass"]')).to_contain_text("Supports those who connect 48")

    page.get_by_role("tab", name="Orders").click()
    visitor.type("48 + 44")
    expect(page.locator("#sheet-list .problem")).to_have_count(0)
    visitor.submit()
    assert OrderSheet.objects.get(phase=tables.current(game), seat__power="human").text == "48+44"


def test_nobody_is_asked_whose_waived_build_is_meant(arrive: Arrive, played: Game) -> None:
    tables.submit(played, "austria", ["bud - ser"])
    tables.submit(played, "turkey", ["con - bul"])
    for _ in range(2):
        end(played)
    page = arrive("turkey").at(played).page
    expect(page.locator("#sheet-count")).to_have_text("0 of 1: point at the board")  # not of all places
    page.get_by_role("tab", name="What if").click()
    typed = page.get_by_label("Type an order for any unit")
    for order in ("waive", "build a bud"):
        typed.fill(order)
        typed.press("Enter")
    expect(page.get_by_label("Shared entries are for")).to_be_hidden()
    page.get_by_role("button", name="Play it out").click()
    results = page.locator("#whatif-results")
    expect(results.locator('.result[data-power="turkey"]')).to_contain_text("A build is waived")
    expect(results.locator('.result[data-power="austria"]')).to_contain_text("Builds an army in Budapest")
