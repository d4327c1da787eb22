"""What a first visit to a game weighs over the wire: the page with all it loads, compressed."""

import re

import pytest
from django.test import Client

from tests.games import tables

pytestmark = pytest.mark.django_db

BUDGET = 150_000  # bytes


def test_a_first_visit_to_a_game_is_light() -> None:
    game = tables.started()
    tables.submit_all(game, tables.OPENING)
    client = Client(headers={"accept-encoding": "gzip"})
    client.force_login(tables.person("austria"))
    plain = Client()
    plain.force_login(tables.person("austria"))
    url = f"/games/{game.slug}/"
    page = plain.get(url).content.decode()
    loaded = {url, *re.findall(r'(?:src|href)="(/(?:static|looks)/[^"]+)"', page)}
    answers = {found: client.get(found) for found in loaded}
    assert {answer.status_code for answer in answers.values()} == {200}
    packed = {found for found, answer in answers.items() if answer.headers.get("Content-Encoding") == "gzip"}
    assert {found for found in loaded if found.endswith((".js", ".css", "/"))} <= packed
    weights = {found: len(answer.content) for found, answer in answers.items()}
    assert sum(weights.values()) < BUDGET, weights
