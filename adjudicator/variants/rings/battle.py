"""The battle of forces: joint attacks, stands and their supports as questions for the solver (G-e … G-j,
G-r). Decides; says nothing about why.

A force is all ships of one race that go to one planet; they succeed or fail together. Questions: does this
attack succeed; is this support uncut. Everything else is counted from the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from adjudicator.contest.solver import NO, OPEN, YES, solve
from adjudicator.variants.rings.language import ATTACK
from adjudicator.variants.rings.muster import IN_WARP, Group, supports
from adjudicator.variants.rings.wheel import WORMHOLE

Says = Callable[[int], bool]  # the answer to a question, guessed where it is still open


class Attack(msgspec.Struct, frozen=True):
    """All ships of a race that go to one planet; `origins`: place -> ships (a planet, the wormhole,
    `IN_WARP`)."""

    race: str
    goal: str
    origins: Mapping[str, int]

    @property
    def ships(self) -> int:
        """How many."""
        return sum(self.origins.values())


class Support(msgspec.Struct, frozen=True):
    """Ships of one stack that support the same: a race's attack on a planet, or its stand there."""

    owner: str
    place: str
    race: str
    goal: str
    attack: bool
    ships: int


class Clash:
    """One season's battle. Questions are numbered: attacks first, by planet and race, then supports.

    `attacks`, `supports`: what there is; `of[(race, planet)]`: number of an attack; `values`: the answers;
    `support_of`: group number -> question. `holders` planet -> race that was there; `staying` planet -> ships
    ordered to stay; `leaving` planet -> {attack: ships}."""

    def __init__(self, groups: Sequence[Group], spot: Mapping[str, int]) -> None:
        self.groups = groups
        self.holders = {g.place: g.power for g in groups if g.place not in {WORMHOLE, IN_WARP}}
        self.staying: dict[str, int] = {}
        self.leaving: dict[str, dict[int, int]] = {}
        self.attacks = self._attacks(spot)
        self.of = {(a.race, a.goal): i for i, a in enumerate(self.attacks)}
        self.rivals: dict[str, list[int]] = {}
        for i, attack in enumerate(self.attacks):
            self.rivals.setdefault(attack.goal, []).append(i)
        self._stay()
        self.support_of: dict[int, int] = {}
        self.supports = self._supports()
        self.values = [OPEN] * (len(self.attacks) + len(self.supports))
        solve(list(range(len(self.values))), self.values, self.evaluate, self.needs, self.choose)

    # -- preparing --
    def _attacks(self, spot: Mapping[str, int]) -> tuple[Attack, ...]:
        forces: dict[tuple[str, str], dict[str, int]] = {}
        for g in self.groups:
            if g.attacks and g.goal is not None:
                origins = forces.setdefault((g.goal, g.power), {})
                origins[g.place] = origins.get(g.place, 0) + g.count
        ranked = sorted(forces.items(), key=lambda item: (spot[item[0][0]], item[0][1]))
        return tuple(Attack(race, goal, origins) for (goal, race), origins in ranked)

    def _stay(self) -> None:
        for g in self.groups:
            if g.place in {WORMHOLE, IN_WARP}:
                continue
            if g.goal is None:
                self.staying[g.place] = self.staying.get(g.place, 0) + g.count
            elif g.attacks:
                row = self.leaving.setdefault(g.place, {})
                number = self.of[g.power, g.goal]
                row[number] = row.get(number, 0) + g.count

    def _supports(self) -> tuple[Support, ...]:
        """Supports of something that was ordered; the others are void and have no question."""
        found: list[Support] = []
        self.backs: dict[int, list[int]] = {}
        self.props: dict[str, list[int]] = {}
        for k, g in enumerate(self.groups):
            if not supports(g) or g.goal is not None:
                continue
            (race, how), goal = g.order.rest, g.order.to or ""
            attack = how == ATTACK
            node = len(self.attacks) + len(found)
            if attack and (race, goal) in self.of:
                self.backs.setdefault(self.of[race, goal], []).append(node)
            elif not attack and self.holders.get(goal) == race and self.staying.get(goal):
                self.props.setdefault(goal, []).append(node)
            else:
                continue
            self.support_of[k] = node
            found.append(Support(g.power, g.place, race, goal, attack, g.count))
        return tuple(found)

    # -- questions --
    def evaluate(self, node: int) -> int:
        """The answer as far as the others' answers allow (see `solver`)."""
        if node >= len(self.attacks):
            return self._stands(self.support(node))
        if not self.succeeds(node, hopeful=True):
            return NO
        return YES if self.succeeds(node, hopeful=False) else OPEN

    def support(self, node: int) -> Support:
        """The support a question is about."""
        return self.supports[node - len(self.attacks)]

    def _stands(self, support: Support) -> int:
        """Cut by any attack of another race, unless it comes only from the planet the support is aimed at;
        and always if its giver is dislodged (G-h, G-q, G-r)."""
        answer = YES
        for i in self.rivals.get(support.place, ()):
            attack = self.attacks[i]
            if attack.race == support.owner:
                continue
            if any(origin != support.goal for origin in attack.origins) or self.values[i] == YES:
                return NO
            if self.values[i] == OPEN:
                answer = OPEN
        return answer

    def succeeds(self, i: int, *, hopeful: bool) -> bool:
        """Does an attack succeed if all open questions turn out well for it, or badly (G-g)?"""
        attack = self.attacks[i]
        well, ill = self._guess(hopeful=hopeful), self._guess(hopeful=not hopeful)
        foe = self.foe(attack)
        there = self._present(attack.goal, well) if foe is not None else 0
        strength = self._strength(i, well, without=foe if there else None)
        if there and strength <= self._defence(attack.goal, there, ill):
            return False
        if any(strength <= self._strength(j, ill) for j in self.opposing(i)):
            return False
        return all(
            strength > self._weight(j, routed=well, uncut=ill)
            for j in self.rivals[attack.goal]
            if self.attacks[j].race != attack.race
        )

    def _guess(self, *, hopeful: bool) -> Says:
        return lambda node: hopeful if self.values[node] == OPEN else self.values[node] == YES

    def foe(self, attack: Attack) -> str | None:
        """The other race whose ships were on the planet."""
        holder = self.holders.get(attack.goal)
        return None if holder == attack.race else holder

    def _present(self, planet: str, gone: Says) -> int:
        """Ships that stay or fail to leave."""
        failed = sum(n for j, n in self.leaving.get(planet, {}).items() if not gone(j))
        return self.staying.get(planet, 0) + failed

    def _defence(self, planet: str, there: int, uncut: Says) -> int:
        """Ships that are there, and hold supports if one was ordered to stay (G-f)."""
        return there + sum(self.support(s).ships for s in self.props.get(planet, ()) if uncut(s))

    def _strength(self, i: int, uncut: Says, without: str | None = None) -> int:
        """Ships and uncut supports; those of the race `without` do not help against its own ships (G-e,
        G-g)."""
        return self.attacks[i].ships + sum(
            self.support(s).ships
            for s in self.backs.get(i, ())
            if self.support(s).owner != without and uncut(s)
        )

    def _weight(self, j: int, *, routed: Says, uncut: Says) -> int:
        """What an attack counts for against a third race at the same planet: not the ships dislodged by an
        attack out of that planet, but the rest of a joint attack (G-q)."""
        attack = self.attacks[j]
        lost = sum(attack.origins[o] for o, i in self._head_on(attack).items() if routed(i))
        return self._strength(j, uncut) - lost if attack.ships > lost else 0

    def _head_on(self, attack: Attack) -> dict[str, int]:
        """Origin of an attack -> the attack of the race at its goal that comes the other way."""
        holder = self.foe(attack)
        if holder is None:
            return {}
        found = {}
        for origin in attack.origins:
            i = self.of.get((holder, origin))
            if i is not None and attack.goal in self.attacks[i].origins:
                found[origin] = i
        return found

    def opposing(self, i: int) -> list[int]:
        """The attacks this one meets because two races swap planets."""
        return list(self._head_on(self.attacks[i]).values())

    def needs(self, node: int) -> list[int]:
        """The questions whose answers `evaluate` may look at."""
        if node >= len(self.attacks):
            return list(self.rivals.get(self.support(node).place, ()))
        goal = self.attacks[node].goal
        found = [*self.leaving.get(goal, ()), *self.props.get(goal, ())]
        for j in (*self.rivals[goal], *self.opposing(node)):
            found += [*self.backs.get(j, ()), *self.opposing(j)]
        return [n for n in found if n != node]

    def choose(self, group: Sequence[int], found: Sequence[dict[int, int]]) -> dict[int, int]:
        """The backup rules. An attack never rests on having dislodged the support it must first overcome: of
        several resolutions those count in which most supports stand; among them those in which most attacks
        succeed (ships going round in a circle). Where these still differ, and where there is no resolution,
        supports stand and attacks fail."""
        first = len(self.attacks)

        def merit(one: dict[int, int]) -> tuple[int, int]:
            stand = sum(value for node, value in one.items() if node >= first)
            return stand, sum(one.values()) - stand

        top = max(map(merit, found), default=None)
        best = [one for one in found if merit(one) == top]
        default = {node: YES if node >= first else NO for node in group}
        if not best:
            return default
        return {
            node: best[0][node] if all(one[node] == best[0][node] for one in best) else default[node]
            for node in group
        }

    # -- what came of it --
    def settled(self, node: int) -> bool:
        """The answer, after the battle."""
        return self.values[node] == YES

    def won(self, group: Group) -> bool:
        """Did these ships get where they were going (into the wormhole always, G-i)?"""
        if group.goal is None:
            return False
        return not group.attacks or self.settled(self.of[group.power, group.goal])

    def strength(self, i: int) -> int:
        """An attack's strength, against the ships it finds at its goal."""
        attack = self.attacks[i]
        foe = self.foe(attack)
        return self._strength(i, self.settled, foe if foe is not None and self.present(attack.goal) else None)

    def present(self, planet: str) -> int:
        """The ships that stayed, or failed to leave, at a planet."""
        return self._present(planet, self.settled)

    def defence(self, planet: str) -> int:
        """The strength with which a planet was defended."""
        return self._defence(planet, self.present(planet), self.settled)

    def weight(self, j: int) -> int:
        """What an attack counted for against third races."""
        return self._weight(j, routed=self.settled, uncut=self.settled)

    def full_strength(self, j: int) -> int:
        """An attack's strength with all its supports."""
        return self._strength(j, self.settled)

    def conqueror(self, planet: str) -> int | None:
        """The attack that dislodged the ships at a planet, if any were."""
        for i in self.rivals.get(planet, ()):
            if self.settled(i) and self.foe(self.attacks[i]) is not None and self.present(planet):
                return i
        return None

    def standoffs(self) -> set[str]:
        """Planets where attacks of two races or more bounced; one whose ships were all dislodged by an attack
        out of the planet was no party to it (G-h, G-q)."""
        return {
            planet
            for planet, rivals in self.rivals.items()
            if len([j for j in rivals if not self.settled(j) and self.weight(j)]) > 1
        }
