"""Two whole games on the site that differ in what one viewer may not know, and all that this viewer gets.

The sheets of both are planned beside the site with the adjudicator: what differs leaves the viewer's evidence
as it is. Then each is played on the site, through its services, in a transaction that is rolled back.
"""

import difflib
import gzip
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client

import adjudicator as adj
from adjudicator.position import Position
from tests.games.stdip_tables import ASSIGNED, POWERS, began, end, send
from tests.games.tables import person
from trekdip.api.services import token_make
from trekdip.games import scripted, selectors
from trekdip.games.models import Game
from trekdip.games.services.lots import adjudicator_seed
from trekdip.live import payloads

Sheets = dict[str, list[str]]
SLUG = "thesamegame"
TRIES = 60
# What is random or a clock in every answer, and says nothing of the game.
_NOISE = [
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'), r"\1token"),
    (re.compile(r"(csrftoken=)[^;]*"), r"\1token"),
    (re.compile(r"(expires=)[^;]*"), r"\1then"),
    (re.compile(r"(Expires: ).*"), r"\1now"),
    # The clock's digits vary in number; the body itself is compared byte for byte.
    (re.compile(r"(Content-Length: )\d+"), r"\1length"),
    (re.compile(r'(name="server-now" content=")[^"]*'), r"\1now"),
    (re.compile(r'("(?:now|saved_at|created_at|started_at)": ?")[^"]*'), r"\1now"),
    (re.compile(r"(Saved at )\d\d:\d\d"), r"\1now"),
    # Under which key the asker's own browser keeps drafts: made from their own account alone.
    (re.compile(r'(data-owner=")[^"]*'), r"\1asker"),
    (re.compile(r"(datetime=\")[^\"]*(\">)[^<]*"), r"\1then\2then"),
]


@dataclass
class Plan:
    """One twin: its seed and the sheets of every phase; `truths` are its positions as texts."""

    seed: str
    sheets: list[Sheets] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Table:
    """Of which variant the twins are: how a game of it begins, whose seats it has, what a viewer tries."""

    variant: str
    powers: tuple[str, ...]
    began: Callable[..., Game]
    guesses: tuple[str, ...]


def planned(viewer: str, phases: int, *, seeds: tuple[str, str], chance: int) -> tuple[Plan, Plan]:
    """Two games of so many phases in which `viewer` has the same evidence and as much as possible differs."""
    rng = random.Random(chance)
    plans = (Plan(seeds[0]), Plan(seeds[1]))
    twins = tuple(
        adj.new("stdip", seed=adjudicator_seed(seed), options={"assignment": ASSIGNED}) for seed in seeds
    )
    assert evidence(twins[0], viewer) == evidence(twins[1], viewer)
    for _ in range(phases):
        sheets, after = _together(twins, viewer, rng)
        for plan, position, given in zip(plans, twins, sheets, strict=True):
            plan.sheets.append(given)
            plan.truths.append(adj.dumps(position))
        twins = after
        if twins[0].winner:
            break
    return plans


def evidence(position: Position, viewer: str) -> tuple[Any, Any]:
    """What a viewer can go by: the View, and the legal orders of a power."""
    return adj.view(position, viewer), adj.legal(position, viewer) if viewer in POWERS else None


def _together(
    twins: tuple[Position, ...], viewer: str, rng: random.Random
) -> tuple[tuple[Sheets, ...], tuple[Position, ...]]:
    """Sheets for both twins that leave the viewer's evidence alike: open orders the same, hidden ones each
    its own; and the positions they lead to.
    """
    for number in range(TRIES):
        daring = number < TRIES * 2 // 3
        common = {power: _open(twins, power, rng) for power in POWERS}
        sheets = tuple(
            {
                power: lines if power == viewer else [*lines, *_hidden(twin, power, rng, daring=daring)]
                for power, lines in common.items()
            }
            for twin in twins
        )
        after = tuple(adj.resolve(twin, given).state for twin, given in zip(twins, sheets, strict=True))
        if evidence(after[0], viewer) == evidence(after[1], viewer):
            return sheets, after
    raise AssertionError("the twin games cannot be kept alike for this viewer: plan them by another chance")


def _open(twins: tuple[Position, ...], power: str, rng: random.Random) -> list[str]:
    """Scripted orders of the first twin that the other can give as well and that everybody may see."""
    legal = adj.legal(twins[0], power)
    sheet = scripted.orders(adj.view(twins[0], power), legal, power, rng)
    possible = {text for texts in adj.legal(twins[1], power).values() for text in texts}
    return [line for line in sheet if line in possible and "(I)" not in line and "(D)" not in line]


def _hidden(position: Position, power: str, rng: random.Random, *, daring: bool) -> list[str]:
    """Orders that may stay hidden: of cloaked units, or cloaking ones; take-overs where it is dared."""
    found = []
    for unit, texts in adj.legal(position, power).items():
        secret = [text for text in texts if "(I)" in text or "(D)" in text]
        if not secret or (unit.endswith("(D)") and (not daring or rng.random() < 0.8)):
            continue
        still = [text for text in secret if text.split()[-1] == "H"]
        found.append(rng.choice(secret if daring and rng.random() < 0.8 else still or secret))
    return found


@contextmanager
def rolled_back() -> Iterator[None]:
    """A game that leaves no trace, not even in what is counted."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


STDIP = Table(
    "stdip",
    POWERS,
    began,
    ("A ven S A rom - tyr", "A nowhere H", "A vie (D) H", "A ven H", "F nth scan nwy", "A ven (I) - tyr"),
)


def received(plan: Plan, viewer: str, table: Table = STDIP) -> dict[str, bytes]:
    """Everything the viewer receives while the game is played: answers with their headers, socket payloads,
    receipts, mails; by what was asked and when.
    """
    got: dict[str, bytes] = {}
    cache.clear()  # paces count what was asked in one twin only
    with rolled_back():
        game = table.began(seed=plan.seed, title="Twins")
        Game.objects.filter(pk=game.pk).update(slug=SLUG, invite_token="t" * 22, seed_hash="0" * 64)
        game.refresh_from_db()
        seated = viewer in table.powers
        name = viewer if seated else "watcher"
        client = Client()
        program = Client()
        if seated:
            client.force_login(person(name))
            _, secret = token_make(
                by=person(name), game=game, name="bot", orders=True, votes=True, press=True
            )
            program = Client(headers={"Authorization": f"Bearer {secret}"})
        for number, sheets in enumerate(plan.sheets):
            got |= _asked(client, f"{number} opened", _OFTEN, number)
            for power, lines in sheets.items():
                if power != viewer:
                    send(game, power, *lines)
            got |= _asked(client, f"{number} others have sent", _OFTEN, number)
            got[f"{number} played out"] = _played_out(program, number, viewer, sheets, table, root="/api/v1")
            if seated:
                got |= _asked(program, f"{number} carried over", ("/api/v1/games/{slug}/advance",), number)
                got[f"{number} in advance"] = _in_advance(program, number, _slips(client, table))
                got[f"{number} slips"] = _receipt(client, number, _slips(client, table))
                got[f"{number} receipt"] = _receipt(client, number, [*table.guesses, *sheets[viewer]])
            pushed = payloads._payload(game.pk, viewer)
            assert pushed is not None
            got[f"{number} pushed"] = _quiet(pushed.text)
            end(game)
        last = len(plan.sheets)
        got |= _asked(client, "at the end", (*_OFTEN, *_ONCE, f"/rules/{table.variant}"), last)
        got |= _asked(program, "for a program", _CALLS, last)
        for ordinal in range(last + 1):
            got |= _asked(client, "past", ("/games/{slug}/phases/{ordinal}/",), ordinal)
            got |= _asked(program, "past for a program", _PAST_CALLS, ordinal)
        got["mails"] = repr([(sent.to, sent.subject, sent.body) for sent in mail.outbox]).encode()
        user = person(name) if seated else AnonymousUser()
        got["lobby"] = repr(selectors.lobby(user)).encode()
    return got


_OFTEN = ("/games/{slug}/", "/games/{slug}/state")
_ONCE = (
    "/",
    "/games/",
    "/games/{slug}/panels",
    "/games/{slug}/dispatches",
    "/games/{slug}/compare",
    "/games/{slug}/observers",
    "/games/{slug}/whatif?ordinal={ordinal}",
    "/games/{slug}/plans?ordinal={ordinal}",
    "/games/{slug}/exports/results.txt",
    "/games/{slug}/exports/archive.jsonl.gz",
    "/games/{slug}/audit",
    "/games/{slug}/draws",
    "/games/{slug}/replay/",
    "/games/{slug}/desk/",
    "/games/{slug}/desk/truth/",
    "/games/{slug}/phases/999/",
    "/games/{slug}/clock",
    "/games/{slug}/table",
    "/games/{slug}/press/",
)
_PAST_CALLS = (
    "/api/v1/games/{slug}/phases/{ordinal}",
    "/api/v1/games/{slug}/declarations?ordinal={ordinal}",
)
_CALLS = (
    "/api/v1/games",
    "/api/v1/games/{slug}",
    "/api/v1/games/{slug}/state",
    "/api/v1/games/{slug}/phases",
    "/api/v1/games/{slug}/advance",
    "/api/v1/games/{slug}/whatif?ordinal={ordinal}",
    "/api/v1/games/{slug}/proposals",
    "/api/v1/games/{slug}/clock",
    "/api/v1/games/{slug}/press",
)


def _asked(client: Client, when: str, urls: tuple[str, ...], ordinal: int) -> dict[str, bytes]:
    """The answers to these requests, with status and headers."""
    got = {}
    for url in (pattern.format(slug=SLUG, ordinal=ordinal) for pattern in urls):
        answer = client.get(url)
        headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.items()))
        packed = answer.headers["Content-Type"] == "application/gzip"
        body = gzip.decompress(answer.content) if packed else answer.content
        got[f"{when}: {url}"] = _quiet(f"{answer.status_code}\n{headers}\n{body.decode()}")
    return got


def _slips(client: Client, table: Table) -> list[str]:
    """A sheet with several lines for every unit of the viewer, possible ones among those that are not: which
    of them counts must not tell what is hidden.
    """
    legal = client.get(f"/games/{SLUG}/state").json()["legal"]
    lines = []
    for unit, texts in sorted(legal.items()):
        tried = [*texts[:2], *texts[-2:]]
        blind = [f"{unit} {guess.split(' ', 2)[-1]}" for guess in table.guesses]
        lines += [tried[0], *blind, *tried[1:], f"{unit} - nowhere"]
    return [*table.guesses, *lines, *table.guesses]


def _in_advance(program: Client, ordinal: int, lines: list[str]) -> bytes:
    """The answer to orders in advance for the phases that follow, where they can be given."""
    gone = [f"{unit} D" for unit in dict.fromkeys(" ".join(line.split()[:2]) for line in lines)]
    answer = program.post(
        f"/api/v1/games/{SLUG}/advance",
        {"ordinal": ordinal, "orders": [*gone, *lines][:60]},
        content_type="application/json",
    )
    return _quiet(f"{answer.status_code}\n{answer.content.decode()}")


def _played_out(
    client: Client, ordinal: int, viewer: str, sheets: Sheets, table: Table, root: str = ""
) -> bytes:
    """What comes of the viewer's orders, and of guesses for everybody else, on the viewer's own board."""
    asked = {power: list(table.guesses) for power in table.powers if power != viewer}
    if viewer in sheets:
        asked[viewer] = sheets[viewer]
    answer = client.post(
        f"{root}/games/{SLUG}/whatif",
        {"ordinal": ordinal, "orders": asked},
        content_type="application/json",
    )
    return _quiet(f"{answer.status_code}\n{answer.content.decode()}")


def _receipt(client: Client, ordinal: int, lines: list[str]) -> bytes:
    """The answer to the viewer's sheet, which has nonsense and guesses among its lines."""
    answer = client.post(
        f"/games/{SLUG}/orders",
        {"ordinal": ordinal, "orders": "\n".join(lines), "final": ""},
        headers={"Accept": "application/json"},
    )
    return _quiet(f"{answer.status_code}\n{answer.content.decode()}")


def _quiet(text: str) -> bytes:
    """The text without clocks and tokens."""
    for pattern, instead in _NOISE:
        text = pattern.sub(instead, text)
    return text.encode()


def differing(one: bytes, other: bytes) -> list[str]:
    """The lines in which two answers differ, for whoever reads the failure."""
    lines = difflib.unified_diff(one.decode().splitlines(), other.decode().splitlines(), n=0, lineterm="")
    return list(lines)[2:12]
