"""The tests' own reading of the wheel, from paragraphs 2-8 and G-a alone; and random positions on it."""

from __future__ import annotations

import random
from dataclasses import dataclass

POWERS = (
    "species8472", "borg", "romulan", "klingon", "federation", "ferengi", "cardassian", "dominion",
)  # fmt: skip
_FIRST = [f"{letter}a" for letter in "abcdefghijklmnprstuvwxyz"]  # two letters between n and r are skipped
_SECOND = [f"{letter}b" for letter in "abcdefgh"]
OUTER = [f"a{name}" for name in _FIRST + _SECOND]
MIDDLE = [f"b{name}" for name in _FIRST[:16]]
INNER = [f"c{name}" for name in _FIRST[:8]]
RINGS = (OUTER, MIDDLE, INNER)
PLANETS = OUTER + MIDDLE + INNER
HOMEWORLDS = dict(zip(POWERS, ("aca", "aga", "aka", "apa", "aua", "aya", "acb", "agb"), strict=True))
SUPPLY = 32


def ring_of(planet: str) -> list[str]:
    return next(ring for ring in RINGS if planet in ring)


def along(planet: str, steps: int) -> str:
    """The planet so many places on, anticlockwise."""
    ring = ring_of(planet)
    return ring[(ring.index(planet) + steps) % len(ring)]


def neighbours(place: str, rotation: int) -> set[str]:
    """The places one move away after so many seasons."""
    if place == "wormhole":
        return set(INNER)
    ring = ring_of(place)
    space = (ring.index(place) + rotation) % len(ring)
    found = {along(place, 1), along(place, -1)}
    deeper = {len(OUTER): MIDDLE, len(MIDDLE): INNER}.get(len(ring))
    if deeper is None:
        found.add("wormhole")
    else:
        found.add(deeper[(space // 2 - rotation) % len(deeper)])
    wider = {len(INNER): MIDDLE, len(MIDDLE): OUTER}.get(len(ring))
    if wider is not None:
        found |= {wider[(2 * space + k - rotation) % len(wider)] for k in (0, 1)}
    return found


@dataclass(frozen=True)
class Ship:
    """One ship: race, place (`warp` if it is in warp, then `bound` says whither), order: what, goal, race."""

    race: str
    place: str
    what: str = "H"  # H, -, S- (supports an attack), SH (supports a stand), warp
    goal: str = ""
    helped: str = ""
    bound: str = ""

    @property
    def text(self) -> str:
        """The order as it is sent."""
        unit = f"S {self.place}" if self.place != "warp" else f"S warp {self.bound}"
        match self.what:
            case "-":
                return f"{unit} - {self.goal}"
            case "S-":
                return f"{unit} S {self.helped} - {self.goal}"
            case "SH":
                return f"{unit} S {self.helped} {self.goal}"
            case "warp":
                return f"{unit} warp +3"
        return f"{unit} H"


PATCH = ("caa", "cba", "cca", "bba", "bca", "bda", "bea", "aea", "wormhole")


def random_ships(rng: random.Random) -> list[Ship]:
    """A crowded corner of the wheel at its first season: stacks, joint attacks, supports that often fit."""
    races = rng.sample(POWERS, rng.randint(2, 4))
    holder = {place: rng.choice(races) for place in PATCH}
    bare = [
        Ship(holder[place] if place != "wormhole" else rng.choice(races), place)
        for place in rng.sample(PATCH, rng.randint(3, 7))
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))
    ]
    bare += [
        Ship(rng.choice(races), "warp", bound=rng.choice(PATCH[:8])) for _ in range(rng.choice((0, 0, 1, 2)))
    ]
    targets = rng.sample(PATCH[:8], 3)
    moved = [_moved(rng, ship, targets) for ship in bare]
    return [_helping(rng, ship, moved) for ship in moved]


def _moved(rng: random.Random, ship: Ship, targets: list[str]) -> Ship:
    if ship.place == "warp":
        return Ship(
            ship.race, "warp", "-", "wormhole" if rng.random() < 0.2 else ship.bound, bound=ship.bound
        )
    near = neighbours(ship.place, 0)
    liked = sorted(near & set(targets)) or sorted(near)
    if rng.random() < 0.65:
        return Ship(ship.race, ship.place, "-", rng.choice(liked if rng.random() < 0.8 else sorted(near)))
    if rng.random() < 0.1 and ship.place != "wormhole":
        return Ship(ship.race, ship.place, "warp")
    return ship


def _helping(rng: random.Random, ship: Ship, others: list[Ship]) -> Ship:
    if ship.what != "H" or ship.place == "wormhole" or rng.random() < 0.15:
        return ship
    near = neighbours(ship.place, 0) - {"wormhole"}
    attacks = sorted({(o.race, o.goal) for o in others if o.what == "-" and o.goal in near})
    stands = sorted({(o.race, o.place) for o in others if o.place in near})
    if attacks and rng.random() < 0.75:
        race, goal = rng.choice(attacks)
        return Ship(ship.race, ship.place, "S-", goal, race)
    if stands:
        race, goal = rng.choice(stands)
        return Ship(ship.race, ship.place, "SH", goal, race)
    return ship
