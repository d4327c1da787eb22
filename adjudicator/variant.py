"""Variant: the record that makes a game of its rules, map, powers and calendar. The rules themselves live in
`variants/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from adjudicator.board import Board, Field, Kind
from adjudicator.chart import Chart
from adjudicator.notation import Notation
from adjudicator.outcomes import Entry, Report
from adjudicator.position import Dislodged, Position
from adjudicator.rules import Rulebook
from adjudicator.sketch import Note

Sheets = Mapping[str, Sequence[str]]
Tell = Callable[[Report], None]  # what happens between phases reports through this


class Power(msgspec.Struct, frozen=True):
    """One power: its id in orders and positions, its name for people."""

    id: str
    name: str


class Reading(msgspec.Struct, frozen=True):
    """How one line of a sheet is understood: canonical order and unit if it can be read; why it will not
    count if not."""

    text: str
    order: str | None
    unit: str | None
    ok: bool
    problem: str | None = None


class Resolution(msgspec.Struct, frozen=True):
    """A phase resolved: the position before the calendar moves on, and what became of the orders.

    `entries` writes them out on demand; `again`: the phase stays open, the calendar does not move on."""

    position: Position
    entries: Callable[[], tuple[Entry, ...]]
    reports: tuple[Report, ...] = ()
    dislodged: tuple[Dislodged, ...] = ()
    again: bool = False


class Phase(Protocol):
    """A kind of phase: who is asked, what may be ordered, what comes of it."""

    name: str

    def due(self, variant: Variant, position: Position) -> bool:
        """Is there anything to order in this phase? Otherwise it is passed over."""

    def passed_over(self, variant: Variant, position: Position, tell: Tell) -> Position:
        """The position after the phase was not due."""

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers the phase waits for, computed from what is public."""

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """All orders of the power that count, by unit, as it looks to that power."""

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How a sheet is understood, as it looks to that power."""

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Adjudicate."""


class Declarations(Protocol):
    """What powers may declare beside their orders; it takes effect at once and everybody sees it."""

    def possible(self, variant: Variant, position: Position, power: str) -> list[str]:
        """The declarations the power may make now, as text."""

    def made(self, variant: Variant, position: Position, power: str, text: str) -> Position:
        """The position after the declaration.

        Raises `BadDeclarationError`."""


Closing = Callable[["Variant", Position, Tell], Position]


def as_it_is(_variant: Variant, position: Position) -> Position:
    """The position unchanged."""
    return position


class Step(msgspec.Struct, frozen=True):
    """One step of the year: season letter, phase letter, and what happens when it is over (also if it was
    passed over)."""

    season: str
    phase: str
    after: tuple[Closing, ...] = ()


class Variant(msgspec.Struct, frozen=True, eq=False):
    """A game: immutable, made once. `steps` are one year; `year` the first; `victory` the centres that win
    alone.

    `begin` makes the first position; `adjustment(variant, position, power)` is the builds (+) or disbands (-)
    due, `sites` where that power may build, `known(position, power)` the units that power knows of;
    `complete` fills in what a setup left to the variant; `facts` replaces `sight.facts` where there is more
    to tell or to hide; `lock` makes the position between lock and resolution where there is such a moment
    (see `game.lock`); `further` gives the parts that only this variant's outcomes have; `sketch` what it
    notes on the board of a view (`adjudicator.sketch`); `offers` shortens the list of legal orders where it
    is too long to be sent; `reach` says where the units of a view can be in the seasons to come;
    `is_draw(variant, position)` tells a draw from a victory in a game that is over, where the rules know
    draws; `recall(view)` is what of the notebook a view tells beside its memory; `ids` are the powers' ids,
    filled in."""

    name: str
    title: str
    powers: tuple[Power, ...]
    chart: Chart
    kinds: Mapping[str, Kind]
    rulebook: Rulebook
    steps: tuple[Step, ...]
    phases: Mapping[str, Phase]
    seasons: Mapping[str, str]
    year: int
    begin: Callable[[Variant, int, dict[str, Any]], Position]
    adjustment: Callable[[Variant, Position, str], int]
    sites: Callable[[Variant, Position, str], list[str]]
    known: Callable[[Position, str], tuple[Any, ...]]
    complete: Callable[[Variant, Position], Position] = as_it_is
    facts: Callable[[Variant, Position], list[Any]] | None = None
    lock: Callable[[Variant, Position, Sheets], Position | None] | None = None
    declarations: Declarations | None = None
    further: Callable[[Variant, Position], dict[str, Any]] | None = None
    sketch: Callable[[Mapping[str, Any]], Sequence[Note]] | None = None
    offers: Callable[[Variant, Position, str], dict[str, list[str]]] | None = None
    reach: Callable[[Mapping[str, Any]], dict[str, list[list[str]]]] | None = None
    is_draw: Callable[[Variant, Position], bool] | None = None
    recall: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    ids: tuple[str, ...] = ()
    boards: dict[Any, Board] = {}

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "ids", tuple(p.id for p in self.powers))

    def board(self, position: Position) -> Board:
        """The board of a position: the printed chart with the links the rules have opened."""
        rules = self.rulebook.having("links")
        links = frozenset(link for r in rules for link in r.links(position)) if rules else frozenset()
        known = self.boards.get(links)
        if known is None:
            chart = self.chart.extended(links)
            known = self.boards[links] = Board(chart, self.kinds, self._notation(chart), self.rulebook.acts)
        return known

    def _notation(self, chart: Chart) -> Notation:
        rules = self.rulebook.rules
        words = {p.id: p.id for p in self.powers} | {p.name.lower(): p.id for p in self.powers}
        return Notation(
            chart,
            {k.letter: k.name for k in self.kinds.values()},
            marks=tuple(m for r in rules for m in r.marks),
            powers=words,
            readers=tuple(x for r in rules for x in r.readers),
            writers=tuple(x for r in rules for x in r.writers),
        )

    def field(self, position: Position, power: str) -> Field:
        """The board as this power knows it."""
        return Field(self.board(position), self.known(position, power))
