"""What the arrows of orders say on the boards of the site: sentences as the pages have them."""

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import adjudicator as adj
from adjudicator.sentences import plainly

if TYPE_CHECKING:
    from trekdip.games.words import Words


def caption_of(name: str, entry: Mapping[str, Any]) -> str:
    """An order of a View of the variant with its result and reason: "Austria: Army Moscow moves to Warsaw
    (bounced). Attack 1 does not exceed 1 …".
    """
    words, titles = _speaker(name)
    power = str(entry.get("power") or "")
    outcome = words.outcome(list(entry.get("result") or ()))
    said = f"{titles.get(power, power)}: {words.order(entry.get('unit'), entry['order'])}"
    why = plainly(entry.get("because") or "")
    return f"{said} ({outcome}). {why}".strip() if outcome else f"{said}. {why}".strip()


@functools.cache
def _speaker(name: str) -> "tuple[Words, dict[str, str]]":
    """The words of a variant, and its powers' names."""
    from trekdip.games.words import Words  # noqa: PLC0415  words ask the gate for the map

    return Words(name), {power.id: power.name for power in adj.variant(name).powers}
