"""Random positions and orders for the tests: small crowded boards, and whole mid-game positions."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

from tests.adjudicator.board import (
    CENTRES,
    COASTAL,
    POWERS,
    PROVINCES,
    SEAS,
    Order,
    Unit,
    can_convoy,
    convoy_ends,
    movement_orders,
    province_of,
    reach,
    regions,
    routes,
    steps,
)


def neighbours(province: str) -> set[str]:
    """Provinces that touch `province` for any kind of unit."""
    return {to for kind in "AF" for region in regions(kind, province) for to in reach(kind, region)}


def crowded(rng: random.Random, *, least: int = 4, most: int = 9) -> list[Unit]:
    """A handful of units of two to four powers in one corner of the map, around a sea more often than not."""
    area = {rng.choice(sorted(SEAS if rng.random() < 0.75 else PROVINCES))}
    while len(area) < most + 2:
        around = sorted({n for p in area for n in neighbours(p)} - area)
        area |= set(rng.sample(around, min(3, len(around))))
    places = rng.sample(sorted(area), rng.randint(least, most))
    powers = rng.sample(POWERS, rng.randint(2, 4))
    units = []
    for place in places:
        kind = "F" if place in SEAS or (place in COASTAL and rng.random() < 0.3) else "A"
        units.append(Unit(rng.choice(powers), kind, rng.choice(regions(kind, place))))
    return units


def midgame(rng: random.Random, *, least: int = 8, most: int = 34) -> list[Unit]:
    """Units of all powers scattered over the whole map."""
    units = []
    for place in rng.sample(sorted(PROVINCES), rng.randint(least, most)):
        kind = "F" if place in SEAS or (place in COASTAL and rng.random() < 0.45) else "A"
        units.append(Unit(rng.choice(POWERS), kind, rng.choice(regions(kind, place))))
    return units


def tangled(rng: random.Random) -> list[Order]:
    """Convoys whose landing would cut the support that might sink them (DATC 6.F.14 and its kin), once or
    twice, with bystanders.
    """
    units: dict[str, Unit] = {}
    orders: dict[Unit, Order] = {}
    powers = rng.sample(POWERS, rng.randint(2, 4))

    def unit(kind: str, province: str) -> Unit:
        if province not in units:
            units[province] = Unit(rng.choice(powers), kind, rng.choice(regions(kind, province)))
        return units[province]

    for sea in rng.sample(sorted(SEAS), rng.randint(1, 2)):
        shores = sorted(reach("F", sea) & COASTAL)
        if sea in units or len(shores) < 3:
            continue
        start, end = rng.sample(shores, 2)
        carrier, army, guard = unit("F", sea), unit("A", start), unit("F", end)
        raiders = sorted(reach("F", sea) - {start, end} - set(units))
        if army.kind == "F" or not raiders:
            continue
        raider = unit("F", rng.choice(raiders))
        orders.setdefault(carrier, Order(carrier, "C", end, army))
        orders.setdefault(army, Order(army, "M", end, via=rng.random() < 0.5))
        if sea in reach(raider.kind, raider.region):
            orders.setdefault(raider, Order(raider, "M", sea))
            if sea in reach(guard.kind, guard.region) and guard != raider:
                orders.setdefault(guard, Order(guard, "SM", sea, raider))
    around = sorted({n for p in units for n in neighbours(p)} - set(units))
    for place in rng.sample(around, min(len(around), rng.randint(0, 4))):
        unit("F" if place in SEAS or (place in COASTAL and rng.random() < 0.5) else "A", place)
    everybody = list(units.values())
    if len(everybody) < 3:
        return tangled(rng)
    background = {o.unit: o for o in lively_orders(rng, everybody)}
    for u in everybody:
        if u not in orders or rng.random() < 0.06:
            orders[u] = background[u]
    for u in everybody:  # some of the bystanders help what is going on
        if u not in orders or (orders[u] is background[u] and rng.random() < 0.6):
            orders[u] = _help(rng, everybody, u, {v: o for v, o in orders.items() if v != u})
    return [only_if_legal(everybody, orders[u]) for u in everybody]


def only_if_legal(units: list[Unit], order: Order) -> Order:
    """The order, or a hold where the rules would not accept it."""
    if order.act == "M" and order.via and not can_convoy(units, order.unit, order.to):
        return Order(order.unit)
    if order.act == "M" and not order.via and order.to not in steps(order.unit.kind, order.unit.region):
        return order if can_convoy(units, order.unit, order.to) else Order(order.unit)
    if order.act == "C" and order.other is not None:
        ways = routes(units, order.other.province, order.to)
        return order if any(order.unit.province in way for way in ways) else Order(order.unit)
    return order


def lively_orders(rng: random.Random, units: list[Unit]) -> list[Order]:
    """Legal orders that meet: moves into each other, supports and convoys of what others were really told."""
    orders: dict[Unit, Order] = {}
    hot = {u.province for u in units} if rng.random() < 0.6 else {u.province for u in rng.sample(units, 2)}
    shuffled = rng.sample(units, len(units))
    fleets = [u for u in shuffled if u.province in SEAS]
    for unit in shuffled[: max(2, round(len(units) * rng.uniform(0.3, 0.7)))]:
        orders[unit] = _move(rng, units, unit, hot)
    for unit in fleets:
        if unit in orders and rng.random() < 0.6:
            del orders[unit]
    for unit in shuffled:
        if unit not in orders:
            orders[unit] = _help(rng, units, unit, orders)
    return [orders[u] for u in units]


def _move(rng: random.Random, units: list[Unit], unit: Unit, hot: set[str]) -> Order:
    overseas = sorted(convoy_ends(units, unit))
    if overseas and rng.random() < 0.8:
        return Order(unit, "M", rng.choice(_hot_first(rng, overseas, hot)), via=rng.random() < 0.6)
    return Order(unit, "M", rng.choice(_hot_first(rng, sorted(steps(unit.kind, unit.region)), hot)))


def _hot_first(rng: random.Random, ways: list[str], hot: set[str]) -> list[str]:
    busy = [way for way in ways if province_of(way) in hot]
    return busy if busy and rng.random() < 0.85 else ways


def _help(rng: random.Random, units: list[Unit], unit: Unit, orders: dict[Unit, Order]) -> Order:
    """A convoy or support of a move already written, or a hold support; now and then one of a move nobody
    makes.
    """
    moves = [o for o in orders.values() if o.act == "M"]
    choices = []
    if unit.kind == "F" and unit.province in SEAS:
        choices += [
            Order(unit, "C", o.to, o.unit)
            for o in moves
            if can_convoy(units, o.unit, o.to)
            and any(unit.province in route for route in routes(units, o.unit.province, o.to))
        ] * 3
    mine = reach(unit.kind, unit.region)
    for o in moves:
        direct = o.to in steps(o.unit.kind, o.unit.region)
        if province_of(o.to) in mine and (direct or can_convoy(units, o.unit, o.to, without=unit.province)):
            to = province_of(o.to) if o.unit.kind == "F" and rng.random() < 0.3 else o.to
            attack = any(u.province == province_of(o.to) for u in units)
            choices += [Order(unit, "SM", to, o.unit)] * (4 if attack else 2)
    near = [u for u in units if u != unit and u.province in mine]
    idle = [u for u in near if u not in orders or orders[u].act != "M"]
    choices += [Order(unit, "S", other=u) for u in (idle if rng.random() < 0.9 else near)]
    if choices and rng.random() < 0.9:
        return rng.choice(choices)
    return Order(unit)


def any_orders(rng: random.Random, units: list[Unit]) -> list[Order]:
    """One legal order for each unit, all equally likely."""
    return [rng.choice(movement_orders(units, unit)) for unit in units]


def by_power(things: Iterable[Unit] | Iterable[Order]) -> dict[str, list[str]]:
    """Texts of units or orders under the power that owns them."""
    sheets: dict[str, list[str]] = defaultdict(list)
    for thing in things:
        sheets[thing.unit.power if isinstance(thing, Order) else thing.power].append(str(thing))
    return dict(sheets)


def random_centres(rng: random.Random) -> dict[str, list[str]]:
    """Every centre in somebody's hands, or nobody's."""
    owned: dict[str, list[str]] = {power: [] for power in POWERS}
    for centre in CENTRES:
        if rng.random() < 0.9:
            owned[rng.choice(POWERS)].append(centre)
    return owned
