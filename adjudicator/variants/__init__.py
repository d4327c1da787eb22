"""The variants that exist: one line each. Nothing else in the engine knows their names."""

from __future__ import annotations

import functools
import importlib

from adjudicator.errors import UnknownVariantError
from adjudicator.variant import Variant

NAMES = {
    "standard": "adjudicator.variants.standard",
    "stdip": "adjudicator.variants.stdip",
    "quadrants": "adjudicator.variants.quadrants",
    "rings": "adjudicator.variants.rings",
    "cosmic": "adjudicator.variants.cosmic",
}


@functools.cache
def variant(name: str) -> Variant:
    """The variant of that name, loaded when first asked for.

    Raises `UnknownVariantError`."""
    module = NAMES.get(name)
    if module is None:
        raise UnknownVariantError(f"there is no variant {name!r}; there are: {', '.join(NAMES)}")
    made: Variant = importlib.import_module(module).VARIANT
    return made
