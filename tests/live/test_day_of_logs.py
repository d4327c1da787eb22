"""A day on the site as production runs it, faults included, and then every line its processes have written:
no password, key, link, address, order or word in confidence is among them.
"""

import contextlib
import json
import re
import secrets
import smtplib
import ssl
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.urls import URLPattern, URLResolver, get_resolver
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.services.process import free_port, until
from tests.services.stack import Stack, port_of, production_stack

PROCESSES = ("web", "worker", "beat", "postman", "mailroom")
NOBODY = f"nobody{secrets.token_hex(6)}@elsewhere.example"
INBOUND, METRICS = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

GAMES = """
import json
from allauth.account.models import EmailAddress
from tests.games import tables
from trekdip.accounts.models import User
from trekdip.api import services as api
from trekdip.games import services
from trekdip.games.models import Seat
from trekdip.notices import selectors, services as notices
from trekdip.press import services as press
anna = User.objects.get(username="anna")
game = tables.full(title="The day", early=False)
Seat.objects.filter(game=game, power="austria").update(user=anna)
services.game_start(by=game.gm, game=game)
stuck = tables.started(title="Stuck", early=False)
full = tables.full(title="Full", joining="invite")
notices.letterbox_make(by=anna, game=game)
press.message_send(by=anna, game=game, key="austria+england", text="{word}")
print("MADE " + json.dumps({{
    "game": game.slug,
    "stuck": stuck.slug,
    "full": full.slug,
    "invite": full.invite_token,
    "seed": game.seed,
    "token": api.token_make(by=anna, game=game, name="bot", orders=True)[1],
    "address": selectors.address_of(anna, game),
}}))
"""


class Catcher:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Keep it."""
        del server, session
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append(mail.as_string() + _words(mail))
        return "250 OK"

    def link(self, path: str) -> str:
        """The last link to such a page in any of the mails; waits for it."""
        pattern = re.compile(rf"https://localhost:?\d*({re.escape(path)}\S+)")
        until(lambda: any(pattern.search(mail) for mail in self.mails))
        return [found[1] for mail in self.mails for found in pattern.finditer(mail)][-1]


def _words(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return "" if body is None else str(body.get_content())


class Person:
    """Somebody with a browser, by its requests alone."""

    def __init__(self, stack: Stack) -> None:
        self.client = httpx.Client(
            base_url=stack.url, verify=trusted(stack), follow_redirects=True, timeout=30
        )

    def send(self, page: str, to: str = "", **form: str) -> httpx.Response:
        """Open a page and send its form."""
        shown = self.client.get(page)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', shown.text)
        assert token is not None, shown.text
        address = str(shown.url)
        form = {"csrfmiddlewaretoken": token[1], **form}
        return self.client.post(to or address, data=form, headers={"Referer": address})


@contextlib.contextmanager
def catching() -> Iterator[tuple[Catcher, int]]:
    """A mail catcher while the block runs, and its port."""
    catcher = Catcher()
    controller = Controller(catcher, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield catcher, int(controller.port)
    finally:
        controller.stop()


def secret_paths(token: str, known: dict[str, str]) -> list[str]:
    """A path to every page of the URL table that has something in its address that is not told: the token."""

    def found(patterns: list[Any], before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from found(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern) and re.search(r"<(str:)?\w+>", route):
                yield route

    routes = [route.replace("^", "").removesuffix("$") for route in found(get_resolver().url_patterns, "")]
    plain = [re.sub(r"\(\?P<\w+>(?:[^()]|\(.*?\))*\)", f"{token}-{token}", route) for route in routes]

    def filled(part: re.Match[str]) -> str:
        return known.get(part[2], "1" if part[1] in {"int:", "slug:"} else token)

    return ["/" + re.sub(r"<(\w+:)?(\w+)>", filled, route) for route in plain]


@pytest.fixture
def site(postgres_url: str, redis_url: str, tmp_path: Path) -> Iterator[tuple[Stack, Catcher, Path]]:
    """The whole site, with a mail catcher behind it."""
    with catching() as (catcher, port):
        settings = {
            "TREKDIP_MAIL_URL": f"smtp+plain://127.0.0.1:{port}",
            "TREKDIP_ORDERS_DOMAIN": "orders.trekdip.example",
            "TREKDIP_INBOUND_SECRET": INBOUND,
            "TREKDIP_METRICS_TOKEN": METRICS,
        }
        with production_stack(
            postgres_url, redis_url, tmp_path, started=PROCESSES, settings=settings
        ) as stack:
            yield stack, catcher, tmp_path


@pytest.fixture
def anna(site: tuple[Stack, Catcher, Path]) -> Iterator[Person]:
    """Somebody without an account."""
    person = Person(site[0])
    yield person
    person.client.close()


def test_no_secret_of_a_whole_day_is_in_any_log(site: tuple[Stack, Catcher, Path], anna: Person) -> None:
    stack, catcher, folder = site
    drawn = {name: f"{name}{secrets.token_hex(8)}" for name in ("first", "second", "wrong", "word", "order")}
    drawn["person"] = f"anna{secrets.token_hex(6)}@trekdip.example"
    drawn |= accounts(anna, catcher, drawn)
    words = stack.manage("shell", "-v", "0", "-c", GAMES.format(word=drawn["word"]))
    made = json.loads(words.split("MADE ")[1])
    drawn |= {name: made[name] for name in ("invite", "seed", "token")}
    drawn["address"] = made["address"].partition("+")[2].partition("@")[0]
    drawn["session"] = anna.client.cookies["__Host-session"]
    drawn["csrf"] = anna.client.cookies["__Host-csrf"]
    orders(stack, anna, made, drawn)
    drawn["guess"] = f"guess{secrets.token_hex(8)}"
    for path in secret_paths(drawn["guess"], {"slug": made["game"], "variant": "standard"}):
        for method in ("GET", "POST"):
            anna.client.request(method, f"{path}?to={drawn['guess']}")
            httpx.request(method, stack.url + path, verify=trusted(stack))
    faults(stack, anna, made, drawn)

    logs = {name: (folder / f"{name}.log").read_text() for name in PROCESSES}
    keys = ("TREKDIP_SECRET_KEY", "DATABASE_URL", "TREKDIP_INBOUND_SECRET", "TREKDIP_METRICS_TOKEN")
    drawn |= {name: stack.environment[name] for name in keys}
    told = {
        (name, what): [line for line in log.splitlines() if secret in line][:3]
        for name, log in logs.items()
        for what, secret in drawn.items()
        if secret in log
    }
    assert told == {}
    assert "A vie - gal" not in "".join(logs.values())
    assert "is stuck in S1901M" in logs["worker"]
    faulty = [entry for entry in entries(logs["web"]) if entry.get("status_code") == 500]
    assert {entry["message"] for entry in faulty} == {
        f"Internal Server Error: /games/{made['game']}/orders",
        f"Internal Server Error: /games/{made['stuck']}/",
    }
    assert all(re.search(r"(Integrity|Decode)Error$", entry["exc_info"]) for entry in faulty)


def trusted(stack: Stack) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=stack.certificates)


def entries(log: str) -> list[dict[str, Any]]:
    """The lines of a log, which are JSON one and all."""
    return [json.loads(line) for line in log.splitlines()]


def accounts(anna: Person, catcher: Catcher, drawn: dict[str, str]) -> dict[str, str]:
    """Sign up, confirm, mistype the password, have it reset, sign in; the links that were mailed."""
    email = drawn["person"]
    anna.send(
        "/accounts/signup/",
        username="anna",
        email=email,
        password1=drawn["first"],
        password2=drawn["first"],
    )
    confirming = catcher.link("/accounts/confirm-email/")
    anna.send(confirming)
    anna.send("/accounts/login/", login=email, password=drawn["wrong"])
    anna.send("/accounts/password/reset/", email=email)
    anna.send("/accounts/password/reset/", email=NOBODY)
    reset = catcher.link("/accounts/password/reset/key/")
    anna.send(reset, password1=drawn["second"], password2=drawn["second"])
    anna.client.get(reset)  # it was for once
    anna.send("/accounts/login/", login="anna", password=drawn["second"])
    assert "__Host-session" in anna.client.cookies
    return {
        "confirming link": confirming.rstrip("/").rpartition("/")[2],
        "reset link": reset.rstrip("/").rpartition("/")[2],
        "nobody": NOBODY,
    }


def orders(stack: Stack, anna: Person, made: dict[str, str], drawn: dict[str, str]) -> None:
    """Send sheets in every way, some of them refused; listen."""
    page = f"/games/{made['game']}/"
    sheet = f"A vie - gal\n{drawn['order']}"
    assert anna.send(page, f"{page}orders", ordinal="0", orders=sheet).status_code == 200
    assert anna.send(page, f"{page}orders", ordinal="9", orders=sheet).status_code == 404
    anna.client.post(f"{page}orders", data={"orders": sheet})  # without the form's token
    anna.client.get(f"/games/{made['full']}/join/{made['invite']}")
    anna.client.post(f"/games/{made['full']}/join/{made['invite']}")
    call = f"/api/v1/games/{made['game']}/orders"
    for token in (made["token"], drawn["wrong"]):
        anna.client.post(
            call,
            json={"ordinal": 0, "orders": ["A vie - gal", drawn["order"]]},
            headers={"Authorization": f"Bearer {token}"},
        )
    anna.client.post(
        call, content=f'{{"{drawn["order"]}', headers={"Authorization": f"Bearer {made['token']}"}
    )
    mail = EmailMessage()
    mail["From"], mail["To"] = drawn["person"], made["address"]
    mail.set_content(sheet)
    with smtplib.SMTP("127.0.0.1", port_of(stack.commands["mailroom"]), timeout=20) as smtp:
        smtp.send_message(mail)
    for secret in (INBOUND, drawn["wrong"]):
        anna.client.post(
            f"/mail/inbound?to={made['address']}",
            content=mail.as_bytes(),
            headers={"Authorization": f"Bearer {secret}"},
        )
    for token, status in ((METRICS, 200), (drawn["wrong"], 404)):
        answer = anna.client.get("/metrics", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == status
    cookies = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
    with connect(
        f"{stack.url.replace('https', 'wss')}/ws/games/{made['game']}/?have={drawn['wrong']}",
        ssl=trusted(stack),
        origin=Origin(stack.url),
        additional_headers={"Cookie": cookies},
    ) as socket:
        assert json.loads(socket.recv(20))["viewer"] == "austria"
        socket.send(drawn["order"])
        with contextlib.suppress(Exception):
            socket.recv(5)


def faults(stack: Stack, anna: Person, made: dict[str, str], drawn: dict[str, str]) -> None:
    """What must never happen: rows that the database refuses, and rows that cannot be read."""
    page = f"/games/{made['game']}/"
    order, stuck = drawn["order"], [made["stuck"]]
    with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as database:
        database.execute(
            "ALTER TABLE games_ordersheet ADD CONSTRAINT never CHECK (text NOT LIKE '%never%') NOT VALID"
        )
        answer = anna.send(page, f"{page}orders", ordinal="0", orders=f"never {order}")
        assert answer.status_code == 500
        of_game = "game_id = (SELECT id FROM games_game WHERE slug = %s)"
        database.execute(
            f"UPDATE games_phase SET truth = %s, deadline = now() WHERE {of_game}",  # noqa: S608
            [f"A vie - gal {order}", *stuck],
        )
        asked = f"SELECT 1 FROM games_phase WHERE status = 'stuck' AND {of_game}"  # noqa: S608
        until(lambda: database.execute(asked, stuck).fetchone() is not None)
        phases = f"SELECT id FROM games_phase WHERE {of_game}"  # noqa: S608
        database.execute(
            f"UPDATE games_phaseview SET view = %s WHERE phase_id IN ({phases})",  # noqa: S608
            [f"{{{order}", *stuck],
        )
        assert anna.client.get(f"/games/{made['stuck']}/").status_code == 500
