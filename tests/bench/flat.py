"""What a page and a push take of queries, memory and time, on a small site and on one that has grown.

python -m tests.bench.flat [--games N] [--phases N]

The same game of stdip is asked for three times: almost alone on the site; among so many other games; and
after so many phases. Prints the table of the README: queries, the most memory that the answer took beside
what the process holds anyway, and milliseconds of CPU (median of five).
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable

from tests.bench.site import POWERS, copied, made, site

HEAD = """| | queries | | | kB at most | | | ms | | |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| | alone | among {games:,} games | after {phases} phases | alone | among | after | alone | among | after |"""
POWER = "klingon"
PAGES = {
    "lobby": "/",
    "all games": "/games/",
    "game": "/games/{}/",
    "state": "/games/{}/state",
    "panels": "/games/{}/panels",
    "an old phase": "/games/{}/phases/1/",
    "clock": "/games/{}/clock",
    "press": "/games/{}/press/",
    "exports": "/games/{}/exports",
    "desk": "/games/{}/desk/",
    "desk: tasks": "/desk/",
}
VISITORS = {"nobody": None, "player": POWER, "GM": "gm"}
WHERE = {"desk": ("GM",), "desk: tasks": ("GM",), "press": ("player", "GM")}
Taken = tuple[int, float, float]  # queries, kB, ms

# Other people play the copies, so that they are not this player's own games.
STRANGERS = """
from tests.games.tables import person
from trekdip.games.models import Game, Seat
others = Game.objects.filter(slug__regex="^load[0-9]+$")
for number, power in enumerate({powers!r}):
    Seat.objects.filter(game__in=others, power=power).update(user=person(f"stranger{{number}}"))
others.update(gm=person("another-gm"))
"""
MEASURE = "from tests.bench import flat; flat.print_taken({slug!r})"
PLAY_ON = """
from tests.games.stdip_tables import play
from trekdip.games.models import Game
game = Game.objects.get(slug={slug!r})
while game.phases.count() < {phases} and game.status == "running":
    play(game, 1, chance=game.phases.count())
print("PHASES", game.phases.count())
"""


def print_taken(slug: str) -> None:
    """In a process of the site: what each page takes its visitors, and a push to everybody, as one line."""
    from django.test import Client  # noqa: PLC0415  Django is set up only where this runs

    from tests.games.tables import person  # noqa: PLC0415
    from trekdip.games.models import Game  # noqa: PLC0415
    from trekdip.live import payloads  # noqa: PLC0415

    taken: dict[str, Taken] = {}
    for page, path in PAGES.items():
        for visitor in WHERE.get(page, VISITORS):
            client = Client(headers={"host": "localhost", "x-forwarded-proto": "https"})
            if name := VISITORS[visitor]:
                client.force_login(person(name))

            def ask(client: Client = client, path: str = path) -> None:
                answer = client.get(path.format(slug))
                assert answer.status_code == 200, (path, answer.status_code)
                b"".join(answer)

            taken[f"{page}, {visitor}"] = taken_by(ask)
    game = Game.objects.get(slug=slug)
    viewers = frozenset({*POWERS, "public", "gm"})
    taken["push to all nine viewers"] = taken_by(lambda: payloads._news({game.pk: viewers}, frozenset()))
    print("TAKEN " + json.dumps(taken))  # noqa: T201


def taken_by(act: Callable[[], object]) -> Taken:
    """Queries, most memory and CPU time of an act; a first one fills what processes remember."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    act()
    with CaptureQueriesContext(connection) as captured:
        act()
    queries = len(captured)  # now: the next request forgets them
    tracemalloc.start()
    held = tracemalloc.get_traced_memory()[0]
    act()
    most = tracemalloc.get_traced_memory()[1] - held
    tracemalloc.stop()
    times = []
    for _ in range(5):
        began = time.process_time()
        act()
        times.append((time.process_time() - began) * 1000)
    return queries, most / 1000, statistics.median(times)


def main() -> None:
    """Measure, let the site grow, measure again, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--phases", type=int, default=60)
    given = parser.parse_args()
    with site() as (stack, _, _):
        source = made(stack)

        def run(words: str) -> str:
            return stack.manage("shell", "-v", "0", "-c", words, timeout=900)

        def taken() -> dict[str, list[float]]:
            found: dict[str, list[float]] = json.loads(
                run(MEASURE.format(slug=source.slug)).split("TAKEN ")[1]
            )
            return found

        alone = taken()
        copied(stack, source, given.games, shown=0)
        run(STRANGERS.format(powers=POWERS))
        among = taken()
        phases = int(run(PLAY_ON.format(slug=source.slug, phases=given.phases)).split("PHASES ")[1])
        after = taken()
    print(HEAD.format(games=given.games, phases=phases))  # noqa: T201
    for what in alone:
        cells = [
            f"{found[what][which]:,.{digits}f}"
            for which, digits in enumerate((0, 0, 1))
            for found in (alone, among, after)
        ]
        print(f"| {what} | {' | '.join(cells)} |")  # noqa: T201


if __name__ == "__main__":
    main()
