"""Play a game of random legal orders to its end and print what happens.

python -m adjudicator.examples.random_game
"""

from __future__ import annotations

import random
import sys

import adjudicator as adj


def random_sheets(state: adj.Position, chance: random.Random) -> dict[str, list[str]]:
    """One legal order for each unit of each power that is waited for."""
    return {
        power: [chance.choice(orders) for orders in adj.legal(state, power).values()]
        for power in adj.awaiting(state)
    }


def play(seed: int, phases: int) -> adj.Position:
    """The position after a game has been won or so many phases are over."""
    chance = random.Random(seed)  # noqa: S311 - a demonstration, nothing secret
    state = adj.new("standard", seed=seed)
    for _ in range(phases):
        if state.winner is not None:
            break
        outcome = adj.resolve(state, random_sheets(state, chance))
        routed = ", ".join(f"{d['power']}'s {d['unit']}" for d in outcome.dislodged)
        sys.stdout.write(f"{state.turn}: {len(outcome.orders)} orders; dislodged: {routed or 'nobody'}\n")
        state = outcome.state
    return state


if __name__ == "__main__":
    play(seed=1, phases=30)
