"""Dispatches, the replay of a finished game, its draws: what is told to whom and when."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests.games.stdip_tables import POWERS, began, end, finish, play, send
from tests.games.tables import current, person
from trekdip.games import gate, selectors
from trekdip.games.dispatches import seasons
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game

pytestmark = pytest.mark.django_db


def told(name: str, game: Game) -> list[str]:
    """All sentences of somebody's dispatches."""
    viewer, reports = selectors.reported(person(name), game)
    found = seasons(game.variant, viewer, reports)
    return [dispatch.sentence for season in found for dispatch in season.dispatches]


def met() -> Game:
    """Spring 2371: a cloaked Romulan army moves to Venice's border where a Federation unit looks."""
    game = began()
    send(game, "romulan", "A ven (I) - tyr", "A rom (I) H")
    send(game, "federation", "A vie - tyr")
    end(game)
    return game


def page(name: str | None, url: str) -> str:
    """A page as somebody gets it."""
    client = Client()
    if name:
        client.force_login(person(name))
    answer = client.get(url)
    assert answer.status_code == 200, (url, answer.status_code)
    assert "no-store" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    return answer.content.decode()


def test_who_detects_is_told_what_with_and_what_it_did() -> None:
    game = met()
    (sentence,) = [sentence for sentence in told("federation", game) if "cloaked" in sentence]
    assert "Army Vienna sensed a cloaked unit in Venice" in sentence
    assert "Army Venice moves to Tyrolia, cloaked: bounced" in sentence
    (sentence,) = told("klingon", game)
    assert sentence.startswith("Federation: Army Vienna moves to Tyrolia (bounced).")


def test_dispatches_are_linked_to_the_board_that_shows_them() -> None:
    game = met()
    html = page("federation", f"/games/{game.slug}/dispatches")
    assert "Spring 2371, movement" in html
    assert f"/games/{game.slug}/phases/1/" in html
    assert "sensed a cloaked unit" in html
    board = page("federation", f"/games/{game.slug}/phases/1/")
    assert 'data-unit="A ven (I)"' in board
    assert 'data-unit="A ven (I)"' not in page("klingon", f"/games/{game.slug}/phases/1/")


def test_the_public_gets_no_dispatches() -> None:
    game = met()
    assert "sensed" not in page(None, f"/games/{game.slug}/dispatches")
    viewer, reports = selectors.reported(AnonymousUser(), game)
    assert viewer == "public"
    assert all(not one.reports for one in reports)


def test_the_dominion_is_told_of_its_first_infiltration_before_the_first_orders() -> None:
    game = began()
    viewer, reports = selectors.reported(person("dominion"), game)
    (season,) = seasons(game.variant, viewer, reports)
    assert season.title == "Before the first orders"
    assert season.ordinal == 0
    assert season.dispatches[0].heading == "Infiltration"
    for power in POWERS:
        assert power == "dominion" or told(power, game) == []


def test_an_owner_learns_that_its_unit_was_taken_over() -> None:
    game = began()
    state = selectors.game_state(person("dominion"), game)
    seized = [unit for unit in state.legal_data() if unit.endswith("(D)")]
    if not seized:  # the seed infiltrated a Cardassian unit, which is placed with the first orders
        end(game)
        end(game)
        state = selectors.game_state(person("dominion"), game)
        seized = [unit for unit in state.legal_data() if unit.endswith("(D)")]
    plain = seized[0].removesuffix(" (D)")
    owner = next(
        power
        for power, units in state.view_data()["units"].items()
        if plain in {" ".join(unit.split()[:2]) for unit in units} and power != "dominion"
    )
    send(game, "dominion", f"{seized[0]} H")
    end(game)
    sentences = told(owner, game)
    assert any("The Dominion gave the order of your" in sentence for sentence in sentences)
    for power in POWERS:
        if power != owner:
            assert not any("gave the order" in sentence for sentence in told(power, game))


def test_sentences_of_long_games_need_no_words_they_do_not_have() -> None:
    game = began()
    play(game, 11)
    for name in (*POWERS, "gm"):
        for sentence in told(name, game):
            assert sentence.strip().endswith("."), sentence
            assert "{" not in sentence


@pytest.mark.parametrize("url", ["replay/", "replay/0/", "draws"])
@pytest.mark.parametrize("name", [None, "romulan", "gm"])
def test_nothing_is_revealed_while_the_game_is_on(url: str, name: str | None) -> None:
    game = began()
    client = Client()
    if name:
        client.force_login(person(name))
    assert client.get(f"/games/{game.slug}/{url}").status_code == 403


def test_a_finished_game_is_open_to_everybody_beside_any_seats_eyes() -> None:
    game = met()
    finish(game)
    html = page(None, f"/games/{game.slug}/replay/1/?eyes=klingon")
    truth, seen = html.split('id="seen-head"')
    assert 'data-unit="A ven (I)"' in truth
    assert 'data-unit="A ven (I)"' not in seen
    html = page("klingon", f"/games/{game.slug}/replay/1/?eyes=federation")
    assert 'data-unit="A ven (I)"' in html.split('id="seen-head"')[1]
    assert html.count('id="dynamic"') == 1
    assert html.count('id="seen-dynamic"') == 1
    assert "Acts at this table" in page(None, f"/games/{game.slug}/audit")
    assert f"/games/{game.slug}/replay/" in page(None, f"/games/{game.slug}/")


def test_eyes_that_do_not_exist_are_no_way_in() -> None:
    game = began()
    with pytest.raises(NotAllowed):
        selectors.revealed(person("gm"), game, 0, "public")
    finish(game)
    for eyes in ("gm", "nobody"):
        with pytest.raises(NotFound):
            selectors.revealed(person("borg"), game, 0, eyes)
    with pytest.raises(NotFound):
        selectors.revealed(person("borg"), game, 99, "borg")


def test_the_seed_was_promised_and_every_draw_comes_out_again() -> None:
    game = began()
    promised = game.seed_hash
    assert promised in page(None, f"/games/{game.slug}/")
    play(game, 5)
    finish(game)
    draws = selectors.draws(AnonymousUser(), game)
    assert draws.all_agree
    assert draws.seed_hash == promised
    assert len(draws.rows) >= 2
    html = page(None, f"/games/{game.slug}/draws")
    assert game.seed in html
    assert "agrees" in html
    assert "differs" not in html


def test_a_seed_that_was_not_promised_is_found_out() -> None:
    game = began()
    finish(game)
    Game.objects.filter(pk=game.pk).update(seed="0" * 32)
    game.refresh_from_db()
    draws = selectors.draws(AnonymousUser(), game)
    assert not draws.kept
    assert not draws.all_agree


def test_the_rules_are_linked_from_the_game() -> None:
    game = began()
    assert 'href="/rules/stdip"' in page("borg", f"/games/{game.slug}/")
    assert "assimilate" in Client().get("/rules/stdip").content.decode()
    assert Client().get("/rules/nowhere").status_code == 404


def test_the_gm_reads_what_everybody_was_told() -> None:
    game = met()
    assert selectors.viewer_of(person("gm"), game) == gate.GM
    html = page("gm", f"/games/{game.slug}/dispatches")
    assert "to the Federation" in html
    assert current(game).ordinal == 1
