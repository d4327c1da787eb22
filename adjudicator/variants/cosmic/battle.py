"""The battle of cosmic: moves, supports and lanes as questions for the solver (X-a … X-j, X-l, X-u). Decides;
says nothing about why.

Questions: does this move succeed; does this support stand; is this lane, about which folds gave orders, open.
A lane's answer depends on which folds and supports are dislodged or cut, a move's on its lane; where that
goes in circles, X-u decides. The rest is counted from the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import msgspec

from adjudicator.contest.solver import NO, OPEN, YES, solve
from adjudicator.orders import MOVE, SUPPORT
from adjudicator.position import Unit
from adjudicator.variants.cosmic.cosmos import Cosmos, the_cosmos
from adjudicator.variants.cosmic.lanes import Lanes, Pair, Warp, cut_off, pair_of
from adjudicator.variants.cosmic.language import BACK, WARP, warp_in
from adjudicator.variants.cosmic.muster import Mission

STRENGTH = {"F": 4, "Q": 3}
SUPPORT_STRENGTH = {"F": 4, "Q": 5}
Range = tuple[int, int]  # the least and the most it may be while questions are open


class Backing(msgspec.Struct, frozen=True):
    """A support that has a question: its giver (a mission's number), what it adds, where it points (None: a
    warp's), the warp it is for."""

    giver: int
    adds: int
    goal: str | None
    warp: Warp | None = None


class Vote(msgspec.Struct):
    """What folds say about one lane: the numbers of the missions that order, of the supports that back them;
    `open` index 1, `shut` index 0."""

    orders: tuple[list[int], list[int]]
    backs: tuple[list[int], list[int]]


class Clash:
    """One season's battle. `values` holds the answers: moves first (`movers[k]` is the mission of question
    k), then supports, then lanes."""

    def __init__(self, missions: Sequence[Mission], lanes: Lanes) -> None:
        self.missions = missions
        self.lanes = lanes
        self.cosmos: Cosmos = the_cosmos()
        self.at = {m.unit.place: i for i, m in enumerate(missions)}
        self.movers = [i for i, m in enumerate(missions) if m.acts == MOVE]
        self.question = {i: k for k, i in enumerate(self.movers)}
        self.into: dict[str, list[int]] = {}
        for i in self.movers:
            self.into.setdefault(self.goal(i), []).append(i)
        self.votes = self._ballots()
        self.pairs = sorted(self.votes)
        self.backing: list[Backing] = []
        self.support_of: dict[int, int] = {}  # mission -> question
        self.helps: dict[int, list[int]] = {}  # mission of the supported -> questions
        self._supports()
        first = len(self.movers) + len(self.backing)
        self.lane_question = {pair: first + k for k, pair in enumerate(self.pairs)}
        self.tight = self._tight()
        self.values = [OPEN] * (first + len(self.pairs))
        self.stood: set[int] = set()  # questions that X-u decided
        solve(list(range(len(self.values))), self.values, self.evaluate, self.needs, self.choose)

    # -- preparing --
    def goal(self, i: int) -> str:
        """Where a mission's move goes."""
        return self.missions[i].order.to or ""

    def _ballots(self) -> dict[Pair, Vote]:
        votes: dict[Pair, Vote] = {}
        for i, mission in enumerate(self.missions):
            if mission.acts == WARP:
                warp = warp_in(mission.order)
                vote = votes.setdefault(warp.pair, Vote(([], []), ([], [])))
                vote.orders[warp.connects].append(i)
        return votes

    def _supports(self) -> None:
        """Supports of something that was ordered; the others are void and have no question."""
        for i, mission in enumerate(self.missions):
            if mission.acts == BACK:
                warp = warp_in(mission.order)
                vote = self.votes.get(warp.pair)
                if vote is not None and vote.orders[warp.connects]:
                    vote.backs[warp.connects].append(self._add(i, Backing(i, 1, None, warp)))
            elif mission.acts == SUPPORT and mission.order.aim is not None:
                aim = self.at[mission.order.aim.place]
                goal = mission.order.to
                if goal is None and (aim in self.question or self.missions[aim].failed):
                    continue
                if goal is not None and (aim not in self.question or self.goal(aim) != goal):
                    continue
                where = goal or self.missions[aim].unit.place
                backing = Backing(i, self._adds(mission.unit, where), where)
                self.helps.setdefault(aim, []).append(self._add(i, backing))

    def _add(self, i: int, backing: Backing) -> int:
        self.support_of[i] = node = len(self.movers) + len(self.backing)
        self.backing.append(backing)
        return node

    def _adds(self, unit: Unit, goal: str) -> int:
        """What a support adds: less by 1 beside a black hole, and by 1 across a warp of type A (X-d)."""
        adds = SUPPORT_STRENGTH[unit.kind]
        adds -= unit.place in self.cosmos.rim
        adds -= not self.lanes.open(unit.place, goal)
        return max(adds, 0)

    def _tight(self) -> frozenset[Pair]:
        """The pairs of a season in which some centre could lose every lane (X-l); usually none."""
        cuts = [pair for pair in self.pairs if self.votes[pair].orders[0]]
        risky = {
            p
            for pair in cuts
            for p in pair
            if p in self.cosmos.centres and all(pair_of(p, q) in cuts for q in self.lanes.beside(p))
        }
        if not risky:
            return frozenset()
        found = {pair for pair in self.pairs if risky & set(pair)}
        while True:  # a refused cut may matter to the centre at its other end
            ends = {p for pair in found for p in pair} & self.cosmos.centres
            more = {pair for pair in self.pairs if ends & set(pair)}
            if more <= found:
                return frozenset(found)
            found |= more

    # -- questions --
    def evaluate(self, node: int) -> int:
        """The answer as far as the others' answers allow (see `solver`)."""
        if node < len(self.movers):
            return self.succeeds(self.movers[node])
        if node < len(self.movers) + len(self.backing):
            return self._stands(self.backing[node - len(self.movers)])
        return self._is_open(self.pairs[node - len(self.movers) - len(self.backing)])

    def support(self, node: int) -> Backing:
        """The support a question is about."""
        return self.backing[node - len(self.movers)]

    def linked(self, a: str, b: str) -> int:
        """Is there a lane between two spaces this season?"""
        node = self.lane_question.get(pair_of(a, b))
        if node is not None:
            return self.values[node]
        return YES if self.lanes.open(a, b) else NO

    def succeeds(self, i: int) -> int:
        """Does a move succeed?"""
        unit, goal = self.missions[i].unit, self.goal(i)
        answer = self.linked(unit.place, goal)
        if answer == NO:
            return NO
        foe = self.at.get(goal)
        checks, there = [], NO
        if foe is not None:
            there = YES if self._head_on(i, foe) else self._present(foe)
            against = self._overcomes(i, foe) if there != NO else YES
            checks.append(against if YES in {there, against} else OPEN)
        owner = self.missions[foe].unit.owner if foe is not None else None
        checks += [self._beats(i, j, owner, there) for j in self.into[goal] if j != i]
        for check in checks:
            if check == NO:
                return NO
            if check == OPEN:
                answer = OPEN
        return answer

    def _present(self, i: int) -> int:
        """Does a unit stay where it is?"""
        node = self.question.get(i)
        if node is None:
            return YES
        return {YES: NO, NO: YES, OPEN: OPEN}[self.values[node]]

    def _overcomes(self, i: int, foe: int) -> int:
        """Is a move stronger than the unit in its way, should that stay?"""
        me, other = self.missions[i].unit, self.missions[foe].unit
        if me.owner == other.owner:
            return NO
        attack = self.attack(i, other.owner)
        if self._head_on(i, foe):
            return _stronger(attack, self.attack(foe, None))
        return _stronger(attack, self.defence(foe))

    def _head_on(self, i: int, j: int) -> bool:
        """Do two moves meet on one lane?"""
        return (
            i in self.question
            and j in self.question
            and self.goal(i) == self.missions[j].unit.place
            and self.goal(j) == self.missions[i].unit.place
        )

    def _beats(self, i: int, j: int, owner: str | None, there: int) -> int:
        """Is a move stronger than another to the same space? Help against a unit of the helper's own power
        does not count while that unit is there."""
        rival = self.prevents(j)
        full = _stronger(self.attack(i, None), rival)
        if owner is None or there == NO:
            return full
        less = _stronger(self.attack(i, owner), rival)
        if there == YES or less == full:
            return less
        return OPEN

    def attack(self, i: int, without: str | None) -> Range:
        """A move's strength, the supports of the power `without` left out (X-a)."""
        return self._with_help(STRENGTH[self.missions[i].unit.kind], i, without)

    def defence(self, i: int) -> Range:
        """The strength with which a unit stands: a failed mover without supports (X-a)."""
        base = STRENGTH[self.missions[i].unit.kind]
        return (base, base) if i in self.question else self._with_help(base, i, None)

    def prevents(self, j: int) -> Range:
        """A move's strength against others to the same space: none if it has no lane, or was driven back by a
        move that came out of that space."""
        least, most = self.attack(j, None)
        lane = self.linked(self.missions[j].unit.place, self.goal(j))
        foe = self.at.get(self.goal(j))
        beaten = NO
        if foe is not None and self._head_on(j, foe):
            beaten = self.values[self.question[foe]]
        if lane == NO or beaten == YES:
            return 0, 0
        return (least if lane == YES and beaten == NO else 0), most

    def _with_help(self, base: int, i: int, without: str | None) -> Range:
        least = most = base
        for node in self.helps.get(i, ()):
            if without is not None and self.missions[self.support(node).giver].unit.owner == without:
                continue
            adds = self.support(node).adds
            most += adds if self.values[node] != NO else 0
            least += adds if self.values[node] == YES else 0
        return least, most

    def attackers(self, i: int) -> Iterable[tuple[int, int]]:
        """The moves of other powers at a unit that is not moving, and whether they have a lane."""
        unit = self.missions[i].unit
        for j in self.into.get(unit.place, ()):
            if self.missions[j].unit.owner != unit.owner:
                yield j, self.linked(self.missions[j].unit.place, unit.place)

    def dislodged(self, i: int) -> int:
        """Is a unit that does not move driven out?"""
        answer = NO
        for j, _ in self.attackers(i):
            value = self.values[self.question[j]]
            if value == YES:
                return YES
            if value == OPEN:
                answer = OPEN
        return answer

    def _stands(self, backing: Backing) -> int:
        """A support needs a lane to where it points; it is cut by an attack from elsewhere, and by being
        dislodged. An attack that only the supported warp makes possible does not cut it (X-i, X-u)."""
        here = self.missions[backing.giver].unit.place
        answer = YES if backing.goal is None else self.linked(here, backing.goal)
        for j, lane in self.attackers(backing.giver):
            hit = self.values[self.question[j]] if self._harmless(backing, j) else lane
            if hit == YES:
                return NO
            if hit == OPEN and answer == YES:
                answer = OPEN
        return answer

    def _harmless(self, backing: Backing, j: int) -> bool:
        """Does this attack cut only by dislodging?"""
        origin = self.missions[j].unit.place
        if backing.warp is None:
            return origin == backing.goal
        pair = pair_of(origin, self.goal(j))
        return backing.warp.connects and backing.warp.pair == pair and not self.lanes.open(*pair)

    def carried(self, pair: Pair) -> int:
        """Do the votes leave a lane open (X-i)? The side with more orders and uncut supports wins; a side
        whose every order fails has none."""
        vote = self.votes[pair]
        yes, no = (self._ballot(vote, side) for side in (1, 0))
        more, less = _stronger(yes, no), _stronger(no, yes)
        if self.lanes.open(*pair):
            return {YES: NO, NO: YES, OPEN: OPEN}[less]
        return more

    def _ballot(self, vote: Vote, side: int) -> Range:
        orders = [self.dislodged(i) for i in vote.orders[side]]
        live, hope = orders.count(NO), len(orders) - orders.count(YES)
        backs = [self.values[node] for node in vote.backs[side]]
        least = live + backs.count(YES) if live else 0
        most = hope + len(backs) - backs.count(NO) if hope else 0
        return least, most

    def _is_open(self, pair: Pair) -> int:
        """A lane as the votes have it, but for cuts that would leave a centre without any (X-l)."""
        if pair not in self.tight:
            return self.carried(pair)
        known = {p: self.carried(p) for p in sorted(self.tight)}
        doubtful = [p for p, value in known.items() if value == OPEN]
        answers = set()
        for guess in product((YES, NO), repeat=len(doubtful)):
            wanted = known | dict(zip(doubtful, guess, strict=True))
            refused = cut_off(self.lanes, {p: v == YES for p, v in wanted.items() if self._changes(p, v)})
            answers.add(YES if pair in refused else wanted[pair])
        return answers.pop() if len(answers) == 1 else OPEN

    def _changes(self, pair: Pair, value: int) -> bool:
        return (value == YES) != self.lanes.open(*pair)

    def needs(self, node: int) -> list[int]:
        """The questions whose answers `evaluate` may look at."""
        if node < len(self.movers):
            found = self._move_needs(self.movers[node])
        elif node < len(self.movers) + len(self.backing):
            backing = self.support(node)
            found = self._hits(backing.giver)
            if backing.goal is not None:
                found += self._lane(self.missions[backing.giver].unit.place, backing.goal)
        else:
            pair = self.pairs[node - len(self.movers) - len(self.backing)]
            found = []
            for p in self.tight if pair in self.tight else (pair,):
                vote = self.votes[p]
                for side in (0, 1):
                    found += vote.backs[side]
                    for i in vote.orders[side]:
                        found += [self.question[j] for j in self.into.get(self.missions[i].unit.place, ())]
        return sorted({n for n in found if n != node})

    def _move_needs(self, i: int) -> list[int]:
        goal = self.goal(i)
        found = list(self.helps.get(i, ()))
        foe = self.at.get(goal)
        if foe is not None:
            found += self.helps.get(foe, ())
            if foe in self.question:
                found.append(self.question[foe])
        for j in self.into[goal]:
            found += [*self.helps.get(j, ()), *self._lane(self.missions[j].unit.place, goal)]
        return found

    def _hits(self, i: int) -> list[int]:
        place = self.missions[i].unit.place
        found = []
        for j in self.into.get(place, ()):
            found += [self.question[j], *self._lane(self.missions[j].unit.place, place)]
        return found

    def _lane(self, a: str, b: str) -> list[int]:
        node = self.lane_question.get(pair_of(a, b))
        return [] if node is None else [node]

    def choose(self, group: Sequence[int], found: Sequence[dict[int, int]]) -> dict[int, int]:
        """The backup rule. Units that go round in a circle go, as everywhere (rule 1). Of any other knot
        without exactly one outcome all units stand, and its warps fail (rule 10, X-j, X-u)."""
        if found and all(node < len(self.movers) for node in group):
            return max(found, key=lambda one: sum(one.values()))
        self.stood.update(group)
        first = len(self.movers) + len(self.backing)
        return {
            node: NO if node < first else YES if self.lanes.open(*self.pairs[node - first]) else NO
            for node in group
        }

    # -- what came of it --
    def went(self, i: int) -> bool:
        """Did this mission's move succeed?"""
        node = self.question.get(i)
        return node is not None and self.values[node] == YES

    def conqueror(self, i: int) -> int | None:
        """The mission that drove a unit out."""
        if self.went(i):
            return None
        unit = self.missions[i].unit
        return next((j for j in self.into.get(unit.place, ()) if self.went(j)), None)

    def helped(self, i: int) -> bool:
        """Has a unit an uncut support for what it did (X-e)?"""
        if i in self.question and not self.went(i):
            return False
        return any(self.values[node] == YES for node in self.helps.get(i, ()))

    def weight(self, pair: Pair, connects: bool) -> int:
        """How many orders and supports counted for a warp."""
        return self._ballot(self.votes[pair], int(connects))[0]

    def standoffs(self) -> set[str]:
        """Spaces that stay empty because moves stood each other off there."""
        left = {m.unit.place for i, m in enumerate(self.missions) if not self.went(i)}
        return {
            place
            for place, movers in self.into.items()
            if place not in left
            and not any(self.went(j) for j in movers)
            and sum(self.prevents(j)[0] > 0 for j in movers) > 1
        }

    def warps(self) -> tuple[str, ...]:
        """The lanes that warps of type A have changed, as the notebook has them."""
        return tuple(
            f"{a}{'+' if self.values[node] == YES else '/'}{b}"
            for (a, b), node in self.lane_question.items()
            if (self.values[node] == YES) != self.lanes.open(a, b)
        )


def _stronger(one: Range, other: Range) -> int:
    """Is one strictly stronger than the other?"""
    if one[0] > other[1]:
        return YES
    return NO if one[1] <= other[0] else OPEN
