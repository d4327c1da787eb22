"""A whole season of `standard` in a real browser, four times: by mouse, by touch, by keys alone, by text.

Russia's stored sheets of every phase are compared byte by byte; everybody else is scripted, so that an army
is dislodged and a fleet built.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games import tables
from tests.services.live_site import LiveSite
from tests.web.browsers import Visitor
from tests.web.conftest import Arrive
from trekdip.games import services
from trekdip.games.models import Game, OrderSheet

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What everybody orders before the season that is played by hand, by phase.
BEFORE: list[dict[str, list[str]]] = [
    {
        "russia": ["F stp/sc - bot", "A war - gal", "F sev - bla", "A mos - sev"],
        "turkey": ["F ank - arm"],
    },
    {"russia": ["F bot - swe", "A sev - rum", "F bla H", "A gal H"]},
    {"russia": ["B A war", "B A mos"]},
]

Step = tuple[str, ...]  # where the unit stands, what it does, and what is pointed at or chosen then

# Title of the phase, what the others order, Russia's orders step by step, and what must be stored.
SEASON: list[tuple[str, dict[str, list[str]], list[Step], str]] = [
    (
        "Spring 1902, movement",
        {"austria": ["A vie - gal", "A bud S A vie - gal"]},
        [
            ("war", "move", "sil"),
            ("gal", "support", "war", "sil"),
            ("rum", "move", "ank"),
            ("bla", "convoy", "rum", "ank"),
            ("swe", "move", "fin"),
            ("mos", "move", "ukr"),
        ],
        "A gal S A war - sil\nA mos - ukr\nA rum - ank\nA war - sil\nF bla C A rum - ank\nF swe - fin",
    ),
    ("Spring 1902, retreats", {}, [("gal", "retreat", "rum")], "A gal R rum"),
    (
        "Fall 1902, movement",
        {},
        [
            ("bla", "support", "ank", "ank"),
            ("ank", "hold"),
            ("rum", "move", "ser"),
            ("ukr", "move", "sev"),
        ],
        "A ank H\nA rum - ser\nA ukr - sev\nF bla S A ank",
    ),
    (
        "Winter 1902, adjustments",
        {"turkey": ["D F arm"]},
        [("stp", "build", "Fleet, north coast")],
        "B F stp/nc",
    ),
]

SAID = {"move": "-", "support": "s", "convoy": "c", "retreat": "r", "hold": "h"}
KEYS = {"move": "m", "support": "s", "convoy": "c", "hold": "h"}


def by_mouse(visitor: Visitor, steps: list[Step]) -> None:
    """Click at units and goals, and at the panel beside the unit."""
    for where, deed, *goals in steps:
        visitor.point(where)
        if deed in {"support", "convoy", "hold"}:
            visitor.choose(deed.capitalize())
        for goal in goals:
            if deed == "build":
                visitor.choose(goal)
            else:
                visitor.point(goal)
    visitor.page.get_by_role("checkbox", name="Final").set_checked(checked=True)
    visitor.page.get_by_role("button", name="Submit orders").click()


def by_touch(visitor: Visitor, steps: list[Step]) -> None:
    """Tap on a phone's board, which comes closer by itself."""
    panel = visitor.page.locator("#choices")
    for where, deed, *goals in steps:
        visitor.tap(where)
        if deed in {"support", "convoy", "hold"}:
            panel.get_by_role("button", name=deed.capitalize()).tap()
        for goal in goals:
            if deed == "build":
                panel.get_by_role("button", name=goal).tap()
            else:
                visitor.tap(goal)
    final = visitor.page.get_by_role("checkbox", name="Final")
    if not final.is_checked():
        final.tap()
    visitor.page.get_by_role("button", name="Submit orders").tap()


def by_keys(visitor: Visitor, steps: list[Step]) -> None:
    """Nothing but the keyboard: letters find provinces and choose deeds, Tab reaches box and button."""
    page, keys = visitor.page, visitor.page.keyboard
    _tab_to(visitor, "document.activeElement.id === 'board'")
    for where, deed, *goals in steps:
        keys.type(f"/{where}")
        keys.press("Enter")
        if deed in KEYS:
            keys.press(KEYS[deed])
        for goal in goals:
            if deed == "build":
                expect(page.locator("#choices")).to_contain_text(goal)
                keys.press("2")
            else:
                keys.type(f"/{goal}")
                keys.press("Enter")
    _tab_to(visitor, "document.activeElement.name === 'final'")
    if not page.get_by_role("checkbox", name="Final").is_checked():
        keys.press("Space")
    _tab_to(visitor, "document.activeElement.textContent === 'Submit orders'")
    keys.press("Enter")


def _tab_to(visitor: Visitor, reached: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if visitor.page.evaluate(reached):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"The keyboard does not reach: {reached}")


def by_text(visitor: Visitor, steps: list[Step]) -> None:
    """Every order typed, without the kinds of units."""
    for where, deed, *goals in steps:
        if deed == "build":
            visitor.type("b f stp/nc")
        elif deed in {"support", "convoy"}:
            helped, goal = goals
            visitor.type(f"{where} {SAID[deed]} {helped}" + (f" - {goal}" if goal != helped else ""))
        else:
            visitor.type(" ".join([where, SAID[deed], *goals]))
    final = visitor.page.get_by_role("checkbox", name="Final")
    final.set_checked(checked=True)
    final.press("Enter")


@pytest.fixture
def season(live_site: LiveSite) -> Game:  # noqa: ARG001  made on the running site's database
    """A game in its second spring, whose phases end as soon as everybody is final."""
    game = tables.started(title="The long night", rhythm={}, early=True)
    for sheets in BEFORE:
        _others(game, sheets, but="")
        services.phase_resolve(phase_id=tables.current(game).pk)
    return game


def _others(game: Game, sheets: dict[str, list[str]], *, but: str) -> None:
    """Final sheets of all who are awaited, empty ones of those who say nothing."""
    for power in tables.current(game).awaiting:
        if power != but:
            tables.submit(game, power, sheets.get(power, []), final=True)


@pytest.mark.parametrize("way", [by_mouse, by_touch, by_keys, by_text])
def test_a_season_leaves_the_same_sheets(
    arrive: Arrive, season: Game, way: Callable[[Visitor, list[Step]], None]
) -> None:
    visitor = arrive("russia", **(PHONE if way is by_touch else {})).at(season)
    visitor.page.evaluate("window.sameDocument = true")
    head = visitor.page.locator(".game-head")
    stored = {}
    for title, others, steps, _ in SEASON:
        expect(head).to_contain_text(title)
        phase = tables.current(season)
        _others(season, others, but="russia")
        way(visitor, steps)
        expect(head).not_to_contain_text(title)
        stored[phase.title] = OrderSheet.objects.get(phase=phase, seat__power="russia").text
    assert stored == {title: text for title, _, _, text in SEASON}
    assert visitor.page.evaluate("window.sameDocument") is True
    visitor.sees("F stp/nc", "russia")
    visitor.sees("A ser", "russia")
