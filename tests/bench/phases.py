"""The movement phases of the recorded games, as the input that every adjudicator is measured on."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[1] / "adjudicator" / "games"


@dataclass(frozen=True)
class Phase:
    """One movement phase: units, centres and orders by power (lower case), as text."""

    turn: str
    units: dict[str, list[str]]
    centers: dict[str, list[str]]
    orders: dict[str, list[str]]

    @property
    def setup(self) -> dict[str, Any]:
        return {"variant": "standard", "turn": self.turn, "units": self.units, "centers": self.centers}


def movement_phases() -> list[Phase]:
    """All movement phases of all games, in order."""
    found = []
    for path in sorted(GAMES.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                told = json.loads(line)
                if told["phase"].endswith("M"):
                    parts = (
                        {p.lower(): held for p, held in told[key].items()}
                        for key in ("units", "centers", "orders")
                    )
                    found.append(Phase(told["phase"], *parts))
    return found
