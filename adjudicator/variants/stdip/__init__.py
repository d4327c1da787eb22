"""stdip: seven civilisations of Star Trek on the standard map, from 2371. The record; each power's rules
are in its own file."""

from __future__ import annotations

from typing import Any

from adjudicator.board import Kind
from adjudicator.position import Position
from adjudicator.rules import Rulebook
from adjudicator.variant import Power, Step, Variant
from adjudicator.variants.stdip.cardassian import AMPHIBIOUS, amphibious_links
from adjudicator.variants.stdip.facts import facts
from adjudicator.variants.stdip.knowledge import known_units
from adjudicator.variants.stdip.movement import Movement
from adjudicator.variants.stdip.paragraphs import RULES, printed
from adjudicator.variants.stdip.retreats import Retreats
from adjudicator.variants.stdip.season import adjustment, close_fall, close_spring, close_year, sites
from adjudicator.variants.stdip.start import complete, first_position
from adjudicator.variants.stdip.winter import Winter

FIRST_YEAR = 2371


def begin(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """The starting position: countries by lot or as assigned, Cardassian units still to be placed, one
    unit infiltrated."""
    return first_position(variant, seed, options)


VARIANT = Variant(
    name="stdip",
    title="Star Trek Diplomacy (stdip)",
    powers=(
        Power("borg", "Borg"),
        Power("federation", "Federation"),
        Power("dominion", "Dominion"),
        Power("romulan", "Romulan"),
        Power("klingon", "Klingon"),
        Power("ferengi", "Ferengi"),
        Power("cardassian", "Cardassian"),
    ),
    chart=printed().extended(amphibious_links(printed().links)),
    kinds={
        "A": Kind("A", "army", ("army",), convoyed=True),
        "F": Kind("F", "fleet", ("fleet",), convoys=True, terrain=("sea", "coast"), keeps_coast=True),
        "C": Kind(
            "C",
            "Cardassian unit",
            (AMPHIBIOUS,),
            convoys=True,
            convoyed=True,
            terrain=("sea", "coast", "land"),
        ),
    },
    rulebook=Rulebook(RULES),
    steps=(
        Step("S", "M"),
        Step("S", "R", (close_spring,)),
        Step("F", "M"),
        Step("F", "R", (close_fall,)),
        Step("W", "A", (close_year,)),
    ),
    phases={"M": Movement(), "R": Retreats(), "A": Winter()},
    seasons={"S": "Spring", "F": "Fall", "W": "Winter"},
    year=FIRST_YEAR,
    begin=begin,
    adjustment=adjustment,
    sites=sites,
    known=known_units,
    complete=complete,
    facts=facts,
)
