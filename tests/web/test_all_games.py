"""Every game does everything the site has: ordered by pointing and by text, planned, stepped through, run by
a GM, talked in, taken away, played by programs. What one game alone has is tested in its own module.
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

import adjudicator as adj
from tests.games import stdip_tables, tables
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor, end_phase
from tests.web.conftest import Arrive
from tests.web.test_journeys import stored
from trekdip.api import services as api
from trekdip.games import gate, selectors, services
from trekdip.games.models import Game
from trekdip.games.words import Words
from trekdip.gm import selectors as desk_reads

pytestmark = pytest.mark.browser

SAY = """async legal => {
  const links = [...document.querySelectorAll("link[rel=modulepreload]")];
  const { Speaker } = await import(links.find(link => link.href.includes("notation")).href);
  const speaker = new Speaker(JSON.parse(document.querySelector("#geometry-data").textContent));
  return Object.entries(legal).flatMap(([unit, orders]) => orders.map(order => {
    const deed = speaker.deed(unit, order);
    const alone = deed[0].toUpperCase() + deed.slice(1);
    return [order, /^[A-Z]+$/.test(unit) ? alone : `${speaker.unit(unit)} ${deed}`];
  }));
}"""


@dataclass(frozen=True)
class Play:
    """What one player does in the first phase: an order pointed at and one typed, both as they are sent; what
    somebody else is imagined to do, and where that shows; whom the player writes to.
    """

    power: str
    pointed: tuple[str, str, str]
    typed: tuple[str, str]
    planned: tuple[str, str]
    partner: str


PLAYS = {
    "standard": Play(
        "austria", ("vie", "gal", "A vie - gal"), ("bud - ser", "A bud - ser"), ("mun - bur", "bur"), "italy"
    ),
    "stdip": Play(
        "klingon", ("mos", "ukr", "A mos - ukr"), ("war - gal", "A war - gal"), ("ber - pru", "pru"), "borg"
    ),
    "quadrants": Play(
        "klingon",
        ("boreth", "organia", "F boreth - organia"),
        ("narendra - nimbus", "F narendra - nimbus"),
        ("gornar - cestus", "cestus"),
        "gorn",
    ),
    "rings": Play(
        "borg",
        ("aga", "aha", "2S aga - aha"),
        ("bda - bca", "S bda - bca"),
        ("2s aka - aja", "aja"),
        "romulan",
    ),
    "cosmic": Play(
        "human", ("sol", "48", "F sol - 48"), ("alf - 49", "F alf - 49"), ("tnn - 56", "56"), "krass"
    ),
}
DESK = ("", "preview/", "see/", "knowledge/", "truth/", "correct/")


def began(variant: str) -> Game:
    """A running game of the variant without deadlines, each power played by the account named like it."""
    options = {"assignment": stdip_tables.ASSIGNED} if variant == "stdip" else {}
    game = tables.forming(variant=variant, title=f"All of {variant}", rhythm={}, early=False, options=options)
    for power, _ in gate.variant(variant).powers:
        services.game_join(by=tables.person(power), game=game, power=power, token=game.invite_token)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


def same_words(visitor: Visitor, game: Game, power: str) -> None:
    """The browser says every order it is sent as the server does; an order for part of a stack is said beside
    the name of the whole stack, which the server does not know.
    """
    words = Words(game.variant)
    legal = selectors.game_state(tables.person(power), game).legal_data()
    plain = {
        unit: [order for order in orders if "*" not in order and order.split()[0] == unit.split()[0]]
        for unit, orders in legal.items()
        if not unit.startswith("place ")
    }
    said = visitor.page.evaluate(SAY, plain)
    assert said
    assert said == [
        [order, words.order(None if unit.isupper() else unit, order)]
        for unit, orders in plain.items()
        for order in orders
    ]


def ordered(visitor: Visitor, game: Game, play: Play) -> None:
    """One order by pointing, one by text; the server has both."""
    visitor.point(play.pointed[0])
    visitor.point(play.pointed[1])
    visitor.type(play.typed[0])
    expect(visitor.page.locator("#sheet-list .problem")).to_have_count(0)
    visitor.submit()
    assert set(stored(game, play.power)) == {play.pointed[2], play.typed[1]}


def planned(visitor: Visitor, play: Play) -> None:
    """Orders for somebody else, played out, and the phase after begun."""
    page = visitor.page
    page.get_by_role("tab", name="What if").click()
    expect(page.locator("#board.planned")).to_be_visible()
    typed = page.get_by_label("Type an order for any unit")
    typed.fill(play.planned[0])
    typed.press("Enter")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#whatif-problems li")).to_have_count(0)
    expect(page.locator(f'#board.imagined #dynamic .unit[data-unit$=" {play.planned[1]}"]')).to_have_count(1)
    page.get_by_role("button", name="Go on from here").click()
    expect(page.locator("#whatif-when")).to_be_visible()
    page.get_by_role("button", name="One phase back").click()
    page.get_by_role("tab", name="Orders").click()
    expect(page.locator("#board:not(.planned):not(.imagined)")).to_be_visible()


def written(visitor: Visitor, game: Game, play: Play) -> None:
    """A message, by the page, that its reader gets."""
    page = visitor.page
    titles = dict(gate.variant(game.variant).powers)
    page.get_by_role("tab", name="Press").click()
    page.locator("#press .press-chip", has_text=titles[play.partner]).click()
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label(f"Message to {titles[play.partner]}").fill("Together?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said.mine .said-text")).to_have_text("Together?")
    reader = Client()
    reader.force_login(tables.person(play.partner))
    told = reader.get(f"/games/{game.slug}/press/with/{'+'.join(sorted((play.power, play.partner)))}/")
    assert "Together?" in told.content.decode()


def stepped(visitor: Visitor, game: Game, play: Play) -> None:
    """The results arrive by themselves; the timeline goes back and forth on one page."""
    page = visitor.page
    here, there = (f'#dynamic .unit[data-unit$=" {place}"]' for place in play.pointed[:2])
    expect(page.locator(there)).to_have_count(1)
    page.goto(f"/games/{game.slug}/phases/0/")
    expect(page.locator("#game.ready")).to_be_visible()
    expect(page.locator(here)).to_have_count(1)
    page.evaluate("window.kept = 'kept'")
    page.get_by_role("link", name="Later").click()
    expect(page.locator(there)).to_have_count(1)
    expect(page.locator("#results .result").first).to_be_attached()
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator(here)).to_have_count(1)
    assert page.evaluate("window.kept") == "kept"


def taken_away(visitor: Visitor, game: Game, play: Play) -> None:
    """The downloads there are."""
    page = visitor.page
    page.goto(f"/games/{game.slug}/exports")
    links = page.locator("main a[href*='/exports/']")
    found = {link.get_attribute("href") or "" for link in links.all()}
    assert len(found) >= 2
    for href in found:
        answer = page.request.get(href)
        assert answer.ok, href
        assert len(answer.body()) > 100
    judge = page.request.get(f"/games/{game.slug}/exports/results.txt").text()
    words = Words(game.variant)
    assert words.place(play.pointed[1]) in judge


def by_program(game: Game, power: str) -> None:
    """A bot reads its state and sends an order from its list."""
    _, secret = api.token_make(by=tables.person(power), game=game, name="bot", orders=True)
    headers = {"Authorization": f"Bearer {secret}"}
    state = Client().get(f"/api/v1/games/{game.slug}/state", headers=headers).json()
    assert state["viewer"] == power
    orders = [texts[0] for texts in state["legal"].values() if "*" not in texts[0]][:1]
    answer = Client().post(
        f"/api/v1/games/{game.slug}/orders",
        json.dumps({"ordinal": state["ordinal"], "orders": orders}),
        content_type="application/json",
        headers=headers,
    )
    receipt: dict[str, Any] = answer.json()
    assert (receipt["saved"], [line["ok"] for line in receipt["lines"]]) == (True, [True])


@pytest.mark.django_db
@pytest.mark.parametrize(("variant", "told"), [("stdip", True), ("quadrants", True), ("cosmic", False)])
def test_dispatches_are_offered_where_there_are_any(variant: str, told: bool) -> None:
    game, client = began(variant), Client()
    client.force_login(tables.person(PLAYS[variant].power))
    assert (f"/games/{game.slug}/dispatches" in client.get(f"/games/{game.slug}/").content.decode()) is told


@pytest.mark.parametrize("variant", adj.variants())
def test_a_game_has_all_there_is(variant: str, arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    play, game = PLAYS[variant], began(variant)
    complaints: list[str] = []
    visitor, master = arrive(play.power), arrive("gm")
    for one in (visitor, master):
        one.page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
    by_program(game, play.partner)
    visitor.at(game)
    same_words(visitor, game, play.power)
    ordered(visitor, game, play)
    planned(visitor, play)
    for page in DESK:
        answer = master.page.goto(f"/games/{game.slug}/desk/{page}")
        assert answer is not None
        assert answer.ok, page
    assert desk_reads.preview(game.gm, game, 0, play.power).problem == ""
    end_phase(master, game)
    stepped(visitor, game, play)
    written(visitor.at(game), game, play)
    taken_away(visitor, game, play)
    assert complaints == []
