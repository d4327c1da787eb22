"""What variants add to the site: one `Part` for each that adds anything, found by the variant's name.

Nothing outside this package and the variants' own templates and scripts knows a variant by name.
"""

import importlib

from trekdip.parts.part import Part

_REGISTERED = ("standard", "stdip", "quadrants", "cosmic", "rings")
_NOTHING = Part()


def part_of(variant: str) -> Part:
    """What the variant adds; an empty part for a variant that adds nothing, or for no variant."""
    if variant not in _REGISTERED:
        return _NOTHING
    part: Part = importlib.import_module(f"trekdip.parts.{variant}").PART
    return part
