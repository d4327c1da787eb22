"""People at play in real browsers: orders in every way, phases arriving by themselves, lost connections."""

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.games import tables
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor, accepted, end_phase
from tests.web.conftest import Arrive
from trekdip.games import selectors
from trekdip.games.models import Game, OrderSheet
from trekdip.games.words import Words

pytestmark = pytest.mark.browser

SHEET = ["A bud S A vie - gal", "F tri - alb", "A vie - gal"]


SAY_ALL = """async legal => {
  const links = [...document.querySelectorAll("link[rel=modulepreload]")];
  const { Speaker } = await import(links.find(link => link.href.includes("notation")).href);
  const speaker = new Speaker(JSON.parse(document.querySelector("#geometry-data").textContent));
  const said = {};
  for (const [unit, orders] of Object.entries(legal))
    for (const order of orders) said[order] = `${speaker.unit(unit)} ${speaker.deed(unit, order)}`;
  return said;
}"""


def stored(game: Game, power: str) -> list[str]:
    """The lines of a power's sheet as the server has it, sorted."""
    sheet = OrderSheet.objects.get(phase=tables.current(game), seat__power=power)
    return sorted(sheet.text.splitlines(), key=lambda line: line[2:])


def test_a_season_in_three_browsers(arrive: Arrive, played: Game) -> None:
    austria, italy, watcher = (arrive(name).at(played) for name in ("austria", "italy", None))
    for visitor in (austria, italy, watcher):
        visitor.page.evaluate("window.sameDocument = true")
    austria.page.get_by_role("button", name="Closer").click()
    austria.page.wait_for_timeout(100)
    zoomed = austria.page.locator("#board > svg").get_attribute("viewBox")
    austria.point("vie")
    austria.point("tyr")
    austria.submit()
    italy.type("ven h")
    italy.type("rom - apu")
    italy.submit()
    assert stored(played, "austria") == ["A vie - tyr"]
    assert stored(played, "italy") == ["A rom - apu", "A ven H"]

    end_phase(arrive("gm"), played)

    for visitor in (austria, italy, watcher):
        visitor.sees("A tyr", "austria")
        visitor.sees("A apu", "italy")
        visitor.sees("A vie", "austria", times=0)
        expect(visitor.page.get_by_text("Fall 1901, movement").first).to_be_visible()
        assert visitor.page.evaluate("window.sameDocument") is True
    assert austria.page.locator("#board > svg").get_attribute("viewBox") == zoomed
    expect(austria.page.locator("#sheet-list")).to_contain_text("Army Tyrolia")
    watcher.page.get_by_role("tab", name="Results").click()
    expect(watcher.page.locator("#results")).to_contain_text("Army Vienna moves to Tyrolia")
    austria.point("tyr")
    austria.point("mun")
    austria.submit()
    assert stored(played, "austria") == ["A tyr - mun"]


def by_mouse(visitor: Visitor) -> None:
    """The sheet, pointed at."""
    visitor.point("vie")
    visitor.point("gal")
    visitor.point("bud")
    visitor.choose("Support")
    visitor.point("vie")
    visitor.point("gal")
    visitor.point("tri")
    visitor.point("alb")


def by_touch(visitor: Visitor) -> None:
    """The sheet, touched."""
    visitor.tap("vie")
    visitor.tap("gal")
    visitor.tap("bud")
    visitor.page.locator("#choices").get_by_role("button", name="Support").tap()
    visitor.tap("vie")
    visitor.tap("gal")
    visitor.tap("tri")
    visitor.tap("alb")


def by_keyboard(visitor: Visitor) -> None:
    """The sheet, by keys alone: names found by their letters, verbs by theirs."""
    visitor.page.locator("#board").focus()
    keys = visitor.page.keyboard
    for word in ("vie", "gal", "bud"):
        keys.type(word)
        keys.press("Enter")
    keys.press("s")
    for word in ("vie", "gal", "tri"):
        keys.type(word)
        keys.press("Enter")
    keys.press("m")
    keys.type("albania")
    keys.press("Enter")


def by_text(visitor: Visitor) -> None:
    """The sheet, typed: abbreviated, in words, in capitals."""
    visitor.type("vie - gal")
    visitor.type("army budapest supports vienna to galicia")
    visitor.type("F TRI-ALB")


def by_paste(visitor: Visitor) -> None:
    """The sheet, pasted as a whole."""
    visitor.page.get_by_text("The sheet as text").click()
    visitor.page.get_by_label("One order a line").fill("A Vienna -> Galicia\nbud S A vie - gal\nF tri - alb")


@pytest.mark.parametrize("way", [by_mouse, by_touch, by_keyboard, by_text, by_paste])
def test_every_way_of_ordering_gives_the_same_sheet(arrive: Arrive, played: Game, way: object) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    visitor = arrive("austria", **(phone if way is by_touch else {})).at(played)
    assert callable(way)
    way(visitor)
    expect(visitor.page.locator("#sheet-list .draft")).to_have_count(3)
    expect(visitor.page.locator("#draft .draft-order")).to_have_count(3)
    visitor.submit()
    expect(visitor.page.locator("#sheet-list .saved")).to_have_count(3)
    assert stored(played, "austria") == SHEET


def test_steps_can_be_taken_back_and_dragging_orders_nothing(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    page.locator("#board").focus()
    visitor.point("bud")
    page.keyboard.press("s")
    expect(page.locator("#choices")).to_contain_text("supports which unit?")
    page.keyboard.press("Escape")
    expect(page.locator("#choices")).to_contain_text("where to, or what?")
    page.keyboard.press("Escape")
    expect(page.locator("#choices")).to_be_hidden()

    visitor.point("vie")
    x, y = visitor.spot("gal")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 40, steps=5)
    page.mouse.up()
    expect(page.locator("#sheet-list .draft")).to_have_count(0)

    visitor.point("gal")
    expect(page.locator("#sheet-list .draft")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#sheet-list .draft")).to_have_count(0)


def test_coasts_are_asked_only_where_they_matter(arrive: Arrive, played: Game) -> None:
    tables.submit_all(played, tables.OPENING)
    end_phase(arrive("gm"), played)
    visitor = arrive("france").at(played)
    visitor.point("mao")
    visitor.point("spa")
    visitor.choose("North coast")
    expect(visitor.page.locator("#sheet-list")).to_contain_text("moves to Spain, north coast")
    visitor.point("mao")
    visitor.point("wes")
    expect(visitor.page.locator("#sheet-list")).to_contain_text("moves to Western Mediterranean")


def test_builds_are_pointed_at(arrive: Arrive, played: Game) -> None:
    tables.submit_all(played, tables.OPENING)
    master = arrive("gm")
    for _ in range(2):
        end_phase(master, played)
    visitor = arrive("austria").at(played)
    expect(visitor.page.get_by_text("You may build one unit.")).to_be_visible()
    visitor.point("bud")
    visitor.choose("Build")
    expect(visitor.page.locator("#sheet-list")).to_contain_text("builds an army in Budapest")
    visitor.submit()
    assert stored(played, "austria") == ["B A bud"]


def test_retreats_are_pointed_at(arrive: Arrive, played: Game) -> None:
    master = arrive("gm")
    tables.submit_all(played, {"austria": ["A vie - tyr", "F tri - adr"]})
    end_phase(master, played)
    tables.submit_all(played, {"austria": ["A tyr - ven", "F adr S A tyr - ven"]})
    end_phase(master, played)
    visitor = arrive("italy").at(played)
    visitor.point("ven")
    visitor.point("tus")
    expect(visitor.page.locator("#sheet-list")).to_contain_text("retreats to Tuscany")
    visitor.submit()
    end_phase(master, played)
    visitor.sees("A tus", "italy")


def test_arrow_keys_walk_the_map(arrive: Arrive, played: Game) -> None:
    page = arrive("austria").at(played).page
    page.locator("#board").focus()
    page.keyboard.type("vie")
    expect(page.locator("#announcer")).to_contain_text("Vienna")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#announcer")).not_to_be_empty()
    reached = set()
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        reached.add(page.locator("#announcer").inner_text())
    assert len(reached) >= 3


def test_who_listens_hears_of_every_key(arrive: Arrive, played: Game) -> None:
    page = arrive("austria").at(played).page
    heard = page.locator("#announcer")
    page.locator("#board").focus()
    for keys, said in (
        ("/mos", "Moscow. Russia: army in Moscow"),
        ("\n", "Moscow: nothing of yours to order there."),
        ("/vie", "Vienna. Austria: army in Vienna"),
        ("\n", "Army Vienna: where to, or what? Possible:"),
        ("\n", "Nothing is chosen."),
        ("/vie\n", "Army Vienna: where to, or what? Possible:"),
    ):
        for key in keys:
            page.keyboard.press("Enter" if key == "\n" else key)
        expect(heard).to_contain_text(said)
    page.keyboard.press("Escape")
    expect(heard).to_have_text("Nothing is chosen.")
    page.keyboard.press("Escape")
    for key in "/naf":
        page.keyboard.press(key)
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(heard).to_have_text("Nothing farther that way.")
    page.get_by_label("Point at the board, or type an order").fill("vie - gal")
    page.keyboard.press("Enter")
    expect(heard).to_contain_text("1 of 3 ordered.")
    page.locator("#board").focus()
    page.keyboard.press("Control+z")
    expect(heard).to_have_text("Undone. 0 of 3 ordered.")


def test_the_page_and_its_scripts_say_orders_in_the_same_words(arrive: Arrive, played: Game) -> None:
    words = Words(played.variant)
    for power in ("france", "russia"):
        visitor = arrive(power).at(played)
        legal = selectors.game_state(tables.person(power), played).legal_data()
        said = visitor.page.evaluate(SAY_ALL, legal)
        assert said == {order: words.order(unit, order) for unit, orders in legal.items() for order in orders}


def test_an_order_that_cannot_be_is_told_while_writing_and_kept(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    visitor.type("A vie - lon")
    expect(visitor.page.locator("#sheet-list .problem")).to_contain_text("Not possible")
    visitor.submit()
    expect(visitor.page.locator("#sheet-list .problem")).to_have_count(1)
    expect(visitor.page.locator("#sheet-state")).to_contain_text("One line does not count.")
    expect(visitor.page.locator("#sheet-count")).to_have_text("0 of 3: point at the board")
    assert stored(played, "austria") == ["A vie - lon"]
    visitor.type("A vie - gal")
    visitor.submit()
    expect(visitor.page.locator("#sheet-state")).not_to_contain_text("not count")
    expect(visitor.page.locator("#sheet-count")).to_have_text("1 of 3")


def test_a_draft_outlives_a_lost_connection_and_a_reload(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    page = visitor.page
    visitor.type("vie - gal")
    visitor.context.set_offline(True)
    page.get_by_role("button", name="Submit orders").click()
    expect(page.locator("#sheet-state")).to_contain_text("No connection")
    visitor.context.set_offline(False)
    visitor.at(played)
    expect(page.locator("#sheet-list")).to_contain_text("moves to Galicia")
    expect(page.locator("#sheet-state")).to_contain_text("Not saved yet")
    visitor.submit()
    assert stored(played, "austria") == ["A vie - gal"]


def test_a_dropped_socket_recovers_what_it_missed(arrive: Arrive, played: Game, live_site: LiveSite) -> None:
    visitor = arrive("austria").at(played)
    tables.submit(played, "austria", ["A vie - tyr"])
    master = arrive("gm")
    visitor.context.set_offline(True)
    assert live_site.drop_sockets() > 0
    expect(visitor.page.locator("#connection")).to_be_visible()
    end_phase(master, played)
    visitor.sees("A vie", "austria")
    visitor.context.set_offline(False)
    visitor.sees("A tyr", "austria")
    expect(visitor.page.locator("#connection")).to_be_hidden()


def test_words_that_come_late_do_not_replace_newer_ones(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    visitor.page.route("**/panels", hold_the_first)
    visitor.type("vie - tyr")
    visitor.submit()
    head = visitor.page.locator(".game-head")
    end_phase(arrive("gm"), played)
    expect(head).not_to_contain_text("Spring 1901, movement")
    route, answer = held[0]
    with visitor.page.expect_response("**/panels"):
        route.fulfill(response=answer)
    visitor.page.evaluate("fetch('/healthz').then((answer) => answer.text())")
    expect(head).not_to_contain_text("Spring 1901, movement")


def test_a_deadline_ends_the_phase_on_every_screen(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    game = tables.started(early=True)
    visitor = arrive(None).at(game)
    tables.submit_all(game, tables.OPENING)
    visitor.sees("A ser", "austria")


def test_the_public_board_needs_no_script(arrive: Arrive, played: Game) -> None:
    tables.submit_all(played, tables.OPENING)
    end_phase(arrive("gm"), played)
    visitor = arrive(None, java_script_enabled=False)
    visitor.page.goto(f"/games/{played.slug}/")
    visitor.sees("A ser", "austria")
    expect(visitor.page.locator("#results")).to_contain_text("Army Budapest moves to Serbia")
    expect(visitor.page.locator("#powers")).to_be_visible()
    visitor.page.get_by_role("link", name="Spring 1901, movement").click()
    visitor.sees("A bud", "austria")


def test_orders_can_be_sent_without_script(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria", java_script_enabled=False)
    visitor.page.goto(f"/games/{played.slug}/")
    visitor.page.get_by_text("The sheet as text").click()
    visitor.page.get_by_label("One order a line").fill("A vie - gal")
    visitor.page.get_by_role("button", name="Submit orders").click()
    expect(visitor.page.get_by_text("Saved at").first).to_be_visible()
    assert stored(played, "austria") == ["A vie - gal"]


def test_a_seat_that_changes_hands_changes_the_page(arrive: Arrive, played: Game) -> None:
    visitor = arrive("austria").at(played)
    expect(visitor.page.locator("#order-form")).to_be_visible()
    tables.person("newcomer")
    master = arrive("gm").page
    master.goto(f"/games/{played.slug}/desk/")
    master.get_by_text("Acts for Austria").click()
    master.get_by_label("Replace austria by").fill("newcomer")
    master.get_by_label("Reason", exact=True).first.fill("moved away")
    master.get_by_role("button", name="Ask to replace", exact=True).first.click()
    expect(master.get_by_text("newcomer is asked")).to_be_visible()
    expect(visitor.page.locator("#order-form")).to_be_visible()
    accepted(arrive("newcomer"), "Austria")
    expect(visitor.page.locator("#order-form")).to_have_count(0)


def test_signing_up_creating_and_leaving(arrive: Arrive, live_site: LiveSite) -> None:  # noqa: ARG001
    page = arrive(None).page
    page.goto("/")
    page.get_by_role("link", name="Sign up and play").click()
    page.get_by_label("Username").fill("picard")
    page.get_by_label("Email").fill("picard@example.org")
    page.get_by_label("Password", exact=True).fill("a quiet harbour")
    page.get_by_label("Password (again)").fill("a quiet harbour")
    page.get_by_role("button", name="Sign Up").click()
    page.get_by_role("link", name="Create a game").click()
    page.get_by_role("link", name="Create a table of Standard Diplomacy").click()
    page.get_by_label("Title").fill("Evening stars")
    page.get_by_label("I play too").check()
    page.get_by_role("button", name="Create the game").click()
    expect(page.get_by_role("heading", name="Evening stars")).to_be_visible()
    page.get_by_role("button", name="Join this game").click()
    expect(page.get_by_text("You are in.")).to_be_visible()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_convoy_is_chosen_where_it_matters_and_never_asked_for(arrive: Arrive, played: Game) -> None:
    tables.submit_all(played, tables.OPENING)
    end_phase(arrive("gm"), played)
    england = arrive("england").at(played)
    sheet = england.page.locator("#sheet-list")
    england.point("yor")
    england.point("lon")
    expect(sheet).to_contain_text("moves to London")
    expect(sheet).not_to_contain_text("by convoy")

    england.point("yor")
    england.choose("By convoy")
    expect(england.page.locator("#choices")).to_contain_text("by convoy to where?")
    england.point("lon")
    expect(sheet).to_contain_text("moves to London by convoy")

    england.point("yor")
    england.choose("By convoy")
    england.page.keyboard.press("Escape")
    england.point("edi")
    expect(sheet).to_contain_text("moves to Edinburgh")

    keys = england.page.keyboard
    england.page.locator("#board").focus()
    keys.type("yor")
    keys.press("Enter")
    keys.press("y")
    keys.type("lon")
    keys.press("Enter")
    expect(sheet).to_contain_text("moves to London by convoy")
    england.point("yor")
    england.point("nwy")  # only ships can take it there: nothing to choose
    england.submit()
    assert stored(played, "england") == ["A yor - nwy"]


def test_sheets_come_back_with_a_phase_that_is_played_again(arrive: Arrive, played: Game) -> None:
    tables.submit_all(played, tables.OPENING)
    master = arrive("gm")
    end_phase(master, played)
    austria = arrive("austria").at(played)
    expect(austria.page.locator("#sheet-list")).to_contain_text("Army Serbia")

    master.page.goto(f"/games/{played.slug}/desk/correct/?phase=0")
    master.page.get_by_label("Why").fill("A mail came late")
    master.page.get_by_role("button", name="See what this would take back").click()
    master.page.get_by_role("button", name="Correct the game").click()

    expect(austria.page.locator("#sheet-list .line.saved")).to_have_count(3)
    expect(austria.page.locator("#sheet-list")).to_contain_text("moves to Serbia")
    expect(austria.page.locator("#sheet-state")).to_contain_text("by the server's clock")


def test_a_page_nobody_looks_at_is_drawn_when_somebody_does(arrive: Arrive, played: Game) -> None:
    tables.submit_all(played, tables.OPENING)
    away, here = (arrive(name).at(played) for name in ("austria", "italy"))
    away.page.evaluate(
        "() => { window.away = true; Object.defineProperty(document, 'hidden', { get: () => window.away }); }"
    )
    end_phase(arrive("gm"), played)
    here.sees("A ser", "austria")
    expect(away.page.locator("#dynamic")).to_have_attribute("data-turn", "S1901M")
    away.page.evaluate(
        "() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    away.sees("A ser", "austria")
    expect(away.page.locator("#sheet-list")).to_contain_text("Army Serbia")
