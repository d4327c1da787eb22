"""What became of every order of a movement phase, and the sentence that says why. Reads a decided
battle, decides nothing."""

from __future__ import annotations

import msgspec

from adjudicator.contest.solver import NO, YES
from adjudicator.orders import MOVE
from adjudicator.outcomes import BOUNCE, CUT, DESTROYED, DISLODGED, DISRUPTED, ILLEGAL, VOID, Entry
from adjudicator.variants.cosmic.battle import Clash
from adjudicator.variants.cosmic.lanes import Pair
from adjudicator.variants.cosmic.language import warp_in
from adjudicator.variants.cosmic.law import Scene

Fate = tuple[list[str], str]


class Ends(msgspec.Struct, frozen=True):
    """How the season ends for some units, by mission: `sucked` into a black hole where they stand, `doomed`
    by a warp onto one, `trapped`: dislodged without a retreat that saves them."""

    sucked: frozenset[int]
    doomed: frozenset[int]
    trapped: frozenset[int]


class Chronicle:
    """The fates of all units of one battle."""

    def __init__(self, clash: Clash, scene: Scene, ends: Ends) -> None:
        self.clash, self.scene, self.ends = clash, scene, ends

    def entry(self, i: int) -> Entry:
        """What became of a unit and its order."""
        mission = self.clash.missions[i]
        words, because = self._fate(i)
        if self.clash.conqueror(i) is not None:
            words, because = [*words, DISLODGED], f"{because} {self._driven_out(i)}".strip()
        if i in self.ends.sucked:
            words = [*words, DESTROYED]
            because += " It stands beside a black hole without support, and is sucked in (X-e)."
        elif i in self.ends.doomed:
            words = [*words, DESTROYED]
        elif i in self.ends.trapped:
            words = [*words, DESTROYED]
            because += " It has no retreat but beside black holes, if any, so it is destroyed (X-s)."
        text = self.scene.board.notation.write(mission.order)
        return Entry(mission.unit.owner, mission.unit.name, text, tuple(words), because.strip())

    def _fate(self, i: int) -> Fate:
        mission = self.clash.missions[i]
        if mission.problem is not None:
            end = " It counts as a move that failed (X-s)." if mission.failed else ""
            word = VOID if mission.void else ILLEGAL
            return [word], f"This order does not count: {mission.problem}.{end}"
        match mission.acts:
            case "move":
                return self._move(i)
            case "support":
                return self._support(i)
            case "warp":
                return self._warp(i)
            case "back":
                return self._backed(i)
        return [], "" if self.clash.conqueror(i) is not None else self._hold(i)

    # -- standing --
    def _hold(self, i: int) -> str:
        clash = self.clash
        foes = [j for j, lane in clash.attackers(i) if lane == YES]
        if not foes:
            return "Nobody attacks it." if clash.missions[i].ordered else "No order was given, so it holds."
        best = max(foes, key=lambda j: clash.attack(j, None)[1])
        against = clash.attack(best, None)[1]
        return f"It holds with {clash.defence(i)[1]} against {against} of {self.who(best)} (X-a)."

    def _driven_out(self, i: int) -> str:
        by = self.clash.conqueror(i)
        if by is None:
            return ""
        strength = self.clash.attack(by, self.clash.missions[i].unit.owner)[1]
        return (
            f"{self.who(by)} attacks with {strength} and dislodges it, which had {self._stand(i, by)} (X-a)."
        )

    def _stand(self, i: int, by: int) -> int:
        clash = self.clash
        head_on = clash.missions[i].acts == MOVE and clash.goal(i) == clash.missions[by].unit.place
        return (clash.attack(i, None) if head_on else clash.defence(i))[1]

    # -- moves --
    def _move(self, i: int) -> Fate:
        clash = self.clash
        unit, goal = clash.missions[i].unit, clash.goal(i)
        if clash.linked(unit.place, goal) == NO:
            return [VOID], (
                f"{self.name(unit.place)} and {self.name(goal)} are not connected this season, so it counts "
                "as a move that failed (X-i, X-s)."
            )
        if clash.went(i):
            return [], self._success(i, goal)
        return [BOUNCE], self._failure(i, goal)

    def _success(self, i: int, goal: str) -> str:
        clash = self.clash
        foe = clash.at.get(goal)
        if foe is not None and not clash.went(foe):
            strength = clash.attack(i, clash.missions[foe].unit.owner)[1]
            return f"Its {strength} overcome the {self._stand(foe, i)} of {self.who(foe)} (X-a)."
        rivals = [j for j in clash.into[goal] if j != i and clash.prevents(j)[1]]
        if rivals:
            best = max(rivals, key=lambda j: clash.prevents(j)[1])
            return (
                f"Its {clash.attack(i, None)[1]} are more than the {clash.prevents(best)[1]} of "
                f"{self.who(best)} (X-a)."
            )
        return f"It moves to {self.name(goal)}; nothing stands against it."

    def _failure(self, i: int, goal: str) -> str:
        clash = self.clash
        if clash.question[i] in clash.stood:
            return "Its move and what depends on it have not exactly one outcome, so it stands (X-u, X-j)."
        foe = clash.at.get(goal)
        if foe is not None and not clash.went(foe):
            if clash.missions[foe].unit.owner == clash.missions[i].unit.owner:
                return f"{self.who(foe)} stays, and nobody dislodges a unit of the same power."
            strength = clash.attack(i, clash.missions[foe].unit.owner)[1]
            stand = self._stand(foe, i)
            if strength <= stand:
                return f"Its {strength} do not overcome the {stand} of {self.who(foe)} (X-a)."
        strength = clash.attack(i, None)[1]
        best = max((j for j in clash.into[goal] if j != i), key=lambda j: clash.prevents(j)[1], default=None)
        if best is None:
            return f"{self.name(goal)} is not free."
        return (
            f"Its {strength} are no more than the {clash.prevents(best)[1]} of {self.who(best)}: a standoff "
            f"in {self.name(goal)} (X-a)."
        )

    # -- supports --
    def _support(self, i: int) -> Fate:
        clash, order = self.clash, self.clash.missions[i].order
        node = clash.support_of.get(i)
        aim = clash.at[order.aim.place] if order.aim is not None else i
        if node is None:
            if order.to is not None:
                return [
                    VOID
                ], f"{self.who(aim)} was not ordered to {self.name(order.to)}, or may not move there."
            return [VOID], f"{self.who(aim)} was ordered to move, so its hold cannot be supported (X-a, X-s)."
        backing = clash.support(node)
        here, goal = clash.missions[i].unit.place, backing.goal or ""
        if clash.linked(here, goal) == NO:
            return [VOID], f"{self.name(here)} and {self.name(goal)} are not connected this season (X-i)."
        if clash.values[node] != YES:
            return [CUT], self._cut(i, node)
        why = [
            *(["beside a black hole"] if here in clash.cosmos.rim else []),
            *(["across a warp of a fold"] if not clash.lanes.open(here, goal) else []),
        ]
        less = f", less for being {' and '.join(why)} (X-a, X-d)" if why else " (X-a)"
        return [], f"It adds {backing.adds}{less}."

    def _cut(self, i: int, node: int) -> str:
        clash = self.clash
        if node in clash.stood:
            return (
                "It belongs to a knot that has not exactly one outcome, so the unit only stands (X-u, X-j)."
            )
        by = clash.conqueror(i)
        if by is None:
            by = next(j for j, lane in clash.attackers(i) if lane == YES)
        return f"The attack of {self.who(by)} cuts it."

    # -- warps --
    def _warp(self, i: int) -> Fate:
        clash, warp = self.clash, warp_in(self.clash.missions[i].order)
        node = clash.lane_question[warp.pair]
        if node in clash.stood:
            return [DISRUPTED], "The warp and a dislodgement depend on each other, so it fails (X-j, X-u)."
        if clash.conqueror(i) is not None:
            return [DISRUPTED], "A fold that is dislodged makes no warp (X-i)."
        if clash.carried(warp.pair) != clash.values[node] and not warp.connects:
            return [VOID], "It would leave a supply centre without any connection (X-l)."
        mine, others = clash.weight(warp.pair, warp.connects), clash.weight(warp.pair, not warp.connects)
        if mine > others:
            return [], self._done(warp.pair, connects=warp.connects)
        what = "it is outvoted" if mine < others else "nothing changes"
        return [BOUNCE], f"{mine} for it, {others} against it: {what} (X-i)."

    def _done(self, pair: Pair, *, connects: bool) -> str:
        a, b = map(self.name, pair)
        if self.clash.lanes.open(*pair) == connects:
            return f"{a} and {b} stay {'connected' if connects else 'disconnected'}, as they were (X-h)."
        return f"{a} and {b} are {'connected' if connects else 'disconnected'} for this season (X-i)."

    def _backed(self, i: int) -> Fate:
        clash = self.clash
        node = clash.support_of.get(i)
        if node is None:
            return [VOID], "Nobody orders the warp it supports (X-i, X-v)."
        if clash.values[node] != YES:
            return [CUT], self._cut(i, node)
        return [], "It counts for the warp it supports (X-i)."

    # -- words --
    def who(self, i: int) -> str:
        """A unit for people."""
        return self.scene.spoken(self.clash.missions[i].unit)

    def name(self, place: str) -> str:
        """A space's name."""
        return self.scene.name(place)
