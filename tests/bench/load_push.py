"""From the announcement of a phase to the last client: sockets on one game, and on many games at once.

python -m tests.bench.load_push [sockets ...] [--web N] [--rounds N]

Prints the table of the README: milliseconds from the first announcement to the message's last byte. Site and
clients share the machine; a phase is announced as its commit does, after its rows were written. `one game`:
seven players' sockets and spectators; `many games`: fifty sockets each, seven players and spectators, all
announced together; `players`: seven sockets each, players alone, whose sessions and seats are looked at anew
for everything that is sent.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.bench.site import POWERS, Made, copied, made, site
from tests.services.stack import Stack

COOKIE = "__Host-session"

HEAD = """| on | sockets | games | web | p50 | p99 | last | worst | told in | opened/s | MB | kB each | lost |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""

# Opens another phase in each of the games, as copies of the one before, then announces them one by one.
ANNOUNCE = """
import json, sys, time
from trekdip.games.models import Phase, PhaseView
from trekdip.live import announce
games = {games!r}
for line in sys.stdin:
    opened = []
    for phase in Phase.objects.filter(game__in=games, status="open"):
        views = list(phase.views.all())
        before = Phase.objects.filter(pk=phase.pk)
        before.update(status="resolved", deadline=None, resolved_at=phase.opened_at)
        phase.pk, phase.ordinal = None, phase.ordinal + 1
        phase.save(force_insert=True)
        for view in views:
            view.pk, view.phase = None, phase
        PhaseView.objects.bulk_create(views)
        opened.append(phase)
    began = time.monotonic()
    for phase in opened:
        announce.poke(phase.game_id, phase.ordinal)
    print(json.dumps([began, time.monotonic()]), flush=True)
"""


@dataclass(frozen=True)
class Shape:
    """How sockets are spread: so many a game (all, where None), of which the players have theirs."""

    name: str
    a_game: int | None


SHAPES = (Shape("one game", None), Shape("many games", 50), Shape("players", 7))


@dataclass
class Measured:
    """What came of one size and shape: seconds to open all, rounds of latencies in ms, how long announcing
    took, MB of all web processes before, and kB a socket.
    """

    opening: float
    latencies: list[list[float]]
    announcing: list[float]
    held: float
    memory: float
    lost: int = 0


def paths(source: Made, slugs: list[str], sockets: int, a_game: int) -> list[tuple[str, str]]:
    """Path and cookie of each socket."""
    found: list[tuple[str, str]] = []
    for slug in slugs:
        room = min(a_game, sockets - len(found))
        cookies = [f"{COOKIE}={source.sessions[power]}" for power in POWERS][:room]
        found += [(f"/ws/games/{slug}/", cookie) for cookie in [*cookies, *[""] * (room - len(cookies))]]
    return found


def measured(
    stack: Stack, url: str, wanted: list[tuple[str, str]], games: list[int], rounds: int
) -> Measured:
    """Open the sockets, announce so many phases in all `games`, and close."""
    before = _memory()
    port = url.rsplit(":", 1)[1]
    command = [sys.executable, "-m", "tests.bench.listeners", port, f"https://localhost:{port}"]
    announcing = [sys.executable, "manage.py", "shell", "-v", "0", "-c", ANNOUNCE.format(games=games)]
    environment = {**stack_environment(stack)}
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
    with subprocess.Popen(command, **piped) as clients, subprocess.Popen(announcing, **piped) as announcer:  # type: ignore[call-overload]  # noqa: S603
        for path, cookie in wanted:
            clients.stdin.write(f"{path}\t{cookie}\n")
        clients.stdin.write("\n")
        clients.stdin.flush()
        opened = clients.stdout.readline().split()
        if not opened:
            raise SystemExit("the clients could not connect")
        result = Measured(float(opened[2]), [], [], before / 1e6, 0.0)
        time.sleep(1)
        result.memory = (_memory() - before) / len(wanted) / 1000
        for _ in range(rounds):
            clients.stdin.write(f"ROUND {len(wanted)}\n")
            clients.stdin.flush()
            clients.stdout.readline()
            announcer.stdin.write("\n")
            announcer.stdin.flush()
            began, ended = json.loads(announcer.stdout.readline())
            line = clients.stdout.readline()
            if line.startswith("LATE"):
                sys.stderr.write(line)
                line = clients.stdout.readline()
            moments = json.loads(line.removeprefix("DONE "))
            result.lost += len(wanted) - len(moments)
            result.latencies.append([(moment - began) * 1000 for moment in moments])
            result.announcing.append((ended - began) * 1000)
            time.sleep(1)
        announcer.stdin.close()
        clients.kill()
    time.sleep(3)
    return result


def stack_environment(stack: Stack) -> dict[str, str]:
    """This process's environment and the site's."""
    import os  # noqa: PLC0415

    return {**os.environ, **stack.environment}


def _memory() -> int:
    """Resident bytes of all web processes of this run."""
    total = 0
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # one that has just ended
            if "trekdip.asgi" in " ".join(child.cmdline()):
                workers = child.children(recursive=True)
                total += sum(process.memory_info().rss for process in [child, *workers])
    return total


def row(shape: Shape, sockets: int, games: int, web: int, found: Measured) -> str:
    """A line of the table; the median round counts, the slowest client of all rounds stands last."""
    cuts = [statistics.quantiles(sorted(taken), n=100) for taken in found.latencies]
    p50, p99 = (statistics.median(cut[place] for cut in cuts) for place in (49, 98))
    most = statistics.median(max(taken) for taken in found.latencies)
    worst = max(max(taken) for taken in found.latencies)
    cells = [
        p50,
        p99,
        most,
        worst,
        statistics.median(found.announcing),
        sockets / found.opening,
        found.held,
        found.memory,
    ]
    told = " | ".join(f"{cell:,.0f}" for cell in cells)
    return f"| {shape.name} | {sockets:,} | {games:,} | {web} | {told} | {found.lost} |"


def main() -> None:
    """Measure all sizes in all shapes and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sockets", type=int, nargs="*", default=[500, 2000, 5000])
    parser.add_argument("--web", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--shapes", nargs="*", default=[shape.name for shape in SHAPES])
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    print(HEAD, flush=True)  # noqa: T201
    with site(web=given.web) as (stack, url, folder):
        source = made(stack)
        games = copied(stack, source, max(given.sockets) // 7 + 1)
        for sockets in given.sockets:
            for shape in (shape for shape in SHAPES if shape.name in given.shapes):
                a_game = shape.a_game or sockets
                number = -(-sockets // a_game)
                slugs = [f"load{n + 1}" for n in range(number)]
                wanted = paths(source, slugs, sockets, a_game)
                found = measured(stack, url, wanted, games[:number], given.rounds)
                print(row(shape, sockets, number, given.web, found), flush=True)  # noqa: T201
        if given.log:
            given.log.write_bytes((folder / "web.log").read_bytes())


if __name__ == "__main__":
    main()
