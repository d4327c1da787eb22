"""A Redis for the tests: the real server where one is installed, else a stand-in in Python that says so."""

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.services.process import Server, answers, free_port, serving

NO_SKIPS = "TREKDIP_NO_SKIPS"


class RedisMissingError(Exception):
    """No Redis server is installed, and a stand-in was forbidden."""


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A fresh, empty server while the block runs; yields its URL."""
    with redis_server() as (url, _):
        yield url


@contextlib.contextmanager
def redis_server() -> Iterator[tuple[str, Server]]:
    """The same with the server itself, to be started anew; then it has forgotten everything."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="trekdip-redis-") as name:
        command = _command(port, name)
        with serving(command, log=Path(name) / "log", ready=lambda: answers(port)) as server:
            yield f"redis://127.0.0.1:{port}/0", server


def _command(port: int, folder: str) -> list[str]:
    server = shutil.which("redis-server") or shutil.which("valkey-server")
    if server:
        keep_nothing = ["--save", "", "--appendonly", "no"]
        return [server, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, *keep_nothing]
    if os.environ.get(NO_SKIPS):
        raise RedisMissingError("Install redis-server or valkey-server: stand-ins are forbidden in this run.")
    print(  # noqa: T201
        "NOTICE: no redis-server or valkey-server is installed; fakeredis stands in for it.", file=sys.stderr
    )
    return [sys.executable, "-m", "tests.services.fake_redis", str(port)]
