"""The site as production runs it: the processes of docker-compose.yml, started by hand on this machine.

PostgreSQL and Redis are given; web processes speak TLS with a certificate of our own making, because the
production settings accept nothing else.
"""

import ast
import contextlib
import os
import secrets
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import trustme
import yaml

from tests.services.process import answers, free_port, running, wait_until_ready

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker-compose.yml"
DOCKERFILE = ROOT / "Dockerfile"


@dataclass(frozen=True)
class Stack:
    """The running site: its root URL, the environment in which commands act on it, and what starts each of
    its processes.
    """

    url: str
    environment: dict[str, str]
    certificates: Path
    commands: dict[str, list[str]]

    def collect_static(self) -> None:
        """Make the hashed files that its pages name; done where web is started."""
        self.manage("collectstatic", "--no-input", "--verbosity", "0")

    def manage(self, *words: str, timeout: float = 300) -> str:
        """Run a management command on the site's database; what it printed. AssertionError if it fails."""
        return _run([sys.executable, "manage.py", *words], self.environment, timeout)


@contextlib.contextmanager
def production_stack(
    postgres_url: str,
    redis_url: str,
    folder: Path,
    *,
    started: Collection[str] = ("web", "worker", "beat"),
    settings: Mapping[str, str] | None = None,
) -> Iterator[Stack]:
    """Web processes, worker and beat (or those of `started`, among which can be postman and mail room) on an
    empty database while the block runs, with more or other `settings`; logs go to `folder`.
    """
    port = free_port()
    certificates, web_options = _certificates(folder)
    with _database(postgres_url) as database_url:
        environment = {
            "DJANGO_SETTINGS_MODULE": "trekdip.settings.production",
            "TREKDIP_SECRET_KEY": secrets.token_urlsafe(64),
            "TREKDIP_HOSTS": "localhost",
            "DATABASE_URL": database_url,
            "TREKDIP_DATABASE_POOL": "4",
            "REDIS_URL": redis_url,
            "TREKDIP_MAIL_URL": "smtp+plain://localhost:25",
            "TREKDIP_MAIL_FROM": "trekdip@localhost",
            "TREKDIP_STATIC_ROOT": str(folder / "static"),
            "SSL_CERT_FILE": str(certificates),
            "PYTHONUNBUFFERED": "1",
            **(settings or {}),
        }
        commands = _commands(folder)
        commands["mailroom"] = with_port(commands["mailroom"], free_port(), "2525")
        stack = Stack(f"https://localhost:{port}", environment, certificates, commands)
        with ThreadPoolExecutor() as together:
            migrating = together.submit(_run, commands["migrate"], environment, 120)
            if "web" in started:
                stack.collect_static()
            migrating.result()
        web = [*with_port(commands["web"], port), *web_options]
        with contextlib.ExitStack() as processes:

            def start(name: str, command: list[str], extra: Mapping[str, str]) -> subprocess.Popen[bytes]:
                log = folder / f"{name}.log"
                return processes.enter_context(
                    running(command, log=log, environment={**environment, **extra})
                )

            known: dict[str, tuple[list[str], Mapping[str, str], Callable[[], bool]]] = {
                "worker": (commands["worker"], {}, lambda: _says(folder / "worker.log", " ready.")),
                "postman": (commands["postman"], {}, lambda: _says(folder / "postman.log", " ready.")),
                "mailroom": (commands["mailroom"], {}, lambda: answers(port_of(commands["mailroom"]))),
                "beat": (commands["beat"], {}, lambda: _says(folder / "beat.log", "beat: Starting")),
                "web": (web, _web_environment(), lambda: _serves(stack)),
            }
            running_now = {name: start(name, known[name][0], known[name][1]) for name in started}
            for name, process in running_now.items():
                wait_until_ready(process, known[name][2], folder / f"{name}.log")
            yield stack


def _commands(folder: Path) -> dict[str, list[str]]:
    """What docker-compose.yml starts, with this environment's programs and `folder` for /tmp."""
    services: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    said = {
        name: service["command"]
        for name, service in services.items()
        if "build" in service and "command" in service
    }
    said["web"] = _image_command()
    programs = Path(sys.executable).parent
    return {
        name: [str(programs / command[0]), *(word.replace("/tmp/", f"{folder}/") for word in command[1:])]  # noqa: S108
        for name, command in said.items()
    }


def _image_command() -> list[str]:
    """The image's own command: the web process."""
    _, _, words = DOCKERFILE.read_text().replace("\\\n", "").rpartition("\nCMD ")
    command: list[str] = ast.literal_eval(words)
    return command


def _web_environment() -> dict[str, str]:
    """What docker-compose.yml sets for web alone: how many processes."""
    services: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return {"WEB_CONCURRENCY": services["web"]["environment"]["WEB_CONCURRENCY"]}


def with_port(command: list[str], port: int, usual: str = "8000") -> list[str]:
    """The command of a process that listens (web, or the `usual` port), on `port` of this machine alone."""
    return [{"0.0.0.0": "127.0.0.1", usual: str(port)}.get(word, word) for word in command]  # noqa: S104


def port_of(command: list[str]) -> int:
    """Where a command of `with_port` listens."""
    return int(command[command.index("--port") + 1])


def _certificates(folder: Path) -> tuple[Path, list[str]]:
    """A certificate for localhost: the file clients trust, and uvicorn's options."""
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(folder / "authority.pem")
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    certificate.cert_chain_pems[0].write_to_path(folder / "certificate.pem")
    options = ["--ssl-keyfile", str(folder / "key.pem"), "--ssl-certfile", str(folder / "certificate.pem")]
    return folder / "authority.pem", options


@contextlib.contextmanager
def _database(postgres_url: str) -> Iterator[str]:
    """An empty database of its own on the server, dropped at the end."""
    name = f"stack_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(postgres_url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _says(log: Path, words: str) -> bool:
    return words in log.read_text()


def _serves(stack: Stack) -> bool:
    trusting = ssl.create_default_context(cafile=stack.certificates)
    try:
        with urllib.request.urlopen(f"{stack.url}/readyz", context=trusting, timeout=5) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _run(command: list[str], environment: dict[str, str], timeout: float) -> str:
    done = subprocess.run(  # noqa: S603
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout
