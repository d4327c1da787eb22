"""How a variant's powers look: `look.toml` of the variant. Colours, patterns and emblems are our own."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

from adjudicator.variants import variant as variant_named


class Look(msgspec.Struct, frozen=True):
    """One power: its name, its colour on dark and on light ground, the colour of what is drawn on it, a
    pattern, the path of its emblem in a box from -8 to 8."""

    name: str
    dark: str
    light: str
    ink: str
    pattern: str
    emblem: str


PLAIN = "M-4 -4H4V4H-4Z"


@functools.cache
def looks_of(variant: str) -> dict[str, Look]:
    """Power id -> its look, in the variant's order."""
    made = variant_named(variant)
    path = Path(__file__).resolve().parent.parent / "variants" / variant / "look.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    found = {}
    for number, power in enumerate(made.powers):
        row = rows.get(power.id, {})
        fallback = SPARE[number % len(SPARE)]
        found[power.id] = Look(
            power.name,
            row.get("dark", fallback),
            row.get("light", row.get("dark", fallback)),
            row.get("ink", "#10131f"),
            row.get("pattern", PATTERNS[number % len(PATTERNS)]),
            row.get("emblem", PLAIN),
        )
    return found


# Colours told apart with the common colour deficiencies, after Okabe and Ito, and one grey.
SPARE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#3d7fd6", "#e0643c", "#cc79a7", "#a7adc0")
PATTERNS = ("rising", "falling", "dots", "level", "upright", "rings", "crosses", "checks")
