"""A Romulan and a Federation player at one table, each in a browser: what is hidden stays hidden."""

import pytest
from playwright.sync_api import expect

from tests.games import tables
from tests.games.stdip_tables import began
from tests.services.live_site import LiveSite
from tests.web.browsers import end_phase
from tests.web.conftest import Arrive
from tests.web.test_journeys import SAY_ALL
from trekdip.games import selectors
from trekdip.games.models import OrderSheet
from trekdip.games.words import Words

pytestmark = pytest.mark.browser


def test_a_cloaked_move_by_pointing(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = began(title="Neutral Zone")
    romulan, federation = (arrive(name).at(game) for name in ("romulan", "federation"))
    for origin, goal in (("rom", "apu"), ("ven", "tyr")):
        romulan.point(origin)
        romulan.choose("Cloaked")
        romulan.point(goal)
    romulan.point("nap")
    romulan.choose("Cloaked")
    romulan.choose("Hold")
    listed = romulan.page.locator("#sheet-list")
    expect(listed).to_contain_text("moves to Tyrolia, cloaked")
    expect(listed).to_contain_text("Only those see it whose units")
    romulan.submit()
    sheet = OrderSheet.objects.get(phase=tables.current(game), seat__power="romulan")
    assert sorted(sheet.text.splitlines()) == ["A rom (I) - apu", "A ven (I) - tyr", "F nap (I) H"]

    federation.point("vie")
    federation.choose("Enterprise")
    federation.point("tyr")
    line = federation.page.locator("#sheet-list")
    expect(line).to_contain_text("moves to Tyrolia, as the Enterprise")
    expect(line).to_contain_text("the Enterprise is then used for 2371")
    federation.page.get_by_role("button", name="Enterprise: Army Vienna").click()
    expect(line).not_to_contain_text("Enterprise is then used")
    federation.submit()
    assert OrderSheet.objects.get(seat__power="federation").text == "A vie - tyr"

    end_phase(arrive("gm"), game)

    romulan.sees("A apu (I)", "romulan")
    romulan.sees("A ven (I)", "romulan")
    federation.sees("A ven (I)", "romulan")  # both went for Tyrolia
    federation.sees("A apu (I)", "romulan", times=0)
    federation.sees("F nap (I)", "romulan", times=0)
    assert "apu (I)" not in federation.page.content()
    federation.page.get_by_role("link", name="Dispatches").click()
    expect(federation.page.get_by_text("Army Vienna sensed a cloaked unit in Venice")).to_be_visible()
    expect(federation.page.locator("main")).not_to_contain_text("Apulia")
    federation.page.get_by_role("link", name="The board at that time").click()
    federation.sees("A ven (I)", "romulan")


def test_browser_and_server_say_the_same_of_every_order(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game, words = began(title="The same words"), Words("stdip")
    for power in ("romulan", "federation", "ferengi", "cardassian", "dominion"):
        visitor = arrive(power).at(game)
        legal = selectors.game_state(tables.person(power), game).legal_data()
        said = visitor.page.evaluate(SAY_ALL, legal)
        assert said == {order: words.order(unit, order) for unit, orders in legal.items() for order in orders}


def test_cardassians_are_placed_and_ordered_by_pointing(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = began(title="Home soil")
    player = arrive("cardassian").at(game)
    for place in ("bre", "gas", "mar"):
        player.point(place)
    player.point("mar")
    player.point("pie")
    listed = player.page.locator("#sheet-list")
    expect(listed).to_contain_text("is placed in Gascony")
    expect(listed).to_contain_text("moves to Piedmont")
    player.submit()
    text = OrderSheet.objects.get(seat__power="cardassian").text
    assert sorted(text.splitlines()) == ["C mar - pie", "place 1: bre", "place 2: gas", "place 3: mar"]
    end_phase(arrive("gm"), game)
    player.sees("C pie", "cardassian")
    player.sees("C gas", "cardassian")
