"""The acts of a table and their details as people read them: no ids, no codes. Reads no table."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime

from trekdip.games import gate
from trekdip.games.models import Game
from trekdip.games.words import Words

_ACTS = {
    "game_create": "made the table",
    "game_start": "began the game",
    "game_cancel": "called the game off",
    "game_end": "ended by agreement",
    "gm_handover": "became the GM",
    "game_pause": "paused the game",
    "game_resume": "let the game go on",
    "seat_leave": "gave up a seat",
    "seat_kick": "removed a player",
    "countries_assign": "assigned countries",
    "seat_assign": "assigned a power",
    "seat_replace": "gave a seat to somebody else",
    "missing_hold": "put the game on hold for a replacement",
    "missing_nmr": "waited no longer for missing orders",
    "deadline_force": "ended a phase at once",
    "deadline_move": "moved a deadline",
    "power_nmr": "took no orders from a power",
    "phase_rerun": "ran a phase again",
    "result_publish": "published results",
    "held_reopen": "took orders again for a closed phase",
    "sheet_edit": "changed a power's orders",
    "correction_make": "corrected the game",
    "invitation_send": "invited somebody",
    "gm_read": "looked at what is secret",
    "observer_ask": "asked to see what is private",
    "observer_withdraw": "took that request back",
    "observer_agree": "agreed to an observer",
    "observer_object": "objected to an observer",
    "observer_grant": "let an observer see what is private",
    "press_read": "read a conversation of the players",
    "press_report_read": "opened a reported message",
    "hook_save": "set up messages to a chat",
    "hook_remove": "ended the messages to a chat",
    "archive_restore": "brought the game back from an archive",
}
_NAMES = {
    "turn": "phase",
    "power": "power",
    "seat": "seat",
    "deadline": "deadline until then",
    "to": "to",
    "before": "orders before",
    "after": "orders after",
    "sheets": "orders",
    "withdrawn": "phases taken back",
    "style": "chat",
}
_FACTS = {
    "sheet_discarded": "orders already sent were set aside",
    "held": "the phase was closed and waited for the GM",
    "unseen": "without looking at them first",
    "imported": "from a saved game",
}
_PAGES = {
    "preview": "the results as they would be",
    "truth": "the whole truth",
    "see": "the board as a player sees it",
    "knowledge": "who knows what",
    "correction": "the whole truth, to correct it",
}
_OUTCOMES = dict(Game.Outcome.choices)
_GM = "gm"


@dataclass(frozen=True)
class Detail:
    """One detail of an act: its name (empty: the text says all), its text or the moment it stands for."""

    name: str
    text: str = ""
    moment: dt.datetime | None = None


def act_words(act: str) -> str:
    """An act of the audit in words; one without words here is shown by its own name."""
    return _ACTS.get(act, act.replace("_", " "))


def detail_words(details: Mapping[str, Any], variant: str) -> list[Detail]:
    """The details of an act in words, without those that say nothing."""
    names = _Names(variant)
    told = []
    for name, value in details.items():
        if value in (None, "", [], {}, False) or (name == "phase" and "turn" in details):
            continue
        if name in _FACTS or (name == "kind" and value in _PAGES):
            told.append(Detail("", _FACTS.get(name) or _PAGES[value]))
            continue
        label = _NAMES.get(name, gate.variant(variant).power_title(name).replace("_", " "))
        moment = parse_datetime(value) if isinstance(value, str) and "T" in value else None
        said_by = name == "from" and "conversation" in details  # elsewhere `from` is an account
        text = names.power(value) if said_by else names.told(name, value)
        told.append(Detail(label, "" if moment else text, moment))
    return told


class _Names:
    """What the details of one variant's games stand for."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.words = Words(variant)
        self.titles = {**dict(gate.variant(variant).powers), _GM: "the GM"}
        self.countries = dict(gate.countries(variant))

    def told(self, name: str, value: Any) -> str:
        """The value of a detail. An account may be called like a power: only what is a power by its name is
        given a power's title.
        """
        reads: dict[str, Callable[[Any], str]] = {
            "turn": lambda turn: gate.turn_title(self.variant, turn),
            "power": self.power,
            "seat": self.power,
            "conversation": lambda key: ", ".join(map(self.power, key.split("+"))),
            "powers": lambda powers: ", ".join(map(self.power, powers)),
            "outcome": lambda outcome: _OUTCOMES.get(outcome, outcome),
            "units": lambda units: "; ".join(map(self._unit, units)),
            "centres": self._centres,
            "sheets": lambda sheets: "; ".join(
                f"{self.power(one)}: {_sheet(of)}" for one, of in sheets.items()
            ),
            "before": _sheet,
            "after": _sheet,
        }
        if name in reads:
            return reads[name](value)
        return self.countries.get(value, value) if name in self.titles else str(value)

    def power(self, power: str) -> str:
        """A power's title; the GM, who is a party of press."""
        return self.titles.get(power, power)

    def _unit(self, text: str) -> str:
        power, _, unit = text.partition(": ")
        return f"{self.power(power)}: {self.words.unit(unit)}"

    def _sheets(self, sheets: Mapping[str, str]) -> str:
        return "; ".join(f"{self.power(power)}: {_sheet(text)}" for power, text in sheets.items())

    def _centres(self, owners: Mapping[str, str | None]) -> str:
        return "; ".join(
            f"{self.words.place(centre)}: {self.power(owner) if owner else 'nobody'}"
            for centre, owner in owners.items()
        )


def _sheet(text: str) -> str:
    """Order lines in one line."""
    return ", ".join(text.splitlines()) or "nothing"
