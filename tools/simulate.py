#!/usr/bin/env python3
"""Games of scripted players, played out and counted: how long they last and who wins. People play otherwise.

    tools/simulate.py quadrants --games 1000

Every game has its own seed; the players are those of the variant's demonstration (`trekdip/parts`), or the
core's (`trekdip/games/scripted.py`). They see what a player sees, choose among legal orders, and make no
agreements.
"""

import argparse
import random
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import adjudicator as adj
from trekdip.games import scripted
from trekdip.parts import part_of

MOST_YEARS = 30


def play(
    variant: str, seed: int, options: dict[str, Any], most: int = MOST_YEARS
) -> tuple[int, tuple[str, ...]]:
    """The years a game took, and who won; nobody if it was not over after `most`."""
    rng = random.Random(seed)  # noqa: S311  scripted players, the same on every machine
    player = part_of(variant).scripted or scripted.orders
    position = adj.new(variant, seed=seed, options=options)
    first = year = int(position.turn[1:-1])
    while position.winner is None and (year := int(position.turn[1:-1])) < first + most:
        views = adj.views(position)
        sheets = {
            power: player(views[power], adj.offers(position, power), power, rng)
            for power in adj.variant(variant).ids
            if views[power]["turn"][-1] == "M" or power in views[power]["awaiting"]
        }
        position = adj.resolve(position, sheets).state
    return year - first + 1 if position.winner else most, position.winner or ()


def main() -> None:
    """Play, and print a line for everything worth knowing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("variant", choices=adj.variants())
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument(
        "--years", type=int, default=MOST_YEARS, help="a game not over by then counts as open"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER")
    given = parser.parse_args()
    options = {name: int(value) for name, value in (text.split("=") for text in given.option)}
    seeds = range(given.first_seed, given.first_seed + given.games)
    played = [play(given.variant, seed, options, given.years) for seed in seeds]
    sys.stdout.write("\n".join(_told(given.variant, played, given.years)) + "\n")


def _told(variant: str, played: list[tuple[int, tuple[str, ...]]], most: int) -> list[str]:
    """What came of the games, a line for everything worth knowing."""
    years = [length for length, winners in played if winners]
    told = [f"{len(played)} games, {len(played) - len(years)} not over after {most} years"]
    if len(years) > 1:
        low, middle, high = statistics.quantiles(years, n=4)
        spread = f"half of them {low:g} to {high:g}, longest {max(years)}"
        told.append(f"years: mean {statistics.mean(years):.1f}, median {middle:g}, {spread}")
    alone = Counter(winners[0] for _, winners in played if len(winners) == 1)
    shares = {power: 100 * alone[power] / len(played) for power in adj.variant(variant).ids}
    told += [f"{power}: {alone[power]} alone ({share:.1f} %)" for power, share in shares.items()]
    return [*told, f"shared: {sum(1 for _, winners in played if len(winners) > 1)}"]


if __name__ == "__main__":
    main()
