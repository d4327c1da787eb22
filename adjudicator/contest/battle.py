"""The standard-like battle: moves, supports, convoys as questions for the solver. Says who wins, enters, is
cut or beaten.

It works on numbers prepared by `movement` (units, provinces), so that a phase without knots costs one short
pass. Rules of a variant come in as data (`Twists`): what no rule asks for costs nothing.

Terms: a move *wins* if it overcomes its destination; it *enters* if the unit gets there; in standard
Diplomacy one is the other. A unit is *beaten* if a move wins against the place where it stays. Sources: DATC
3.0 chapters 4 and 5."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import msgspec

from adjudicator.contest.solver import NO, OPEN, YES, solve
from adjudicator.errors import StuckError

HOLDS, MOVES, SUPPORTS, CONVOYS = 0, 1, 2, 3
ACTS = {"hold": HOLDS, "move": MOVES, "support": SUPPORTS, "convoy": CONVOYS}
_BEYOND = 1 << 30  # stronger than any number of units

Strength = int | Fraction


class Force(msgspec.Struct, frozen=True):
    """How strong a unit is where a rule changes it: attacking without support, with supports added, holding,
    failed move."""

    alone: Strength = 1
    attack: Strength = 1
    hold: Strength = 1
    failed: Strength = 1


class Twists(msgspec.Struct, frozen=True):
    """What the rules of a variant change in one battle; unit numbers are those of the battle.

    `forces`: units that are not simply 1; `settlers`: movers that win without entering while the occupant
    stays; `heroes`: movers that overcome everybody not their own; `firm`: units that are never dislodged;
    `contests(a, b)`: False if these two do not see each other; `cuts(attacker, supporter)`: False if that
    attack does not cut; `sealed`: provinces that nothing enters, leaves or passes, each with the reason as
    people are told it (`Bajor is frozen`)."""

    forces: Mapping[int, Force] = {}
    settlers: frozenset[int] = frozenset()
    heroes: frozenset[int] = frozenset()
    firm: frozenset[int] = frozenset()
    contests: Callable[[int, int], bool] | None = None
    cuts: Callable[[int, int], bool] | None = None
    sealed: Mapping[int, str] = {}


class Battle:
    """One movement phase.

    For unit i: `owner[i]`, `loc[i]` province, `act[i]` (HOLDS, MOVES, SUPPORTS, CONVOYS), `dest[i]` province
    a move goes to or a support is directed at (-1: none); `movers` and `supporters` list those units, `into`
    the movers by destination; `foes[i]` whom a mover finds in its destination; `backs[i]` list of the units
    whose support counts for it if not cut. `chains[i]`: for a move by convoy, the fleets that carry it
    (province -> unit). `joined(waters, origin, goal)` says whether fleets on those waters make a route. After
    `decide()`: `values[i]`: a move enters, or a support (a convoying fleet needs none) is not cut; `values[n
    + i]`: the way of a move is open; `values[2n + i]`: a settler's move wins."""

    __slots__ = (
        "act", "backs", "chains", "dest", "foes", "follows", "forces", "into", "joined", "loc", "movers", "n",
        "owner", "paradox", "supporters", "twists", "values",
    )  # fmt: skip

    def __init__(self, owner: list[str], loc: list[int], joined: Callable[[int, int, int], bool]) -> None:
        """A battle in which everybody holds; who prepares it fills in the rest, then calls `decide`."""
        n = self.n = len(owner)
        self.owner, self.loc, self.joined = owner, loc, joined
        self.act: list[int] = [HOLDS] * n
        self.dest: list[int] = [-1] * n
        self.movers: list[int] = []
        self.supporters: list[int] = []
        self.into: dict[int, list[int]] = {}
        self.backs: list[list[int] | tuple[int, ...]] = [()] * n
        self.foes: list[tuple[int, ...]] = [()] * n
        self.chains: dict[int, dict[int, int]] = {}
        self.twists: Twists | None = None
        self.forces: Mapping[int, Force] = {}
        self.values: list[int] = []
        # Unsupported and alone behind a unit that means to leave: such a move enters exactly if that unit
        # does.
        self.follows: dict[int, int] = {}
        self.paradox: frozenset[int] = frozenset()

    # -- deciding --
    def decide(self) -> None:
        """Answer every question; only what is not plain at once goes to the solver."""
        n = self.n
        settlers = self.twists.settlers if self.twists else ()
        values = self.values = [YES] * (3 * n if settlers else 2 * n)
        questions = [n + m for m in self.chains] + [2 * n + m for m in settlers]
        for node in questions:
            values[node] = OPEN
        if self.twists is not None and self.twists.sealed:
            self._bar(self.twists.sealed)
            questions = [node for node in questions if values[node] < 0]
        plain = self.twists is None
        for s in self.supporters:
            attackers = self.into.get(self.loc[s])
            if attackers is not None:
                values[s] = self._support_at_once(s, attackers) if plain else OPEN
                if values[s] < 0:
                    questions.append(s)
        for m in self.movers:
            if self.foes[m] or len(self.into[self.dest[m]]) > 1 or m in self.chains or not plain:
                values[m] = self._move_at_once(m) if plain else OPEN
                if values[m] < 0:
                    questions.append(m)
        if questions:
            solve(questions, values, self.evaluate, self.needs, self.choose)

    def _bar(self, sealed: Mapping[int, str]) -> None:
        """Moves from and to sealed provinces have no way: they cut nothing and stand nobody off."""
        for m in self.movers:
            if self.loc[m] in sealed or self.dest[m] in sealed:
                self.values[self.n + m] = NO

    def _support_at_once(self, s: int, attackers: list[int]) -> int:
        """Cut by an attack over land from elsewhere; otherwise it depends on whether its giver is beaten, if
        attacked."""
        mine, aim, owner, loc = self.owner[s], self.dest[s], self.owner, self.loc
        result = YES
        for r in attackers:
            if owner[r] != mine:
                if loc[r] != aim and r not in self.chains:
                    return NO
                result = OPEN
        return result

    def _move_at_once(self, m: int) -> int:
        """An unsupported move fails against whoever stays, comes the other way, or wants to go there too."""
        if self.backs[m] or m in self.chains:
            return OPEN
        foes, dest, loc = self.foes[m], self.dest, self.loc
        rivals, away = self.into[dest[m]], -1
        if foes:
            o = foes[0]
            if self.act[o] != MOVES or (dest[o] == loc[m] and o not in self.chains):
                return NO
            if len(rivals) == 1:
                self.follows[m] = o
                return OPEN
            away = dest[o]
        for r in rivals:
            if r != m and loc[r] != away and r not in self.chains:
                return NO
        return OPEN

    def evaluate(self, node: int) -> int:
        """The answer to a question as far as the others' answers allow (see `solver`)."""
        o = self.follows.get(node)
        if o is not None:
            return self.values[o]
        n = self.n
        if node < n:
            if self.act[node] == SUPPORTS:
                return self._support(node)
            if self.twists is not None and node in self.twists.settlers:
                return self._settles(node)
            return self._move(node)
        return self._way(node - n) if node < 2 * n else self._move(node - 2 * n)

    def wins(self, m: int) -> int:
        """Does this move overcome its destination?"""
        if self.twists is not None and m in self.twists.settlers:
            return self.values[2 * self.n + m]
        return self.values[m]

    def beaten(self, i: int) -> int:
        """Does a move win against the place where unit i stays? (Only asked of units that do not move.)"""
        result = NO
        for r in self.into.get(self.loc[i], ()):
            if i in self.foes[r]:
                won = self.wins(r)
                if won == YES:
                    return YES
                if won < 0:
                    result = OPEN
        return result

    def meets(self, a: int, b: int) -> bool:
        """Do two units see each other in combat at all?"""
        twists = self.twists
        return twists is None or twists.contests is None or twists.contests(a, b)

    def _support(self, s: int) -> int:
        """A support stands unless its giver is attacked from elsewhere than the place it is directed at, or
        beaten."""
        n, values, loc, mine, aim = self.n, self.values, self.loc, self.owner[s], self.dest[s]
        result = YES
        for r in self.into.get(loc[s], ()):
            if self.owner[r] == mine or not self.meets(r, s):
                continue
            if loc[r] == aim:
                hit = self.wins(r) if s in self.foes[r] else NO
            elif self.twists is not None and self.twists.cuts is not None and not self.twists.cuts(r, s):
                continue
            else:
                hit = values[n + r]
            if hit == YES:
                return NO
            if hit < 0:
                result = OPEN
        return result

    def _way(self, m: int) -> int:
        """A convoy is open if some route of its fleets is undisturbed, shut if every route has a beaten fleet
        (DATC 4.A.1)."""
        safe = maybe = 0
        sealed = self.twists.sealed if self.twists is not None else ()
        for province, fleet in self.chains[m].items():
            fate = YES if province in sealed else self.beaten(fleet)
            if fate != YES:
                maybe |= 1 << province
                if fate == NO:
                    safe |= 1 << province
        if self.joined(safe, self.loc[m], self.dest[m]):
            return YES
        if not self.joined(maybe, self.loc[m], self.dest[m]):
            return NO
        return OPEN

    def _settles(self, m: int) -> int:
        """A settler enters if it wins and nobody it meets stays there."""
        result = self.values[2 * self.n + m]
        for o in self.foes[m]:
            leaves = self.values[o] if self.act[o] == MOVES else NO
            if leaves == NO:
                return NO
            if leaves < 0 and result == YES:
                result = OPEN
        return result

    def _move(self, m: int) -> int:
        """A move wins if its way is open and it is stronger than what stays there, what meets it head on, and
        every rival."""
        way = self.values[self.n + m]
        if way == NO:
            return NO
        foes = self.foes[m]
        if not foes:
            result = self._against(m, -1, NO)
        else:
            result = YES
            for o in foes:
                if self.act[o] != MOVES:
                    won = self._against(m, o, NO)
                else:
                    leaves = self.values[o]
                    if leaves < 0:
                        won = self._against(m, o, NO)
                        if won != self._against(m, o, YES):
                            won = OPEN
                    else:
                        won = self._against(m, o, leaves)
                if won == NO:
                    return NO
                if won < 0:
                    result = OPEN
        return OPEN if result == YES and way < 0 else result

    def _against(self, m: int, o: int, leaves: int) -> int:
        """Would the move win if occupant o (-1: none) leaves or stays?"""
        owner, values, n = self.owner, self.values, self.n
        ally = None  # supports of this power do not count
        low: Strength = 0  # what must be exceeded, at least and at most
        high: Strength = 0
        if o >= 0:
            if self.head_on(m, o):
                if leaves:
                    return NO
                low, high = self.strength_range(o)
                ally = owner[o]
            elif not leaves:
                low, high = self.hold_range(o)
                ally = owner[o]
            if ally is not None and (ally == owner[m] or (self.twists is not None and o in self.twists.firm)):
                return NO
        hero = self.twists is not None and m in self.twists.heroes
        if hero:
            return YES
        weakest, strongest = self.strength_range(m, ally)
        if strongest <= low:
            return NO
        rivals = self.into[self.dest[m]]
        if len(rivals) > 1:
            for r in rivals:
                if r == m or not self.meets(m, r):
                    continue
                there = values[n + r] if self.twists is None else self.present(m, r)
                if there == NO:
                    continue
                if leaves and o >= 0 and self.head_on(r, o):
                    continue  # the loser of a head-to-head battle stands nobody off there
                least, most = self.strength_range(r)
                if there == YES and strongest <= least:
                    return NO
                high = max(high, most)
        return YES if weakest > high else OPEN

    def present(self, _m: int, r: int) -> int:
        """Does rival r get to where it could stand move m off?"""
        return self.values[self.n + r]

    def head_on(self, m: int, o: int) -> bool:
        """Do these two moves run into each other (both overland)?"""
        return (
            self.act[o] == MOVES
            and self.dest[o] == self.loc[m]
            and self.dest[m] == self.loc[o]
            and m not in self.chains
            and o not in self.chains
        )

    def strength_range(self, m: int, without: str | None = None) -> tuple[Strength, Strength]:
        """Least and greatest strength of a move, leaving out supports of the power `without`."""
        least = most = 0
        if not self.backs[m]:
            if self.twists is None:
                return 1, 1
        else:
            owner, values = self.owner, self.values
            for s in self.backs[m]:
                if owner[s] != without:
                    value = values[s]
                    if value:
                        most += 1
                        if value > 0:
                            least += 1
        if self.twists is None:
            return 1 + least, 1 + most
        if m in self.twists.heroes:
            return _BEYOND, _BEYOND
        force = self.forces.get(m)
        if force is None:
            return 1 + least, 1 + most
        return (
            force.attack + least if least else force.alone,
            force.attack + most if most else force.alone,
        )

    def hold_range(self, o: int) -> tuple[Strength, Strength]:
        """Least and greatest strength with which a unit that stays resists; one that tried to leave has no
        supports."""
        force = self.forces.get(o) if self.forces else None
        if self.act[o] == MOVES:
            stays: Strength = force.failed if force else 1
            return stays, stays
        least = most = 0
        for s in self.backs[o]:
            value = self.values[s]
            if value:
                most += 1
                if value > 0:
                    least += 1
        base: Strength = force.hold if force else 1
        return base + least, base + most

    # -- knots --
    def needs(self, node: int) -> list[int]:
        """The questions whose answers `evaluate` may look at."""
        n = self.n
        if node >= 2 * n:
            return self._move_needs(node - 2 * n)
        if node >= n:
            return [x for f in self.chains[node - n].values() for x in self._beaten_needs(f)]
        if self.act[node] == SUPPORTS:
            rivals = self.into.get(self.loc[node], ())
            return [x for r in rivals for x in (n + r, self._win_node(r))]
        if self.twists is not None and node in self.twists.settlers:
            return [2 * n + node, *self.foes[node]]
        return self._move_needs(node)

    def _win_node(self, m: int) -> int:
        return 2 * self.n + m if self.twists is not None and m in self.twists.settlers else m

    def _beaten_needs(self, i: int) -> list[int]:
        return [self._win_node(r) for r in self.into.get(self.loc[i], ())]

    def _move_needs(self, m: int) -> list[int]:
        found = []
        for r in self.into[self.dest[m]]:
            found += [self.n + r, *self.backs[r]]
        for o in self.foes[m]:
            found += [o, *self.backs[o]]
        return found

    def choose(self, group: Sequence[int], found: Sequence[dict[int, int]]) -> dict[int, int]:
        """The backup rules. A knot with a convoy in it is a paradox: its convoyed moves fail and affect
        nothing (Szykman, DATC 4.A.2). Otherwise it is a circular movement: the moves succeed (DATC 6.C)."""
        ways = [node for node in group if self.n <= node < 2 * self.n]
        if ways:
            self.paradox |= {node - self.n for node in ways}
            return dict.fromkeys(ways, NO)
        moves = [node for node in group if node < self.n and self.act[node] == MOVES]
        best = max(found, key=lambda one: sum(one[m] for m in moves), default=None)
        if best is None or any(one[m] > best[m] for one in found for m in moves):
            raise StuckError("a knot of orders has no resolution that any rule prefers")
        return best
