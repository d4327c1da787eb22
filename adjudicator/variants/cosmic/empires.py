"""Who owns what and may build where: captures, fallen powers, empires, builds due, victory (X-c, X-n … X-p,
X-r)."""

from __future__ import annotations

from collections import Counter

import msgspec

from adjudicator.position import Position
from adjudicator.starting import in_centre_order
from adjudicator.variant import Tell, Variant
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.law import FLEET
from adjudicator.variants.cosmic.memory import memory_of, remember

CENTRES_TO_WIN = 20
SETS_TO_WIN = 4


def ownership(variant: Variant, position: Position, _tell: Tell) -> Position:
    """A centre with a fleet in it is captured; a fold changes nothing (X-c). Empires lose the sets they no
    longer own whole (X-o)."""
    centres = the_cosmos().centres
    taken = {u.place: u.owner for u in position.units if u.kind == FLEET and u.place in centres}
    centers = in_centre_order(variant, position.centers | taken)
    position = msgspec.structs.replace(position, centers=centers)
    empires = {
        power: tuple(s for s in sets if owns_set(position, power, s))
        for power, sets in memory_of(position).empires.items()
    }
    return remember(position, empires={power: sets for power, sets in empires.items() if sets})


def owns_set(position: Position, power: str, home: str) -> bool:
    """Does a power own all home imperial systems of a power (perhaps itself)?"""
    return all(position.centers.get(place) == power for place in the_cosmos().homes[home])


def fallen(position: Position, power: str) -> bool:
    """Has a power none of its own imperial systems left?"""
    return all(position.centers.get(place) != power for place in the_cosmos().homes[power])


def empire(position: Position, power: str) -> list[str]:
    """The powers whose complete home sets are in this power's empire."""
    sets = memory_of(position).empires.get(power, ())
    return [home for home in sets if owns_set(position, power, home)]


def may_declare(variant: Variant, position: Position, power: str) -> list[str]:
    """The powers over whose home systems this power may declare an empire now (X-o)."""
    if not owns_set(position, power, power):
        return []
    mine = empire(position, power)
    return [p for p in variant.ids if p != power and p not in mine and owns_set(position, power, p)]


def declared(position: Position, power: str, home: str) -> Position:
    """The position with one more set in a power's empire."""
    empires = memory_of(position).empires
    rank = list(the_cosmos().homes).index
    ordered = {**empires, power: tuple(sorted({*empires.get(power, ()), home}, key=rank))}
    return remember(position, empires={p: ordered[p] for p in sorted(ordered, key=rank)})


def sites(variant: Variant, position: Position, power: str) -> list[str]:
    """Where a power may build, in map order: empty imperial systems it owns that are its own, in its empire,
    or the capital of a fallen power (X-n, X-o)."""
    cosmos = the_cosmos()
    home = {*cosmos.homes[power], *(p for s in empire(position, power) for p in cosmos.homes[s])}
    home |= {cosmos.capital[p] for p in variant.ids if p != power and fallen(position, p)}
    taken = {u.place for u in position.units}
    return [
        place
        for place in cosmos.rank
        if place in home and place not in taken and position.centers.get(place) == power
    ]


def type_b_orders(position: Position, power: str) -> int:
    """How many orders of type B a power has: one if it owns an imperial system, and one for every complete
    foreign set in its empire (X-k)."""
    imperial = the_cosmos().imperial
    if not any(owner == power and place in imperial for place, owner in position.centers.items()):
        return 0
    return 1 + len(empire(position, power))


def victory(variant: Variant, position: Position, _tell: Tell) -> Position:
    """Who has enough centres, or an empire of enough sets; of several the one with more centres, else they
    share (X-p)."""
    count = Counter(position.centers.values())
    won = [p for p in variant.ids if count[p] >= CENTRES_TO_WIN or _rules_enough(position, p)]
    most = max((count[p] for p in won), default=0)
    winners = tuple(sorted(p for p in won if count[p] == most))
    return msgspec.structs.replace(position, winner=winners) if winners else position


def _rules_enough(position: Position, power: str) -> bool:
    return owns_set(position, power, power) and 1 + len(empire(position, power)) >= SETS_TO_WIN
