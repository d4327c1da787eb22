"""Dispatches: what a viewer was told in private, in sentences and by season.

Reads no table; whatever is not in the viewer's own views cannot be in here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from trekdip.games import gate
from trekdip.games.selectors import Reported
from trekdip.games.words import Words
from trekdip.parts import part_of

Report = Mapping[str, Any]
_ACTIVITY = "romulan activity"


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
        self.variant = variant
        self.words = Words(variant)
        self.titles = dict(gate.variant(variant).powers)
        self.viewer = viewer
        self.told: dict[str, tuple[str, Callable[[Report], str]]] = {
            "detected": ("Detected", self._detected),
            "retreat_detected": ("Detected", self._retreat),
            "build_detected": ("Detected", self._build),
            "infiltration": ("Infiltration", self._infiltration),
            "infiltration_moved": ("Infiltration", self._moved),
            "infiltration_lost": ("Infiltration", self._lost),
            "taken_over": ("Taken over", self._taken_over),
            "takeover_failed": ("Take-over failed", self._failed),
            "takeover_dropped": ("Take-over", self._dropped),
            "joined": ("Joined", self._joined),
            "wormhole": ("Wormhole", self._wormhole),
        }

    def all_of(self, told: Reported) -> list[Dispatch]:
        """The messages of one phase: reports first, then activity that the posted orders betray."""
        found = [self._of(power, report) for power, reports in told.reports.items() for report in reports]
        return [*found, *(self._activity(order) for order in told.orders if _ACTIVITY in order["result"])]

    def _of(self, power: str, report: Report) -> Dispatch:
        kind = str(report["kind"])
        to = self.titles.get(power, power) if power != self.viewer else ""
        if kind not in self.told:
            said = part_of(self.variant).dispatch(report, self.words, self.titles)
            if said is not None:
                return Dispatch(kind, *said, to)
            return Dispatch(kind, kind.replace("_", " ").capitalize(), self._plain(report), to)
        heading, say = self.told[kind]
        return Dispatch(kind, heading, say(report), to)

    def _activity(self, order: Report) -> Dispatch:
        whose = self.titles.get(order["power"], order["power"])
        deed = self.words.order(order["unit"], order["order"])
        outcome = self.words.outcome([word for word in order["result"] if word != _ACTIVITY])
        became = f" ({outcome})" if outcome else ""
        sentence = f"{whose}: {deed}{became}. What decided it is hidden from you."
        return Dispatch("activity", "Romulan activity", sentence, "")

    def _plain(self, report: Report) -> str:
        """A report no sentence is known for, field by field."""
        said = (f"{name}: {_listed(value)}" for name, value in report.items() if name != "kind")
        return "; ".join(said) + "."

    def _detected(self, report: Report) -> str:
        sensed = " and ".join(self._sensor(name) for name in report.get("by") or ())
        seen = f"{sensed} sensed a cloaked unit" if sensed else "A cloaked unit was sensed"
        return f"{seen} in {self.words.place(report['at'])}. {self._order(report)}"

    def _retreat(self, report: Report) -> str:
        at = report.get("at")
        where = f"A cloaked unit retreated to {self.words.place(at)}." if at else "A cloaked unit is gone."
        return f"{where} {self._order(report)}"

    def _build(self, report: Report) -> str:
        return f"In winter a cloaked unit was sensed. {self._order(report)}"

    def _order(self, report: Report) -> str:
        """The order of a unit that was found out, and what came of it."""
        order = report.get("order")
        if not order:
            return f"It is {self.words.unit(report['unit'])}."
        outcome = self.words.outcome(list(report.get("result") or ()))
        return f"{self.words.order(report.get('unit'), order)}{f': {outcome}' if outcome else ''}."

    def _sensor(self, name: str) -> str:
        """A unit that sensed something, or a centre that is given by its province."""
        return self.words.unit(name) if " " in name else f"The centre in {self.words.place(name)}"

    def _infiltration(self, report: Report) -> str:
        if not report.get("at"):
            return "You have infiltrated a Cardassian unit that is not placed yet. You will be told where."
        return f"You have infiltrated {self.words.unit(report['unit'])}. You may take it over once."

    def _moved(self, report: Report) -> str:
        before = f" from {self.words.unit(report['from'])}" if report.get("from") else ""
        return f"An infiltration has passed{before} to {self.words.unit(report['unit'])}."

    def _lost(self, report: Report) -> str:
        return f"The infiltration of {self.words.unit(report['unit'])} is lost."

    def _taken_over(self, report: Report) -> str:
        order = self.words.order(report["unit"], report["order"])
        return f"The Dominion gave the order of your {self.words.unit(report['unit'])}. Yours was: {order}."

    def _failed(self, report: Report) -> str:
        unit = self.words.unit(report["unit"])
        return f"The Dominion tried to take over {unit}; as it carried the Enterprise, that failed."

    def _dropped(self, report: Report) -> str:
        return f"{self.words.unit(report['unit'])} was not infiltrated: your order for it was dropped."

    def _joined(self, report: Report) -> str:
        return f"{self.words.place(report['center'])} has joined the Federation."

    def _wormhole(self, report: Report) -> str:
        here, there = (self.words.place(end) for end in report["between"])
        return f"A wormhole has opened between {here} and {there}. It stays, for everybody."


def _listed(value: object) -> str:
    """A field of a report as text."""
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
