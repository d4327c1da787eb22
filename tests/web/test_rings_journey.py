"""Borg and Romulan play rings, each in a browser: a stack is ordered, ships warp, the wheel turns."""

import pytest
from playwright.sync_api import expect

from tests.games import tables
from tests.games.rings_tables import began
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor, end_phase
from tests.web.conftest import Arrive
from trekdip.games.models import OrderSheet

pytestmark = pytest.mark.browser

WHERE = """unit => {
  const counter = document.querySelector(`#dynamic .unit[data-unit="${unit}"]`);
  const box = counter.querySelector(".hull").getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""
IN_SIGHT = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return document.activeElement.contains(found);
}"""
LOOK_AHEAD = """seasons => {
  const slider = document.querySelector("#wheel-ahead");
  slider.value = String(seasons);
  slider.dispatchEvent(new Event("input"));
}"""


def settled(visitor: Visitor) -> None:
    """Nothing travels any more."""
    expect(visitor.page.locator("#board > svg.turning")).to_have_count(0)


def test_a_stack_divides_warps_and_travels(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = began(title="Around the wormhole")
    borg, romulan = (arrive(name).at(game) for name in ("borg", "romulan"))
    listed = borg.page.locator("#sheet-list")

    borg.point("aga")
    borg.choose("1 ship")
    borg.point("aha")
    expect(listed).to_contain_text("1 ship: moves to Aha")
    expect(listed.locator("li")).to_have_count(3)  # the other ship has an entry of its own
    borg.point("aga")
    borg.choose("Warp")
    borg.point("ala")
    expect(listed).to_contain_text("1 ship: enters warp for Ala, 5 places anticlockwise")
    borg.type("bda s borg - aha")
    expect(listed).to_contain_text("Attack on Aha: 1 ship, 1 in support.")
    borg.submit()
    sheet = OrderSheet.objects.get(phase=tables.current(game), seat__power="borg")
    assert sorted(sheet.text.splitlines()) == ["S aga - aha", "S aga warp +5", "S bda S borg - aha"]
    assert all(line["ok"] for line in sheet.lines)

    romulan.point("aka")  # the whole stack, in as many steps as a single ship
    romulan.point("aja")
    romulan.submit()
    assert OrderSheet.objects.get(seat__power="romulan").text == "2S aka - aja"

    before = borg.page.evaluate(WHERE, "S bda")
    end_phase(arrive("gm"), game)

    for visitor in (borg, romulan):
        expect(visitor.page.locator('#dynamic[data-turned="1"]')).to_have_count(1)
        settled(visitor)
        expect(visitor.page.locator("#dynamic .in-warp.power-borg")).to_have_count(1)
    assert borg.page.evaluate(WHERE, "S bda") != before
    borg.sees("S warp ala", "borg")
    romulan.sees("S warp ala", "borg", times=0)
    hidden = romulan.page.content()
    assert "warp ala" not in hidden
    assert "aga warp +5" not in hidden
    expect(romulan.page.locator("#results")).to_contain_text("stands to enter warp")
    expect(romulan.page.locator("#results")).not_to_contain_text("Ala")

    borg.page.get_by_role("button", name="A ship in warp to Ala").click()
    borg.choose("Arrive")
    borg.submit()
    assert OrderSheet.objects.get(phase=tables.current(game), seat__power="borg").text == "S warp ala - ala"


def test_the_slider_turns_the_board_ahead_and_back(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = began(title="Looking ahead")
    borg = arrive("borg", reduced_motion="reduce").at(game)
    page = borg.page
    expect(page.locator("#wheel-ship")).to_be_visible()  # the board makes room for it
    now = page.evaluate(WHERE, "S bda")
    page.locator("#wheel-ship").select_option("aga")
    expect(page.locator("#wheel-season")).to_have_text("Fall 2371, 1 ahead")
    reached = page.locator("#dynamic .province.reached")
    expect(reached).to_have_count(4)
    for place in ("afa", "aga", "aha", "bda"):
        expect(page.locator(f'#dynamic .province.reached[data-province="{place}"]')).to_have_count(1)
    assert page.evaluate(WHERE, "S bda") != now
    page.evaluate(LOOK_AHEAD, 2)
    expect(page.locator("#wheel-reach")).to_have_text("24 places")
    expect(page.locator('#dynamic .province.reached[data-province="wormhole"]')).to_have_count(1)
    page.evaluate(LOOK_AHEAD, 8)
    expect(page.locator("#wheel-season")).to_have_text("Spring 2375, 8 ahead")
    page.evaluate(LOOK_AHEAD, 0)
    assert page.evaluate(WHERE, "S bda") == now
    expect(page.locator("#wheel-season")).to_have_text("now")
    expect(page.locator("#dynamic .province.reached")).to_have_count(0)


def test_last_orders_are_looked_at_on_the_board_as_it_lay(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = began(title="Looking back")
    borg = arrive("borg", reduced_motion="reduce").at(game)
    page = borg.page
    back = page.get_by_role("button", name="Last orders")
    expect(page.locator("#wheel-ship")).to_be_visible()  # the board makes room for it
    expect(back).to_be_hidden()
    before = page.evaluate(WHERE, "2S aga")
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Type an order for any unit").fill("bda - bca")
    page.get_by_label("Type an order for any unit").press("Enter")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator('#board.imagined #dynamic .back .order[data-unit="S bda"]')).to_be_visible()
    expect(page.locator("#board.imagined > svg.back")).to_have_count(1)
    page.get_by_role("tab", name="Orders").click()
    borg.type("bda - bca")
    borg.submit()
    end_phase(arrive("gm"), game)
    expect(page.locator('#dynamic[data-turned="1"]')).to_have_count(1)
    now = page.evaluate(WHERE, "2S aga")
    carried = page.locator('#dynamic .orders.carried .order[data-unit="S bda"]')
    arrow = page.locator('#dynamic .orders.back .order[data-unit="S bda"]')
    expect(carried).to_be_visible()
    expect(arrow).to_be_hidden()
    back.click()
    expect(back).to_have_attribute("aria-pressed", "true")
    expect(arrow).to_be_visible()
    expect(carried).to_be_hidden()
    assert page.evaluate(WHERE, "2S aga") == before != now
    back.click()
    expect(arrow).to_be_hidden()
    expect(carried).to_be_visible()
    assert page.evaluate(WHERE, "2S aga") == now
    page.goto(f"/games/{game.slug}/phases/0/")
    page.get_by_role("link", name="Later").click()
    back.click()
    expect(arrow).to_be_visible()
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator("#board > svg.back")).to_have_count(0)
    page.goto(f"/games/{game.slug}/compare")  # a board that nobody turns tells them too
    expect(page.locator(".replay-board .orders.carried .order").first).to_be_visible()


def test_on_a_phone_the_keyboard_goes_nowhere_out_of_sight(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    """The board stays in sight above the sheet, and its foot below: what has the focus lies under neither."""
    game = began(title="Out of sight")
    page = arrive("borg", viewport={"width": 390, "height": 844}, has_touch=True).at(game).page
    expect(page.locator("#wheel-ship")).to_be_visible()
    lines = page.locator("#sheet-list .line-main")
    lines.first.focus()
    for _ in range(lines.count() - 1):
        page.keyboard.press("Tab")
        assert page.evaluate(IN_SIGHT), page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Point at the board, or type an order")).to_be_focused()
    assert page.evaluate(IN_SIGHT)
