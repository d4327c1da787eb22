"""The life of a game: its first phase, sheets read, declarations, the lock, the resolution."""

import dataclasses
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import adjudicator as adj
from trekdip.games import wire
from trekdip.games.gate.names import PUBLIC, Declaration
from trekdip.games.gate.positions import declarable_in, entering_of, position_of, readings_of, with_declared
from trekdip.games.passed import (
    AdjudicationError,
    Declared,
    DeclaringError,
    Entering,
    OrderRow,
    Resolved,
)


def opening(name: str, *, seed: int, options: Mapping[str, Any]) -> Entering:
    """The first phase of a new game of the variant; raises AdjudicationError."""
    try:
        return entering_of(adj.new(name, seed=seed, options=dict(options)))
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


def read_sheet(truth: str, power: str, lines: Sequence[str]) -> list[wire.Line]:
    """How each line of a sheet is understood, judged by what that power may know (R-i).

    Of several lines for a unit the last that is possible counts, so that a slip takes no good order away: it
    is put behind those that are not (O-a), for the adjudicator the later line counts (M-v).
    """
    position = position_of(truth)
    read = readings_of(position, power, lines)
    kept: list[int] = []
    slips: dict[str, wire.Line] = {}
    for unit in dict.fromkeys(line.unit for line in read if line.unit is not None):
        mine = [number for number, line in enumerate(read) if line.unit == unit]
        if len(mine) > 1 and not any(read[number].ok for number in mine):
            possible, wrong = _last_possible(position, power, read, mine)
            if possible is not None:
                kept.append(possible)
                slips |= {line.text: line for line in wrong}
    if not kept:
        return read
    order = [*(number for number in range(len(read)) if number not in kept), *sorted(kept)]
    again = readings_of(position, power, [read[number].text for number in order])
    return [line if line.ok else slips.get(line.text, line) for line in again]


def _last_possible(
    position: adj.Position, power: str, read: Sequence[wire.Line], mine: Sequence[int]
) -> tuple[int | None, list[wire.Line]]:
    """Of the lines `mine` of a sheet, all for one unit, the number of the last that is possible by itself
    (None: none is), and how those after it read by themselves.
    """
    wrong: list[wire.Line] = []
    for number in reversed(mine):
        (alone,) = readings_of(position, power, [read[number].text])
        if alone.ok:
            return number, wrong
        wrong.append(alone)
    return None, wrong


def declare(truth: str, made: Sequence[Declaration], power: str, text: str) -> Declared:
    """What is public once a power has declared something, after what was declared before in the phase.

    Raises DeclaringError.
    """
    try:
        position = adj.declare(with_declared(position_of(truth), made), power, text)
    except adj.AdjudicatorError as error:
        raise DeclaringError(str(error)) from error
    return Declared(declarable_in(position), dict(adj.view(position, PUBLIC).get("memory", {})))


def locked(
    truth: str, orders: Mapping[str, Sequence[str]], made: Sequence[Declaration] = ()
) -> Entering | None:
    """The phase between the lock of these orders and their resolution, in which those it awaits may still
    amend theirs; None where there is no such moment or nobody could. Raises AdjudicationError.
    """
    try:
        position = with_declared(position_of(truth), made)
        between = adj.lock(position, {power: list(lines) for power, lines in orders.items()})
        entering = None if between is None else entering_of(between)
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error
    if entering is None or not entering.awaiting:
        return None
    return dataclasses.replace(entering, title=f"{entering.title}: orders locked")


def resolve(truth: str, orders: Mapping[str, Sequence[str]], made: Sequence[Declaration] = ()) -> Resolved:
    """Adjudicate the phase with each power's order lines; a power left out has sent none. `made`: what was
    declared in it, in order.

    Everything is worked out here, views and drawings included, so that an error leaves nothing half done.
    Raises AdjudicationError with the trace.
    """
    try:
        position = with_declared(position_of(truth), made)
        outcome = adj.resolve(position, {power: list(lines) for power, lines in orders.items()})
        rows = tuple(
            OrderRow(
                entry["power"],
                entry["unit"] or "",
                entry["order"],
                tuple(entry["result"]),
                entry.get("because") or "",
            )
            for entry in outcome.orders
        )
        return Resolved(rows, entering_of(outcome.state))
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error
