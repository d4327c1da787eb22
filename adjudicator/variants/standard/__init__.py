"""Standard Diplomacy: seven powers, 34 centres, nothing hidden but unposted orders. Rules: 2023 rulebook,
DATC 3.0 choices."""

from __future__ import annotations

from typing import Any

from adjudicator.adjustments import Adjustments, centres_less_units, home_sites
from adjudicator.board import Kind
from adjudicator.chart import load
from adjudicator.closings import end_season, ownership, solo
from adjudicator.movement import Movement
from adjudicator.position import Position
from adjudicator.retreats import Retreats
from adjudicator.rules import Rulebook
from adjudicator.sight import known_units
from adjudicator.starting import starting_position
from adjudicator.variant import Power, Step, Variant

CENTRES_TO_WIN = 18


def begin(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """The starting position: every power in its own country."""
    return starting_position(variant, seed, options)


chart = load("standard")

VARIANT = Variant(
    name="standard",
    title="Standard Diplomacy",
    powers=tuple(Power(c.id, c.name) for c in chart.countries),
    chart=chart,
    kinds={
        "A": Kind("A", "army", ("army",), convoyed=True),
        "F": Kind("F", "fleet", ("fleet",), convoys=True, terrain=("sea", "coast"), keeps_coast=True),
    },
    rulebook=Rulebook(()),
    steps=(
        Step("S", "M"),
        Step("S", "R", (end_season,)),
        Step("F", "M"),
        Step("F", "R", (end_season, ownership, solo(CENTRES_TO_WIN))),
        Step("W", "A"),
    ),
    phases={"M": Movement(), "R": Retreats(), "A": Adjustments()},
    seasons={"S": "Spring", "F": "Fall", "W": "Winter"},
    year=1901,
    begin=begin,
    adjustment=centres_less_units,
    sites=home_sites,
    known=known_units,
)
