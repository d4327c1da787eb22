"""What a player does in secret changes no byte of what anybody else gets: not of a page, not of the API."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from tests.games import stdip_tables, tables
from tests.games.twins import _quiet, differing
from trekdip.api import services as api
from trekdip.games import services
from trekdip.games.models import Game
from trekdip.notices import services as notices
from trekdip.press import services as press

pytestmark = pytest.mark.django_db

# Klingon is the GM, who plays; Borg has proposed a draw.
OTHERS = (None, "stranger", "borg", "romulan", "klingon")
ABOUT_A_GAME = (
    "", "state", "panels", "phases/0/", "phases/1/", "clock", "table", "observers", "dispatches", "compare",
    "exports", "exports/results.txt", "tokens", "notices/", "press/", "press/with/everybody/", "whatif",
    "press/with/borg+dominion/", "press/export.json", "desk/", "audit", "plans?ordinal=0",
)  # fmt: skip
DEVICE = {"endpoint": "https://push.example/x", "p256dh": "k" * 87, "auth": "a" * 22, "name": "Phone"}


def urls(game: Game) -> Iterator[str]:
    """Where others look for a sign of it."""
    yield from ("/", "/desk/", "/accounts/data", "/accounts/notices/", "/api/v1/games")
    yield from (f"/games/{game.slug}/{rest}" for rest in ABOUT_A_GAME)
    yield from (f"/api/v1/games/{game.slug}{rest}" for rest in ("", "/state", "/phases", "/phases/0"))


def answers(game: Game) -> dict[str, bytes]:
    """What all others get."""
    found = {}
    for who in OTHERS:
        client = Client()
        if who is not None:
            client.force_login(tables.person(who))
        for url in urls(game):
            cache.clear()
            answer = client.get(url)
            headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
            found[f"{who} {url}"] = _quiet(f"{answer.status_code}\n{headers}\n{answer.content.decode()}")
    return found


def act_in_secret(game: Game) -> None:
    """What Dominion can do that is nobody else's business."""
    by, now = tables.person("dominion"), tables.current(game).ordinal
    services.advance_save(by=by, game=game, ordinal=now, text="A con D")
    services.plan_save(by=by, game=game, ordinal=now, name="North", text="x")
    services.ballot_cast(by=by, game=game, ordinal=now, proposal_id=game.proposals.get().pk, yes=True)
    api.token_make(by=by, game=game, name="bot", orders=True)
    press.mute_set(by=by, game=game, target="borg", muted=True)
    press.handover_set(by=by, game=game, agreed=True)
    notices.device_add(by=by, **DEVICE)
    notices.letterbox_make(by=by, game=game)
    press.message_send(by=by, game=game, key="dominion+ferengi", text="psst")


def test_what_is_done_in_secret_shows_nowhere() -> None:
    game = stdip_tables.began(title="Secrets", by=tables.person("klingon"), gm_plays=True)
    stdip_tables.play(game, 2, chance=3)
    while not tables.current(game).turn.endswith("M"):
        stdip_tables.end(game)
    now = tables.current(game).ordinal
    services.proposal_make(
        by=tables.person("borg"), game=game, ordinal=now, kind="draw", powers=["borg", "romulan"]
    )
    before = answers(game)
    assert {answer[:1] for answer in before.values()} <= {b"2", b"3", b"4"}
    act_in_secret(game)
    after = answers(game)
    assert {url: differing(before[url], after[url]) for url in before if before[url] != after[url]} == {}


def test_a_sheet_shows_a_gm_who_plays_only_that_it_is_there() -> None:
    game = stdip_tables.began(title="Secrets", by=tables.person("klingon"), gm_plays=True)
    before = answers(game)
    stdip_tables.send(game, "dominion", "A con H")
    sent = answers(game)
    differ = {url for url in before if before[url] != sent[url]}
    assert differ == {"klingon /desk/", f"klingon /games/{game.slug}/desk/"}
    services.sheet_final(by=tables.person("dominion"), game=game, ordinal=0, final=True)
    stdip_tables.send(game, "dominion", "A con - bul", "nonsense")
    assert answers(game) == sent
