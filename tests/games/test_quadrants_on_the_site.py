"""Quadrants beside the board: what each viewer's section says, and what stays secret until it is posted."""

from typing import Any

import pytest
from django.test import Client

import adjudicator as adj
from adjudicator.variants.quadrants import ferengi, powers, winter
from tests.games.quadrants_tables import POWERS, began, current, declare, end, person, send
from trekdip.games import gate, selectors, services
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.words import Words
from trekdip.parts import part_of, quadrants


def section(setup: dict[str, Any], viewer: str) -> Any:
    """What the section of a viewer is filled with at a position in mid-game."""
    position = adj.setup({"variant": "quadrants", "turn": "S2372M", **setup})
    legal = adj.legal(position, viewer) if viewer in POWERS else {}
    return quadrants.panel(adj.view(position, viewer), legal, viewer)


def card(found: Any, power: str) -> quadrants.PowerCard:
    """A power's card."""
    one: quadrants.PowerCard = next(one for one in found["cards"] if one.power == power)
    return one


def test_its_numbers_are_those_of_the_rules() -> None:
    assert quadrants.GOALS == powers.CENTRES_TO_WIN
    assert quadrants.LATINUM_TO_WIN == powers.LATINUM_TO_WIN
    assert quadrants.ALLIED_TO_WIN == powers.CENTRES_OF_AN_ALLIANCE
    assert {verb.upper(): price for verb, price in ferengi.PRICES.items()} == quadrants.PRICES


def test_the_treasury_says_what_it_can_pay() -> None:
    setup = {"units": {"ferengi": ["F risa"], "gorn": ["F gornar"]}, "memory": {"latinum": 32}}
    ability = card(section(setup, "ferengi"), "ferengi").ability
    assert ability.now[0].startswith("32 of 100 latinum in the treasury; 1 more")
    assert ability.now[1:] == ("Bribe: 15 latinum, 2 times now.", "Sabotage: 25 latinum, once now.")
    watched = card(section(setup, "public"), "ferengi").ability
    assert watched.now == ability.now[:1]


def test_what_is_used_up_is_said_to_everybody() -> None:
    setup = {
        "units": {"breen": ["F breen"], "federation": ["F earth"]},
        "memory": {"freeze_used": True, "immunity_used": True, "frozen": "organia"},
    }
    for viewer in ("breen", "public", "gm"):
        found = section(setup, viewer)
        assert card(found, "breen").ability.standing == "used"
        assert card(found, "federation").ability.standing == "used"
        assert card(found, "breen").ability.now == ("Organia is frozen until the season ends.",)


def test_immunity_names_the_fleets_it_could_keep_to_its_own_player() -> None:
    setup = {
        "turn": "S2372R",
        "units": {"klingon": ["F earth"]},
        "dislodged": [{"power": "federation", "unit": "F earth", "by": "F starbase375"}],
    }
    assert card(section(setup, "federation"), "federation").ability.now == (
        "Can be used now, for the fleet in Earth.",
    )
    assert card(section(setup, "klingon"), "federation").ability.now == ()


def test_alliances_count_their_centres_and_the_eliminated_are_out() -> None:
    setup = {
        "units": {"gorn": ["F gornar"], "klingon": ["F qonos"]},
        "centers": {"gorn": ["gornar", "cestus"], "klingon": ["qonos"]},
        "memory": {"alliances": [["gorn", "klingon"]]},
    }
    found = section(setup, "public")
    assert [(pair.first, pair.second, pair.centers) for pair in found["alliances"]] == [
        ("Gorn", "Klingon", 3)
    ]
    assert card(found, "breen").eliminated
    assert not card(found, "gorn").eliminated


@pytest.mark.parametrize("kind", ["tal_shiar", "obsidian_order", "resilience", "disbanded"])
def test_every_report_has_its_sentence(kind: str) -> None:
    report: dict[str, Any] = {
        "power": "gorn",
        "unit": "F gornar",
        "order": "F gornar - cestus",
        "at": None,
        "kind": kind,
    }
    report["destinations"] = ["cestus", "cestus", "seudath"]
    said = quadrants.dispatch(report, Words("quadrants"), dict(gate.variant("quadrants").powers))
    assert said is not None
    assert ("Cestus III (2 times), Seudath" in said[1]) is (kind == "obsidian_order")


def answers(game: Game, name: str | None) -> str:
    """All that somebody can read of what happens in a game."""
    client = Client()
    if name:
        client.force_login(person(name))
    pages = ("", "state", "panels", "dispatches", "compare")
    return "".join(client.get(f"/games/{game.slug}/{page}").content.decode() for page in pages)


@pytest.mark.django_db
@pytest.mark.parametrize("name", [None, "klingon", "romulan", "cardassian", "stranger"])
def test_abilities_are_secret_until_they_are_posted(name: str | None) -> None:
    game = began()
    send(game, "breen", "FREEZE starbase375")
    for _ in range(2):
        assert "FREEZE starbase375" not in answers(game, name)
        assert "starbase375 is frozen" not in answers(game, name)
    assert "FREEZE starbase375" in answers(game, "breen")
    end(game)
    assert "Freezes Starbase 375" in answers(game, name)


@pytest.mark.django_db
def test_reports_are_for_their_power_alone() -> None:
    game = began()
    send(game, "klingon", "F boreth - organia")
    end(game)
    assert "Obsidian Order</strong>: Klingon moves to Organia." in answers(game, "cardassian")
    for name in (None, "klingon", "romulan", "ferengi", "stranger"):
        assert "Obsidian Order</strong>:" not in answers(game, name)
    assert "Tal Shiar</strong>:" in answers(game, "romulan")


@pytest.mark.django_db
def test_options_of_the_table_are_checked_and_kept() -> None:
    client = Client()
    client.force_login(person("gm"))
    asked = {"title": "Q", "variant": "quadrants", "joining": "open", "seating": "lot"}
    more = {
        "quadrants-intel_window": "6",
        "quadrants-no_first_fall_win": "on",
        "quadrants-draw_after": "2380",
    }
    assert client.post("/games/new", {**asked, **more}).status_code == 302
    assert Game.objects.get().options == {
        "intel_window": 6,
        "no_first_fall_win": True,
        "draw_after": 2380,
    }
    with pytest.raises(BadInput, match="draw_after"):
        services.game_create(by=person("gm"), title="Q", variant="quadrants", options={"draw_after": 1999})


@pytest.mark.django_db
def test_allies_with_enough_centres_win_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winter, "CENTRES_OF_AN_ALLIANCE", 11)
    game = began()
    declare(game, "breen", "PROPOSE gorn")
    declare(game, "gorn", "ACCEPT breen")
    while current(game).turn != "S2371M" and game.status == "running":
        end(game)
        game.refresh_from_db()
    assert (game.status, game.winner) == ("finished", ["breen", "gorn"])
    assert selectors.game_state(person("stranger"), game).view_data()["winner"] == ["breen", "gorn"]


def test_a_variant_without_a_part_adds_nothing() -> None:
    part = part_of("standard")
    assert (part.panel, part.script, part.language, part.option_fields()) == (None, False, False, {})


@pytest.mark.django_db
def test_a_last_year_is_told_as_a_draw_and_no_victory() -> None:
    game = began(options={"draw_after": 2370, "no_first_fall_win": True})
    while game.status == "running":
        end(game)
        game.refresh_from_db()
    assert (game.outcome, len(game.winner)) == ("draw", len(POWERS))
    assert Client().get(f"/games/{game.slug}/").content.decode().count("Draw between") >= 1
    told = selectors.result_words(game)
    assert told.startswith("Draw between ")


@pytest.mark.django_db
def test_allies_win_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winter, "CENTRES_OF_AN_ALLIANCE", 2)
    game = began()
    declare(game, "gorn", "PROPOSE klingon")
    declare(game, "klingon", "ACCEPT gorn")
    while game.status == "running":
        end(game)
        game.refresh_from_db()
    assert (game.outcome, game.winner) == ("shared", ["gorn", "klingon"])
    assert selectors.result_words(game) == "Won together by Gorn and Klingon"
