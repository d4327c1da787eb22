"""Notes: what a variant adds to the drawing of its views beside owners, centres, units and orders. Values
only, made from a view and nothing else; how they look is `drawing.notes` and the variant's `look.css`.

`words` are class names that say what sort of note it is; `title` is for hover and screen readers, empty where
there is nothing to say."""

from __future__ import annotations

import msgspec


class Line(msgspec.Struct, frozen=True):
    """A line between two places, such as a lane that was opened or closed."""

    a: str
    b: str
    words: str
    title: str = ""


class Ring(msgspec.Struct, frozen=True):
    """A circle about a place; `wide` in radii of a unit."""

    at: str
    words: str
    title: str = ""
    wide: float = 1.9


class Tag(msgspec.Struct, frozen=True):
    """A few letters by a place; `below`: under it, else on a small plate at the lower right of its unit."""

    at: str
    text: str
    words: str
    title: str = ""
    below: bool = False


Note = Line | Ring | Tag
