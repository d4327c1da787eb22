"""Whether the time of the answer to an order sheet tells its sender anything about what is hidden from them.

python -m tests.bench.load_timing [--rounds N]

Three positions of stdip that are the same to the Klingon (that is checked): no cloaked ships, six cloaked
ships of the Romulan beside its units, the same six far away. The same sheet, which names provinces where they
stand or do not stand, is answered on all three, in random order. Prints the table of the README: the reading
alone (as exact as can be) and the whole answer of the site, and how often somebody is right who takes the
slower of two answers for the one with hidden neighbours (50 %: it tells nothing).
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable

import django

SEEN = {
    "klingon": ["A pru", "F bal", "A mos", "A ukr", "F sev"],
    "federation": ["A mun", "A ber", "F kie", "A ruh"],
    "dominion": ["A vie", "A bud", "F tri", "A tyr"],
    "borg": ["A bul", "A ser", "A gre"],
    "cardassian": ["F nth", "F nwy", "A edi"],
    "ferengi": ["F mao", "A par", "A bre"],
}
NEAR = ["A war (I)", "A lvn (I)", "F bot (I)", "A sil (I)", "A gal (I)", "F bla (I)"]
FAR = ["A naf (I)", "A tun (I)", "F wes (I)", "A apu (I)", "F ion (I)", "A nap (I)"]
SHEET = [
    "A pru - war", "F bal - bot", "A mos - lvn", "A ukr S A pru - war", "F sev - bla",
    "A pru S A war", "F bal S F bot", "A war H", "A sil - pru", "A gal (I) H", "A mos - naf",
    "nonsense",
]  # fmt: skip
HEAD = """| | none hidden | six beside | six far | beside : none | beside : far | guess, none | guess, far |
|---|---:|---:|---:|---:|---:|---:|---:|"""


def right_guesses(slower: list[float], faster: list[float]) -> float:
    """How often a time of the first list is longer than one of the second."""
    faster = sorted(faster)
    won = sum((bisect_left(faster, value) + bisect_right(faster, value)) / 2 for value in slower)
    return won / len(slower) / len(faster)


def timed(answers: list[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Milliseconds of each answer, asked in random order; the first tenth is for warming up."""
    taken: list[list[float]] = [[] for _ in answers]
    order = list(range(len(answers)))
    chance = random.Random(1)
    for number in range(rounds + rounds // 10):
        chance.shuffle(order)
        for which in order:
            gc.collect(0)
            began = time.perf_counter()
            answers[which]()
            if number >= rounds // 10:
                taken[which].append((time.perf_counter() - began) * 1000)
    return taken


def row(name: str, taken: list[list[float]]) -> str:
    """A line of the table."""
    none, near, far = (statistics.median(times) for times in taken)
    ratios = [f"{near / none:.3f}", f"{near / far:.3f}"]
    guesses = [f"{right_guesses(taken[1], taken[other]):.1%}" for other in (0, 2)]
    medians = [f"{value:.3f} ms" for value in (none, near, far)]
    return f"| {' | '.join([name, *medians, *ratios, *guesses])} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    given = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "trekdip.settings.test"
    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415  Django is set up only now
    from django.test.utils import get_runner, setup_test_environment  # noqa: PLC0415

    import adjudicator as adj  # noqa: PLC0415
    from tests.adjudicator.stdip.test_leaks import game as set_up  # noqa: PLC0415
    from tests.games.stdip_tables import began  # noqa: PLC0415
    from tests.games.tables import person  # noqa: PLC0415
    from trekdip.games import gate, pace  # noqa: PLC0415
    from trekdip.games.models import Phase  # noqa: PLC0415

    positions = [set_up({**SEEN, **({"romulan": ships} if ships else {})}) for ships in ([], NEAR, FAR)]
    assert len({str(adj.view(position, "klingon")) for position in positions}) == 1
    truths = [adj.dumps(position) for position in positions]
    print(HEAD, flush=True)  # noqa: T201
    reading = [lambda truth=truth: gate.read_sheet(truth, "klingon", SHEET) for truth in truths]
    assert len({str(read()) for read in reading}) == 1
    print(row("reading alone", timed(reading, given.rounds)), flush=True)  # noqa: T201

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    pace.SHEETS_A_MINUTE = 10**9
    answers = []
    for truth in truths:
        game = began()
        Phase.objects.filter(game=game).update(truth=truth)
        client = Client()
        client.force_login(person("klingon"))
        sheet = {"ordinal": 0, "orders": "\n".join(SHEET), "final": "false"}
        url = f"/games/{game.slug}/orders"
        asked = lambda client=client, url=url, sheet=sheet: client.post(  # noqa: E731
            url, sheet, headers={"Accept": "application/json"}
        )
        assert asked().status_code == 200
        answers.append(asked)
    print(row("whole answer", timed(answers, given.rounds // 4)), flush=True)  # noqa: T201
    runner.teardown_databases(databases)


if __name__ == "__main__":
    main()
