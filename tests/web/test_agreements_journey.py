"""A seat is given up, asked for and given, and a draw is agreed on, by people at browsers without scripts."""

import pytest
from playwright.sync_api import expect

from tests.games import tables
from tests.web.axe import findings_in_both_colours
from tests.web.conftest import Arrive
from tests.web.test_access import LOOKS
from trekdip.games import services
from trekdip.games.models import Game

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": False}


def test_a_seat_changes_hands_and_a_draw_is_agreed_on(arrive: Arrive, played: Game) -> None:
    place = f"/games/{played.slug}/table"
    tables.person("newcomer")
    leaving = arrive("turkey", **PHONE).page
    leaving.goto(place)
    leaving.get_by_label("I give up my seat").check()
    leaving.get_by_role("button", name="Give up my seat").click()
    expect(leaving.get_by_text("You have given up your seat")).to_be_visible()

    newcomer = arrive("newcomer", **PHONE).page
    newcomer.goto("/")
    newcomer.get_by_role("link", name="Turkey in The long night").click()
    newcomer.get_by_label("To the GM").fill("I know the Black Sea")
    newcomer.get_by_role("button", name="Ask for Turkey").click()
    expect(newcomer.get_by_text("You have asked for Turkey")).to_be_visible()

    desk = arrive("gm", **PHONE).page
    desk.goto(f"/games/{played.slug}/desk/")
    expect(desk.get_by_text("I know the Black Sea")).to_be_visible()
    desk.get_by_role("button", name="Give the seat to newcomer").click()
    expect(desk.get_by_text("The seat has its new player")).to_be_visible()

    austria = arrive("austria", **PHONE).page
    austria.goto(place)
    austria.locator("summary", has_text="Propose a draw").click()
    austria.get_by_role("checkbox", name="Russia").uncheck()
    austria.get_by_role("button", name="Propose the draw").click()
    proposal = played.proposals.get()
    for power in tables.POWERS[1:6]:
        services.ballot_cast(
            by=tables.person(power), game=played, ordinal=0, proposal_id=proposal.pk, yes=True
        )
    newcomer.goto(place)
    newcomer.get_by_role("button", name="Agree").click()
    expect(
        newcomer.get_by_text("Draw between Austria, England, France, Germany, Italy and Turkey")
    ).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=["dark-wide", "light-narrow"])
def test_the_page_has_no_serious_findings(arrive: Arrive, played: Game, look: dict[str, object]) -> None:
    services.game_leave(by=tables.person("turkey"), game=played)
    services.takeover_ask(by=tables.person("newcomer"), game=played, power="turkey", note="please")
    for power, kind, powers in (
        ("austria", "draw", ["austria", "italy"]),
        ("italy", "end", []),
        ("france", "concede", ["germany"]),
    ):
        services.proposal_make(by=tables.person(power), game=played, ordinal=0, kind=kind, powers=powers)
    found = {}
    for name in ("austria", "gm", "newcomer", "other"):
        page = arrive(name, **look).page
        for url in (f"/games/{played.slug}/table", "/"):
            page.goto(url)
            for summary in page.locator("details > summary").all():
                summary.click()
            if grave := findings_in_both_colours(page):
                found[f"{url} for {name}"] = grave
    assert found == {}
