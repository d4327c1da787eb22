"""Positions as text and back. The text is opaque and versioned; only this module knows its shape."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.errors import BadStateError
from adjudicator.outcomes import Entry, Record, Report
from adjudicator.position import Dislodged, Position, Unit

FORMAT = 1


class _Stored(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    format: int
    variant: str
    turn: str
    units: tuple[Unit, ...]
    centers: dict[str, str]
    dislodged: tuple[Dislodged, ...] = ()
    assignment: dict[str, str] = {}
    seed: int = 0
    options: dict[str, Any] = {}
    memory: dict[str, Any] = {}
    winner: tuple[str, ...] | None = None
    last: str | None = None
    entries: tuple[Entry, ...] = ()
    reports: tuple[Report, ...] = ()


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(_Stored).decode


def dumps(position: Position) -> str:
    """A position as text; equal positions give equal text."""
    record = position.record
    stored = _Stored(
        FORMAT, position.variant, position.turn, position.units, position.centers, position.dislodged,
        position.assignment, position.seed, position.options, position.memory, position.winner,
        record.turn if record is not None else None,
        record.entries if record is not None else (),
        record.reports if record is not None else (),
    )  # fmt: skip
    return _encode(stored).decode()


def loads(text: str | bytes) -> Position:
    """The position `dumps` wrote.

    Raises `BadStateError`."""
    try:
        stored = _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        raise BadStateError(f"this is not a stored position: {error}") from error
    if stored.format != FORMAT:
        raise BadStateError(
            f"this position has format {stored.format}; this adjudicator reads format {FORMAT}"
        )
    record = None if stored.last is None else Record(stored.last, stored.entries, stored.reports)
    return Position(
        stored.variant, stored.turn, stored.units, stored.centers, stored.dislodged, stored.assignment,
        stored.seed, stored.options, stored.memory, stored.winner, record,
    )  # fmt: skip
