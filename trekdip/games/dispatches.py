"""Dispatches: what a viewer was told in private, in sentences and by season.

Reads no table; whatever is not in the viewer's own views cannot be in here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trekdip.games import gate
from trekdip.games.selectors import Reported
from trekdip.games.words import Words
from trekdip.parts import part_of

Report = Mapping[str, Any]


@dataclass(frozen=True)
class Dispatch:
    """One message: its heading, the sentence, and to whom it went where several are shown."""

    kind: str
    heading: str
    sentence: str
    to: str


@dataclass(frozen=True)
class Season:
    """All messages of one phase; `ordinal` is the phase whose board shows them. `withdrawn`: the GM has
    taken them back since.
    """

    ordinal: int
    title: str
    dispatches: list[Dispatch]
    withdrawn: bool = False


def seasons(variant: str, viewer: str, told: list[Reported]) -> list[Season]:
    """The dispatches of a viewer, newest season first; seasons without any are left out."""
    teller = _Teller(variant, viewer)
    found = [
        Season(one.ordinal, one.title or "Before the first orders", teller.all_of(one), one.withdrawn)
        for one in told
    ]
    return [season for season in reversed(found) if season.dispatches]


class _Teller:
    """Puts reports of one variant into words, for one viewer."""

    def __init__(self, variant: str, viewer: str) -> None:
        self.part = part_of(variant)
        self.words = Words(variant)
        self.titles = dict(gate.variant(variant).powers)
        self.viewer = viewer

    def all_of(self, told: Reported) -> list[Dispatch]:
        """The messages of one phase: reports first, then what posted orders betray."""
        found = [self._of(power, report) for power, reports in told.reports.items() for report in reports]
        betrayed = (self.part.betrayal(order, self.words, self.titles) for order in told.orders)
        return [*found, *(Dispatch("activity", *said, "") for said in betrayed if said is not None)]

    def _of(self, power: str, report: Report) -> Dispatch:
        kind = str(report["kind"])
        to = self.titles.get(power, power) if power != self.viewer else ""
        said = self.part.dispatch(report, self.words, self.titles)
        heading, sentence = said or (kind.replace("_", " ").capitalize(), _plain(report))
        return Dispatch(kind, heading, sentence, to)


def _plain(report: Report) -> str:
    """A report no sentence is known for, field by field."""
    said = (f"{name}: {_listed(value)}" for name, value in report.items() if name != "kind")
    return "; ".join(said) + "."


def _listed(value: object) -> str:
    """A field of a report as text."""
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
