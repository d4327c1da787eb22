"""What stands beside the board, from one viewer's View: results by power, holdings, who is awaited.

Nothing here reads a table; whatever a viewer may not know is not in the View this starts from.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trekdip.games import gate, wire
from trekdip.games.selectors import Declarations, HistoryEntry, Table
from trekdip.games.words import Words
from trekdip.parts import part_of


@dataclass(frozen=True)
class ResultLine:
    """One order of the phase before and what became of it; `failed` if it did not do what it says."""

    sentence: str
    order: str
    outcome: str
    why: str
    failed: bool


@dataclass(frozen=True)
class PowerResults:
    """A power's orders of the phase before."""

    power: str
    title: str
    lines: list[ResultLine]


@dataclass(frozen=True)
class PowerRow:
    """A power as the viewer knows it: centres and units by name; to build (+) or disband (−); by how many
    centres it has changed since last year.
    """

    power: str
    title: str
    player: str | None
    mine: bool
    awaited: bool
    centers: list[str]
    units: list[str]
    adjustment: int
    change: int = 0

    @property
    def fewer(self) -> int:
        """How many centres have been lost since last year."""
        return max(0, -self.change)

    @property
    def disbands(self) -> int:
        """How many units have to go."""
        return max(0, -self.adjustment)


@dataclass(frozen=True)
class Offer:
    """What may be declared to one other power: each as it is sent, with the words on its button."""

    power: str
    title: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True)
class Declared:
    """What was declared in a phase, in words and newest last, and what the viewer may declare now."""

    made: list[tuple[str, dt.datetime]]
    offers: list[Offer]


@dataclass(frozen=True)
class Panels:
    """Everything beside the board."""

    results: list[PowerResults]
    powers: list[PowerRow]
    awaiting: list[str]
    owes: bool
    task: str
    winners: list[str]
    meanings: str
    part: Mapping[str, Any] | None
    declarations: Declared | None = None


@dataclass(frozen=True)
class HoldingsRow:
    """A power's numbers of centres and units in two views, and the centres it has only in one of them."""

    power: str
    title: str
    centers: tuple[int, int]
    units: tuple[int, int]
    won: list[str]
    lost: list[str]


def holdings(table: Table, left: dict[str, Any], right: dict[str, Any]) -> list[HoldingsRow]:
    """What two views of one viewer differ in, a row a power."""
    words = Words(table.variant)

    def only(power: str, here: dict[str, Any], there: dict[str, Any]) -> list[str]:
        mine = set(here["centers"].get(power, ())) - set(there["centers"].get(power, ()))
        return sorted(words.place(center) for center in mine)

    return [
        HoldingsRow(
            power,
            title,
            (len(left["centers"].get(power, ())), len(right["centers"].get(power, ()))),
            (len(left["units"].get(power, ())), len(right["units"].get(power, ()))),
            won=only(power, right, left),
            lost=only(power, left, right),
        )
        for power, title in table.powers
    ]


def panels(
    table: Table,
    state: wire.GameState,
    *,
    before: dict[str, Any] | None = None,
    declared: Declarations | None = None,
) -> Panels:
    """The panels of a state, for whoever the state is for. `before`: the same viewer's View a year ago;
    `declared`: what was declared in public since the phase opened.
    """
    view = state.view_data()
    if declared is not None and declared.standing:
        view = {**view, "memory": {**view.get("memory", {}), **declared.standing}}
    words = Words(table.variant)
    titles = dict(table.powers)
    awaiting = list(view.get("awaiting") or ())
    final = state.sheet is not None and state.sheet.final
    return Panels(
        results=_results(view, titles, words),
        powers=_powers(table, state.viewer, view, words, before),
        awaiting=[titles.get(power, power) for power in awaiting],
        owes=state.status == "open" and state.viewer in awaiting and not final,
        task=_task(table, state, view, locked=declared is not None and declared.locked),
        winners=[titles.get(power, power) for power in view.get("winner") or ()],
        meanings=_meanings(table, state, view),
        part=_part(table, state, view),
        declarations=_declared(table, declared),
    )


def _declared(table: Table, declared: Declarations | None) -> Declared | None:
    """What was and may be declared, in words; None in games where nothing ever is."""
    said = part_of(table.variant).declarations
    if declared is None or not said:
        return None
    titles = dict(table.powers)

    def other(text: str) -> str:
        return text.partition(" ")[2]

    def tell(power: str, text: str) -> str:
        named = titles.get(other(text), other(text))
        return f"{titles.get(power, power)} {said[text.partition(' ')[0]][1].format(other=named)}"

    offers: dict[str, list[tuple[str, str]]] = {}
    for text in declared.possible:
        offers.setdefault(other(text), []).append((text, said[text.partition(" ")[0]][0]))
    return Declared(
        made=[(tell(one.power, one.text), one.at) for one in declared.made],
        offers=[Offer(power, titles.get(power, power), choices) for power, choices in offers.items()],
    )


def _meanings(table: Table, state: wire.GameState, view: dict[str, Any]) -> str:
    """What marks and far moves lead to, for whoever may order now."""
    if state.status not in {"open", "paused"} or state.viewer not in dict(table.powers):
        return ""
    return part_of(table.variant).meanings(state.viewer, view, state.legal_data())


def _part(table: Table, state: wire.GameState, view: dict[str, Any]) -> Mapping[str, Any] | None:
    """What the variant's own section is filled with for this viewer."""
    panel = part_of(table.variant).panel
    return None if panel is None else panel(view, state.legal_data(), state.viewer)


def neighbours(entries: list[HistoryEntry], ordinal: int) -> dict[str, int | None]:
    """The ordinals of the phase before and the phase after, each None at its end of the history."""
    ordinals = [entry.ordinal for entry in entries]
    return {
        "previous": max((other for other in ordinals if other < ordinal), default=None),
        "following": min((other for other in ordinals if other > ordinal), default=None),
    }


def came_from(entries: list[HistoryEntry], ordinal: int) -> str:
    """The title of the phase whose results lead to this one: the last before it that counts. Empty before the
    first, and for a phase that counts no more itself.
    """
    if withdrawn(entries, ordinal):
        return ""
    earlier = [entry for entry in entries if entry.ordinal < ordinal and not entry.withdrawn]
    return max(earlier, key=lambda entry: entry.ordinal).title if earlier else ""


def withdrawn(entries: list[HistoryEntry], ordinal: int) -> str:
    """Why a phase counts no more; empty if it does."""
    return next((entry.withdrawn for entry in entries if entry.ordinal == ordinal), "")


def _task(table: Table, state: wire.GameState, view: dict[str, Any], *, locked: bool) -> str:
    """What the phase asks of the viewer, where the list of units alone does not say it."""
    titles = dict(table.powers)
    if state.viewer not in titles or state.status == "finished":
        return ""
    if locked:
        who = " and ".join(titles.get(power, power) for power in view.get("awaiting") or ())
        return f"The orders are locked. {who} may still amend their own before they are resolved."
    due: int = (view.get("adjustments") or {}).get(state.viewer, 0)
    if due > 0:
        return "You may build one unit." if due == 1 else f"You may build {due} units."
    if due < 0:
        return "You have to disband one unit." if due == -1 else f"You have to disband {-due} units."
    return "" if state.legal_data() else "Nothing is asked of you in this phase."


def _results(view: dict[str, Any], titles: dict[str, str], words: Words) -> list[PowerResults]:
    """Orders grouped by power, in the variant's order of powers."""
    grouped: dict[str, list[ResultLine]] = {power: [] for power in titles}
    for entry in view.get("orders") or ():
        outcome = list(entry.get("result") or ())
        grouped.setdefault(entry["power"], []).append(
            ResultLine(
                sentence=words.order(entry["unit"], entry["order"]),
                order=entry["order"],
                outcome=words.outcome(outcome),
                why=gate.plainly(entry.get("because") or ""),
                failed=bool(outcome) and outcome != ["assimilates"],
            )
        )
    return [PowerResults(power, titles.get(power, power), lines) for power, lines in grouped.items() if lines]


def _powers(
    table: Table, viewer: str, view: dict[str, Any], words: Words, before: dict[str, Any] | None
) -> list[PowerRow]:
    """One row a power."""
    players = {seat.power: seat.player for seat in table.seats}
    adjustments = view.get("adjustments") or {}
    awaiting = view.get("awaiting") or ()
    return [
        PowerRow(
            power=power,
            title=title,
            player=players.get(power),
            mine=power == viewer,
            awaited=power in awaiting,
            centers=sorted(words.place(center) for center in view["centers"].get(power, ())),
            units=sorted(words.unit(unit) for unit in view["units"].get(power, ())),
            adjustment=adjustments.get(power, 0),
            change=len(view["centers"].get(power, ())) - len(before["centers"].get(power, ()))
            if before
            else 0,
        )
        for power, title in table.powers
    ]
