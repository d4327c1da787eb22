"""Starting and surely ending a server process. Knows no particular server."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

_PATIENCE = 60.0


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class NotStartedError(Exception):
    """A server ended, or did not answer, before it was ready. The text carries what it wrote last."""


@contextlib.contextmanager
def running(
    command: Sequence[str | Path],
    *,
    log: Path,
    ready: Callable[[], bool] | None = None,
    environment: Mapping[str, str] | None = None,
    stop_signal: int = signal.SIGTERM,
    user: str | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `command` in a process group of its own while the block runs; end the whole group afterwards.

    Yields once `ready()` is true, at once without it; raises NotStartedError as `wait_until_ready` does.
    """
    account: dict[str, Any] = {"user": user, "group": group_of(user), "extra_groups": []} if user else {}
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
            **account,
        )
    try:
        if ready is not None:
            wait_until_ready(process, ready, log)
        yield process
    finally:
        stop(process, stop_signal)


class Server:
    """A process that can be ended and started again, with the same command."""

    def __init__(self, command: Sequence[str | Path], log: Path, **terms: Any) -> None:
        self._command, self._log, self._terms = command, log, terms
        self.process = self._begin()

    def _begin(self) -> subprocess.Popen[bytes]:
        self._running = running(self._command, log=self._log, **self._terms)
        return self._running.__enter__()

    def restart(self, first_signal: int = signal.SIGTERM) -> None:
        """End it by this signal (SIGKILL: without a word), start it again, and wait until it is ready."""
        stop(self.process, first_signal)
        self.end()
        self.process = self._begin()

    def end(self) -> None:
        """End it for good."""
        self._running.__exit__(None, None, None)


@contextlib.contextmanager
def serving(command: Sequence[str | Path], *, log: Path, **terms: Any) -> Iterator[Server]:
    """A `Server` while the block runs; `terms` are those of `running`."""
    server = Server(command, log, **terms)
    try:
        yield server
    finally:
        server.end()


def stop(process: subprocess.Popen[bytes], first_signal: int = signal.SIGTERM) -> None:
    """End a process started by `running` and everything in its group; insist after ten seconds."""
    if process.poll() is None:
        os.kill(process.pid, first_signal)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def group_of(user: str) -> int:
    """The primary group of `user`."""
    import pwd  # noqa: PLC0415  not on Windows, where nobody is root

    return pwd.getpwnam(user).pw_gid


def wait_until_ready(process: subprocess.Popen[bytes], ready: Callable[[], bool], log: Path) -> None:
    """Return once `ready()` is true; NotStartedError, with the log's end, if it ends or time is up."""
    deadline = time.monotonic() + _PATIENCE
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            told = log.read_text(errors="replace")[-4000:]
            raise NotStartedError(f"{process.args!r} is not ready (exit code {process.returncode}):\n{told}")
        time.sleep(0.05)


def until(done: Callable[[], bool]) -> None:
    """Return once it is so; AssertionError when patience ends."""
    deadline = time.monotonic() + _PATIENCE
    while not done():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


def answers(port: int) -> bool:
    """Whether something accepts connections on `port` of 127.0.0.1."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
