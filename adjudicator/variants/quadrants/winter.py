"""The end of the year in quadrants: what every Fall does to centres, treasury, units and alliances,
disbands that are not ordered, and who has won (Q-i, Q-l, Q-m, Q-o, Q-s, Q-t, Q-u)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.adjustments import Adjustments as StandardAdjustments
from adjudicator.outcomes import Report
from adjudicator.position import Position, Unit
from adjudicator.variant import Tell, Variant
from adjudicator.variants.quadrants import ferengi
from adjudicator.variants.quadrants.memory import memory_of, remember, season_over
from adjudicator.variants.quadrants.powers import (
    CENTRES_OF_AN_ALLIANCE,
    CENTRES_TO_WIN,
    FERENGI,
    LATINUM_TO_WIN,
    homes,
    living,
)

FIRST_FALL, DRAW = "no_first_fall_win", "draw_after"


def end_season(_variant: Variant, position: Position, _tell: Tell) -> Position:
    """Freezes and sabotage are over; nothing of the movement phase needs to be remembered."""
    return season_over(position)


def claims(_variant: Variant, position: Position, _tell: Tell) -> Position:
    """Bribed centres are claimed when centres change hands, then income comes in (Q-i, Q-s)."""
    return ferengi.earn(ferengi.claim(position))


def homeless(_variant: Variant, position: Position, tell: Tell) -> Position:
    """Units of a power without a centre must all go, and go without a phase (Q-o, Q-t)."""
    owners = set(position.centers.values())
    for unit in position.units:
        if unit.owner not in owners:
            tell(Report(unit.owner, "disbanded", {"unit": unit.name}))
    return msgspec.structs.replace(position, units=tuple(u for u in position.units if u.owner in owners))


def elimination(variant: Variant, position: Position, _tell: Tell) -> Position:
    """Alliances and proposals of powers that are out of the game are dissolved, before victory is looked at
    (Q-o, Q-u)."""
    alive = set(living(position, variant.ids))
    memory = memory_of(position)
    return remember(
        position,
        alliances=tuple(pair for pair in memory.alliances if set(pair) <= alive),
        proposals=tuple(pair for pair in memory.proposals if set(pair) <= alive),
    )


def victory(variant: Variant, position: Position, _tell: Tell) -> Position:
    """Alliances first, then solos, which share; else, in the year the table set, a draw of all that are
    left (Q-m, Q-u)."""
    winners: Sequence[str] = victors(variant, position)
    last = position.options.get(DRAW)
    if not winners and last is not None and int(position.turn[1:-1]) >= last:
        winners = living(position, variant.ids)
    return msgspec.structs.replace(position, winner=tuple(sorted(winners))) if winners else position


def victors(variant: Variant, position: Position) -> list[str]:
    """Who has won at the end of this year; nobody where the table rules out the first Fall (Q-m, Q-u)."""
    if position.options.get(FIRST_FALL) and int(position.turn[1:-1]) == variant.year:
        return []
    return allied(position) or solos(position)


def is_draw(variant: Variant, position: Position) -> bool:
    """Is the game over because of its last year, and not by anybody's victory (Q-m)?"""
    return not victors(variant, position)


def allied(position: Position) -> list[str]:
    """The allies that have enough centres together."""
    owners = list(position.centers.values())
    return [
        power
        for pair in memory_of(position).alliances
        if sum(owners.count(p) for p in pair) >= CENTRES_OF_AN_ALLIANCE
        for power in pair
    ]


def solos(position: Position) -> list[str]:
    """The powers that have what they need alone; a power without a centre is out of the game."""
    owners = list(position.centers.values())
    rich = memory_of(position).latinum >= LATINUM_TO_WIN
    return [
        power
        for power, needed in CENTRES_TO_WIN.items()
        if owners.count(power) >= needed or (power == FERENGI and rich and FERENGI in owners)
    ]


class Adjustments(StandardAdjustments):
    """Adjustments in which the units farthest from their power's homes go first (Q-l, Q-t)."""

    disorder = "No disband was ordered, so the unit farthest from its power's home systems goes (Q-l)."

    def due(self, variant: Variant, position: Position) -> bool:
        """If anybody is awaited."""
        return bool(self.awaited(variant, position))

    def passed_over(self, variant: Variant, position: Position, tell: Tell) -> Position:
        """Units of a power without a centre are gone (a setup may begin in Winter)."""
        return homeless(variant, position, tell)

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Who owes disbands or has builds due and a home; whose units must all go is not asked (Q-t)."""
        owners = set(position.centers.values())
        return [p for p in super().awaited(variant, position) if p in owners]

    def removals(self, variant: Variant, position: Position, power: str, units: Sequence[Unit]) -> list[Unit]:
        """Farthest from the nearest home system by lanes first, whoever owns the home; ties by system id."""
        chart = variant.board(position).chart
        near = [chart.distances(chart.index[home]) for home in homes(chart, power)]
        return sorted(units, key=lambda u: (-min(steps[chart.index[u.place]] for steps in near), u.place))
