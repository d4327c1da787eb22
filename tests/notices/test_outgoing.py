"""The one way out to addresses people gave: by TLS, to public places, no redirects, in bounded time."""

import contextlib
import dataclasses
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
import trustme

from trekdip.notices import outgoing
from trekdip.notices.outgoing import Refused, Unreachable, Way, address_checked, is_public, post

OK = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"
AWAY = b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/secret\r\nContent-Length: 0\r\n\r\n"


@dataclass
class Chat:
    """A server by TLS for `chat.example` on this machine, and what it was sent."""

    port: int
    authority: trustme.CA
    taken: list[bytes] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def way(self, *answers: list[str], seconds: float = 10.0) -> Way:
        """A way out on which the name resolves to these addresses, one list a time it is asked, and on which
        this machine's own address counts as public.
        """
        waiting = list(answers) or [["127.0.0.1"]]

        async def resolve(host: str, port: int) -> list[str]:
            del port
            self.asked.append(host)
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]

        def context() -> ssl.SSLContext:
            made = ssl.create_default_context()
            self.authority.configure_trust(made)
            return made

        return Way(
            resolve=resolve,
            port=self.port,
            public=lambda address: address == "127.0.0.1" or is_public(address),
            context=context,
            seconds=seconds,
        )


@contextlib.contextmanager
def chat(answer: bytes = OK, *, name: str = "chat.example", silent: bool = False) -> Iterator[Chat]:
    """A server that gives one answer to everybody, or (silent) none."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    listener = socket.create_server(("127.0.0.1", 0))
    server = Chat(listener.getsockname()[1], authority)
    done = threading.Event()

    def talk(raw: socket.socket) -> None:
        with contextlib.suppress(OSError), context.wrap_socket(raw, server_side=True) as client:
            got = b""
            while b"\r\n\r\n" not in got or not got.endswith(b"}"):
                piece = client.recv(65536)
                if not piece:
                    return
                got += piece
            server.taken.append(got)
            if silent:
                done.wait(20)
            client.sendall(answer)

    def serve() -> None:
        while not done.is_set():
            try:
                raw, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(raw,), daemon=True).start()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        done.set()
        listener.close()


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.7"),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:4136:e378::"),
        *("", "localhost", "nonsense"),
    ],
)
def test_these_are_not_the_open_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "162.159.128.233", "2606:4700:4700::1111"])
def test_these_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example/hook",
        "ftp://chat.example/hook",
        "file:///etc/passwd",
        "https://",
        "https:///hook",
        "https://chat.example:8443/hook",
        "https://user:password@chat.example/hook",
        "https://chat.example@127.0.0.1/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://[fe80::1]/hook",
        "https://169.254.169.254/latest",
        "https://chat.example/a b",
        "https://chat.example/\r\nX: y",
        "https://chat\u3002example/hook",
        "https://[oops/hook",
        "https://chat.example:99999/hook",
        "https://chat.example/" + "x" * 700,
    ],
)
def test_addresses_that_are_refused_at_once(url: str) -> None:
    with pytest.raises(Refused):
        address_checked(url, Way())


def test_a_public_place_is_reached_by_its_own_name() -> None:
    with chat() as server:
        status = post("https://chat.example/hook?x=1", b'{"a": 1}', {"X-Mine": "yes"}, server.way())
    assert status == 204
    (taken,) = server.taken
    assert taken.startswith(b"POST /hook?x=1 HTTP/1.1\r\n")
    assert b"host: chat.example\r\n" in taken.lower()
    assert b"x-mine: yes\r\n" in taken.lower()
    assert taken.endswith(b'{"a": 1}')


@pytest.mark.parametrize(
    "addresses",
    [
        ["10.0.0.1"],
        ["1.1.1.1", "10.0.0.1"],
        ["::1"],
        ["::ffff:192.168.0.1"],
        ["169.254.169.254"],
        ["fe80::1%eth0"],
    ],
)
def test_a_name_that_leads_inside_is_refused(addresses: list[str]) -> None:
    with chat() as server, pytest.raises(Refused):
        post("https://chat.example/hook", b"{}", {}, server.way(addresses))
    assert server.taken == []


def test_a_name_that_changes_its_mind_is_asked_once_and_taken_at_its_word() -> None:
    """Rebinding: the second answer would be another address; nobody asks for it."""
    with chat() as server:
        way = server.way(["127.0.0.1"], ["10.0.0.1"])
        assert post("https://chat.example/hook", b"{}", {}, way) == 204
        assert server.asked == ["chat.example"]
        with pytest.raises(Refused):
            post("https://chat.example/hook", b"{}", {}, way)
    assert len(server.taken) == 1


def test_redirects_are_not_followed() -> None:
    with chat(AWAY) as server:
        assert post("https://chat.example/hook", b"{}", {}, server.way()) == 302
    assert len(server.taken) == 1


def test_a_certificate_of_another_name_is_refused() -> None:
    with chat(name="other.example") as server, pytest.raises(Unreachable):
        post("https://chat.example/hook", b"{}", {}, server.way())


def test_a_certificate_nobody_vouches_for_is_refused() -> None:
    with chat() as server:
        way = dataclasses.replace(server.way(), context=ssl.create_default_context)
        with pytest.raises(Unreachable):
            post("https://chat.example/hook", b"{}", {}, way)
    assert server.taken == []


def test_who_does_not_answer_is_left_in_time() -> None:
    with chat(silent=True) as server, pytest.raises(Unreachable):
        post("https://chat.example/hook", b"{}", {}, server.way(seconds=0.3))


def test_answers_are_not_read() -> None:
    endless = b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n" + b"x" * 1000
    with chat(endless) as server:
        assert post("https://chat.example/hook", b"{}", {}, server.way(seconds=5)) == 200


def test_a_name_that_leads_nowhere_is_told_apart() -> None:
    async def nowhere(host: str, port: int) -> list[str]:
        raise socket.gaierror(host, port)

    with pytest.raises(Unreachable):
        post("https://chat.example/hook", b"{}", {}, Way(resolve=nowhere))


def test_the_way_that_is_used_lets_nothing_inside() -> None:
    assert outgoing.WAY.port == 443
    assert not outgoing.WAY.public("127.0.0.1")
    with pytest.raises(Refused):
        post("https://localhost/hook", b"{}", {})
