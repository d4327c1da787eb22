"""A second, slow arbiter of stdip's battle (one step, Spring): lists every consistent way the moves and
supports could turn out, and lets the named backup rules choose. Shares no code with the engine.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.adjudicator.board import SEAS, province_of, reach, regions, sea_neighbours

BEYOND = Fraction(1000)


class UndecidedError(Exception):
    """Several ways are left and no rule that this arbiter knows prefers one."""


@dataclass(slots=True)
class Piece:
    """A unit with its order. `act`: H, M, S, C; `to`: where it goes or supports into; `aim`: province of
    the supported or convoyed unit, `aim_to`: where that unit is said to go (empty: it stays)."""

    power: str
    kind: str
    region: str
    trader: bool = False
    hero: bool = False
    act: str = "H"
    to: str = ""
    aim: str = ""
    aim_to: str = ""
    aim_power: str = ""
    aim_kind: str = ""
    via: bool = False
    backers: list[int] = field(default_factory=list)

    @property
    def at(self) -> str:
        return province_of(self.region)


def piece(power: str, order: str, *, was_trader: bool) -> Piece:
    """Read one canonical order (hold, move, support, convoy, scan)."""
    words = re.sub(r"\((\w)\)", r" (\1) ", order).split()
    marks = {w for w in words if w.startswith("(")}
    words = [w for w in words if not w.startswith("(")]
    unit = Piece(power, words[0], words[1], hero="(E)" in marks)
    unit.trader = power == "ferengi" and ("(T)" in marks or (was_trader and "(M)" not in marks))
    rest = words[2:]
    if rest[0] == "-":
        unit.act, unit.to, unit.via = "M", province_of(rest[1]), rest[-1] == "via"
    elif rest[0] in {"S", "C"}:
        unit.act = rest[0]
        named = rest[1:]
        if named[0] not in {"A", "F", "C"}:
            unit.aim_power, named = named[0], named[1:]
        unit.aim_kind, unit.aim = named[0], province_of(named[1])
        unit.aim_to = province_of(named[3]) if len(named) > 2 else ""
        unit.to = unit.aim_to or unit.aim
    return unit


def contests(a: Piece, b: Piece) -> bool:
    """Traders and other powers' units do not see each other (T-b)."""
    return a.power == b.power or not (a.trader or b.trader)


@dataclass(frozen=True, slots=True)
class Result:
    """How the battle ends, by piece number."""

    enters: frozenset[int]
    wins: frozenset[int]
    cut: frozenset[int]
    open: frozenset[int]
    dislodged: Mapping[int, int]
    assimilated: Mapping[int, int]


class Field:
    """One board with its orders."""

    def __init__(self, pieces: Sequence[Piece], wormhole: tuple[str, str]) -> None:
        self.p = list(pieces)
        self.wormhole = wormhole
        self.movers = [i for i, p in enumerate(self.p) if p.act == "M"]
        self.ferries: dict[int, set[int]] = {m: set() for m in self.movers if self.by_sea(m)}
        self._match()
        self.sailing = sorted(self.ferries)
        self.supporters = [i for i, p in enumerate(self.p) if p.act == "S"]
        self.borg = [m for m in self.movers if self.p[m].power == "borg"]

    # -- geography --
    def near(self, p: Piece, goal: str) -> bool:
        """Is there an ordinary way, the wormhole counted?"""
        if {p.at, goal} == set(self.wormhole) and p.at != goal:
            sea = goal in SEAS
            if (
                p.kind == "C"
                or (p.kind == "A" and not sea)
                or (p.kind == "F" and (sea or bool(regions("F", goal))))
            ):
                return True
        if p.kind == "C":
            return any(goal in reach(k, r) for k in "AF" for r in regions(k, p.at))
        return goal in reach(p.kind, p.region)

    def by_sea(self, m: int) -> bool:
        p = self.p[m]
        return p.kind != "F" and (p.via or not self.near(p, p.to))

    def linked(self, start: str, end: str, seas: set[str]) -> bool:
        """Do fleets on these seas make a route?"""
        found = frontier = self._beside(start) & seas
        while frontier:
            frontier = {n for s in frontier for n in self._beside(s) & seas} - found
            found = found | frontier
        return bool(found & self._beside(end))

    def _beside(self, place: str) -> set[str]:
        near = set(sea_neighbours(place))
        if place in self.wormhole:
            other = self.wormhole[1 - self.wormhole.index(place)]
            near |= {other} & SEAS
        return near

    # -- who helps whom --
    def _meant(self, by: Piece) -> int | None:
        """The unit a support or convoy means: Cardassians answer to every letter, traders come last."""
        here = [
            i for i, p in enumerate(self.p)
            if p.at == by.aim and by.aim_power in {"", p.power} and p.kind in {"C", by.aim_kind}
        ]  # fmt: skip
        return min(here, key=lambda i: self.p[i].trader, default=None)

    def _match(self) -> None:
        offers: dict[int, set[int]] = {}
        for i, p in enumerate(self.p):
            aim = self._meant(p) if p.aim else None
            if aim is None or aim == i:
                continue
            other = self.p[aim]
            does = (other.act == "M" and other.to == p.aim_to) if p.aim_to else other.act != "M"
            if p.act == "S" and does and not other.trader:
                other.backers.append(i)
            if p.act == "C" and does and other.kind != "F" and (other.trader or not p.trader):
                offers.setdefault(aim, set()).add(i)
        for army, fleets in offers.items():
            seas = {self.p[f].at for f in fleets}
            own = any(self.p[f].power == self.p[army].power for f in fleets)
            if army in self.ferries or (own and self.linked(self.p[army].at, self.p[army].to, seas)):
                self.ferries[army] = fleets

    def foes(self, m: int) -> list[int]:
        """Whom a move finds where it goes."""
        mine = self.p[m]
        return [i for i, p in enumerate(self.p) if i != m and p.at == mine.to and contests(p, mine)]

    # -- one guess --
    def head_on(self, a: int, b: int) -> bool:
        p, q = self.p[a], self.p[b]
        return q.act == "M" and q.to == p.at and p.to == q.at and not {a, b} & set(self.ferries)

    def strength(self, m: int, cut: set[int], without: str = "") -> Fraction:
        """Of a move, leaving out supports of one power."""
        if self.p[m].hero:
            return BEYOND
        aid = sum(1 for s in self.p[m].backers if s not in cut and self.p[s].power != without)
        return Fraction(3, 2) if self.p[m].power == "klingon" and not aid else Fraction(1 + aid)

    def hold(self, o: int, cut: set[int]) -> Fraction:
        if self.p[o].act == "M":
            return Fraction(1)
        return Fraction(1 + sum(1 for s in self.p[o].backers if s not in cut))

    def beaten(self, i: int, wins: set[int]) -> bool:
        return any(w in wins and i in self.foes(w) for w in self.movers)

    def path(self, m: int, wins: set[int], shut: frozenset[int]) -> bool:
        if m not in self.ferries:
            return True
        seas = {self.p[f].at for f in self.ferries[m] if not self.beaten(f, wins)}
        return m not in shut and self.linked(self.p[m].at, self.p[m].to, seas)

    def overcomes(  # noqa: C901 - one question, asked in the order of the rulebook
        self, m: int, wins: set[int], enters: set[int], cut: set[int], way: set[int], *, solo: bool = False
    ) -> bool:
        """Would this move win if everything else were as guessed? `solo`: with no Ferengi rivals."""
        mine = self.p[m]
        if m not in way:
            return False
        against = ""
        left: set[int] = set()
        for o in self.foes(m):
            other = self.p[o]
            if o in enters:
                if self.head_on(m, o):
                    return False
                left.add(o)
                continue
            if other.power == mine.power or other.hero:
                return False
            against = other.power
            resists = self.strength(o, cut) if self.head_on(m, o) else self.hold(o, cut)
            if self.strength(m, cut, against) <= resists:
                return False
        if mine.hero:
            return True
        force = self.strength(m, cut, against)
        for r in self.movers:
            rival = self.p[r]
            if r == m or rival.to != mine.to or r not in way or not contests(mine, rival):
                continue
            if any(self.head_on(r, o) for o in left):
                continue  # it lost a head-to-head to the unit that left for its place
            if rival.power == mine.power == "ferengi":
                if solo:
                    continue
                if (
                    mine.trader
                    and not rival.trader
                    and not self.overcomes(r, wins, enters, cut, way, solo=True)
                ):
                    continue
            if force <= self.strength(r, cut):
                return False
        return True

    def consistent(
        self, wins: set[int], enters: set[int], cut: set[int], shut: frozenset[int]
    ) -> set[int] | None:
        """The open ways if this guess agrees with itself, else None."""
        way = {m for m in self.movers if self.path(m, wins, shut)}
        for m in self.movers:
            if (m in wins) != self.overcomes(m, wins, enters, cut, way):
                return None
        for m in self.borg:
            if (m in enters) != (m in wins and all(o in enters for o in self.foes(m))):
                return None
        for s in self.supporters:
            if (s in cut) != self._cut(s, wins, way):
                return None
        return way

    def _cut(self, s: int, wins: set[int], way: set[int]) -> bool:
        mine = self.p[s]
        for r in self.movers:
            p = self.p[r]
            if p.to != mine.at or p.power == mine.power or not contests(p, mine):
                continue
            if (r in wins and s in self.foes(r)) if p.at == mine.to else r in way:
                return True
        return False

    def ways_out(self, shut: frozenset[int]) -> Iterator[tuple[set[int], set[int], set[int], set[int]]]:
        """Every consistent (wins, enters, cut, open)."""
        threatened = [s for s in self.supporters if any(self.p[m].to == self.p[s].at for m in self.movers)]
        bits = len(self.movers) + len(self.borg) + len(threatened)
        for guess in itertools.product((True, False), repeat=bits):
            rest = iter(guess)
            wins = {m for m in self.movers if next(rest)}
            settled = {m for m in self.borg if next(rest)}
            cut = {s for s in threatened if next(rest)}
            if settled - wins:
                continue
            enters = {m for m in wins if m not in self.borg} | settled
            way = self.consistent(wins, enters, cut, shut)
            if way is not None:
                yield wins, enters, cut, way


def rule(pieces: Sequence[Piece], wormhole: tuple[str, str]) -> Result:
    """Adjudicate.

    Raises `UndecidedError` where this arbiter's backup rules do not reach (two paradoxes in one)."""
    board = Field(pieces, wormhole)
    found = list(board.ways_out(frozenset()))
    torn = frozenset(m for m in board.sailing if len({m in way for *_, way in found}) > 1)
    if torn:
        found = list(board.ways_out(torn))
    elif not found:
        for count in range(1, len(board.sailing) + 1):
            tries = [list(board.ways_out(frozenset(s))) for s in itertools.combinations(board.sailing, count)]
            tries = [t for t in tries if t]
            if len(tries) > 1:
                raise UndecidedError("several convoys might be the paradox")
            if tries:
                found = tries[0]
                break
    best = max(found, key=lambda one: len(one[1]), default=None)
    if best is None or any(not one[1] <= best[1] for one in found):
        raise UndecidedError("no way is the best")
    wins, enters, cut, way = best
    dislodged, assimilated = {}, {}
    for m in wins:
        for o in board.foes(m):
            if o not in enters:
                (dislodged if m in enters else assimilated)[o] = m
    return Result(frozenset(enters), frozenset(wins), frozenset(cut), frozenset(way), dislodged, assimilated)
