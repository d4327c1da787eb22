"""How much room a name takes on a board, measured in the widest of the faces it may be set in. The map maker
sets names by it, the tests measure all boards with it."""

from __future__ import annotations

from collections.abc import Sequence

# Advance widths of DejaVu Sans in thousandths of the font size; other common faces are narrower.
_WIDTHS = {
    **dict.fromkeys("bdpqghuno", 635), **dict.fromkeys("ace", 614), **dict.fromkeys("sz", 523),
    **dict.fromkeys("vxyk", 592), **dict.fromkeys("ijl", 278), **dict.fromkeys("ft", 392),
    "r": 411, "m": 974, "w": 818, " ": 318, "-": 361, ".": 318, "'": 275, "+": 838,
    **dict.fromkeys("IJ", 295), **dict.fromkeys("MW", 989), **dict.fromkeys("OQGNHD", 787),
    **dict.fromkeys("LFPTYES", 635), **dict.fromkeys("0123456789", 636),
}  # fmt: skip
_WIDEST = 732  # of all letters not named above
SPACING = 0.04  # between letters, as the style sheet has it at most
LINE = 1.12  # from one line of a name to the next, as parts of the font size
ABOVE, BELOW = 0.76, 0.24  # how far letters reach from their base line
HALO = 1.5  # the seam around letters, in units of the sheet


def half(lines: Sequence[str], size: float) -> tuple[float, float]:
    """Half the width and half the height of a name in units of the sheet, its halo counted in."""
    width = max(map(_width, lines)) * size
    height = ((len(lines) - 1) * LINE + ABOVE + BELOW) * size
    return width / 2 + HALO, height / 2 + HALO


def _width(line: str) -> float:
    return sum(_WIDTHS.get(letter, _WIDEST) for letter in line) / 1000 + SPACING * len(line)
