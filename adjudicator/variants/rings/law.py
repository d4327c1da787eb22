"""Which movement orders count, and why the others do not. Judged on what the orderer may know: the ships on
the board, how many are in warp, where its own are bound."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.board import Board
from adjudicator.orders import HOLD, MOVE, SUPPORT, Order
from adjudicator.position import Position
from adjudicator.variant import Variant
from adjudicator.variants.rings.language import COURSE, STAND, WARP
from adjudicator.variants.rings.memory import memory_of
from adjudicator.variants.rings.wheel import WORMHOLE

WARP_MOST = 9  # paragraph 8


class Sky:
    """What one race knows of a moment: `stacks` (race, place) -> ships, `holder` planet -> race, `in_warp`
    race -> ships in warp, `bound` its own destinations -> ships."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        memory = memory_of(position)
        self.power = power
        self.board: Board = variant.board(position)
        self.stacks = {(u.owner, u.place): u.count for u in position.units}
        self.holder = {place: race for race, place in self.stacks if place != WORMHOLE}
        self.in_warp: Mapping[str, int] = {p: n for p in variant.ids if (n := sum(memory.bound(p).values()))}
        self.bound = memory.bound(power)
        self.names = {p.id: p.name for p in variant.powers}

    def beside(self, place: str) -> tuple[str, ...]:
        """The places one move away this season, in map order."""
        return tuple(place for place, _ in self.board.exits["S"][place])

    def name(self, place: str) -> str:
        """A place's name for people."""
        return self.board.chart.provinces[self.board.chart.index[place]].name

    def may_attack(self, race: str, goal: str) -> bool:
        """Could ships of this race be on their way to that planet, by what everybody knows (G-e, G-k)?"""
        return race in self.in_warp or any((race, place) in self.stacks for place in self.beside(goal))


def objection(order: Order, sky: Sky) -> str | None:
    """What is wrong with a movement order of this race, wherever its ships are; None: it counts, if the ships
    are there."""
    if order.verb == COURSE:
        return _course(order)
    if order.unit is None or order.verb not in {HOLD, MOVE, SUPPORT, WARP}:
        return "it has no place in a movement phase"
    match order.verb:
        case "move":
            return _move(order, order.unit.place, sky)
        case "support":
            return _support(order, order.unit.place, sky)
        case "warp":
            return _warp(order, order.unit.place)
    return None


def _course(order: Order) -> str | None:
    """A ship in warp arrives or is turned into the wormhole, nothing else (G-j)."""
    if order.to not in {order.rest[0], WORMHOLE}:
        return "a ship in warp arrives where it is bound, or is turned into the wormhole"
    return None


def _move(order: Order, here: str, sky: Sky) -> str | None:
    if order.to == here:
        return "a ship cannot move to where it is"
    if order.to not in sky.beside(here):
        return f"{sky.name(order.to or '')} is not beside {sky.name(here)} this season"
    return None


def _support(order: Order, here: str, sky: Sky) -> str | None:
    """For an attack on a planet beside it, or for a stand there; never from the wormhole, never into it
    (G-e, G-i)."""
    goal, (race, how) = order.to or "", order.rest
    if here == WORMHOLE:
        return "ships in the wormhole give no support"
    if goal == WORMHOLE:
        return "there is no battle in the wormhole, so nothing to support"
    if goal == here:
        return "ships defend their own planet by staying; they cannot support it"
    if goal not in sky.beside(here):
        return f"{sky.name(goal)} is not beside {sky.name(here)} this season"
    if how == STAND and sky.holder.get(goal) != race:
        return f"no ship of {sky.names[race]} is at {sky.name(goal)}"
    if how != STAND and not sky.may_attack(race, goal):
        return f"no ship of {sky.names[race]} could get to {sky.name(goal)}"
    return None


def _warp(order: Order, here: str) -> str | None:
    if here == WORMHOLE:
        return "ships do not warp out of the wormhole"
    if not 1 <= abs(int(order.rest[0])) <= WARP_MOST:
        return f"a warp goes 1 to {WARP_MOST} places along the ring"
    return None
