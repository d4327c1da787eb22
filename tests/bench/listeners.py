"""Many sockets of game pages in one process: lean enough that what is measured is the site. Knows no games.

python -m tests.bench.listeners PORT ORIGIN < lines of "path<TAB>cookie"

Opens one socket a line, prints "OPEN n seconds" when each has had its first message. Then, for every line
"ROUND n" on standard input, waits for n messages and prints "DONE" and when they were complete
by the clock that all processes of a machine share (CLOCK_MONOTONIC).
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import sys
import time

AT_ONCE = 100  # connections being opened at the same time
PATIENCE_SECONDS = 120.0


class Inbox:
    """The moments at which messages were complete, for all sockets together."""

    def __init__(self) -> None:
        self.moments: list[float] = []
        self.wanted = 0
        self.enough = asyncio.Event()
        self.lost = 0

    def arrived(self) -> None:
        """Note one message."""
        self.moments.append(time.monotonic())
        if len(self.moments) >= self.wanted:
            self.enough.set()


class Listener(asyncio.Protocol):
    """One socket: the handshake, then the lengths of frames, whose contents are not read."""

    def __init__(self, request: bytes, inbox: Inbox) -> None:
        self.request, self.inbox = request, inbox
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.missing = 0  # bytes of the present frame still to come
        self.greeted = self.first = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self.transport = transport
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Count frames; the server's are not masked."""
        if self.missing >= len(data):
            self.missing -= len(data)
            if not self.missing:
                self._message()
            return
        if self.missing:
            data = data[self.missing :]
            self.missing = 0
            self._message()
        self.buffer += data
        if not self.greeted:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head[:200].decode("latin-1")))
                self.transport.close()
                return
            self.greeted, self.buffer = True, rest
        while self._frame():
            continue

    def _frame(self) -> bool:
        """Take one frame's head from the buffer, and as much of the frame as is there."""
        if len(self.buffer) < 2:
            return False
        length, start = self.buffer[1] & 127, 2
        if length >= 126:
            size = 2 if length == 126 else 8
            if len(self.buffer) < 2 + size:
                return False
            length, start = int.from_bytes(self.buffer[2 : 2 + size], "big"), 2 + size
        there = len(self.buffer) - start
        if there < length:
            self.missing, self.buffer = length - there, b""
            return False
        opcode = self.buffer[0] & 15
        payload = self.buffer[start : start + length]
        self.buffer = self.buffer[start + length :]
        if opcode == 1:
            self._message()
        elif opcode == 9:  # a server gives up on a client that answers no ping; the mask is all zeros
            self.transport.write(bytes([0x8A, 0x80 | length]) + bytes(4) + payload)  # type: ignore[attr-defined]
        elif opcode == 8:
            self.transport.close()
        return True

    def _message(self) -> None:
        if not self.first:
            self.first = True
            self.opened.set_result(None)
        else:
            self.inbox.arrived()

    def connection_lost(self, problem: Exception | None) -> None:
        """Note a socket the site has ended."""
        self.inbox.lost += 1
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionError("ended before its first message"))


async def main(port: int, origin: str) -> None:
    """Open all sockets, then answer the lines on standard input."""
    loop, inbox, gate = asyncio.get_running_loop(), Inbox(), asyncio.Semaphore(AT_ONCE)
    host = origin.split("//")[1]

    async def one(path: str, cookie: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: {origin}",
            "X-Forwarded-Proto: https",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        request = "\r\n".join(lines).encode() + b"\r\n\r\n"
        async with gate:
            _, protocol = await loop.create_connection(lambda: Listener(request, inbox), "127.0.0.1", port)
            await protocol.opened

    wanted = [line.rstrip("\n").split("\t") for line in iter(sys.stdin.readline, "\n")]
    began = time.monotonic()
    await asyncio.gather(*(one(path, cookie) for path, cookie in wanted))
    tell(f"OPEN {len(wanted)} {time.monotonic() - began}")
    while line := await asyncio.to_thread(sys.stdin.readline):
        inbox.moments, inbox.wanted = [], int(line.split()[1])
        inbox.enough.clear()
        tell("READY")
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await inbox.enough.wait()
        except TimeoutError:
            tell(f"LATE {inbox.lost}")
        tell("DONE " + json.dumps(inbox.moments))


def tell(words: str) -> None:
    """A line to whoever started this."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    import uvloop

    uvloop.run(main(int(sys.argv[1]), sys.argv[2]))
