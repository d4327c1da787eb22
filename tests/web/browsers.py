"""A person in a browser: signed in, at a game, pointing at provinces by name."""

from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.games import tables
from tests.services.live_site import LiveSite
from trekdip.games.models import Game

SPOT = """region => {
  const geometry = JSON.parse(document.querySelector("#geometry-data").textContent);
  const [x, y] = (geometry.places[region] ?? geometry.places[region.split("/")[0]]).unit;
  const matrix = document.querySelector("#board > svg").getScreenCTM();
  const at = new DOMPoint(x, y).matrixTransform(matrix);
  return [at.x, at.y];
}"""


class Visitor:
    """One browser context with one page. `faults` are errors its scripts ran into."""

    def __init__(self, browser: Browser, site: LiveSite, name: str | None, **options: Any) -> None:
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
        self.context: BrowserContext = browser.new_context(base_url=site.url, **options)
        if name is not None:
            client = Client()
            client.force_login(tables.person(name))
            cookie = client.cookies[settings.SESSION_COOKIE_NAME]
            self.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site.url}])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console", lambda told: self.faults.append(told.text) if "Content" in told.text else None
        )

    def at(self, game: Game) -> "Visitor":
        """Open the game's page, its scripts running."""
        self.page.goto(f"/games/{game.slug}/")
        expect(self.page.locator("#game.ready")).to_be_visible()
        return self

    def spot(self, region: str) -> tuple[float, float]:
        """Where a unit stands in a region, in pixels of the window."""
        self.page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => done(true)))")
        x, y = self.page.evaluate(SPOT, region)
        return x, y

    def point(self, region: str) -> None:
        """Click there."""
        self.page.mouse.click(*self.spot(region))

    def tap(self, region: str) -> None:
        """Touch there."""
        self.page.touchscreen.tap(*self.spot(region))

    def choose(self, word: str) -> None:
        """Press a button of the panel beside the unit."""
        self.page.locator("#choices").get_by_role("button", name=word).click()

    def type(self, text: str) -> None:
        """Type an order."""
        self.page.get_by_label("Type an order").fill(text)
        self.page.get_by_label("Type an order").press("Enter")

    def submit(self) -> None:
        """Send the sheet and wait for the server's word."""
        self.page.get_by_role("button", name="Submit orders").click()
        expect(self.page.locator("#sheet-state")).to_contain_text("by the server's clock")

    def sees(self, unit: str, power: str, *, times: int = 1) -> None:
        """Wait until the board shows this unit of that power."""
        counters = self.page.locator(f'#dynamic .unit[data-unit="{unit}"][data-power="{power}"]')
        expect(counters).to_have_count(times)

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        self.context.close()
        assert self.faults == []


def accepted(visitor: Visitor, power: str) -> Visitor:
    """Take the seat of that power which the visitor finds offered on the front page."""
    visitor.page.goto("/")
    offers = visitor.page.get_by_role("region", name="Offered to you")
    offers.get_by_role("link", name=power).click()
    visitor.page.get_by_role("button", name="Take the seat").click()
    expect(visitor.page.get_by_text("You are in.")).to_be_visible()
    return visitor


def end_phase(master: Visitor, game: Game) -> None:
    """The GM ends the phase at work, at the desk."""
    master.page.goto(f"/games/{game.slug}/desk/")
    master.page.get_by_role("button", name="End the phase now").click()
    expect(master.page.get_by_text("The phase is resolved.")).to_be_visible()
