"""Errors of the desk tell nothing hidden: games that differ in what a GM who plays may not know answer every
URL of the desk, with every input, in the same bytes; and so they do to players, strangers and nobody.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import URLPattern

import adjudicator as adj
from tests.games.stdip_tables import POWERS, began, end, send
from tests.games.tables import current, person
from tests.games.twins import SLUG, Plan, _quiet, differing, planned, rolled_back
from tests.press.talk import say
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.gm.urls import urlpatterns

pytestmark = pytest.mark.django_db

GM = "klingon"  # who plays
SEEDS = ("5eed" * 8, "7eed" * 8)
PHASES = 3
_NUMBERS = re.compile(r'((?:id|for)="(?:new|why|kick)-)\d+')  # of seats: other games have the ones between
LATER = "2099-01-01T12:00"
ADDRESSES: dict[str, Any] = {"slug": SLUG, "token": "made:up", "ordinal": 2, "invitation": 1}
ASKED = ("", "?phase=0", "?phase=999", "?phase=x", "?as=romulan", "?as=mars&beside=gm", "?as=gm&phase=3")
SENT: tuple[dict[str, str], ...] = (
    {},
    {"ordinal": "0", "reason": "so", "power": "romulan"},
    {"ordinal": "999", "reason": "so", "power": "romulan"},
    {"ordinal": "{now}", "reason": "  ", "power": "romulan"},
    {"ordinal": "{now}", "reason": "so", "power": "mars"},
    {"ordinal": "{now}", "reason": "nul \x00", "power": "romulan", "text": "\x00", "note": "\x00"},
    {"ordinal": "{now}", "reason": "so", "power": "romulan", "newcomer": "nobody-here", "to": "nobody-here"},
    {"ordinal": "{now}", "reason": "so", "power": "romulan", "newcomer": "ferengi", "to": "ferengi"},
    {"ordinal": "{now}", "reason": "so", "deadline": "2001-01-01T12:00"},
    {"ordinal": "{now}", "newest": "{now}", "step": "do", "reason": "so", "sheet_romulan": "A rom H"},
    {"ordinal": "{now}", "reason": "so", "digest": "0" * 64, "orders": "A ven H", "power": "romulan"},
    {"chosen": f"{SLUG}:{{now}}"},
    {"chosen": "nogame:0"},
    # And what a GM who plays may well do.
    {
        "ordinal": "{now}",
        "reason": "so",
        "power": "romulan",
        "deadline": LATER,
        "newcomer": "watcher",
        "to": "watcher",
        "text": "Hear",
        "note": "mine",
    },
)


def played(plan: Plan, *, twin: int, then: Callable[[Game, int], None]) -> Game:
    """The game of one twin, in its last phase with all sheets sent. Which sheets are final, and what others
    say to each other, is the twin's own."""
    game = began(seed=plan.seed, title="Twins", by=person(GM), gm_plays=True)
    Game.objects.filter(pk=game.pk).update(slug=SLUG, invite_token="t" * 22, seed_hash="0" * 64)
    game.refresh_from_db()
    for number, sheets in enumerate(plan.sheets):
        for power, lines in sheets.items():
            send(game, power, *lines)
        if number + 1 < len(plan.sheets):
            end(game)
    hidden = OrderSheet.objects.filter(phase=current(game)).exclude(seat__power=GM)
    hidden.filter(seat__power__in=POWERS[:twin]).update(final=False)
    for number in range(twin):
        say(game, "romulan", "borg+romulan", f"Psst {number}")
    then(game, twin)
    game.refresh_from_db()
    return game


def running(_: Game, __: int) -> None:
    """Nothing more happens."""


def stuck(game: Game, twin: int) -> None:
    """The adjudicator fails, over orders of the twin's own."""
    Phase.objects.filter(game=game, status="open").update(status="stuck", trace=f"failed {twin} (I)")


def answers(plan: Plan, who: str | None, *, twin: int, then: Callable[[Game, int], None]) -> dict[str, bytes]:
    """What every URL of the desk answers to every input, each asked of the game as it is."""
    got: dict[str, bytes] = {}
    with rolled_back():
        game = played(plan, twin=twin, then=then)
        now = str(current(game).ordinal)
        person("watcher")
        client = Client()
        if who is not None:
            client.force_login(person(who))
        for url in (f"/{address(pattern)}" for pattern in urlpatterns):
            for query in ASKED if url.endswith("/") else ("",):
                got[f"GET {url}{query}"] = told(client.get(url + query))
            for number, sent in enumerate(SENT):
                data = {name: value.replace("{now}", now) for name, value in sent.items()}
                with rolled_back():
                    mail.outbox.clear()
                    got[f"POST {url} {number}"] = told(client.post(url, data))
                    if number + 1 == len(SENT) and got[f"POST {url} {number}"].startswith(b"302"):
                        got[f"after {url}"] = told(client.get(f"/games/{SLUG}/desk/"))
    return got


def address(pattern: URLPattern) -> str:
    """A URL of the pattern."""
    names = pattern.pattern.converters
    route = str(pattern.pattern)
    for name, converter in names.items():
        kind = {"SlugConverter": "slug", "IntConverter": "int", "StringConverter": "str"}[
            type(converter).__name__
        ]
        route = route.replace(f"<{kind}:{name}>", str(ADDRESSES[name]))
    return route


def told(answer: Any) -> bytes:
    """An answer, with the mails it has led to."""
    sent = [(one.to, one.subject, one.body) for one in mail.outbox]
    where = answer.headers.get("Location", "")
    text = _NUMBERS.sub(r"\1seat", answer.content.decode())
    return _quiet(f"{answer.status_code} {where}\n{text}\n{sent}")


@pytest.fixture(scope="module")
def plans() -> tuple[Plan, Plan]:
    """Two games in which the GM's own power has the same evidence."""
    return planned(GM, PHASES, seeds=SEEDS, chance=3)


@pytest.mark.parametrize("then", [running, stuck])
def test_the_desk_of_a_gm_who_plays_answers_alike(
    plans: tuple[Plan, Plan], then: Callable[[Game, int], None]
) -> None:
    one, two = plans
    assert any(adj.loads(a).units != adj.loads(b).units for a, b in zip(one.truths, two.truths, strict=True))
    first, second = (answers(plan, GM, twin=twin, then=then) for twin, plan in enumerate(plans))
    assert {name: differing(first[name], second[name]) for name in first if first[name] != second[name]} == {}
    assert all(answer[:1] in b"234" for answer in second.values())
    assert not any(b"failed 1" in answer or b"Psst" in answer for answer in second.values())


@pytest.mark.parametrize("who", ["ferengi", None])
def test_nobody_else_learns_anything_from_the_desk(plans: tuple[Plan, Plan], who: str | None) -> None:
    first, second = (answers(plan, who, twin=twin, then=running) for twin, plan in enumerate(plans))
    assert {name: differing(first[name], second[name]) for name in first if first[name] != second[name]} == {}
    assert not any(answer.startswith(b"200") for name, answer in first.items() if SLUG in name)
