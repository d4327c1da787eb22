"""Reading recorded games of Diplomacy and comparing positions with them. Knows no site and no adjudicator.

A record is a text file, plain or gzipped, with one phase a line as JSON: `phase` (turn code), `units`,
`centers` and in retreat phases `dislodged` by power and `retreats` by place, and the `orders` of each power.
Powers may be written in capitals.
"""

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

Board = dict[str, list[str]]


class Recorded(msgspec.Struct, frozen=True):
    """One phase of a record: the position in which it opens, and the orders given."""

    phase: str
    units: Board
    centers: Board
    orders: Board
    dislodged: Board = {}
    retreats: dict[str, list[str]] = {}

    @property
    def decides_nothing(self) -> bool:
        """Whether it is a retreat phase in which no unit had anywhere to go. It may be passed over."""
        return self.phase.endswith("R") and not any(self.retreats.values())

    def orders_of(self, power: str) -> list[str]:
        """A power's order lines; builds and disbands are put the way sheets write them (`B A vie`)."""
        lines = self.orders.get(power, self.orders.get(power.upper(), []))
        return [_turned(line) for line in lines] if self.phase.endswith("A") else list(lines)


def read(path: Path) -> list[Recorded]:
    """The phases of a record in order. Raises OSError, or MsgspecError for a line that is none."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [msgspec.json.decode(line, type=Recorded) for line in text.splitlines() if line.strip()]


def differences(recorded: Recorded, view: Mapping[str, Any]) -> list[str]:
    """What differs between a recorded position and a GM's View of the same phase, a sentence each; empty if
    nothing.
    """
    found = []
    if view["turn"] != recorded.phase:
        found.append(f"the site is at {view['turn']}, the record at {recorded.phase}")
    found += _compared("units", recorded.units, view["units"])
    found += _compared("centers", recorded.centers, view["centers"])
    if recorded.phase.endswith("R"):
        found += _compared("dislodged", recorded.dislodged, _dislodged(view["dislodged"], recorded))
    return found


def _compared(what: str, recorded: Board, stored: Mapping[str, Sequence[str]]) -> list[str]:
    """A sentence for each power whose entries are not the same set."""
    wanted = {power.lower(): sorted(entries) for power, entries in recorded.items() if entries}
    have = {power: sorted(entries) for power, entries in stored.items() if entries}
    return [
        f"{what} of {power}: stored {have.get(power, [])}, recorded {wanted.get(power, [])}"
        for power in sorted({*wanted, *have})
        if wanted.get(power) != have.get(power)
    ]


def _dislodged(entries: Sequence[Mapping[str, Any]], recorded: Recorded) -> Board:
    """The dislodged units of a View, without those the recorder left out because they can go nowhere."""
    units: Board = {}
    for entry in entries:
        power, unit = entry["power"], entry["unit"]
        noted = recorded.dislodged.get(power, recorded.dislodged.get(power.upper(), []))
        if entry["retreats"] or unit in noted:
            units.setdefault(power, []).append(unit)
    return units


def _turned(line: str) -> str:
    """`A vie B` as `B A vie`, `A vie D` as `D A vie`; anything else as it is."""
    words = line.split()
    return " ".join([words[-1], *words[:-1]]) if len(words) == 3 and words[-1] in {"B", "D"} else line
