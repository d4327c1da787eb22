"""Press in browsers side by side: live, private, kept as a draft, usable without scripts, accessible."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games import stdip_tables
from tests.press.talk import say
from tests.services.live_site import LiveSite
from tests.web.axe import findings_in_both_colours
from tests.web.conftest import Arrive
from tests.web.test_access import LOOKS
from trekdip.games.models import Game

pytestmark = pytest.mark.browser


def test_a_private_message_arrives_live_and_a_third_browser_sees_nothing(
    arrive: Arrive, played: Game
) -> None:
    austria, turkey = (arrive(name).at(played) for name in ("austria", "turkey"))
    russia = arrive("russia")
    frames: list[str] = []
    russia.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    russia.at(played)
    for visitor in (austria, russia):
        visitor.page.get_by_role("tab", name="Press").click()
        expect(visitor.page.locator("#press .press-rooms")).to_be_visible()
    quiet = russia.page.locator("#press").inner_html()
    assert frames  # the state
    frames.clear()
    asked: list[str] = []
    russia.page.on("request", lambda request: asked.append(request.url))

    page = austria.page
    page.locator("#press .press-chip", has_text="Turkey").click()
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("Message to Turkey").fill("Against Russia, together?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said.mine .said-text")).to_have_text("Against Russia, together?")

    badge = turkey.page.locator("#tab-press .press-count")
    expect(badge).to_have_text("1")
    turkey.page.get_by_role("tab", name=re.compile("^Press")).click()
    turkey.page.locator("#press .press-room-link", has_text="Austria").click()
    expect(turkey.page.locator(".said-text")).to_have_text("Against Russia, together?")
    expect(badge).to_have_count(0)
    turkey.page.get_by_label("Message to Austria").fill("Gladly.")
    turkey.page.get_by_label("Message to Austria").press("Control+Enter")
    expect(page.locator(".said:not(.mine) .said-text")).to_have_text("Gladly.")

    assert russia.page.locator("#press").inner_html() == quiet
    assert russia.page.locator("#tab-press .press-count").count() == 0
    assert (asked, frames) == ([], [])


def test_a_draft_survives_a_reload_and_is_gone_when_one_signs_out(arrive: Arrive, played: Game) -> None:
    page = arrive("austria").page
    url = f"/games/{played.slug}/press/with/austria+turkey/"
    page.goto(url)
    field = page.get_by_label("Message to Turkey")
    field.fill("Not finished yet")
    page.reload()
    expect(field).to_have_value("Not finished yet")
    page.goto(f"/games/{played.slug}/press/with/austria+italy/")
    expect(page.get_by_label("Message to Italy")).to_have_value("")
    page.goto(f"/games/{played.slug}/")
    page.locator("#game.ready").wait_for()
    page.evaluate("name => localStorage.setItem(name, 'A vie - gal')", f"draft:{played.slug}:austria:0")
    kept = "Object.keys(localStorage).filter(key => /^(press|draft):/.test(key)).length"
    assert page.evaluate(kept) == 2
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.evaluate(kept) == 0


def test_press_works_without_scripts(arrive: Arrive, played: Game) -> None:
    page = arrive("austria", java_script_enabled=False).page
    page.goto(f"/games/{played.slug}/press/")
    page.locator(".press-chip", has_text="Turkey").locator("input").check(force=True)
    page.locator(".press-chip", has_text="Italy").locator("input").check(force=True)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Italy, Turkey")).to_be_visible()
    page.get_by_label("Message to Italy, Turkey").fill("A southern pact")
    page.get_by_text("Attach", exact=True).click()
    page.get_by_label("What to attach").select_option(label="Spring 1901, movement")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said-text")).to_have_text("A southern pact")
    image = page.locator(".said-attached img")
    expect(image).to_have_attribute("alt", "The board of Spring 1901, movement as you saw it")
    answer = page.request.get(image.get_attribute("src") or "")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize("look", LOOKS, ids=["dark-wide", "light-narrow"])
def test_press_has_no_serious_findings(arrive: Arrive, played: Game, look: dict[str, Any]) -> None:
    say(played, "turkey", "austria+turkey", "Look", "position:0")
    say(played, "austria", "austria+turkey", "Seen")
    say(played, "gm", "everybody", "Welcome")
    found: dict[str, list[str]] = {}
    base = f"/games/{played.slug}/press/"
    for name in ("austria", None, "gm"):
        visitor = arrive(name, **look)
        pages = [base, f"{base}with/everybody/", f"{base}?q=Welcome"]
        pages += [f"{base}with/austria+turkey/"] if name == "austria" else []
        pages += [f"{base}reports"] if name == "gm" else []
        for url in pages:
            visitor.page.goto(url)
            if grave := findings_in_both_colours(visitor.page):
                found[f"{url} for {name}"] = grave
    visitor = arrive("austria", **look).at(played)
    visitor.page.get_by_role("tab", name=re.compile("^Press")).click()
    expect(visitor.page.locator("#press .press-rooms")).to_be_visible()
    if grave := findings_in_both_colours(visitor.page):
        found["the tab"] = grave
    visitor.page.locator("#press .press-room-link", has_text="Turkey").click()
    expect(visitor.page.locator("#press .said-text").first).to_be_visible()
    if grave := findings_in_both_colours(visitor.page):
        found["a conversation in the tab"] = grave
    assert found == {}


def test_the_keyboard_alone_is_enough(arrive: Arrive, played: Game) -> None:
    page = arrive("austria").at(played).page
    page.locator("#tab-press").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#press .press-rooms")).to_be_visible()
    page.locator("#press .press-room-link").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Everybody")).to_be_focused()
    page.get_by_label("Message to Everybody").focus()
    page.keyboard.type("Peace in our time")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".said.mine .said-text")).to_have_text("Peace in our time")
    expect(page.get_by_label("Message to Everybody")).to_be_focused()


def test_on_a_phone_the_head_has_room_for_all_that_waits(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = stdip_tables.began(title="The Neutral Zone")
    say(game, "romulan", "dominion+romulan", "Psst")
    page = arrive("dominion", viewport={"width": 360, "height": 780}, has_touch=True).at(game).page
    expect(page.locator(".masthead nav")).to_contain_text("1 due", use_inner_text=True)
    boxes = [one.bounding_box() for one in page.locator(".masthead > a, .masthead nav > *:visible").all()]
    edges = sorted((box["x"], box["x"] + box["width"]) for box in boxes if box)
    assert all(left[1] <= right[0] + 10 for left, right in pairwise(edges))
    assert edges[0][0] >= 0
    assert edges[-1][1] <= 360
