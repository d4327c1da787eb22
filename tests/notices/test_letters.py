"""Orders by mail: what is understood, who is answered, and what is passed over without a word."""

import datetime as dt
import io
import logging
import sys
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies

from tests.games.tables import OPENING, current, person, started, submit, submit_all
from tests.notices.post import carried
from trekdip.games import services as games
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game, OrderSheet
from trekdip.gm import services as desk
from trekdip.notices import inbound, selectors, services
from trekdip.notices.models import Letter, Letterbox, Notice

pytestmark = pytest.mark.django_db
DOMAIN = "mail.trekdip.example"


@pytest.fixture
def game() -> Game:
    """A running game whose first notices have gone out; Austria's seat has an address."""
    made = started(title="The long night")
    services.letterbox_make(by=person("austria"), game=made)
    carried()
    return made


def address(game: Game, name: str = "austria") -> str:
    """The address of that player's seat."""
    found = selectors.address_of(person(name), game)
    assert found is not None
    return found


def letter(to: str, text: str, **headers: str) -> bytes:
    """A mail by somebody."""
    message = EmailMessage()
    message["From"] = "whoever@elsewhere.example"
    message["To"] = to
    message["Message-ID"] = headers.pop("message_id", f"<{abs(hash(text))}@elsewhere.example>")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def receive(raw: bytes, *to: str) -> bool:
    """Take the mail."""
    return services.letter_receive(raw=raw, recipients=list(to))


def sheet(game: Game, name: str = "austria") -> str | None:
    """What stands in that player's sheet."""
    return (
        OrderSheet.objects.filter(phase=current(game), seat__user=person(name))
        .values_list("text", flat=True)
        .first()
    )


def test_a_mail_is_read_as_the_page_reads(game: Game) -> None:
    assert receive(letter(address(game), "vie gal\nbud s vie gal\ntri alb\ntri lon\n"), address(game))
    lines = OrderSheet.objects.get(seat__user=person("austria")).lines
    good = [line["order"] for line in lines if line["ok"]]
    assert good == ["A vie - gal", "A bud S A vie - gal", "F tri - alb"]


def test_orders_by_mail_are_saved_as_on_the_page_and_answered_to_the_account(game: Game) -> None:
    assert receive(letter(address(game), "A vie - gal\nA bud - paris\nF tri - alb\nfinal\n"))
    assert sheet(game) == "A vie - gal\nA bud - paris\nF tri - alb"
    assert OrderSheet.objects.get(phase=current(game)).final
    (answer,) = carried()
    assert answer.to == [person("austria").email]
    assert "whoever@elsewhere.example" not in answer.message().as_string()
    assert "A vie - gal [Army Vienna moves to Galicia]" in answer.body
    assert "A bud - paris [does not count]" in answer.body
    assert "1 of 3 lines will not count" in answer.body
    assert "marked as final" in answer.body
    assert answer.message()["Auto-Submitted"] == "auto-replied"
    assert answer.message()["List-Unsubscribe"] is None


def test_the_same_mail_counts_once(game: Game) -> None:
    raw = letter(address(game), "A vie - gal")
    assert receive(raw)
    submit(game, "austria", ["A vie H"])
    assert not receive(raw)
    assert sheet(game) == "A vie H"
    assert len(carried()) == 1


def test_a_mark_alone_leaves_the_orders(game: Game) -> None:
    submit(game, "austria", ["A vie - gal"], final=False)
    assert receive(letter(address(game), "Final.\n"))
    saved = OrderSheet.objects.get(phase=current(game))
    assert (saved.text, saved.final) == ("A vie - gal", True)
    assert receive(letter(address(game), "nonfinal"))
    assert not OrderSheet.objects.get(phase=current(game)).final


@pytest.mark.parametrize(
    "below",
    [
        "-- \nAustria\nA bud H",
        "> A bud H\n> F tri H",
        "On Thu, 7 Nov 2030 at 21:00, Trekdip <x@y.example> wrote:\n> A bud H",
        "On Thursday the 7th, a very long name indeed of somebody\n<x@y.example> wrote:\nA bud H",
        "Am 07.11.2030 um 21:00 schrieb Trekdip:\nA bud H",
        "-----Original Message-----\nA bud H",
        "________________________________\nFrom: x@y.example\nA bud H",
        "From: Trekdip <x@y.example>\nSent: Thursday\nA bud H",
        "Sent from my iPhone\nA bud H",
        f"{inbound.CUT_HERE}\nA bud H",
    ],
)
def test_quotes_and_signatures_are_not_orders(game: Game, below: str) -> None:
    assert receive(letter(address(game), f"A vie - gal\n\n{below}\n"))
    assert sheet(game) == "A vie - gal"


def test_what_mail_programs_do_to_dashes_and_spaces_is_undone(game: Game) -> None:
    assert receive(letter(address(game), "A\u00a0vie \u2013 gal"))
    assert sheet(game) == "A vie - gal"


def test_html_is_read_where_there_is_no_plain_text(game: Game) -> None:
    message = EmailMessage()
    message["To"] = address(game)
    message.set_content(
        "<html><head><style>p {}</style></head><body><div>A vie - gal</div>"
        "<div>F tri &#8211; alb<br>A bud H</div><blockquote>A bud - ser</blockquote></body></html>",
        subtype="html",
    )
    assert receive(message.as_bytes())
    assert sheet(game) == "A vie - gal\nF tri - alb\nA bud H"


@pytest.mark.parametrize(
    "header",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; x"},
        {"Precedence": "bulk"},
        {"List_Id": "<x.example>"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
    ],
)
def test_machines_are_not_answered(game: Game, header: dict[str, str]) -> None:
    assert not receive(letter(address(game), "A vie - gal", **header))
    assert sheet(game) is None
    assert carried() == []


def test_our_own_mails_do_not_come_round_again(game: Game) -> None:
    receive(letter(address(game), "A vie - gal"))
    (answer,) = carried()
    assert not receive(answer.message().as_bytes(), address(game))
    assert carried() == []


def test_what_comes_after_the_deadline_changes_nothing_and_says_so_to_the_account(game: Game) -> None:
    phase = current(game)
    type(phase).objects.filter(pk=phase.pk).update(deadline=timezone.now() - dt.timedelta(minutes=1))
    assert receive(letter(address(game), "A vie - gal"))
    assert sheet(game) is None
    (answer,) = carried()
    assert "were not taken" in answer.subject
    assert "has passed" in answer.body


def test_a_mail_written_before_the_phase_began_is_not_meant_for_it(game: Game) -> None:
    before = format_datetime(timezone.now() - dt.timedelta(hours=3))
    submit_all(game, OPENING)
    games.phase_resolve(phase_id=current(game).pk)
    carried()
    assert receive(letter(address(game), "A ser H", Date=before))
    assert sheet(game) is None
    (answer,) = carried()
    assert "meant for an earlier phase" in answer.body


def test_an_address_ends_with_the_seat_and_when_another_is_drawn(game: Game) -> None:
    first = address(game)
    services.letterbox_make(by=person("austria"), game=game)
    second = address(game)
    assert first != second
    assert not receive(letter(first, "A vie - gal"))
    desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=person("newcomer"), reason="ill")
    assert not receive(letter(second, "A vie - gal"))
    assert selectors.address_of(person("austria"), game) is None
    assert selectors.address_of(person("newcomer"), game) is None
    assert not Letterbox.objects.exists()
    services.letterbox_make(by=person("newcomer"), game=game)
    assert receive(letter(address(game, "newcomer"), "A vie - gal"))


def test_only_players_have_addresses(game: Game) -> None:
    for name in ("gm", "stranger"):
        with pytest.raises(NotAllowed):
            services.letterbox_make(by=person(name), game=game)


def test_the_token_is_not_in_the_database(game: Game) -> None:
    token = inbound.token_of(address(game), DOMAIN)
    assert token is not None
    assert token not in repr(list(Letterbox.objects.values()))


def test_too_many_mails_are_passed_over(game: Game) -> None:
    taken = [receive(letter(address(game), f"A vie - gal {number}")) for number in range(32)]
    assert taken == [True] * 30 + [False] * 2


def test_nothing_of_a_mail_is_logged(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    receive(letter(f"orders+{'a' * 26}@{DOMAIN}", "A vie - gal secretly"))
    receive(letter(address(game), "A vie - gal secretly"))
    receive(letter(address(game), "A vie - gal secretly"))
    receive(letter(address(game), "secretly", Precedence="bulk"))
    logged = [one.getMessage() for one in caplog.records if one.name.startswith("trekdip")]
    assert len(logged) == 3
    assert not any(word in line for line in logged for word in ("secretly", "orders+", "elsewhere"))


def test_unknown_addresses_are_answered_alike(game: Game) -> None:
    client = Client()
    known, unknown = address(game), f"orders+{'a' * 26}@{DOMAIN}"
    secret = {"Authorization": "Bearer only-for-tests-and-longer-than-that"}
    answers = [
        client.post(
            f"/mail/inbound?to={to.replace('+', '%2B')}",
            letter(to, "A vie - gal"),
            content_type="message/rfc822",
            headers=secret,
        )
        for to in (known, unknown, "nonsense")
    ]
    assert {(one.status_code, one.content) for one in answers} == {(200, b"Taken.")}
    assert sheet(game) == "A vie - gal"


def test_the_door_for_mail_services_wants_its_secret_and_a_bounded_mail(game: Game) -> None:
    client = Client()
    raw = letter(address(game), "A vie - gal")
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": ""}):
        answer = client.post("/mail/inbound", raw, content_type="message/rfc822", headers=headers)
        assert answer.status_code == 403
    secret = {"Authorization": "Bearer only-for-tests-and-longer-than-that"}
    large = raw + b"x" * inbound.MAX_BYTES
    assert (
        client.post("/mail/inbound", large, content_type="message/rfc822", headers=secret).status_code == 413
    )
    assert sheet(game) is None
    assert client.post("/mail/inbound", raw, content_type="message/rfc822", headers=secret).status_code == 200
    assert sheet(game) == "A vie - gal"


def test_the_pipe_takes_a_mail_and_says_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = letter("undisclosed@elsewhere.example", "A vie - gal")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("receive_mail", "--to", address(game))
    assert sheet(game) == "A vie - gal"
    assert capsys.readouterr() == ("", "")


MAILS = strategies.one_of(
    strategies.binary(max_size=2000),
    strategies.builds(
        lambda headers, body: b"\r\n".join(b"%s: %s" % one for one in headers) + b"\r\n\r\n" + body,
        strategies.lists(
            strategies.tuples(
                strategies.sampled_from(
                    [
                        b"Content-Type",
                        b"Content-Transfer-Encoding",
                        b"To",
                        b"Date",
                        b"Message-ID",
                        b"Auto-Submitted",
                    ]
                ),
                strategies.one_of(
                    strategies.binary(max_size=60),
                    strategies.sampled_from(
                        [
                            b"text/html; charset=utf-8",
                            b"text/plain; charset=nonsense",
                            b'multipart/mixed; boundary="b"',
                            b"message/rfc822",
                            b"base64",
                            b"quoted-printable",
                            b"x-uuencode",
                            b"=?utf-8?b?gibberish?=",
                            b"Thu, 99 Foo 99999 99:99:99 +9999",
                        ]
                    ),
                ),
            ),
            max_size=6,
        ),
        strategies.one_of(
            strategies.binary(max_size=1000),
            strategies.text(alphabet="<>!&;-/ abp\n=\x00\u2013", max_size=400).map(str.encode),
        ),
    ),
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(raw=MAILS)
def test_any_bytes_are_read_without_an_error(raw: bytes) -> None:
    reading = inbound.read(raw, recipients=["x"], domain=DOMAIN)
    assert isinstance(reading.text, str)
    assert len(reading.text) <= inbound.MAX_TEXT


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/mixed; boundary=b0\r\n\r\n"
        + b"".join(
            b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (depth, depth + 1)
            for depth in range(3000)
        ),
        b"Content-Type: message/rfc822\r\n\r\n" * 3000,
        b"Content-Type: text/html\r\n\r\n" + b"<div>" * 40_000,
        b"Content-Type: text/html\r\n\r\n<![" + b"x" * 100,
        b"To: " + b"(" * 50_000 + b"\r\n\r\nA vie H",
        b"To: " + b"a@b," * 30_000 + b"\r\n\r\nA vie H",
    ],
    ids=["nested parts", "nested messages", "nested blocks", "markup", "comments", "many"],
)
def test_mails_made_to_hurt_are_read_without_an_error(raw: bytes) -> None:
    assert inbound.read(raw[: inbound.MAX_BYTES], domain=DOMAIN).tokens == []


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    raw=MAILS, token=strategies.text(alphabet="abcdefghijklmnopqrstuvwxyz234567", min_size=20, max_size=28)
)
def test_without_the_token_nothing_is_changed(game: Game, raw: bytes, token: str) -> None:
    assert token not in address(game)
    with CaptureQueriesContext(connection) as asked:
        assert not receive(raw, f"orders+{token}@{DOMAIN}", f"austria@{DOMAIN}")
    writing = [one["sql"] for one in asked if one["sql"].split()[0] in {"INSERT", "UPDATE", "DELETE"}]
    assert writing == []


def everything() -> list[Any]:
    """All rows a mail could write."""
    return [list(table.objects.order_by("pk").values()) for table in (OrderSheet, Letter, Notice)]


def test_large_mails_are_passed_over(game: Game) -> None:
    before = everything()
    assert not receive(letter(address(game), "A vie - gal\n" * 40_000))
    assert everything() == before


KNOTS = {
    "open quotes": "<a b='" * 4_000,
    "open comments": "<!--" * 8_000,
    "open tags": "<p>" * 10_000,
    "lines": "<br>" * 4_000,
    "closed tags": "<div>" * 3_000 + "</div>" * 3_000,
}


@pytest.mark.parametrize("knot", KNOTS)
def test_a_page_made_to_be_slow_to_read_is_read_in_proportion_to_its_length(knot: str) -> None:
    def steps(text: str) -> int:
        raw = b"To: a@b.example\nContent-Type: text/html\n\n" + text.encode()
        counted = 0

        def count(*_: Any) -> None:
            nonlocal counted
            counted += 1

        sys.setprofile(count)
        try:
            assert isinstance(inbound.read(raw, domain=DOMAIN).text, str)
        finally:
            sys.setprofile(None)
        return counted

    whole = KNOTS[knot]
    steps(whole[:100])  # what is imported and compiled once is no step of the reading
    assert steps(whole) < 4 * steps(whole[: len(whole) // 2]) + 10_000


def test_mail_to_an_address_that_nobody_has_is_not_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def body(message: object) -> str:
        read.append(message)
        return "A vie H"

    monkeypatch.setattr(inbound, "_body", body)
    assert not receive(letter(f"orders+{'a' * 26}@{DOMAIN}", "A vie H"))
    assert read == []
    assert receive(letter(address(game), "A vie H"))
    assert len(read) == 1


def test_a_page_keeps_its_lines_and_loses_its_comments_and_quotes() -> None:
    page = (
        "<!DOCTYPE html><html><head><style>p{}</style></head><body><!-- A mun H --><p>A vie H</p>"
        '<p class="x">A bud - gal<br>F tri H</p><blockquote><p>A par H</p></blockquote></body></html>'
    )
    raw = f"To: a@b.example\nContent-Type: text/html\n\n{page}".encode()
    assert inbound.read(raw, domain=DOMAIN).text == "A vie H\nA bud - gal\nF tri H"
