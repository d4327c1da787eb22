"""A slow resolver of our own: tries every answer to “which moves succeed, which lanes are open” and keeps
those that agree with themselves. Written from the rulings; it shares nothing with the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tests.adjudicator.cosmic.board import LANES, RIM, Piece

MOVE = {"F": 4, "Q": 3}
HELP = {"F": 4, "Q": 5}


@dataclass(frozen=True)
class Answer:
    """One way the season may end: the units left on the board, the units dislodged, the lanes changed."""

    units: frozenset[tuple[str, str]]
    dislodged: frozenset[tuple[str, str]]
    warps: frozenset[str]


@dataclass(frozen=True)
class Knot:
    """What X-u has decided: the spaces of units whose moves fail and whose supports do not count, the lanes
    that stay as they are."""

    moves: frozenset[str] = frozenset()
    helps: frozenset[str] = frozenset()
    lanes: frozenset[frozenset[str]] = frozenset()


class Oracle:
    """All consistent ends of one season of numbered spaces; of a knot's questions the answers are given."""

    def __init__(self, pieces: list[Piece], knot: Knot = Knot()) -> None:
        self.knot = knot
        self.pieces = pieces
        self.at = {p.place: p for p in pieces}
        self.moves = [p for p in pieces if p.what == "-" and not self._barred(p)]
        self.lanes = sorted({p.lane for p in pieces if p.what == "W"}, key=sorted)

    def _barred(self, p: Piece) -> bool:
        """X-b."""
        there = self.at.get(p.goal)
        return p.kind == "Q" and there is not None and there.kind == "F" and there.power != p.power

    def answers(self) -> Iterator[Answer]:
        """Every assignment that agrees with the rules."""
        for values in product((True, False), repeat=len(self.moves) + len(self.lanes)):
            cut = len(self.moves)
            self.success = {p.place: v for p, v in zip(self.moves, values[:cut], strict=True)}
            self.open = dict(zip(self.lanes, values[cut:], strict=True))
            lanes = [self._fits(lane) for lane in self.lanes]
            if all(lanes) and all(self._fits_move(p) for p in self.moves):
                yield self._answer()

    def _fits(self, lane: frozenset[str]) -> bool:
        """Does the answer about a lane agree with the others?"""
        return self.open[lane] == (lane in LANES if lane in self.knot.lanes else self._carried(lane))

    def _fits_move(self, p: Piece) -> bool:
        return self.success[p.place] == (p.place not in self.knot.moves and self._should(p))

    # what follows from an assignment
    def _linked(self, a: str, b: str) -> bool:
        lane = frozenset((a, b))
        return self.open.get(lane, lane in LANES)

    def _attacks(self, place: str) -> list[Piece]:
        return [p for p in self.moves if p.goal == place and self._linked(p.place, place)]

    def _gone(self, p: Piece) -> bool:
        return self.success.get(p.place, False)

    def _beaten(self, p: Piece) -> bool:
        return not self._gone(p) and any(self._gone(a) for a in self._attacks(p.place))

    def _uncut(self, s: Piece) -> bool:
        if s.place in self.knot.helps or self._beaten(s):
            return False
        foes = [a for a in self._attacks(s.place) if a.power != s.power]
        if s.what == "S":
            return self._linked(s.place, s.goal) and all(a.place == s.goal for a in foes)
        made = s.lane if s.sign == "+" and s.lane not in LANES else None
        return all(frozenset((a.place, s.place)) == made for a in foes)

    def _carried(self, lane: frozenset[str]) -> bool:
        weight = {}
        for sign in "+/":
            live = [p for p in self.pieces if (p.what, p.lane, p.sign) == ("W", lane, sign)]
            live = [p for p in live if not self._beaten(p)]
            backs = [p for p in self.pieces if (p.what, p.lane, p.sign) == ("B", lane, sign)]
            weight[sign] = len(live) + sum(map(self._uncut, backs)) if live else 0
        if weight["+"] == weight["/"]:
            return lane in LANES
        return weight["+"] > weight["/"]

    def _helpers(self, p: Piece) -> list[Piece]:
        goal = p.goal if p in self.moves else p.place
        if p.what == "-" and p not in self.moves:
            return []
        found = [s for s in self.pieces if s.what == "S" and (s.helped, s.goal) == (p.place, goal)]
        return [s for s in found if self._uncut(s)]

    def _adds(self, s: Piece) -> int:
        return max(HELP[s.kind] - (s.place in RIM) - (frozenset((s.place, s.goal)) not in LANES), 0)

    def _strength(self, p: Piece, without: str | None = None) -> int:
        return MOVE[p.kind] + sum(self._adds(s) for s in self._helpers(p) if s.power != without)

    def _stand(self, p: Piece) -> int:
        return MOVE[p.kind] if p.what == "-" else self._strength(p)

    def _should(self, p: Piece) -> bool:
        if not self._linked(p.place, p.goal):
            return False
        foe = self.at.get(p.goal)
        swap = foe is not None and foe in self.moves and foe.goal == p.place
        there = foe if foe is not None and (swap or not self._gone(foe)) else None
        strength = self._strength(p, there.power if there else None)
        if there is not None:
            if there.power == p.power:
                return False
            if strength <= (self._strength(there) if swap else self._stand(there)):
                return False
        return all(strength > self._weight(r) for r in self._attacks(p.goal) if r is not p)

    def _weight(self, r: Piece) -> int:
        foe = self.at.get(r.goal)
        driven = foe is not None and foe in self.moves and foe.goal == r.place and self._gone(foe)
        return 0 if driven else self._strength(r)

    def _answer(self) -> Answer:
        units, lost = set(), set()
        for p in self.pieces:
            if self._beaten(p):
                lost.add((p.power, p.unit))
                continue
            place = p.goal if self._gone(p) else p.place
            failed = p.what == "-" and not self._gone(p)
            if place in RIM and (failed or not self._helpers(p)):
                continue
            units.add((p.power, f"{p.kind} {place}"))
        warps = {
            ("+" if v else "/").join(sorted(lane)) for lane, v in self.open.items() if v != (lane in LANES)
        }
        return Answer(frozenset(units), frozenset(lost), frozenset(warps))
