"""A thousand players who send their sheets in the last minute: how long the answer takes, what is refused.

python -m tests.bench.load_sheets [--players N] [--seconds N ...] [--web N]

Each player of copies of a game of stdip sends one sheet at a random moment of a span of so many seconds, as
the page does, signed in. Clients share the machine with the site. Prints the table of the README:
milliseconds from the request to the whole receipt, and the CPU that web processes and clients took for each.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx
import psycopg

from tests.bench.site import POWERS, Made, copied, cpu_of, made, site
from tests.services.stack import Stack

HEAD = """| players | within s | web | saved | other answers | p50 | p99 | slowest | in all | web | clients |
|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|"""
TOKEN = "a" * 32  # of the form, the same in the cookie: nothing is proved by it here


@dataclass
class Measured:
    """Milliseconds of every answer, and how often each status came."""

    latencies: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    web_cpu: float = 0.0
    own_cpu: float = 0.0


async def send_all(url: str, source: Made, players: int, seconds: float) -> Measured:
    """Each player's one sheet, at a random moment."""
    chance, found = random.Random(1), Measured()
    origin = url.replace("http://127.0.0.1", "https://localhost")
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
    async with httpx.AsyncClient(timeout=60, limits=limits) as client:

        async def one(number: int, moment: float) -> None:
            power = POWERS[number % len(POWERS)]
            await asyncio.sleep(moment)
            began = time.monotonic()
            try:
                answer = await client.post(
                    f"{url}/games/load{number // len(POWERS) + 1}/orders",
                    data={
                        "ordinal": source.ordinal,
                        "orders": "\n".join(source.sheets[power]),
                        "final": "false",
                        "csrfmiddlewaretoken": TOKEN,
                    },
                    headers={
                        "Host": origin.split("//")[1],
                        "Origin": origin,
                        "Referer": f"{origin}/",
                        "Accept": "application/json",
                        "X-Forwarded-Proto": "https",
                        "Cookie": f"__Host-session={source.sessions[power]}; __Host-csrf={TOKEN}",
                    },
                )
            except httpx.HTTPError as problem:
                found.statuses[type(problem).__name__] += 1
                return
            found.latencies.append((time.monotonic() - began) * 1000)
            found.statuses[str(answer.status_code)] += 1

        await asyncio.gather(*(one(number, chance.uniform(0, seconds)) for number in range(players)))
    return found


def main() -> None:
    """Measure each span, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, nargs="*", default=[60, 20, 5])
    parser.add_argument("--web", type=int, default=2)
    given = parser.parse_args()
    print(HEAD, flush=True)  # noqa: T201
    with site(web=given.web) as (stack, url, _):
        source = made(stack)
        copied(stack, source, -(-given.players // len(POWERS)))
        for seconds in given.seconds:
            began, web_cpu, own_cpu = time.monotonic(), cpu_of("trekdip.asgi"), time.process_time()
            found = asyncio.run(send_all(url, source, given.players, seconds))
            found.seconds = time.monotonic() - began
            found.web_cpu = cpu_of("trekdip.asgi") - web_cpu
            found.own_cpu = time.process_time() - own_cpu
            assert stored(stack) == given.players
            print(row(given.players, seconds, given.web, found), flush=True)  # noqa: T201


def stored(stack: Stack) -> int:
    """How many sheets the copies have."""
    with psycopg.connect(stack.environment["DATABASE_URL"]) as connection:
        row = connection.execute(
            "SELECT count(*) FROM games_ordersheet s JOIN games_phase p ON p.id = s.phase_id"
            " JOIN games_game g ON g.id = p.game_id WHERE g.slug ~ '^load'"
        ).fetchone()
    return row[0] if row else 0


def row(players: int, seconds: float, web: int, found: Measured) -> str:
    """A line of the table."""
    saved = found.statuses["200"]
    refused = sorted(entry for entry in found.statuses.items() if entry[0] != "200")
    cuts = statistics.quantiles(found.latencies, n=100)
    cells = [
        f"{players:,}",
        f"{seconds:.0f}",
        str(web),
        f"{saved:,}",
        ", ".join(f"{count} × {status}" for status, count in refused) or "none",
        *(f"{value:,.0f}" for value in (cuts[49], cuts[98], max(found.latencies))),
        f"{found.seconds:.1f} s",
        *(f"{taken / players * 1000:.1f} ms each" for taken in (found.web_cpu, found.own_cpu)),
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
