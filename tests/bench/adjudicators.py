"""Compare adjudicators on the same phases in the same run: `python -m tests.bench.adjudicators`.

CPU time of one process, so that other work on the machine matters little; each round makes everything anew
outside the clock, and the best round counts. A peer that is not installed (`pip install --group bench`) is
left out, and the table says so.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import adjudicator as adj
from tests.bench import peers
from tests.bench.ours import Ours, stdip_with_views
from tests.bench.phases import Phase, movement_phases

ROOT = Path(__file__).parents[2]
Prepare = Callable[[Phase], peers.Job]


@dataclass(frozen=True)
class Row:
    """One measurement: phases per second of CPU, best round and first round."""

    task: str
    engine: str
    rate: float
    first: float


def measure(prepare: Prepare, phases: Sequence[Phase], rounds: int) -> tuple[float, float]:
    """(phases per second in the best round, in the first round)."""
    rates = []
    for _ in range(rounds):
        jobs = [prepare(phase) for phase in phases]
        gc.collect()
        start = time.process_time()
        for job in jobs:
            job()
        rates.append(len(jobs) / (time.process_time() - start))
    return max(rates), rates[0]


TASKS = {
    "adjudicate": "adjudicate",
    "from text, with the next state": "from_text",
    "from text, with all reasons and state as text": "in_full",
    "legal orders of everybody": "legal",
}


def engines() -> list[Any]:
    """Ours first, then whoever of the peers is installed."""
    found: list[Any] = [Ours()]
    for peer in (peers.Mila, peers.Pydip):
        try:
            found.append(peer())
        except ImportError:
            say(f"not installed, left out: {peer.name}")
    return found


def compare(rounds: int, slow_rounds: int) -> list[Row]:
    phases = movement_phases()
    rows = []
    for task, method in TASKS.items():
        for engine in engines():
            prepare = getattr(engine, method, None)
            if prepare is not None:
                best, first = measure(prepare, phases, rounds if isinstance(engine, Ours) else slow_rounds)
                rows.append(Row(task, engine.name, best, first))
    if "stdip" in adj.variants():
        rows.append(
            Row(
                "stdip: from text, with all nine views",
                "adjudicator",
                *measure(stdip_with_views, phases, rounds),
            )
        )
    return rows


def start_up(code: Sequence[str], times: int = 5) -> tuple[float, float]:
    """(wall, CPU) seconds of a fresh interpreter, best of several."""
    walls, costs = [], []
    for _ in range(times):
        before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *code], input=b"", capture_output=True, check=True, cwd=ROOT)  # noqa: S603
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        walls.append(time.perf_counter() - clock)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(walls), min(costs)


def table(rows: Sequence[Row]) -> list[str]:
    ours = {row.task: row.rate for row in rows if row.engine == "adjudicator"}
    lines = ["| task | engine | phases/s | first round | ours is faster by |", "|---|---|---:|---:|---:|"]
    for row in rows:
        ratio = "" if row.engine == "adjudicator" else f"{ours[row.task] / row.rate:.0f} ×"
        lines.append(f"| {row.task} | {row.engine} | {row.rate:,.0f} | {row.first:,.0f} | {ratio} |")
    return lines


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9, help="rounds for our engine")
    options.add_argument("--slow-rounds", type=int, default=3, help="rounds for the peers")
    chosen = options.parse_args()
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    say(f"{machine}, load {os.getloadavg()[0]:.2f} at the start")
    say(", ".join(f"{name} {version(name)}" for name in ("diplomacy", "pydip") if installed(name)))
    phases = movement_phases()
    units = sum(len(texts) for phase in phases for texts in phase.units.values()) / len(phases)
    say(f"{len(phases)} movement phases of recorded games, {units:.1f} units on average\n")
    for line in table(compare(chosen.rounds, chosen.slow_rounds)):
        say(line)
    say("\n| start-up of a fresh interpreter | wall s | CPU s |\n|---|---:|---:|")
    for name, code in (
        ("python -m adjudicator variants", ["-m", "adjudicator", "variants"]),
        ("python -c pass", ["-c", "pass"]),
    ):
        wall, cost = start_up(code)
        say(f"| `{name}` | {wall:.3f} | {cost:.3f} |")


def installed(name: str) -> bool:
    try:
        version(name)
    except ImportError:
        return False
    return True


if __name__ == "__main__":
    main()
