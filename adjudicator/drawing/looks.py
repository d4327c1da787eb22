"""How a variant's powers look and what its units are called: `look.toml` of the variant, and its record.
Colours, patterns and emblems are our own."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.variants import variant as variant_named


class Look(msgspec.Struct, frozen=True):
    """One power: its name, its colour on dark and on light ground, the colours of what is drawn on these, a
    pattern, the path of its emblem in a box from -8 to 8."""

    name: str
    dark: str
    light: str
    ink: str
    ink_light: str
    pattern: str
    emblem: str


class Words(msgspec.Struct, frozen=True):
    """What a board's letters mean: kinds of unit, marks, coasts; `seasons` by the letter of a turn code."""

    kinds: dict[str, str]
    marks: dict[str, str]
    coasts: dict[str, str]
    seasons: dict[str, str]

    def season(self, code: str) -> str:
        """`S2373M` as `Spring 2373`."""
        name = self.seasons.get(code[:1])
        return f"{name} {code[1:].rstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}" if name else code


PLAIN = "M-4 -4H4V4H-4Z"
COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
# For powers without a look of their own: colours told apart with the common colour deficiencies.
SPARE = ("#e64b14", "#7770f8", "#5cbef7", "#c7cad0", "#079368", "#be749f", "#f8f100", "#e8b884")
PATTERNS = ("rising", "falling", "dots", "level", "upright", "rings", "crosses", "checks")
NIGHT_INK, DAY_INK = "#0b0f1e", "#ffffff"


def _file(variant: str) -> dict[str, Any]:
    path = Path(__file__).resolve().parent.parent / "variants" / variant / "look.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@functools.cache
def looks_of(variant: str) -> dict[str, Look]:
    """Power id -> its look, in the variant's order."""
    rows = _file(variant)
    found = {}
    for n, power in enumerate(variant_named(variant).powers):
        row = rows.get(power.id, {})
        dark = row.get("dark", SPARE[n % len(SPARE)])
        light = row.get("light", dark)
        found[power.id] = Look(
            power.name,
            dark,
            light,
            ink_on(dark),
            ink_on(light),
            row.get("pattern", PATTERNS[n % len(PATTERNS)]),
            row.get("emblem", PLAIN),
        )
    return found


def own_style(variant: str) -> str:
    """What a variant adds to the style of its boards: its `look.css`, if it has one."""
    path = Path(__file__).resolve().parent.parent / "variants" / variant / "look.css"
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


@functools.cache
def words_of(variant: str) -> Words:
    """The words for the letters on a variant's board; marks come from `[marks]` of its look."""
    made = variant_named(variant)
    kinds = {letter: kind.name for letter, kind in made.kinds.items()}
    return Words(kinds, dict(_file(variant).get("marks", {})), COASTS, dict(made.seasons))


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` after WCAG 2, from 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours after WCAG 2, from 1 to 21."""
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def ink_on(colour: str) -> str:
    """What is drawn on a colour: the ink that stands out more."""
    return max((NIGHT_INK, DAY_INK), key=lambda ink: contrast(ink, colour))
