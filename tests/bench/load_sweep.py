"""Thousands of games due at the same moment: how fast one and two worker processes resolve them.

python -m tests.bench.load_sweep [--games N] [--workers N ...] [--seconds N]

Beat, workers, PostgreSQL and Redis as in production; all games are copies of one of stdip with all sheets in.
Prints the table of the README: phases a second from the first resolution on, until all are done or the time
is up.
"""

from __future__ import annotations

import argparse
import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.bench.site import copied, cpu_of, made, site
from tests.services.process import running, wait_until_ready
from tests.services.stack import Stack

HEAD = """| games due | workers | resolved | in s | phases/s | workers take | PostgreSQL takes | first after |
|---:|---:|---:|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Measured:
    """Phases resolved, in how many seconds; CPU seconds of workers and database; wait for the first one."""

    resolved: int
    seconds: float
    worker_cpu: float
    database_cpu: float
    waited: float


def resolved(connection: psycopg.Connection, ordinal: int) -> int:
    """How many of the copies have their next phase."""
    row = connection.execute("SELECT count(*) FROM games_phase WHERE ordinal = %s", [ordinal + 1]).fetchone()
    assert row is not None
    return int(row[0])


def make_due(stack: Stack) -> None:
    """The deadline of all copies has passed."""
    with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(
            "UPDATE games_phase SET deadline = now() - interval '1 minute' WHERE status = 'open'"
            " AND game_id IN (SELECT id FROM games_game WHERE slug ~ '^load[0-9]+$')"
        )


def measured(stack: Stack, folder: Path, ordinal: int, games: int, workers: int, seconds: float) -> Measured:
    """Start beat and so many worker processes, and count until all are resolved or the time is up."""
    environment = {**stack.environment, "TREKDIP_LOG_LEVEL": "INFO"}  # by which a worker says it is ready
    worker = [{"2": str(workers)}.get(word, word) for word in stack.commands["worker"]]
    database_url = stack.environment["DATABASE_URL"]
    with contextlib.ExitStack() as processes:
        connection = processes.enter_context(psycopg.connect(database_url, autocommit=True))
        before = resolved(connection, ordinal)
        log = folder / f"worker-{workers}.log"
        process = processes.enter_context(running(worker, log=log, environment=environment))
        wait_until_ready(process, lambda: " ready." in log.read_text(), log)
        began = time.monotonic()
        beat = folder / f"beat-{workers}.log"
        processes.enter_context(running(stack.commands["beat"], log=beat, environment=environment))
        while (first := resolved(connection, ordinal)) == before:
            time.sleep(0.1)
        started, worker_cpu, database_cpu = time.monotonic(), cpu_of("celery"), cpu_of("postgres")
        count = first
        while count < games and time.monotonic() - started < seconds:
            time.sleep(1)
            count = resolved(connection, ordinal)
        took = time.monotonic() - started
        return Measured(
            count - first,
            took,
            cpu_of("celery") - worker_cpu,
            cpu_of("postgres") - database_cpu,
            started - began,
        )


def main() -> None:
    """Measure with each number of workers, one after the other on what is still due."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=90)
    given = parser.parse_args()
    print(HEAD, flush=True)  # noqa: T201
    with site() as (stack, _, folder):
        source = made(stack, sent=True)
        copied(stack, source, given.games, shown=0)
        make_due(stack)
        for workers in given.workers:
            found = measured(stack, folder, source.ordinal, given.games, workers, given.seconds)
            print(row(given.games, workers, found), flush=True)  # noqa: T201


def row(games: int, workers: int, found: Measured) -> str:
    """A line of the table."""
    cells = [
        f"{games:,}",
        str(workers),
        f"{found.resolved:,}",
        f"{found.seconds:.0f}",
        f"{found.resolved / found.seconds:.1f}",
        f"{found.worker_cpu / found.seconds:.2f} cores",
        f"{found.database_cpu / found.seconds:.2f} cores",
        f"{found.waited:.1f} s",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
