"""Many phases due at once while everything breaks: each resolved once, no acknowledged order lost.

Worker processes and beats are killed without a word, Redis is emptied, PostgreSQL crashes and recovers, two
beats send sweeps, every task comes twice. The everyday run has a few games; the large one is
`TREKDIP_STORM=200 scripts/test tests/live/test_storm.py -s`.
"""

import asyncio
import contextlib
import functools
import json
import os
import random
import signal
import ssl
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.games.tables import OPENING, POWERS
from tests.services.postgres import postgres_server
from tests.services.process import Server, serving
from tests.services.redis import redis_server
from tests.services.stack import Stack, production_stack

GAMES = int(os.environ.get("TREKDIP_STORM", "6"))
SECONDS = 12 if GAMES <= 20 else 60  # from the first sheet to the deadline
PATIENCE_SECONDS = 240
BLOWS = ["worker", "worker", "worker", "redis", "postgres", "beat", "twice"]
OPENINGS = sum(len(orders) for orders in OPENING.values())

SET_UP = """
import datetime as dt, json, sys
from django.utils import timezone
from trekdip.accounts.models import User
from trekdip.api import services as api
from trekdip.games import services
from trekdip.games.models import Phase
from trekdip.games.terms import Terms
powers = {powers!r}
gm = User.objects.create_user("gm", "gm@trekdip.example")
players = [User.objects.create_user(power, power + "@trekdip.example") for power in powers]
found = []
for number in range({games}):
    game = services.game_create(
        by=gm,
        title=f"Storm {{number}}",
        variant="standard",
        rhythm={{}},
        clock_terms=Terms(grace=0),
        early=False,
        seating="chosen",
    )
    for player in players:
        services.game_join(by=player, game=game, power=player.username)
    services.game_start(by=gm, game=game)
    tokens = {{
        player.username: api.token_make(by=player, game=game, name="bot", orders=True)[1]
        for player in players
    }}
    found.append({{"slug": game.slug, "tokens": tokens}})
deadline = timezone.now() + dt.timedelta(seconds={seconds})
Phase.objects.filter(status="open").update(deadline=deadline)
print("GAMES " + json.dumps(found))
"""

TWICE = """
from trekdip.games.models import Phase
from trekdip.games.tasks import resolve_phase
for phase in Phase.objects.filter(ordinal=0).values_list("pk", flat=True):
    for _ in range(2):
        resolve_phase.delay(phase)
"""


@dataclass
class Told:
    """What players and listeners were told: the sheets acknowledged last, those sent since that nobody
    answered (they may have been taken), what was answered how often, and the newest ordinal of each socket.
    """

    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict)
    unanswered: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    counts: Counter[str] = field(default_factory=Counter)
    newest: dict[str, int] = field(default_factory=dict)


@dataclass
class Storm:
    """The site in trouble, its games, and what was told."""

    stack: Stack
    games: list[dict[str, object]]
    told: Told
    over: threading.Event

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.stack.certificates)


def test_every_phase_is_resolved_once_and_no_acknowledged_order_is_lost(tmp_path: Path) -> None:
    with contextlib.ExitStack() as services:
        database_url, database = services.enter_context(postgres_server(careful=True))
        redis_url, redis = services.enter_context(redis_server())
        stack = services.enter_context(production_stack(database_url, redis_url, tmp_path, started=("web",)))
        crew = [services.enter_context(crewed(stack, name, number, tmp_path)) for name, number in CREW]
        words = SET_UP.format(powers=POWERS, games=GAMES, seconds=SECONDS)
        told = stack.manage("shell", "-v", "0", "-c", words, timeout=60 + 10 * GAMES)
        storm = Storm(stack, json.loads(told.split("GAMES ")[1]), Told(), threading.Event())
        acts: list[Callable[[], None]] = [
            *(functools.partial(submit, storm, power) for power in POWERS),
            functools.partial(listen, storm),
            functools.partial(spoil, storm, crew, database, redis),
        ]
        with ThreadPoolExecutor(len(acts)) as together:
            under_way = [together.submit(act) for act in acts]
            try:
                wait_until_resolved(stack.environment["DATABASE_URL"], GAMES)
                counts, newest = storm.told.counts, storm.told.newest
                wait_until(lambda: len(newest) == GAMES and set(newest.values()) == {1})
                wait_until(lambda: counts["sheets refused as late"] == GAMES * len(POWERS))
                wait_until(lambda: all(counts[f"{blow}: struck"] for blow in BLOWS))
            finally:
                storm.over.set()
            for act in under_way:
                act.result()
        found = check(stack.environment["DATABASE_URL"], storm)
        print(f"\n{GAMES} games: {found}; {dict(storm.told.counts)}")  # noqa: T201  the counts are asked for


CREW = [("worker", 1), ("worker", 2), ("beat", 1), ("beat", 2)]


@contextlib.contextmanager
def crewed(stack: Stack, name: str, number: int, folder: Path) -> Iterator[tuple[str, Server]]:
    """A worker or a beat of the site, that can be killed and comes back."""
    own = ["--hostname", f"worker-{number}@%h"] if name == "worker" else []
    schedule = f"{folder}/beat"
    command = [*(f"{word}-{number}" if word == schedule else word for word in stack.commands[name]), *own]
    log = folder / f"{name}-{number}.log"
    with serving(command, log=log, environment=stack.environment) as server:
        yield name, server


def submit(storm: Storm, power: str) -> None:
    """Send a power's sheets to each game, again and again other orders, until all are refused as late."""
    open_games = {str(game["slug"]): game["tokens"][power] for game in storm.games}  # type: ignore[index]
    chance = random.Random(power)
    with httpx.Client(verify=storm.trust(), timeout=20) as client:
        while open_games and not storm.over.is_set():
            slug = chance.choice(sorted(open_games))
            orders = [chance.choice((order, held(order))) for order in OPENING[power]]
            text = "\n".join(orders)
            try:
                answer = client.post(
                    f"{storm.stack.url}/api/v1/games/{slug}/orders",
                    headers={"Authorization": f"Bearer {open_games[slug]}"},
                    json={"ordinal": 0, "orders": orders, "final": False},
                )
            except httpx.HTTPError:
                storm.told.counts["sheets without an answer"] += 1
                storm.told.unanswered[slug, power].add(text)
                continue
            if answer.status_code == httpx.codes.OK:
                storm.told.acknowledged[slug, power] = text
                storm.told.unanswered[slug, power].clear()
                storm.told.counts["sheets acknowledged"] += 1
            elif answer.status_code == httpx.codes.CONFLICT:
                storm.told.counts["sheets refused as late"] += 1
                del open_games[slug]
            else:
                storm.told.counts[f"sheets answered with {answer.status_code}"] += 1
                storm.told.unanswered[slug, power].add(text)
                time.sleep(0.2)


def held(order: str) -> str:
    """The same unit, staying where it is."""
    kind, place, *_ = order.split()
    return f"{kind} {place} H"


def listen(storm: Storm) -> None:
    """A spectator's socket on each game, opened again whenever it breaks, as the page does."""

    async def one(slug: str) -> None:
        url = f"{storm.stack.url.replace('https', 'wss')}/ws/games/{slug}/"
        while not storm.over.is_set():
            try:
                async with connect(url, origin=Origin(storm.stack.url), ssl=storm.trust()) as socket:
                    while not storm.over.is_set():
                        try:
                            async with asyncio.timeout(2):
                                state = json.loads(await socket.recv())
                        except TimeoutError:
                            await socket.send(json.dumps({"have": storm.told.newest.get(slug, -1)}))
                            continue
                        storm.told.newest[slug] = max(state["ordinal"], storm.told.newest.get(slug, -1))
            except (OSError, WebSocketException):
                storm.told.counts["sockets opened again"] += 1
                await asyncio.sleep(0.5)

    async def every() -> None:
        await asyncio.gather(*(one(str(game["slug"])) for game in storm.games))

    asyncio.run(every())


def spoil(storm: Storm, crew: list[tuple[str, Server]], database: Server, redis: Server) -> None:
    """Break something every few moments, each thing as often as `BLOWS` has it; the deadline falls into the
    middle of it.
    """
    chance = random.Random(7)
    began = time.monotonic()
    coming: list[str] = []
    while (coming or time.monotonic() - began < SECONDS * 1.5) and not storm.over.is_set():
        coming = coming or chance.sample(BLOWS, len(BLOWS))
        what = coming.pop()
        storm.told.counts[f"{what}: struck"] += 1
        if what in {"worker", "beat"}:
            chance.choice([server for name, server in crew if name == what]).restart(signal.SIGKILL)
        elif what == "redis":
            redis.restart(signal.SIGKILL)
        elif what == "postgres":
            database.restart(signal.SIGQUIT)  # at once, without a checkpoint: it recovers when it starts
        else:
            with contextlib.suppress(AssertionError):  # the database or Redis may be away at this moment
                storm.stack.manage("shell", "-v", "0", "-c", TWICE)
        time.sleep(chance.uniform(0.5, 2))


def wait_until_resolved(database_url: str, games: int) -> None:
    """Until every game has its second phase; fails with what is missing when patience ends."""

    def all_done() -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(database_url) as connection:
            row = connection.execute("SELECT count(*) FROM games_phase WHERE ordinal = 1").fetchone()
            return row is not None and row[0] >= games
        return False

    wait_until(all_done)


def wait_until(done: Callable[[], bool]) -> None:
    """Until it is so; fails when patience ends."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not done():
        assert time.monotonic() < give_up, "it did not happen in time"
        time.sleep(0.2)


def check(database_url: str, storm: Storm) -> dict[str, object]:
    """Phases are resolved once, views written once, acknowledged sheets all counted, late ones not taken.
    What was counted.
    """
    with psycopg.connect(database_url) as connection:

        def rows(query: str) -> list[tuple[object, ...]]:
            return connection.execute(query).fetchall()

        assert rows("SELECT status, count(*) FROM games_phase WHERE ordinal = 0 GROUP BY status") == [
            ("resolved", GAMES)
        ]
        assert rows("SELECT max(ordinal), count(*) FROM games_phase") == [(1, 2 * GAMES)]
        views = "SELECT count(*) FROM games_phaseview JOIN games_phase p ON p.id = phase_id GROUP BY p.id"
        assert set(rows(views)) == {(9,)}
        orders = "SELECT count(*) FROM games_order GROUP BY phase_id"
        assert set(rows(orders)) == {(OPENINGS,)}
        late = (
            "SELECT count(*) FROM games_ordersheet s JOIN games_phase p ON p.id = s.phase_id"
            " WHERE s.saved_at >= p.deadline"
        )
        assert rows(late) == [(0,)]
        sheets = {
            (slug, power): text
            for slug, power, text in rows(
                "SELECT g.slug, seat.power, s.text"
                " FROM games_ordersheet s JOIN games_phase p ON p.id = s.phase_id"
                " JOIN games_game g ON g.id = p.game_id JOIN games_seat seat ON seat.id = s.seat_id"
                " WHERE p.ordinal = 0"
            )
        }
        told = storm.told
        lost = [
            key
            for key, text in told.acknowledged.items()
            if sheets.get(key) not in {text, *told.unanswered[key]}
        ]
        assert {key: (sheets.get(key), told.acknowledged[key], told.unanswered[key]) for key in lost} == {}
        counted = {
            (slug, power): {order for _, _, order in orders}
            for (slug, power), orders in _grouped(
                rows(
                    "SELECT g.slug, o.power, o.counted"
                    " FROM games_order o JOIN games_phase p ON p.id = o.phase_id"
                    " JOIN games_game g ON g.id = p.game_id"
                )
            ).items()
        }
        missing = [key for key in told.acknowledged if set(str(sheets[key]).splitlines()) != counted[key]]
        assert missing == []
        assert storm.told.counts["sheets acknowledged"] > GAMES
        return {
            "phases resolved": rows("SELECT count(*) FROM games_phase WHERE status = 'resolved'")[0][0],
            "views": rows("SELECT count(*) FROM games_phaseview")[0][0],
            "orders": rows("SELECT count(*) FROM games_order")[0][0],
            "sheets acknowledged and lost": len(lost) + len(missing),
        }


def _grouped(rows: list[tuple[object, ...]]) -> dict[tuple[object, object], list[tuple[object, ...]]]:
    found: dict[tuple[object, object], list[tuple[object, ...]]] = {}
    for row in rows:
        found.setdefault((row[0], row[1]), []).append(row)
    return found
