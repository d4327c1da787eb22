"""The site as processes for the load measurements, and many games made by copying one. Measures nothing.

PostgreSQL, Redis, web processes, workers and beat are those of `tests/services`, on this machine; web speaks
plain HTTP, as it does behind the proxy. PostgreSQL does not wait for the disk (`fsync` is off), which favours
what writes.
"""

from __future__ import annotations

import contextlib
import json
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from tests.services.postgres import postgres
from tests.services.process import answers, free_port, running, wait_until_ready
from tests.services.redis import redis
from tests.services.stack import Stack, production_stack, with_port

POWERS = ("borg", "federation", "dominion", "romulan", "klingon", "ferengi", "cardassian")

# One game of stdip in its third year, all sheets in; sessions and tokens of its seven players.
ONE_GAME = """
import json, random
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from tests.games.stdip_tables import POWERS, began, play, send
from tests.games.tables import current, person
from trekdip.games import scripted, selectors
game = began()
play(game, {phases})
rng = random.Random(1)
sheets = {{}}
for power in POWERS:
    state = selectors.game_state(person(power), game)
    sheets[power] = scripted.orders(state.view_data(), state.legal_data(), power, rng)
    if {sent}:
        send(game, power, *sheets[power])
sessions = {{}}
store = import_module(settings.SESSION_ENGINE).SessionStore
for power in POWERS:
    session = store()
    session[SESSION_KEY] = str(person(power).pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person(power).get_session_auth_hash()
    session.save()
    sessions[power] = session.session_key
print("MADE " + json.dumps({{"game": game.pk, "slug": game.slug, "ordinal": current(game).ordinal,
                            "sheets": sheets, "sessions": sessions}}))
"""


@dataclass(frozen=True)
class Made:
    """A game made through the services: its row, its phase at work, sheets and sessions by power."""

    game: int
    slug: str
    ordinal: int
    sheets: dict[str, list[str]]
    sessions: dict[str, str]


@contextlib.contextmanager
def site(*, web: int = 0, **extra: str) -> Iterator[tuple[Stack, str, Path]]:
    """A migrated site with so many web processes while the block runs: its stack, root URL and folder."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever ends the measurement ends the site
    with contextlib.ExitStack() as services:
        services.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        folder = Path(services.enter_context(tempfile.TemporaryDirectory(prefix="trekdip-load-")))
        database, broker = services.enter_context(postgres()), services.enter_context(redis())
        stack = services.enter_context(production_stack(database, broker, folder, started=()))
        stack.environment.update(
            {"TREKDIP_SOCKETS_PER_ADDRESS": "0", "TREKDIP_LOG_LEVEL": "WARNING", **extra}
        )
        stack.collect_static()
        port = free_port()
        if web:
            command = with_port(stack.commands["web"], port)
            environment = {**stack.environment, "WEB_CONCURRENCY": str(web)}
            log = folder / "web.log"
            process = services.enter_context(running(command, log=log, environment=environment))
            wait_until_ready(process, lambda: answers(port), log)
        yield stack, f"http://127.0.0.1:{port}", folder


def made(stack: Stack, *, phases: int = 8, sent: bool = False) -> Made:
    """One game, played for so many phases by scripted players; with all sheets for the next one if `sent`."""
    told = stack.manage("shell", "-v", "0", "-c", ONE_GAME.format(phases=phases, sent=sent))
    return Made(**json.loads(told.split("MADE ")[1]))


def copied(stack: Stack, source: Made, number: int, *, shown: int | None = None) -> list[int]:
    """So many copies of a game at its phase at work, all players the same: the rows of the copies.

    Their slugs are load1, load2 …; sheets come along, earlier phases do not. The Views of the phase are
    large: they come along for the first `shown` copies (None: all); resolving asks for none of them.
    """
    with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as connection:
        _copy(
            connection,
            "games_game",
            f"id = {source.game}",
            number,
            {"slug": "'load' || n", "invite_token": "'load' || n"},
        )
        connection.execute(
            "CREATE TEMP TABLE game_of AS"
            " SELECT substr(slug, 5)::int AS n, id FROM games_game WHERE slug ~ '^load[0-9]+$'"
        )
        connection.execute("CREATE UNIQUE INDEX ON game_of (n)")
        parent = {"game_id": "(SELECT id FROM game_of WHERE game_of.n = m.n)"}
        _copy(connection, "games_seat", f"game_id = {source.game}", number, parent)
        phase = f"game_id = {source.game} AND ordinal = {source.ordinal}"
        _copy(connection, "games_phase", phase, number, parent)
        connection.execute(
            "CREATE TEMP TABLE phase_of AS"
            " SELECT n, p.id FROM games_phase p JOIN game_of ON game_of.id = p.game_id"
        )
        connection.execute("CREATE UNIQUE INDEX ON phase_of (n)")
        within = f"phase_id = (SELECT id FROM games_phase WHERE {phase})"  # noqa: S608  our own numbers
        owner = {"phase_id": "(SELECT id FROM phase_of WHERE phase_of.n = m.n)"}
        _copy(connection, "games_phaseview", within, number if shown is None else shown, owner)
        for table in ("games_unit", "games_outbox"):
            _copy(connection, table, within, number, owner)
        seat = (
            "(SELECT s.id FROM games_seat s JOIN game_of ON game_of.id = s.game_id"
            " WHERE game_of.n = m.n AND s.power = (SELECT power FROM games_seat WHERE id = o.seat_id))"
        )
        _copy(connection, "games_ordersheet", within, number, {**owner, "seat_id": seat})
        connection.execute("ANALYZE")
        return [row[0] for row in connection.execute("SELECT id FROM game_of ORDER BY n").fetchall()]


def _copy(connection: psycopg.Connection, table: str, which: str, number: int, fresh: dict[str, str]) -> None:
    """Insert each row of `table` that is meant `number` times; `fresh`: columns with a value of their own."""
    rows = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND column_name <> 'id'",
        [table],
    ).fetchall()
    columns = [row[0] for row in rows]
    values = ", ".join(fresh.get(column, f"o.{column}") for column in columns)
    connection.execute(  # names of our own tables, nothing from outside
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values}"  # noqa: S608
        f" FROM (SELECT * FROM {table} WHERE {which}) o, generate_series(1, {number}) m(n)"
    )


def cpu_of(words: str) -> float:
    """CPU seconds so far of this run's processes whose command, or that of the process which began them, has
    `words`.
    """
    total = 0.0
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # one that has just ended
            parent = child.parent()
            commands = [*child.cmdline(), *(parent.cmdline() if parent else [])]
            if words in " ".join(commands):
                times = child.cpu_times()
                total += times.user + times.system
    return total
