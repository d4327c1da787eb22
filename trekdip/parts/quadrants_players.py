"""Scripted players of quadrants: the core's moves and supports, and abilities used as a beginner would."""

import random

from trekdip.games import scripted
from trekdip.parts.part import Legal, View

_BRIBED = 0.7  # how often a treasury that can pay for a bribe does
_SABOTAGED = 0.1
_FROZEN = 0.15


def orders(view: View, legal: Legal, power: str, rng: random.Random) -> list[str]:
    """A sheet for `power`; the same arguments and the same state of `rng` give the same sheet."""
    units = {unit: texts for unit, texts in legal.items() if not unit.isupper()}
    return [*scripted.orders(view, units, power, rng), *_abilities(view, legal, power, rng)]


def _abilities(view: View, legal: Legal, power: str, rng: random.Random) -> list[str]:
    """At most one ability: a bribe where nobody stands, the freeze of an own home, immunity wherever it can
    be used, now and then sabotage.
    """
    taken = {text.split()[1] for texts in view["units"].values() for text in texts}
    if bribes := [text for text in legal.get("BRIBE", ()) if text.split()[1] not in taken]:
        return [rng.choice(bribes)] if rng.random() < _BRIBED else []
    if "SABOTAGE" in legal and rng.random() < _SABOTAGED:
        return [rng.choice(list(legal["SABOTAGE"]))]
    if "FREEZE" in legal and rng.random() < _FROZEN:
        own = set(view["centers"].get(power, ()))
        held = [text for text in legal["FREEZE"] if text.split()[1] in own & taken]
        return [rng.choice(held)] if held else []
    return [rng.choice(list(legal["IMMUNITY"]))] if "IMMUNITY" in legal else []
