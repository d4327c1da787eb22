"""Cosmic in the browser: a warp opened by pointing, danger told before orders are given, and the browser's
reading of orders against the adjudicator's."""

import json
import random

import pytest
from playwright.sync_api import expect

import adjudicator as adj
from tests.adjudicator.cosmic.test_random_games import wild
from tests.games import tables
from tests.games.stdip_tables import end
from tests.games.test_table_of_cosmic import with_folds
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor, end_phase
from tests.web.conftest import Arrive
from trekdip.games import selectors
from trekdip.games.models import OrderSheet

pytestmark = pytest.mark.browser

READ_ALL = """async ([legal, lines]) => {
  const links = [...document.querySelectorAll("link[rel=modulepreload]")];
  const { byPlace, Finder } = await import(links.find(link => link.href.includes("notation")).href);
  const finder = new Finder(JSON.parse(document.querySelector("#geometry-data").textContent), byPlace(legal));
  return lines.map(line => finder.exact(line)?.text ?? null);
}"""


def choose(visitor: Visitor, word: str) -> None:
    """Press the button with this very word on it."""
    visitor.page.locator("#choices").get_by_role("button", name=word, exact=True).click()


def test_a_warp_is_opened_by_pointing_and_drawn_for_everybody(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = with_folds()
    human, krass, watcher = (arrive(name).at(game) for name in ("human", "krass", None))
    expect(watcher.page.locator("#dynamic .note.danger")).to_have_count(21)

    human.point("sol")
    choose(human, "Warp")
    human.point("49")
    human.point("44")
    choose(human, "Connect 49 and 44")
    human.point("49")
    choose(human, "Move by warp")
    human.point("44")
    human.submit()
    sheet = OrderSheet.objects.get(phase=tables.current(game), seat__power="human")
    assert sorted(sheet.text.splitlines()) == ["F 49 - 44", "Q sol W 49+44"]
    assert [line["ok"] for line in sheet.lines] == [True, True]

    krass.type("sam - 39")
    expect(krass.page.locator("#sheet-list")).to_contain_text("Danger: 39 lies beside a black hole")
    krass.submit()

    end_phase(arrive("gm"), game)

    for visitor in (human, krass, watcher):
        visitor.sees("F 44", "human")
        expect(visitor.page.locator('#dynamic .order.join.ok[data-unit="Q sol"] .way')).to_have_count(1)
        expect(visitor.page.locator('#dynamic .order.move.destroyed[data-unit="Q sam"]')).to_have_count(1)
        visitor.sees("Q 39", "krass", times=0)


def test_a_lasting_warp_by_pointing_and_by_text(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = with_folds()
    for _ in range(2):
        end(game)
    assert tables.current(game).turn == "O2821B"
    human, krass = (arrive(name).at(game) for name in ("human", "krass"))
    human.point("48")
    human.point("xat")
    choose(human, "Connect 48 and Xatan")
    expect(human.page.locator("#sheet-list")).to_contain_text("connects 48 and Xatan")
    human.submit()
    krass.type("supports 48 + Xatan")
    krass.submit()
    end_phase(arrive("gm"), game)
    for visitor in (human, krass):
        expect(visitor.page.locator("#dynamic .note.warp.open.lasting")).to_have_count(1)
    krass.page.get_by_role("tab", name="Space").click()
    expect(krass.page.locator("#part")).to_contain_text("48 and Xatan: connected until another warp")


def test_browser_and_adjudicator_read_alike(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    """What the list only has patterns for is accepted in the browser where it counts, and nowhere else."""
    game = with_folds()
    state = adj.loads(tables.current(game).truth)
    rng = random.Random(2821)
    lines = [line for _ in range(400) for line in wild(rng, state)]
    lines += [rng.choice(texts) for texts in adj.legal(state, "human").values() for _ in range(60)]
    wanted = [r.order if r.ok else None for line in lines for r in adj.check(state, "human", [line])]
    visitor = arrive("human").at(game)
    legal = selectors.game_state(tables.person("human"), game).legal_data()
    found = visitor.page.evaluate(READ_ALL, [json.loads(json.dumps(legal)), lines])
    wrong = [row for row in zip(lines, wanted, found, strict=True) if row[1] != row[2]]
    assert wrong == []
    assert sum(order is not None and " W " in order for order in found) > 50
    assert sum(order is not None and " - " in order for order in found) > 50
