"""The page on which people choose a game: every variant with its facts, and boards that a page can afford."""

import re

import pytest
from django.test import Client

from tests.games import tables
from trekdip.games import gate, selectors
from trekdip.games.demonstration import GM_NAME
from trekdip.games.forms import GameForm

pytestmark = pytest.mark.django_db

PAGE_BUDGET = 24_000  # bytes of the page itself; each board is a file of its own, fetched when it is near


def test_every_variant_is_told_with_its_powers_and_facts() -> None:
    page = Client().get("/games/choose").content.decode()
    cards = selectors.choosable()
    assert [card.id for card in cards] == [variant.id for variant in gate.variants()]
    for card in cards:
        told = page.split(f'id="{card.id}"')[1].split("</article>")[0]
        for _, title in card.powers:
            assert f"</svg> {title}</li>" in told
        for fact in (card.card.flavour, card.card.length, card.card.hidden):
            assert fact
        assert f"{len(card.powers)}, for {card.centres} centres" in told
        assert f'href="/games/new?variant={card.id}"' in told
        assert f'href="/rules/{card.id}"' in told
    assert len(page) < PAGE_BUDGET


def test_boards_are_files_that_can_be_kept() -> None:
    page = Client().get("/games/choose").content.decode()
    boards = set(re.findall(r'<img src="([^"]+)"', page))
    assert len(boards) == len(gate.variants())
    for url in boards:
        answer = Client().get(url)
        assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        drawn = answer.content.decode()
        assert drawn.startswith("<svg ")
        assert "<script" not in drawn
    assert Client().get("/looks/nothing.svg").status_code == 404


def test_the_colours_of_every_power_are_told_within_its_variant() -> None:
    css = Client().get("/looks/powers.css").content.decode()
    for variant in gate.variants():
        for power, look in gate.look(variant.id).items():
            assert f".of-{variant.id} .power-{power} circle{{fill:{look['dark']};" in css


def test_a_game_to_look_at_is_the_demonstration_if_there_is_one() -> None:
    assert "Watch a game" not in Client().get("/games/choose").content.decode()
    other = tables.started(title="Another")
    page = Client().get("/games/choose").content.decode()
    assert f'href="/games/{other.slug}/">Watch a game' in page
    shown = tables.started(by=tables.person(GM_NAME), title="Look here")
    tables.started(title="A third")
    page = Client().get("/games/choose").content.decode()
    assert f'href="/games/{shown.slug}/">Look at a demo game' in page
    assert other.slug not in page


def test_the_form_begins_with_the_variant_chosen() -> None:
    client = Client()
    client.force_login(tables.person("gm"))
    page = client.get("/games/new?variant=rings").content.decode()
    assert '<option value="rings" selected>' in page
    assert client.get("/games/new?variant=<b>").status_code == 200
    assert GameForm().initial == {}
