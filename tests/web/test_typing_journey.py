"""Orders typed wrongly: what was good stays, what is wrong stays visible with its reason."""

import pytest
from playwright.sync_api import expect

from tests.services.live_site import LiveSite
from tests.web.conftest import Arrive
from trekdip.games.models import Game, OrderSheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("live_site")]


def counting(game: Game, power: str) -> list[str]:
    """The orders of the stored sheet that count, sorted."""
    sheet = OrderSheet.objects.get(phase__game=game, seat__power=power)
    return sorted(line["order"] for line in sheet.lines if line["ok"])


def test_a_mistyped_line_takes_no_good_order_away(arrive: Arrive, played: Game, live_site: LiveSite) -> None:  # noqa: ARG001
    visitor = arrive("austria").at(played)
    page = visitor.page
    lines = page.locator("#sheet-list .line")
    stray = page.locator("#sheet-list .stray")
    visitor.type("vie - gal")
    visitor.type("vie - moscow")
    expect(lines.filter(has_text="moves to Galicia")).to_have_count(1)
    expect(stray).to_contain_text("vie - moscow")
    expect(stray).to_contain_text("Army Vienna keeps its order.")
    visitor.submit()
    expect(stray).to_contain_text("cannot reach Moscow")
    assert counting(played, "austria") == ["A vie - gal"]

    page.reload()
    expect(page.locator("#game.ready")).to_be_visible()
    expect(lines.filter(has_text="moves to Galicia")).to_have_count(1)
    expect(stray).to_contain_text("cannot reach Moscow")

    visitor.type("vie - boh")
    expect(stray).to_have_count(0)
    expect(lines.filter(has_text="moves to Bohemia")).to_have_count(1)


def test_a_line_changed_in_the_text_keeps_the_good_order_until_it_is_good(
    arrive: Arrive, played: Game
) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    lines = page.locator("#sheet-list .line")
    visitor.type("vie - gal")
    page.get_by_text("The sheet as text").click()
    text = page.get_by_label("One order a line")
    text.fill("A vie - ga")
    expect(lines.filter(has_text="moves to Galicia")).to_have_count(1)
    expect(page.locator("#sheet-list .stray")).to_contain_text("A vie - ga")
    text.fill("A vie - boh")
    expect(lines.filter(has_text="moves to Bohemia")).to_have_count(1)
    expect(page.locator("#sheet-list .stray")).to_have_count(0)
    text.fill("")
    expect(lines.filter(has_text="moves to")).to_have_count(0)


def test_what_the_server_reads_is_shown_as_it_was_read(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    page.get_by_text("The sheet as text").click()
    page.get_by_label("One order a line").fill("A bud H\nbud s vie gal\nvie gal\n")
    page.get_by_label("One order a line").blur()
    visitor.submit()
    assert counting(played, "austria") == ["A bud S A vie - gal", "A vie - gal"]
    for _ in range(2):
        expect(page.locator("#sheet-list .line.saved")).to_have_count(2)
        expect(page.locator("#sheet-list")).to_contain_text("supports Army Vienna to Galicia")
        expect(page.locator("#sheet-list .stray")).to_have_count(0)
        page.reload()
        expect(page.locator("#game.ready")).to_be_visible()
