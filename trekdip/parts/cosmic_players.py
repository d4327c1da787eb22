"""A scripted player of cosmic for demonstrations and simulations: fleets go for the nearest centre that is
not theirs, folds help them there or shorten the way. Knows a View and the board, no rules.
"""

import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from trekdip.games import gate
from trekdip.parts.part import Legal, View

_FOLDS = 0.3  # of a power's units
_SHORTCUTS = 0.5  # how often a warp is tried where one would help
_LONG = 3  # moves from which on a way is worth a warp


def scripted(view: View, legal: Legal, power: str, rng: random.Random) -> list[str]:
    """A sheet for `power`; the same arguments and the same state of `rng` give the same sheet."""
    phase = str(view["turn"])[-1]
    if not legal or phase == "C":
        return []
    if phase == "R":
        return [rng.choice(texts) for texts in legal.values()]
    if phase == "A":
        return list(_adjusted(view, legal, power, rng))
    season = _Season(view, legal, power, rng)
    return season.lasting() if phase == "B" else season.orders()


class _Season:
    """What a power sees on the board in one season, and the orders it makes of that.

    `far`: moves from a space to the nearest wanted centre that avoid black holes; `given`: space of a unit ->
    its order; `ends`: spaces where its units mean to be.
    """

    def __init__(self, view: View, legal: Legal, power: str, rng: random.Random) -> None:
        self.legal, self.rng = legal, rng
        geometry = gate.geometry("cosmic")
        self.centres = {place for place, facts in geometry["provinces"].items() if facts["centre"]}
        self.danger = {n["at"] for n in gate.notes("cosmic", view) if "danger" in n["words"].split()}
        self.beside = _lanes(geometry["lanes"], view["memory"]["warps"])
        self.mine = {text.split()[1]: text.split()[0] for text in view["units"].get(power, ())}
        self.foes = {
            text.split()[1]: text.split()[0]
            for other, texts in view["units"].items()
            for text in texts
            if other != power
        }
        self.wanted = self.centres - set(view["centers"].get(power, ()))
        self.far = self._distances(self.wanted)
        self.late = str(view["turn"])[0] == "G"
        self.given: dict[str, str] = {}
        self.ends: set[str] = set()

    def orders(self) -> list[str]:
        """A movement season's sheet."""
        by_distance = sorted(self.mine, key=lambda place: (self.far.get(place, 99), self.rng.random()))
        for place in by_distance:
            self.given[place] = self._helps(place) or self._advances(place)
        return list(self.given.values())

    def lasting(self) -> list[str]:
        """A warp of type B from a fleet to a centre far away, now and then."""
        ways = [
            (place, goal)
            for place, kind in self.mine.items()
            if kind == "F" and self.far.get(place, 99) >= _LONG
            for goal in sorted(self.wanted - self.foes.keys())
        ]
        if not ways or self.rng.random() > _SHORTCUTS:
            return []
        place, goal = self.rng.choice(ways)
        return [f"{place}+{goal}"]

    def _helps(self, place: str) -> str | None:
        """The support of an attack that was planned before, if there is one it can give."""
        unit = f"{self.mine[place]} {place}"
        for order in self.given.values():
            support = f"{unit} S {order}"
            if order.split()[-1] in self.foes and support in self.legal.get(unit, ()):
                return support
        return None

    def _advances(self, place: str) -> str:
        """A step towards a wanted centre, a shortcut there, or a rest."""
        kind = self.mine[place]
        here = self.far.get(place, 99)
        if kind == "F" and self.late and here == 0:
            self.ends.add(place)
            return f"F {place} H"
        if kind == "Q" and self.rng.random() < _SHORTCUTS:
            warp = self._shortcut()
            if warp is not None:
                self.ends.add(place)
                return f"Q {place} W {warp}"
        goals = [goal for goal in sorted(self.beside[place]) if self._free(goal, kind)]
        goals.sort(key=lambda goal: self.far.get(goal, 99) + self.rng.random() * 0.8)
        if not goals or (self.far.get(goals[0], 99) > here and place not in self.danger):
            self.ends.add(place)
            return f"{kind} {place} H"
        self.ends.add(goals[0])
        return f"{kind} {place} - {goals[0]}"

    def _free(self, goal: str, kind: str) -> bool:
        """Whether a unit of this kind may go there and nobody of its own means to be there."""
        resting = goal in self.mine and " - " not in self.given.get(goal, "")
        barred = kind == "Q" and self.foes.get(goal) == "F"
        return not (goal in self.danger or goal in self.ends or resting or barred)

    def _shortcut(self) -> str | None:
        """A warp for a fleet of one's own with a long way to go, which then takes it."""
        fleets = [p for p, kind in self.mine.items() if kind == "F" and self.far.get(p, 99) >= _LONG]
        fleets = [p for p in fleets if " S " not in self.given.get(p, "") and p not in self.wanted]
        goals = [
            place
            for place, steps in self.far.items()
            if steps == 1 and place not in self.centres and self._free(place, "F") and place not in self.foes
        ]
        if not fleets or not goals:
            return None
        place, goal = self.rng.choice(sorted(fleets)), self.rng.choice(sorted(goals))
        self.given[place] = f"F {place} - {goal}"
        self.ends.add(goal)
        return f"{place}+{goal}"

    def _distances(self, goals: Iterable[str]) -> dict[str, int]:
        steps = dict.fromkeys(sorted(goals), 0)
        queue = deque(steps)
        while queue:
            place = queue.popleft()
            for near in sorted(self.beside.get(place, ())):
                if near not in steps and near not in self.danger:
                    steps[near] = steps[place] + 1
                    queue.append(near)
        return steps


def _lanes(printed: Mapping[str, Iterable[str]], warps: Iterable[str]) -> dict[str, set[str]]:
    """The lanes with the warps that last."""
    found = {place: set(goals) for place, goals in printed.items()}
    for warp in warps:
        a, connects, b = warp.partition("+")
        if not connects:
            a, _, b = warp.partition("/")
        for one, other in ((a, b), (b, a)):
            if connects:
                found[one].add(other)
            else:
                found[one].discard(other)
    return found


def _adjusted(view: View, legal: Legal, power: str, rng: random.Random) -> Iterator[str]:
    """Empires first, then as much as is due: a fold where there are few of them."""
    yield from legal.get("EMPIRE", ())
    due = view.get("adjustments", {}).get(power, 0)
    units = [text.split()[0] for text in view["units"].get(power, ())]
    texts = sorted({t for unit, ts in legal.items() if unit != "EMPIRE" for t in ts if t != "WAIVE"})
    places = sorted({text.split()[2] for text in texts})
    rng.shuffle(places)
    for place in places[: abs(due)]:
        if due < 0:
            yield next(text for text in texts if text.split()[2] == place)
            continue
        kind = "Q" if units.count("Q") < _FOLDS * (len(units) + 1) and rng.random() < _SHORTCUTS else "F"
        units.append(kind)
        yield f"B {kind} {place}"
