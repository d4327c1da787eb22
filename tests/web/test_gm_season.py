"""A season run by a GM in a real browser: missing orders, grace, a replacement, an NMR, a preview, a
correction, while a player's page stays open."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games import tables
from tests.services.live_site import LiveSite
from tests.web.browsers import accepted
from tests.web.conftest import Arrive
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.games.terms import Terms
from trekdip.gm.models import Correction

pytestmark = pytest.mark.browser

FALL = {"england": ["F nth - nwy"], "italy": ["A ven - tyr"], "austria": ["A gal H"]}


@pytest.fixture
def waiting(live_site: LiveSite) -> Game:  # noqa: ARG001  the game is made on the site's database
    """A game whose results wait for the GM; all but Austria and Italy have sent orders."""
    hours = {"M": 24, "R": 12, "A": 12}
    game = tables.started(title="The long year", rhythm=hours, clock_terms=Terms(), holds=True, early=False)
    for power, lines in tables.OPENING.items():
        if power not in {"austria", "italy"}:
            tables.submit(game, power, lines)
    return game


def desk(page: Page, game: Game) -> None:
    """Open the desk."""
    page.goto(f"/games/{game.slug}/desk/")


def publish(page: Page) -> None:
    """Publish what the preview on the page shows."""
    page.get_by_role("button", name="Publish exactly this").click()
    expect(page.get_by_text("The results are published.")).to_be_visible()


def test_a_gm_runs_a_season(waiting: Game, arrive: Arrive) -> None:
    england, master = arrive("england").at(waiting), arrive("gm")
    page = master.page

    # The deadline passes: two powers are missing, and everybody is told which.
    Phase.objects.filter(game=waiting).update(deadline=timezone.now() - dt.timedelta(minutes=1))
    expect(england.page.locator(".game-head")).to_contain_text("issing", timeout=20_000)
    desk(page, waiting)
    expect(page.get_by_role("heading", name="Orders are missing")).to_be_visible()
    missing = page.get_by_role("region", name="Missing powers")
    expect(missing).to_contain_text("Austria")
    expect(missing).to_contain_text("Italy")

    # Italy gets another player, who sends orders in the time of grace.
    tables.person("newcomer")
    italy = page.locator(".desk-seat", has_text="Italy")
    italy.locator("summary").click()
    italy.get_by_placeholder("account name").fill("newcomer")
    italy.get_by_label("Reason", exact=True).fill("no answer")
    italy.get_by_role("button", name="Ask to replace").click()
    expect(page.get_by_text("newcomer is asked, and takes over by accepting.")).to_be_visible()
    newcomer = accepted(arrive("newcomer"), "Italy").at(waiting)
    newcomer.type("nap - ion")
    newcomer.submit()

    # Austria is not waited for: an NMR, and the phase is held.
    desk(page, waiting)
    page.get_by_role("button", name="Wait no longer: NMR").click()
    desk(page, waiting)
    expect(page.get_by_text("Closed for orders.")).to_be_visible()
    expect(england.page.locator(".game-head")).to_contain_text("results with the GM")
    england.sees("F lon", "england")

    # The GM looks at the results; nobody else sees them before they are published.
    page.get_by_role("link", name="Look at the results").click()
    expect(
        page.get_by_role("heading", name="Spring 1901, movement, as it would be published")
    ).to_be_visible()
    expect(page.locator(".two-eyes .unit[data-unit='F ion'][data-power='italy']")).to_have_count(2)
    england.sees("F lon", "england")
    publish(page)
    england.sees("F nth", "england")
    england.sees("A vie", "austria")

    # Austria's mail had come in time: the GM puts it right, and reads before what that takes back.
    page.goto(f"/games/{waiting.slug}/desk/correct/?phase=0")
    page.get_by_text("Orders of this phase").click()
    page.get_by_label("Austria", exact=True).first.fill("A vie - boh")
    page.get_by_text("Work out the results at once").click()
    page.get_by_label("Why").fill("Austria's mail had come in time")
    page.get_by_role("button", name="See what this would take back").click()
    told = page.locator(".harms")
    expect(told).to_contain_text("Army Vienna")
    assert not Correction.objects.exists()
    page.get_by_role("button", name="Correct the game").click()
    expect(page.get_by_text("The game is corrected, and everybody is told why.")).to_be_visible()
    england.sees("A boh", "austria")
    england.sees("A vie", "austria", times=0)
    expect(england.page.locator(".game-news")).to_contain_text("Austria's mail had come in time")
    england.page.get_by_role("tab", name="History").click()
    expect(england.page.locator(".timeline .tag", has_text="taken back")).to_have_count(2)
    assert list(waiting.phases.filter(withdrawn=None).values_list("turn", flat=True)) == ["S1901M", "F1901M"]

    # Fall: closed, an order changed for a player who asked, previewed, published.
    england.page.reload()
    tables.submit(waiting, "england", FALL["england"], final=False)
    desk(page, waiting)
    page.get_by_role("button", name="End the phase now").click()
    expect(page.get_by_text("The phase is closed: look at its results.")).to_be_visible()
    page.goto(f"/games/{waiting.slug}/desk/preview/?as=austria")
    sheet = page.locator("#sheet-austria")
    sheet.get_by_role("textbox", name="Orders of Austria").fill("A boh - mun")
    sheet.get_by_placeholder("Reason").fill("told me by telephone")
    sheet.get_by_role("button", name="Change and look again").click()
    expect(page.get_by_text("The sheet is changed.")).to_be_visible()
    publish(page)
    england.sees("F nwy", "england")
    expect(england.page.locator(".game-head")).to_contain_text("Winter 1901")

    acts = list(waiting.audit.values_list("act", flat=True))
    for act in ("seat_replace", "missing_nmr", "result_publish", "correction_make", "sheet_edit", "gm_read"):
        assert act in acts
    assert acts.count("result_publish") == 2
    assert OrderSheet.objects.filter(phase__game=waiting, seat__power="austria").exists()
