"""The Borg: assimilation (Borg 1-10). The battle itself treats their moves as settling
(`contest.battle.Twists.settlers`)."""

from __future__ import annotations

from adjudicator.board import Board
from adjudicator.position import Unit
from adjudicator.variants.stdip.cardassian import converted
from adjudicator.variants.stdip.memory import ASSIMILATED, with_tag

BORG = "borg"


def victim(unit: Unit) -> Unit:
    """The unit as it stands until the retreats are over: still its owner's, but lost to the Borg (Borg 2)."""
    return with_tag(unit, ASSIMILATED)


def joined(unit: Unit, board: Board, choice: str | None) -> Unit:
    """The Borg unit it becomes (Borg 2, 5, 10, Car 5, B-g): visible, without its old talents.

    `choice`: what the Borg named for a Cardassian unit on a coast (`F bul/sc`), None if nothing valid."""
    province = board.chart.provinces[board.spot[unit.place]]
    if unit.kind != "C":
        return Unit(BORG, unit.kind, unit.place)
    kind = converted(province.kind)
    if kind is not None:
        return Unit(BORG, kind, province.id)
    letter, _, place = (choice or f"A {province.id}").partition(" ")
    return Unit(BORG, letter, place)


def choices(unit: Unit, board: Board) -> list[str]:
    """What the Borg may name for an assimilated Cardassian unit on a coast: army, or fleet with its
    coast. Else nothing."""
    province = board.chart.provinces[board.spot[unit.place]]
    if unit.kind != "C" or converted(province.kind) is not None:
        return []
    shores = [f"F {province.id}/{c}" for c in province.coasts] or [f"F {province.id}"]
    return [f"A {province.id}", *shores]
