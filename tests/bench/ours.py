"""Our adjudicator, asked the questions its peers are asked. Only `adjudicate` reaches behind the public
face.
"""

from __future__ import annotations

from typing import Any

import adjudicator as adj
from adjudicator.contest.fight import Fight
from adjudicator.movement import Muster, drive_out, march
from tests.bench.peers import Job
from tests.bench.phases import Phase


class Ours:
    """This adjudicator, standard variant."""

    name = "adjudicator"

    def adjudicate(self, phase: Phase) -> Job:
        """From parsed orders to who stands where, who is dislodged and where to each may retreat."""
        position = adj.setup(phase.setup)
        variant = adj.variant("standard")
        board = variant.board(position)
        muster = Muster(variant, board, position.units, phase.orders)

        def job() -> object:
            fight = Fight(muster.field, muster.readings, variant.rulebook)
            return march(fight), drive_out(fight)

        return job

    def from_text(self, phase: Phase) -> Job:
        """From order texts to the next state."""
        position, orders = adj.setup(phase.setup), phase.orders
        return lambda: adj.resolve(position, orders).state

    def in_full(self, phase: Phase) -> Job:
        """From order texts to the whole outcome as JSON shape, reasons and the next state's text included."""
        position, orders = adj.setup(phase.setup), phase.orders
        return lambda: adj.resolve(position, orders).to_dict()

    def legal(self, phase: Phase) -> Job:
        """Every legal order of everybody."""
        position, powers = adj.setup(phase.setup), sorted(phase.units)

        def job() -> None:
            for power in powers:
                adj.legal(position, power)

        return job


STDIP = {
    "austria": "cardassian", "england": "romulan", "france": "ferengi", "germany": "klingon",
    "italy": "dominion", "russia": "federation", "turkey": "borg",
}  # fmt: skip


def stdip_with_views(phase: Phase) -> Job:
    """The same units and orders under the civilizations of stdip: from text to the next state and all nine
    views.
    """
    swap: Any = lambda held: {STDIP[power]: texts for power, texts in held.items()}  # noqa: E731
    position = adj.setup({
        "variant": "stdip", "turn": f"{phase.turn[0]}2374M", "seed": 1,
        "assignment": {power: country for country, power in STDIP.items()},
        "units": swap(phase.units), "centers": swap(phase.centers),
    })  # fmt: skip
    orders = swap(phase.orders)
    return lambda: adj.views(adj.resolve(position, orders).state)
