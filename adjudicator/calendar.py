"""The year as data: which phase follows which, what happens in between. What a phase does is elsewhere."""

from __future__ import annotations

import msgspec

from adjudicator.errors import BadSetupError
from adjudicator.outcomes import Record
from adjudicator.position import Position
from adjudicator.variant import Variant


class Turn(msgspec.Struct, frozen=True):
    """A moment of the calendar; its code is season letter, year, phase letter: `S1901M`."""

    season: str
    year: int
    phase: str

    @property
    def code(self) -> str:
        """`S1901M`."""
        return f"{self.season}{self.year}{self.phase}"


def turn_of(code: str) -> Turn:
    """The turn of a well-formed code."""
    return Turn(code[0], int(code[1:-1]), code[-1])


def read_turn(variant: Variant, code: object) -> Turn:
    """The turn a setup names.

    Raises `BadSetupError` if the variant has no such phase."""
    steps = {(s.season, s.phase) for s in variant.steps}
    if isinstance(code, str) and len(code) > 2 and code[1:-1].isdecimal():
        turn = turn_of(code.upper())
        if (turn.season, turn.phase) in steps:
            return turn
    example = f"{variant.steps[0].season}{variant.year}{variant.steps[0].phase}"
    raise BadSetupError(f"turn {code!r}: {variant.title} has no such phase; write it like {example}")


def title(variant: Variant, code: str) -> str:
    """For people: `Spring 1901, movement`."""
    turn = turn_of(code)
    return f"{variant.seasons[turn.season]} {turn.year}, {variant.phases[turn.phase].name}"


def advance(variant: Variant, position: Position, record: Record) -> Position:
    """The position at the next phase that is due, after everything that happens on the way; it carries the
    record, which takes in the reports that the closings make."""
    steps = variant.steps
    code = position.turn
    at, season, letter, year = 0, code[0], code[-1], int(code[1:-1])
    while steps[at].season != season or steps[at].phase != letter:
        at += 1
    while True:
        for closing in steps[at].after:
            position = closing(variant, position, record.tell)
        at += 1
        if at == len(steps):
            at, year = 0, year + 1
        step = steps[at]
        position = msgspec.structs.replace(position, turn=f"{step.season}{year}{step.phase}", record=record)
        phase = variant.phases[step.phase]
        if position.winner is not None or phase.due(variant, position):
            return position
        position = phase.passed_over(variant, position, record.tell)
