"""The truth for the desk and for games that are over: taken up, corrected, explained, drawn again."""

import traceback
from collections.abc import Mapping, Sequence

import adjudicator as adj
from trekdip.games.gate.positions import entering_of, position_of
from trekdip.games.passed import (
    AdjudicationError,
    AmendingError,
    DrawRow,
    Entering,
    Given,
    Standing,
)


def entered(truth: str) -> Entering:
    """A phase opened once more with the same position; raises AdjudicationError."""
    try:
        return entering_of(position_of(truth))
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


def amended(truth: str, units: Sequence[Standing], centers: Mapping[str, str | None]) -> Entering:
    """A phase opened with a corrected position: exactly these units, and these centres owned so.

    Raises AmendingError saying what is wrong, AdjudicationError with the trace.
    """
    given = [adj.Standing(one.power, one.unit, one.was) for one in units]
    try:
        position = adj.amend(position_of(truth), given, centers)
    except adj.AdjudicatorError as error:
        raise AmendingError(f"This cannot be: {error}.") from error
    try:
        return entering_of(position)
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


def explained(truth: str, viewer: str) -> list[Given]:
    """Every fact of a position that a viewer is given, with the reason. For the desk alone."""
    return [
        Given(one["about"], one["says"], one["veiled"], tuple(one["why"]))
        for one in adj.explain(position_of(truth), viewer)
    ]


def standing(truth: str) -> tuple[list[Standing], dict[str, str]]:
    """The units of a position by number, and who owns which centre: what a correction starts from."""
    position = position_of(truth)
    units = [Standing(unit.owner, unit.name, number) for number, unit in enumerate(position.units)]
    return units, dict(position.centers)


def redrawn(seed: int, truths: Sequence[str]) -> tuple[DrawRow, ...]:
    """Every draw of a game made again: `truths` are its positions, oldest first."""
    made = [one for truth in truths for one in adj.drawn(position_of(truth))]
    return tuple(
        DrawRow(
            turn=str(one["turn"]),
            purpose=str(one["purpose"]),
            pool=tuple(map(str, one["pool"])),
            drawn=str(one["drawn"]),
            redrawn=str(one["redrawn"]),
            agrees=bool(one["agrees"]),
        )
        for one in adj.verify(seed, made)["draws"]
    )
