"""What a variant remembers beside units and owners: plain values in a position, a typed record for its rules.
Knows no variant.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from adjudicator.errors import BadSetupError
from adjudicator.position import Position

T = TypeVar("T", bound=msgspec.Struct)


def read(position: Position, kind: type[T]) -> T:
    """`Position.memory` as a record. Raises `BadSetupError` if it has unknown keys or wrong values."""
    try:
        return msgspec.convert(position.memory, kind)
    except msgspec.ValidationError as error:
        raise BadSetupError(f"memory: {error}") from error


def plain(notes: msgspec.Struct) -> dict[str, Any]:
    """A record as it is kept in `Position.memory`: lists, no tuples."""
    kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(notes))
    return kept
