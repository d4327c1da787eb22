"""Lists of all legal movement orders, from what a race knows. Agrees with `law` order for order."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.orders import HOLD, MOVE, SUPPORT, Order, Piece
from adjudicator.variants.rings.language import ATTACK, COURSE, STAND, WARP, many, resized
from adjudicator.variants.rings.law import WARP_MOST, Sky
from adjudicator.variants.rings.wheel import WORMHOLE


def movement_menu(sky: Sky) -> dict[str, list[str]]:
    """Ships in one place, as the board names them -> their orders: first those for all of them, then for ever
    fewer (every ship has its own order, G-d)."""
    menu = {}
    mine = sorted(
        (sky.board.spot[place], place, n) for (race, place), n in sky.stacks.items() if race == sky.power
    )
    for _, place, count in mine:
        menu[f"{many(count)} {place}"] = _sized(sky, list(_orders(sky, place)), count)
    for bound, count in sky.bound.items():
        ways = [Order(COURSE, to=goal, rest=(bound, "1")) for goal in (bound, WORMHOLE)]
        menu[f"{many(count)} warp {bound}"] = _sized(sky, ways, count)
    return menu


def _sized(sky: Sky, orders: list[Order], most: int) -> list[str]:
    write = sky.board.notation.write
    return [write(resized(order, count)) for count in range(most, 0, -1) for order in orders]


def _orders(sky: Sky, place: str) -> Iterator[Order]:
    """What one ship there may be ordered: hold, moves, supports, warps."""
    ship = Piece("S", place)
    yield Order(HOLD, ship)
    near = sky.beside(place)
    for goal in near:
        yield Order(MOVE, ship, goal)
    if place == WORMHOLE:
        return
    for goal in near:
        if goal == WORMHOLE:
            continue
        holder = sky.holder.get(goal)
        if holder is not None:
            yield Order(SUPPORT, ship, goal, rest=(holder, STAND))
        for race in sky.names:
            if sky.may_attack(race, goal):
                yield Order(SUPPORT, ship, goal, rest=(race, ATTACK))
    for sign in "+-":
        for steps in range(1, WARP_MOST + 1):
            yield Order(WARP, ship, rest=(f"{sign}{steps}",))
