"""The listener: takes mail for seats' addresses alone, says the same of all, and is not to be upset."""

import asyncio
import contextlib
import smtplib
import socket
import threading
from collections.abc import Iterator

import pytest

from tests.games.tables import person, started
from tests.notices.test_letters import DOMAIN, address, letter, sheet
from trekdip.games.models import Game
from trekdip.notices import inbound, services
from trekdip.notices import mailroom as module
from trekdip.notices.mailroom import listen

pytestmark = pytest.mark.django_db(transaction=True)
UNKNOWN = f"orders+{'a' * 26}@{DOMAIN}"


@pytest.fixture
def game() -> Game:
    """A running game; Austria's seat has an address."""
    made = started(title="The long night")
    services.letterbox_make(by=person("austria"), game=made)
    return made


@contextlib.contextmanager
def mailroom(*, lmtp: bool = False) -> Iterator[int]:
    """A mail room in a thread; its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    loop = asyncio.new_event_loop()
    begun = threading.Event()

    async def serve() -> None:
        async with await listen(listener, lmtp=lmtp) as server:
            begun.set()
            with contextlib.suppress(asyncio.CancelledError):
                await server.serve_forever()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    assert begun.wait(10)
    try:
        yield listener.getsockname()[1]
    finally:
        loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
        thread.join(10)
        loop.close()


@pytest.mark.parametrize("lmtp", [False, True])
def test_a_mail_to_a_seat_arrives_and_nothing_of_it_is_logged(
    game: Game, lmtp: bool, caplog: pytest.LogCaptureFixture
) -> None:
    client = smtplib.LMTP if lmtp else smtplib.SMTP
    with mailroom(lmtp=lmtp) as port, client("127.0.0.1", port, timeout=10) as smtp:
        smtp.sendmail("whoever@elsewhere.example", [address(game)], letter("hidden@x.example", "A vie - gal"))
    assert sheet(game) == "A vie - gal"
    assert not any(word in caplog.text for word in ("orders+", "elsewhere.example", "gal"))


def test_what_it_says_tells_nobody_whether_an_address_is_had(game: Game) -> None:
    said = []
    with mailroom() as port:
        for to in (address(game), UNKNOWN):
            with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
                smtp.ehlo()
                said.append([smtp.mail("x@y.example"), smtp.rcpt(to), smtp.data(letter(to, "A vie - gal"))])
    assert said[0] == said[1]


def test_it_relays_nothing_and_knows_no_other_addresses(game: Game) -> None:
    assert game.pk
    with mailroom() as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
        smtp.ehlo()
        smtp.mail("x@y.example")
        for to in (
            "somebody@elsewhere.example",
            f"postmaster@{DOMAIN}",
            f"orders@{DOMAIN}",
            f"orders+x@{DOMAIN}",
        ):
            assert smtp.rcpt(to)[0] == 550
        assert smtp.rcpt(UNKNOWN)[0] == 250
        assert smtp.rcpt(f"orders+{'b' * 26}@{DOMAIN}")[0] == 452


def test_machines_reports_are_dropped_and_large_mails_refused(game: Game) -> None:
    with mailroom() as port:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
            smtp.sendmail("", [address(game)], letter(address(game), "A vie - gal"))
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp, pytest.raises(smtplib.SMTPException):
            smtp.sendmail("x@y.example", [address(game)], b"x" * (inbound.MAX_BYTES + 1000))
    assert sheet(game) is None


def test_a_mail_that_cannot_be_handed_over_is_asked_for_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(**_: object) -> bool:
        raise ConnectionError

    with mailroom() as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
        with monkeypatch.context() as patch:
            patch.setattr(module, "_receive", broken)
            with pytest.raises(smtplib.SMTPDataError, match="451"):
                smtp.sendmail("x@y.example", [address(game)], letter(address(game), "A vie - gal"))
        smtp.sendmail("x@y.example", [address(game)], letter(address(game), "A vie - gal"))
    assert sheet(game) == "A vie - gal"


def greeting(port: int) -> tuple[socket.socket, bytes]:
    """A connection that says nothing, and what it is told first."""
    one = socket.create_connection(("127.0.0.1", port), timeout=10)
    return one, one.recv(1000)


@pytest.mark.parametrize("cap", ["MAX_AT_ONCE", "MAX_OF_ADDRESS"])
def test_so_many_talk_at_once_and_the_next_when_one_has_gone(
    game: Game, cap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, cap, 2)
    with mailroom() as port, contextlib.ExitStack() as stack:
        for _ in range(2):
            one, told = greeting(port)
            stack.enter_context(one)
            assert told.startswith(b"220 ")
        for _ in range(3):
            refused, told = greeting(port)
            assert told.startswith(b"421 ")
            with refused:
                refused.sendall(b"EHLO me\r\n")
                with contextlib.suppress(ConnectionError):
                    assert refused.recv(1000) == b""
        one.sendall(b"QUIT\r\n")
        while one.recv(1000):
            pass
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
            smtp.sendmail("x@y.example", [address(game)], letter(address(game), "A vie - gal"))
    assert sheet(game) == "A vie - gal"


@pytest.mark.parametrize("limit", ["SECONDS", "WHOLE_SECONDS"])
def test_who_says_nothing_is_not_waited_for_for_ever(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 0.01)
    with (
        mailroom() as port,
        socket.create_connection(("127.0.0.1", port), timeout=10) as one,
        contextlib.suppress(ConnectionError),
    ):
        while one.recv(1000):
            pass
