"""The engine against the brute-force oracle, on random small boards full of convoys, head-to-heads and
paradoxes.

`ORACLE_BOARDS=20000 pytest tests/adjudicator/test_oracle.py` runs the long comparison; the everyday run
takes fewer.
"""

from __future__ import annotations

import json
import os
import random

import pytest

from tests.adjudicator.board import Order
from tests.adjudicator.boards import crowded, lively_orders, midgame, tangled
from tests.adjudicator.engine import FAILED_MOVE, board, play, position, results, thrown_out
from tests.adjudicator.oracle import rule

BOARDS = int(os.environ.get("ORACLE_BOARDS", "1500"))
CHUNKS = 10


def random_board(number: int) -> list[Order]:
    """Board `number`, the same on every machine and in every run."""
    rng = random.Random(number)
    if number % 10 == 9:
        return lively_orders(rng, midgame(rng, least=14, most=34))
    return tangled(rng) if number % 2 else lively_orders(rng, crowded(rng))


def disagreements(orders: list[Order]) -> list[str]:
    """Everything in which engine and oracle differ about these orders."""
    ruling = rule(orders)
    outcome = play(position([o.unit for o in orders]), orders)
    words = results(outcome)
    found = []

    def differ(what: str, engine: object, oracle: object) -> None:
        if engine != oracle:
            found.append(f"{what}: engine {engine}, oracle {oracle}")

    differ("units", board(outcome["units"]), {(u.power, str(u)) for u in ruling.units})
    differ(
        "dislodged",
        thrown_out(outcome["dislodged"]),
        {(u.power, str(u), str(by), retreats) for u, by, retreats in ruling.dislodged},
    )
    gone = {u for u, _, _ in ruling.dislodged}
    for order in orders:
        said = words[str(order.unit)]
        differ(f"{order.unit} dislodged", "dislodged" in said, order.unit in gone)
        differ(f"{order} illegal", "illegal" in said, False)
        if order.act == "M":
            differ(f"{order} failed", bool(said & FAILED_MOVE), order.unit in ruling.failed_moves)
        if order.act in {"S", "SM"}:
            differ(f"{order} void", "void" in said, order.unit in ruling.void_supports)
            if order.unit not in ruling.void_supports:
                differ(f"{order} cut", bool(said & {"cut", "dislodged"}), order.unit in ruling.lost_supports)
    return found


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree(chunk: int) -> None:
    wrong = []
    for number in range(chunk, BOARDS, CHUNKS):
        orders = random_board(number)
        if found := disagreements(orders):
            wrong.append(
                {"board": number, "orders": [f"{o.unit.power}: {o}" for o in orders], "differ": found}
            )
    assert not wrong, f"{len(wrong)} boards, the first: {json.dumps(wrong[:3], indent=1)}"


def test_the_boards_are_worth_the_name() -> None:
    """A comparison on peaceful boards would prove nothing: paradoxes, cuts, convoys and dislodgements must
    be common.
    """
    seen = {"paradox": 0, "dislodged": 0, "lost": 0, "void": 0, "convoy": 0, "bounced": 0}
    for number in range(1000):
        orders = random_board(number)
        ruling = rule(orders)
        seen["paradox"] += ruling.paradox
        seen["dislodged"] += bool(ruling.dislodged)
        seen["lost"] += bool(ruling.lost_supports)
        seen["void"] += bool(ruling.void_supports)
        seen["convoy"] += any(o.act == "C" for o in orders)
        seen["bounced"] += bool(ruling.failed_moves)
    assert all(count >= 40 for count in seen.values()), seen
