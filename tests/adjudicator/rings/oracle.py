"""A slow resolver of our own: tries every answer to “which attacks succeed” and keeps those that agree with
themselves. Written from the rulings, ship by ship; it shares nothing with the engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from tests.adjudicator.rings.board import Ship

Attack = tuple[str, str]  # race, planet


@dataclass(frozen=True)
class Answer:
    """One way the battle may end: stacks (race, place) -> ships, the dislodged likewise; how many supports
    stand and attacks succeed."""

    units: frozenset[tuple[tuple[str, str], int]]
    dislodged: frozenset[tuple[tuple[str, str], int]]
    standing: int
    succeeding: int


class Oracle:
    """All consistent ends of one season."""

    def __init__(self, ships: list[Ship]) -> None:
        self.ships = ships
        self.holder = {s.place: s.race for s in ships if s.place not in {"warp", "wormhole"}}
        self.attacks = sorted({(s.race, s.goal) for s in ships if s.what == "-" and s.goal != "wormhole"})

    def answers(self) -> list[Answer]:
        """Every assignment of success to the attacks that agrees with the rules."""
        found = []
        for values in product((True, False), repeat=len(self.attacks)):
            self.success = dict(zip(self.attacks, values, strict=True))
            self.uncut = {id(s) for s in self.ships if s.what in {"S-", "SH"} and not self._cut(s)}
            if all(self._should(attack) == value for attack, value in self.success.items()):
                found.append(self._answer())
        return found

    def _gone(self, s: Ship) -> bool:
        return s.what == "-" and (s.goal == "wormhole" or self.success[s.race, s.goal])

    def _there(self, planet: str) -> list[Ship]:
        return [s for s in self.ships if s.place == planet and not self._gone(s)]

    def _force(self, attack: Attack) -> list[Ship]:
        return [s for s in self.ships if s.what == "-" and (s.race, s.goal) == attack]

    def _overrun(self, planet: str) -> bool:
        """Are the ships that are still at this planet dislodged?"""
        holder = self.holder.get(planet)
        return bool(self._there(planet)) and any(
            won and goal == planet and race != holder for (race, goal), won in self.success.items()
        )

    def _cut(self, s: Ship) -> bool:
        enemies = [o for o in self.ships if o.what == "-" and o.goal == s.place and o.race != s.race]
        return any(o.place != s.goal for o in enemies) or self._overrun(s.place)

    def _helpers(self, attack: Attack) -> list[Ship]:
        return [
            s for s in self.ships if s.what == "S-" and (s.helped, s.goal) == attack and id(s) in self.uncut
        ]

    def _should(self, attack: Attack) -> bool:
        race, goal = attack
        holder = self.holder.get(goal)
        foes = self._there(goal) if holder not in {None, race} else []
        helpers = [s for s in self._helpers(attack) if not foes or s.race != holder]
        force = self._force(attack)
        strength = len(force) + len(helpers)
        if foes and strength <= self._defence(goal, foes):
            return False
        for origin in {s.place for s in force if s.place not in {"warp", "wormhole"}}:
            other = (holder or "", origin)
            swap = holder != race and any(s.place == goal for s in self._force(other))
            if swap and strength <= len(self._force(other)) + len(self._helpers(other)):
                return False
        return all(
            strength > self._weight(other) for other in self.attacks if other[1] == goal and other[0] != race
        )

    def _defence(self, planet: str, there: list[Ship]) -> int:
        if all(s.what == "-" for s in there):
            return len(there)
        race = self.holder[planet]
        props = [s for s in self.ships if s.what == "SH" and (s.helped, s.goal) == (race, planet)]
        return len(there) + sum(id(s) in self.uncut for s in props)

    def _weight(self, attack: Attack) -> int:
        """What a rival counts for: ships dislodged by an attack that came out of the very planet do not."""
        _, goal = attack
        left = [s for s in self._force(attack) if not self._run_over(s, goal)]
        return len(left) + len(self._helpers(attack)) if left else 0

    def _run_over(self, s: Ship, goal: str) -> bool:
        if s.place in {"warp", "wormhole"} or self.holder.get(goal) in {None, s.race}:
            return False
        other = (self.holder[goal], s.place)
        return self.success.get(other, False) and any(o.place == goal for o in self._force(other))

    def _answer(self) -> Answer:
        units: Counter[tuple[str, str]] = Counter()
        lost: Counter[tuple[str, str]] = Counter()
        for s in self.ships:
            if self._gone(s):
                units[s.race, s.goal] += 1
            elif s.place == "warp":
                units[s.race, "wormhole"] += 1
            elif s.place != "wormhole" and self._overrun(s.place):
                lost[s.race, s.place] += 1
            else:
                units[s.race, s.place] += 1
        counted = sum(
            id(s) in self.uncut
            for s in self.ships
            if (s.what == "S-" and self._force((s.helped, s.goal))) or (s.what == "SH" and self._stayers(s))
        )
        return Answer(frozenset(units.items()), frozenset(lost.items()), counted, sum(self.success.values()))

    def _stayers(self, support: Ship) -> bool:
        return any(s.place == support.goal and s.race == support.helped and s.what != "-" for s in self.ships)
