"""Noninterference of quadrants at the site: what a viewer may not know changes no byte of what it gets.

Two games with another seed, so that other orders are shown to the Romulans, and with other sheets sealed
until the last moment. What is posted in the end is the same in both.
"""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client

import adjudicator as adj
from tests.games.quadrants_tables import POWERS, began, current, end, person, send
from tests.games.twins import (
    SLUG,
    Table,
    _asked,
    _played_out,
    _quiet,
    _receipt,
    _slips,
    differing,
    rolled_back,
)
from trekdip.games.models import Game
from trekdip.games.services.lots import adjudicator_seed
from trekdip.live import payloads
from trekdip.parts import quadrants_players

PHASES = 8
# The window has a deadline of its own, by the clock.
DEADLINE = re.compile(rb'"deadline":"[^"]*"')
SEEDS = ("5eed" * 8, "7eed" * 8)
OPTIONS = {"intel_window": 1}
URLS = (
    "/games/{slug}/",
    "/games/{slug}/state",
    "/games/{slug}/panels",
    "/games/{slug}/dispatches",
    "/games/{slug}/whatif?ordinal={ordinal}",
    "/games/{slug}/desk/",
    "/games/{slug}/clock",
    "/games/{slug}/table",
    "/games/",
    "/api/v1/games/{slug}",
    "/api/v1/games/{slug}/declarations?ordinal={ordinal}",
)
FILES = ("/games/{slug}/exports/results.txt", "/games/{slug}/exports/archive.jsonl.gz")
TABLE = Table(
    "quadrants",
    POWERS,
    began,
    (
        "F qonos S F earth - rigel",
        "F nowhere H",
        "FREEZE earth",
        "BRIBE nimbus",
        "SABOTAGE earth",
        "F earth H",
        "F romulus S F remus - rator",
    ),
)


def planned(chance: int) -> list[dict[str, list[str]]]:
    """The sheets posted in both games, the same public board after every one of them."""
    rng = random.Random(chance)
    twins = [adj.new("quadrants", seed=adjudicator_seed(seed), options=OPTIONS) for seed in SEEDS]
    plan = []
    for _ in range(PHASES):
        sheets = {
            power: quadrants_players.orders(adj.view(twins[0], power), adj.legal(twins[0], power), power, rng)
            for power in POWERS
        }
        twins = [adj.resolve(twin, sheets).state for twin in twins]
        assert adj.view(twins[0], "public") == adj.view(twins[1], "public"), "take another chance"
        plan.append(sheets)
    return plan


def received(seed: str, viewer: str, plan: list[dict[str, list[str]]]) -> tuple[dict[str, bytes], list[Any]]:
    """All the viewer gets while the game is played, and what the Romulans were told meanwhile."""
    rng = random.Random(seed)
    got: dict[str, bytes] = {}
    romulan: list[Any] = []
    with rolled_back():
        game = began(seed=seed, title="Twins", options=OPTIONS)
        Game.objects.filter(pk=game.pk).update(slug=SLUG, invite_token="t" * 22, seed_hash="0" * 64)
        game.refresh_from_db()
        client, his = Client(), Client()
        if viewer in POWERS:
            client.force_login(person(viewer))
        his.force_login(person("romulan"))
        for number, sheets in enumerate(plan):
            for power in POWERS:
                legal = his.get(f"/games/{SLUG}/state").json()["legal"] if power == "romulan" else {}
                sealed = [rng.choice(texts) for texts in legal.values()]
                send(
                    game,
                    power,
                    *sealed,
                    *(["FREEZE earth"] if power == "breen" and rng.random() < 0.5 else []),
                )
            got |= _asked(client, f"{number} sealed", URLS, current(game).ordinal)
            ordinal = current(game).ordinal
            got[f"{number} played out"] = _played_out(client, ordinal, viewer, sheets, TABLE)
            if viewer in POWERS:
                got[f"{number} slips"] = _receipt(client, ordinal, _slips(client, TABLE))
            for power, lines in sheets.items():
                send(game, power, *lines)
            end(game)
            if current(game).locked:
                got |= _asked(client, f"{number} locked", URLS, current(game).ordinal)
                romulan.append(his.get(f"/games/{SLUG}/state").json()["view"]["reports"])
                end(game)
            pushed = payloads._payload(game.pk, viewer)
            assert pushed is not None
            got[f"{number} pushed"] = _quiet(pushed.text)
        got |= _asked(client, "at the end", FILES, current(game).ordinal)
    return {asked: DEADLINE.sub(b'"deadline":then', answer) for asked, answer in got.items()}, romulan


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", ["klingon", "public"])
def test_twin_games_give_the_same_bytes(viewer: str) -> None:
    plan = planned(chance=4)
    (first, his), (second, his_other) = (received(seed, viewer, plan) for seed in SEEDS)
    assert json.dumps(his) != json.dumps(his_other)
    assert first.keys() == second.keys()
    assert any("locked" in asked for asked in first)
    differ = [asked for asked in first if first[asked] != second[asked]]
    assert {asked: differing(first[asked], second[asked]) for asked in differ} == {}
