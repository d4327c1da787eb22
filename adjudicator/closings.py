"""What happens between phases: end of a season, ownership of centres, victory. Variants put these into their
steps."""

from __future__ import annotations

from collections import Counter

import msgspec

from adjudicator.aftermath import apply
from adjudicator.position import Position
from adjudicator.variant import Closing, Tell, Variant


def end_season(variant: Variant, position: Position, tell: Tell) -> Position:
    """What the variant's rules do when a season is over."""
    for rule in variant.rulebook.having("turnover"):
        position, reports = apply(position, rule.turnover(position))
        for report in reports:
            tell(report)
    return position


def ownership(variant: Variant, position: Position, _tell: Tell) -> Position:
    """Every centre with a unit in it belongs to that unit's owner."""
    centre_of, centers = variant.board(position).centre_of, position.centers
    taken = {}
    for unit in position.units:
        if unit.place in centre_of and centers.get(place := centre_of[unit.place]) != unit.owner:
            taken[place] = unit.owner
    return msgspec.structs.replace(position, centers=position.centers | taken) if taken else position


def solo(centres: int) -> Closing:
    """Victory of the power that owns this many centres."""

    def victory(_variant: Variant, position: Position, _tell: Tell) -> Position:
        winners = sorted(p for p, n in Counter(position.centers.values()).items() if n >= centres)
        return msgspec.structs.replace(position, winner=tuple(winners)) if winners else position

    return victory
