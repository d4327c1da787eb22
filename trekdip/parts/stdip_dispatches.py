"""What stdip tells its players in private, in sentences: what was detected, infiltrated, taken over and
found, and the activity that posted orders betray. Reads a report and nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Any

from trekdip.games.words import Words

Report = Mapping[str, Any]
_ACTIVITY = "romulan activity"


def dispatch(report: Report, words: Words, titles: Mapping[str, str]) -> tuple[str, str] | None:  # noqa: ARG001
    """A private report's heading and sentence; None for a kind this variant does not have."""
    teller = _Teller(words)
    told: dict[str, tuple[str, Callable[[Report], str]]] = {
        "detected": ("Detected", teller.detected),
        "retreat_detected": ("Detected", teller.retreat),
        "build_detected": ("Detected", teller.build),
        "infiltration": ("Infiltration", teller.infiltration),
        "infiltration_moved": ("Infiltration", teller.moved),
        "infiltration_lost": ("Infiltration", teller.lost),
        "taken_over": ("Taken over", teller.taken_over),
        "takeover_failed": ("Take-over failed", teller.failed),
        "takeover_dropped": ("Take-over", teller.dropped),
        "joined": ("Joined", teller.joined),
        "wormhole": ("Wormhole", teller.wormhole),
    }
    if report["kind"] not in told:
        return None
    heading, say = told[report["kind"]]
    return heading, say(report)


def betrayal(order: Report, words: Words, titles: Mapping[str, str]) -> tuple[str, str] | None:
    """What a posted order betrays of units that its reader does not see; None if nothing."""
    if _ACTIVITY not in order["result"]:
        return None
    whose = titles.get(order["power"], order["power"])
    deed = words.order(order["unit"], order["order"])
    outcome = words.outcome([word for word in order["result"] if word != _ACTIVITY])
    became = f" ({outcome})" if outcome else ""
    return "Romulan activity", f"{whose}: {deed}{became}. What decided it is hidden from you."


class _Teller:
    """Puts reports into words."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def detected(self, report: Report) -> str:
        sensed = " and ".join(self._sensor(name) for name in report.get("by") or ())
        seen = f"{sensed} sensed a cloaked unit" if sensed else "A cloaked unit was sensed"
        return f"{seen} in {self.words.place(report['at'])}. {self._order(report)}"

    def retreat(self, report: Report) -> str:
        at = report.get("at")
        where = f"A cloaked unit retreated to {self.words.place(at)}." if at else "A cloaked unit is gone."
        return f"{where} {self._order(report)}"

    def build(self, report: Report) -> str:
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

    def infiltration(self, report: Report) -> str:
        if not report.get("at"):
            return "You have infiltrated a Cardassian unit that is not placed yet. You will be told where."
        return f"You have infiltrated {self.words.unit(report['unit'])}. You may take it over once."

    def moved(self, report: Report) -> str:
        before = f" from {self.words.unit(report['from'])}" if report.get("from") else ""
        return f"An infiltration has passed{before} to {self.words.unit(report['unit'])}."

    def lost(self, report: Report) -> str:
        return f"The infiltration of {self.words.unit(report['unit'])} is lost."

    def taken_over(self, report: Report) -> str:
        order = self.words.order(report["unit"], report["order"])
        return f"The Dominion gave the order of your {self.words.unit(report['unit'])}. Yours was: {order}."

    def failed(self, report: Report) -> str:
        unit = self.words.unit(report["unit"])
        return f"The Dominion tried to take over {unit}; as it carried the Enterprise, that failed."

    def dropped(self, report: Report) -> str:
        return f"{self.words.unit(report['unit'])} was not infiltrated: your order for it was dropped."

    def joined(self, report: Report) -> str:
        return f"{self.words.place(report['center'])} has joined the Federation."

    def wormhole(self, report: Report) -> str:
        here, there = (self.words.place(end) for end in report["between"])
        return f"A wormhole has opened between {here} and {there}. It stays, for everybody."
