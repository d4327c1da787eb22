"""What became of the orders: entries with results and reasons, and the answer of `resolve`. Nothing is
decided here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

BOUNCE, CUT, VOID, NO_CONVOY, DISRUPTED = "bounce", "cut", "void", "no convoy", "disrupted"
DISLODGED, DESTROYED, ILLEGAL, SUPERSEDED = "dislodged", "destroyed", "illegal", "superseded"

EVERYBODY = "*"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one order: power, unit, canonical order, result words, one sentence why.

    `audience`: who may know: (`"*"`,) or viewers; the GM always may. `veiled`: what these viewers may
    know in place of the truth, which stands in another entry."""

    power: str
    unit: str | None
    order: str
    result: tuple[str, ...]
    because: str
    audience: tuple[str, ...] = (EVERYBODY,)
    veiled: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The shape of `orders` in outcomes and views."""
        return {
            "power": self.power,
            "unit": self.unit,
            "order": self.order,
            "result": list(self.result),
            "because": self.because,
        }


class Report(msgspec.Struct, frozen=True):
    """A message of the game to one power: its kind and its fields."""

    to: str
    kind: str
    fields: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The shape of a report in outcomes and views; the same bytes before and after it was stored."""
        return {"kind": self.kind, **dict(sorted(self.fields.items()))}


class Record:
    """What became of one phase. Written out (sentences and all) only when somebody reads it; equal if what it
    says is."""

    __slots__ = ("_entries", "_write", "reports", "turn")

    def __init__(
        self,
        turn: str,
        entries: tuple[Entry, ...] | None = None,
        reports: tuple[Report, ...] = (),
        *,
        write: Callable[[], tuple[Entry, ...]] | None = None,
    ) -> None:
        self.turn = turn
        self.reports = reports
        self._entries = entries
        self._write = write

    @property
    def entries(self) -> tuple[Entry, ...]:
        """One entry for each order, by power and place."""
        if self._entries is None:
            self._entries = self._write() if self._write is not None else ()
            self._write = None
        return self._entries

    def tell(self, report: Report) -> None:
        """Add a report made while the phase is being closed."""
        self.reports += (report,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (self.turn, self.entries, self.reports) == (other.turn, other.entries, other.reports)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Record({self.turn!r}, {self.entries!r}, {self.reports!r})"
