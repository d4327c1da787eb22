"""Every URL of the site for every kind of visitor: the statuses allowed, and no secret in any answer.

A URL that is not in the table fails the test: whoever adds a view says here who may pass.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.games import tables
from trekdip.games import services
from trekdip.games.models import Game
from trekdip.gm import services as gm
from trekdip.notices import selectors as notice_reads
from trekdip.notices import services as notices
from trekdip.notices.models import Hook
from trekdip.press import services as press

pytestmark = pytest.mark.django_db

# Nobody signed in; an account without a part in the game; who was replaced as Turkey; the GM of another game;
# an observer by everybody's leave; the player of England; the player of Austria; the GM.
VISITORS = ("nobody", "stranger", "turkey", "othergm", "watcher", "england", "austria", "gm")
SECRET_ORDER = "sealed orders of Austria"
SECRET_PLAN = "a plan nobody knows"
SECRET_NAME = "a name nobody knows"
SECRET_WORD = "a word in confidence"
SECRET_ENDPOINT = "https://push.example/austria"


@dataclass(frozen=True)
class Door:
    """What GET and POST answer, each with one status for all visitors or one for each of `VISITORS`.

    `sent` is what is posted (`body`: as JSON): what the rightful visitor would send. `forming`: at a table
    that has not begun, managed by `gm` and joined by the link, where all but the stranger, the ex-player and
    the GM of another game have seats.
    """

    get: str
    post: str
    sent: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] | None = None
    forming: bool = False


READ = Door("200", "405")
MEMBERS = "302 200 200 200 200 200 200 200"
GUESTS = "200 302 302 302 302 302 302 302"
ONLY_GM = "302 403 403 403 403 403 403 "  # and what the GM gets
MANAGER = "403 403 403 403 403 403 403 "
PLAYERS = "403 403 403 403 403 302 302 403"
AMONG_TWO = "404 404 404 404 404 200 200 404"  # Austria and England
AUSTRIA = "403 404 404 404 404 404 200 404"
NOT_YET = Door("403", "405")  # nobody before the game is over
SEATED = "302 403 403 403 403 302 302 "  # players, and what the GM gets
AT_TABLE = "302 403 403 403 403 200 200 "
REASON = {"reason": "so"}
CHAT = {"style": "discord", "url": "https://chat.example/hook"}
DEVICE = {"endpoint": "https://push.example/me", "p256dh": "k" * 87, "auth": "a" * 22, "name": "Mine"}
ACT = {"ordinal": 0, **REASON}

DOORS: dict[str, Door] = {
    "account_login": Door(GUESTS, GUESTS),
    "account_logout": Door("302 200 200 200 200 200 200 200", "302"),
    "account_inactive": READ,
    "account_signup": Door(GUESTS, GUESTS),
    "account_reauthenticate": Door(MEMBERS, MEMBERS),
    "account_email": Door(MEMBERS, "302"),
    "account_email_verification_sent": READ,
    "account_change_password": Door(MEMBERS, MEMBERS),
    "account_set_password": Door("302", "302"),
    "account_reset_password": Door("200", "200"),
    "account_confirm_login_code": Door("302", "302"),
    "account_confirm_email": Door("200", "404"),
    "account_reset_password_from_key_done": READ,
    "account_reset_password_from_key": Door("200", "200"),
    "account_reset_password_done": READ,
    "api_documentation": READ,
    "tokens": Door(MEMBERS, "302 403 403 403 403 200 200 403", {"act": "make", "name": "bot"}),
    "api_schema": READ,
    "api:api-root": Door("404", "404"),  # a name without a page
    "api:variants": READ,
    "api:variant_map": READ,
    "api:games": READ,
    "api:table": READ,
    "api:state": READ,
    "api:phases": READ,
    "api:phase": READ,
    "api:orders": Door("405", "403", body={"ordinal": 0, "orders": ["A vie H"]}),  # cookies open nothing
    **dict.fromkeys(
        ("api:advance_kept", "api:advance"),
        Door("200", "403", body={"ordinal": 0, "orders": ["B A vie"]}),
    ),
    **dict.fromkeys(
        ("api:declarations", "api:declare"),
        Door("200", "403", body={"ordinal": 0, "declaration": "PROPOSE italy"}),
    ),
    **dict.fromkeys(
        ("api:whatif_orders", "api:whatif"), Door("200", "200", body={"orders": {"austria": ["A vie H"]}})
    ),
    **dict.fromkeys(("api:proposals", "api:propose"), Door("200", "403", body={"ordinal": 0, "kind": "end"})),
    "api:proposal_answer": Door("405", "403", body={"ordinal": 0, "yes": True}),
    "api:proposal_withdraw": Door("405", "403", body={"ordinal": 0}),
    "api:clock": READ,
    "api:clock_call": Door("405", "403", body={"ordinal": 0, "kind": "pause", "minutes": 60}),
    "api:clock_answer": Door("405", "403", body={"ordinal": 0, "yes": True}),
    "api:clock_withdraw": Door("405", "403", body={"ordinal": 0}),
    "api:rooms": READ,
    **dict.fromkeys(("api:thread", "api:say"), Door("404", "403", body={"text": "Hello"})),
    "api:read": Door("405", "403", body={"message": "m"}),
    "notices": Door(MEMBERS, "302", {"act": "switches", "on": ["phase:mail"]}),
    "device_add": Door("302 405 405 405 405 405 405 405", "302", DEVICE),
    "device_remove": Door("302 405 405 405 405 405 405 405", "302 404 404 404 404 404 302 404"),
    "notices_stop": Door("403", "403"),  # only by a link from a mail
    "game_notices": Door(f"{AT_TABLE}200", f"{SEATED}302", {"act": "switches"}),
    "notices_address": Door("302 405 405 405 405 405 405 405", f"{SEATED}403"),
    "notices_chat": Door("302 405 405 405 405 405 405 405", f"{ONLY_GM}302", CHAT),
    "inbound_mail": Door("405", "403"),  # only by a mail service that knows the secret
    "help_notices": READ,
    "own_data": Door(MEMBERS, "302 400 400 400 400 400 400 400"),
    "own_data_file": Door(MEMBERS, "405"),
    "metrics": Door("404", "405"),  # it needs the operator's token
    "healthz": READ,
    "readyz": READ,
    "desk": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "truth": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "truth_at": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "desk_force": Door("405", f"{ONLY_GM}302", ACT),
    "desk_move": Door("405", f"{ONLY_GM}302", {"hours": 5, **ACT}),
    "desk_nmr": Door("405", f"{ONLY_GM}302", {"power": "italy", **ACT}),
    "desk_hold": Door("405", f"{ONLY_GM}409", ACT),  # nothing is missing
    "desk_miss": Door("405", f"{ONLY_GM}409", ACT),
    "desk_pause": Door("405", f"{ONLY_GM}302", REASON),
    "desk_resume": Door("405", f"{ONLY_GM}409"),  # it is not paused
    "desk_rerun": Door("405", f"{ONLY_GM}409", ACT),  # it is not stuck
    "desk_replace": Door("405", f"{ONLY_GM}302", {"power": "italy", "newcomer": "stranger", **REASON}),
    "desk_tasks": Door(MEMBERS, "302", {"chosen": "nogame:0"}),
    "invitation": Door("404", "404"),
    "desk_see": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "desk_knowledge": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "desk_preview": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "desk_correct": Door(f"{ONLY_GM}200", f"{ONLY_GM}200", {"newest": 0, **ACT}),  # what it would take back
    "desk_publish": Door("405", f"{ONLY_GM}409", {"digest": "0" * 64, **ACT}),  # not what was previewed
    "desk_reopen": Door("405", f"{ONLY_GM}409", ACT),  # it is not held
    "desk_sheet": Door("405", f"{ONLY_GM}302", {"power": "italy", "orders": "A ven H", **ACT}),
    "desk_kick": Door("405", f"{ONLY_GM}302", {"power": "italy", **REASON}),
    "desk_announce": Door("405", f"{ONLY_GM}302", {"text": "Hear"}),
    "desk_note": Door("405", f"{ONLY_GM}302", {"note": "mine"}),
    "desk_invite": Door("405", f"{ONLY_GM}409", {"to": "stranger", "power": "italy"}),  # that seat is taken
    "desk_uninvite": Door("405", f"{ONLY_GM}404"),
    "lobby": READ,
    "games": READ,
    "rules": READ,
    "variant_rules": READ,
    "look": READ,
    "game_choose": READ,
    "start_board": READ,
    "power_colours": READ,
    "game_new": Door(
        MEMBERS, "302", {"title": "New", "variant": "standard", "joining": "open", "seating": "lot"}
    ),
    "rhythm_preview": Door(MEMBERS, "302 405 405 405 405 405 405 405"),
    "game": READ,
    "clock": Door(
        "200",
        PLAYERS,
        {"act": "call", "kind": "pause", "ordinal": 0, "amount": 1, "unit": "days"},
    ),
    "game_state": READ,
    "game_panels": READ,
    "press": READ,
    "press_to": Door("400", "405"),  # it does not say to whom
    "press_unread": READ,
    "press_mute": Door("405", "403 403 403 403 403 302 302 302", {"target": "italy", "on": "on"}),
    "press_handover": Door("405", PLAYERS, {"agreed": "on"}),
    "press_export": READ,
    "press_reports": Door(f"{ONLY_GM}200", "302 405 405 405 405 405 405 405"),
    "press_archive": Door("405", "403", REASON),  # the table does not let its GM read
    "press_report_read": Door("405", f"{MANAGER}200"),
    "press_thread": Door(AMONG_TWO, "403 404 404 404 404 302 302 404", {"text": "Hello"}),
    "press_board": Door(AMONG_TWO, "405"),
    "press_report": Door("405", "403 404 404 404 404 403 409 404", REASON),  # written and reported by them
    "orders": Door("405", PLAYERS, {"ordinal": 0, "orders": "A vie H"}),
    "advance": Door("405", PLAYERS, {"ordinal": 0, "advance": "B A vie"}),
    "declare": Door("405", "403 403 403 403 403 400 400 403", {"ordinal": 0, "declaration": "PROPOSE italy"}),
    "whatif": Door("200", "200", body={"ordinal": 0, "orders": {"austria": ["A vie - gal"]}}),
    "plans": Door(
        "400",  # it does not say for which phase
        "403 200 200 200 200 200 200 200",
        body={"ordinal": 0, "name": "mine", "text": "A vie H"},
    ),
    "plan_rename": Door("405", AUSTRIA, body={"ordinal": 0, "name": SECRET_NAME, "to": "other"}),
    "plan_delete": Door("405", AUSTRIA, body={"ordinal": 0, "name": SECRET_NAME}),
    "phase": READ,
    "compare": READ,
    "dispatches": READ,
    "exports": READ,
    "export_archive": READ,
    "export_saved_game": READ,
    "export_results": READ,
    "replay": NOT_YET,
    "replay_at": NOT_YET,
    "draws": NOT_YET,
    "observers": Door(MEMBERS, "302 302 302 302 302 403 403 403", {"act": "ask"}),
    "agreements": Door("200", PLAYERS, {"act": "propose", "kind": "end", "ordinal": 0}),
    "game_audit": Door(f"{MANAGER}200", "405"),
    "game_join": Door("200", "403", forming=True),
    "game_invite": Door("200", "403", forming=True),
    "game_leave": Door("405", PLAYERS, {"sure": "on"}),
    "game_start": Door("405", f"{MANAGER}409", forming=True),  # seats are free yet
    "countries_assign": Door("405", f"{MANAGER}302", forming=True),
    "game_cancel": Door("405", f"{MANAGER}302", REASON, forming=True),
    "seat_kick": Door("405", f"{MANAGER}302", REASON),
    "seat_assign": Door("405", f"{MANAGER}302", {"power": "italy"}, forming=True),
}


@dataclass(frozen=True)
class Site:
    """A running game and a forming one, with what fills the places in URLs."""

    running: Game
    forming: Game
    device: int
    address: str
    hook: Hook
    seats: dict[bool, int]
    message: str

    def url(self, name: str, places: list[str]) -> str:
        """The URL of that name."""
        door = DOORS[name]
        game = self.forming if door.forming else self.running
        known: dict[str, object] = {
            "slug": game.slug,
            "ordinal": 0,
            "device": self.device,
            "seat": self.seats[door.forming],
            "token": "not-the-token",
            "invitation": 0,
            "variant": "standard",
            "parties": "austria+england",
            "message": self.message,
            "form": "txt",
            "key": "nokey",
            "uidb36": "1",
            "number": 1,
        }
        return reverse(name, kwargs={place: known[place] for place in places})

    def secrets(self) -> dict[str, set[str]]:
        """What must not be told, and to whom it may be told nevertheless."""
        return {
            self.running.seed: set(),
            self.forming.seed: set(),
            self.running.invite_token: {"gm"},
            self.forming.invite_token: {"gm"},
            SECRET_ORDER: {"austria", "gm"},
            SECRET_PLAN: {"austria"},
            SECRET_NAME: {"austria"},
            SECRET_WORD: {"austria", "england", "gm"},  # the GM once it is reported and opened
            self.address: {"austria"},
            self.hook.secret: {"gm"},
            self.hook.url: set(),
            SECRET_ENDPOINT: set(),
        }


@pytest.fixture
def site() -> Site:
    """Austria has sent orders and kept a plan; Turkey was replaced; somebody watches by everybody's leave."""
    running = tables.started(title="The long night", rhythm={})
    tables.submit(running, "austria", [SECRET_ORDER])
    services.plan_save(
        by=tables.person("austria"), game=running, ordinal=0, name=SECRET_NAME, text=SECRET_PLAN
    )
    gm.seat_replace(
        by=running.gm, game=running, power="turkey", newcomer=tables.person("turkey2"), reason="ill"
    )
    watcher = services.observer_ask(by=tables.person("watcher"), game=running)
    for power in tables.POWERS:
        by = tables.person("turkey2" if power == "turkey" else power)
        services.observer_agree(by=by, game=running, observer_id=watcher.pk)
    forming = tables.forming(title="Another", joining="invite", seating="assigned")
    for name in ("watcher", "england", "austria"):
        services.game_join(by=tables.person(name), game=forming, token=forming.invite_token)
    tables.full(title="Elsewhere", by=tables.person("othergm"))
    word = press.message_send(
        by=tables.person("england"),
        game=running,
        key="austria+england",
        text=SECRET_WORD,
        attach="position:0",
    )
    press.message_report(
        by=tables.person("austria"), game=running, key="austria+england", name=word.name, reason="spam"
    )
    seats = {
        False: running.seats.get(user=tables.person("england")).pk,
        True: forming.seats.get(user=tables.person("england")).pk,
    }
    austria = tables.person("austria")
    device = notices.device_add(by=austria, **{**DEVICE, "endpoint": SECRET_ENDPOINT})
    notices.letterbox_make(by=austria, game=running)
    address = notice_reads.address_of(austria, running) or ""
    hook = notices.hook_save(
        by=running.gm, game=running, url="https://chat.example/secret-path", style="slack"
    )
    return Site(running, forming, device.pk, address, hook, seats, word.name)


def doors(resolver: URLResolver | None = None, within: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every URL of the site: its name, and the places in it."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from doors(entry, f"{entry.namespace}:" if entry.namespace else within)
        else:
            assert isinstance(entry, URLPattern)
            yield (
                within + (entry.name or str(entry.pattern)),
                list(entry.pattern.converters)
                or list(
                    getattr(entry.pattern, "regex").groupindex  # noqa: B009
                ),
            )


def answered(site: Site, name: str, url: str, method: str) -> str:
    """The statuses for all visitors, each as if it were the only one; in short if they are all the same."""
    door, found = DOORS[name], []
    for visitor in VISITORS:
        client = Client(raise_request_exception=False)
        if visitor != "nobody":
            client.force_login(tables.person(visitor))
        cache.clear()
        with transaction.atomic():
            if method == "GET":
                answer = client.get(url)
            elif door.body is not None:
                answer = client.post(url, json.dumps(door.body), content_type="application/json")
            else:
                answer = client.post(url, door.sent)
            transaction.set_rollback(True)
        found.append(answer.status_code)
        packed = answer.headers.get("Content-Type") == "application/gzip"
        body = gzip.decompress(answer.getvalue()) if packed else answer.getvalue()
        text = body.decode() + str(answer.headers)
        told = [what for what, whose in site.secrets().items() if what in text and visitor not in whose]
        assert told == [], f"{visitor} is told {told} by {method} {url}"
    return str(found[0]) if len(set(found)) == 1 else " ".join(map(str, found))


def test_every_url_is_in_the_table() -> None:
    assert sorted(name for name, _ in doors()) == sorted(DOORS)


def test_every_door_is_open_to_whom_it_may_be_and_nobody_else(site: Site) -> None:
    found = {}
    for name, places in doors():
        url = site.url(name, places)
        found[name] = tuple(answered(site, name, url, method) for method in ("GET", "POST"))
    assert found == {name: (door.get, door.post) for name, door in DOORS.items()}


def test_no_form_is_taken_without_its_token(site: Site) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(tables.person("gm"))
    answers = {
        name: client.post(site.url(name, places), DOORS[name].sent).status_code
        for name, places in doors()
        if not name.startswith("api:")  # takes no cookies, so nobody's form can use them
    }
    assert {name: status for name, status in answers.items() if status not in {403, 405}} == {}


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_other_methods_do_nothing_and_break_nothing(site: Site, method: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(tables.person("gm"))
    for name, places in doors():
        if name.startswith("account_") or name == "api:api-root":
            continue  # allauth's views take OPTIONS, and PUT as POST; the root of the API takes nothing
        assert getattr(client, method)(site.url(name, places)).status_code == 405, name
