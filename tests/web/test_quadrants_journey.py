"""Players of quadrants in their browsers: an alliance is formed live, an ability ordered, a report read."""

import pytest
from playwright.sync_api import expect

from tests.games.quadrants_tables import began, current, end, send
from tests.services.live_site import LiveSite
from tests.web.browsers import end_phase
from tests.web.conftest import Arrive
from trekdip.games.models import Game, OrderSheet

pytestmark = pytest.mark.browser


def test_an_alliance_is_formed_live(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = began(title="Khitomer")
    klingon, gorn, watcher = (arrive(name).at(game) for name in ("klingon", "gorn", None))
    for visitor in (klingon, gorn, watcher):
        visitor.page.get_by_role("tab", name="Abilities").click()
    klingon.page.get_by_role("button", name="Propose an alliance: Gorn").click()
    for visitor in (klingon, gorn, watcher):
        expect(visitor.page.locator(".proposals")).to_contain_text("Klingon proposes an alliance to Gorn")
    expect(watcher.page.locator("form.declare")).to_have_count(0)
    gorn.page.get_by_role("button", name="Accept: Klingon").click()
    for visitor in (klingon, gorn, watcher):
        expect(visitor.page.locator(".pairs")).to_contain_text("10 of 24 centres")
    klingon.page.get_by_role("button", name="Break the alliance: Gorn").click()
    expect(gorn.page.locator("#part")).to_contain_text("Nobody is allied")
    assert [one.text for one in current(game).declarations.all()] == [
        "PROPOSE gorn",
        "ACCEPT klingon",
        "BREAK gorn",
    ]
    for visitor in (klingon, gorn, watcher):
        visitor.leave()


def test_an_ability_is_ordered_by_pointing_and_the_report_is_read(
    arrive: Arrive,
    live_site: LiveSite,  # noqa: ARG001
) -> None:
    game = began(title="Breen")
    send(game, "klingon", "F boreth - organia")
    breen, cardassian = (arrive(name).at(game) for name in ("breen", "cardassian"))
    breen.point("organia")
    breen.choose("Freeze")
    listed = breen.page.locator("#sheet-list")
    expect(listed).to_contain_text("Energy Dampening Weapon")
    expect(listed).to_contain_text("freezes Organia")
    expect(listed).to_contain_text("it works once in the game")
    breen.submit()
    assert OrderSheet.objects.get(seat__power="breen").text == "FREEZE organia"
    end_phase(arrive("gm"), game)
    cardassian.page.get_by_role("tab", name="Abilities").click()
    expect(cardassian.page.locator(".told")).to_contain_text("Klingon moves to Organia")
    breen.page.get_by_role("tab", name="Abilities").click()
    expect(breen.page.locator(".ability.mine")).to_contain_text("used")
    expect(breen.page.locator(".told")).to_have_count(0)
    breen.page.get_by_role("tab", name="Results").click()
    expect(breen.page.locator("#results")).to_contain_text("It cannot move: Organia is frozen")
    breen.leave()
    cardassian.leave()


def test_storeys_are_shown_one_at_a_time(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game: Game = began(title="Storeys")
    end(game)
    visitor = arrive("gorn").at(game)
    page = visitor.page
    earth = page.locator('#board g.province[data-province="earth"]')
    page.locator(".storeys").get_by_role("button", name="Upper").click()
    expect(earth).to_have_class("province system elsewhere")
    page.locator("#board").press("PageDown")
    expect(page.locator(".storeys [aria-pressed=true]")).to_have_text("Core")
    expect(earth).to_have_class("province system")
    page.mouse.move(*visitor.spot("earth"))
    lit = page.locator("#board g.province.neighbour")
    expect(lit).to_have_count(6)
    expect(page.locator(".neighbour-lanes line.vertical")).to_have_count(1)
    visitor.leave()
