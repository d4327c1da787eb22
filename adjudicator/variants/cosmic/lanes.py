"""Lanes between spaces as pairs, and what warps make of them: which are open, what a step of warps may not do
(X-g, X-l, X-w). Who wins a vote about a warp is elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.variants.cosmic.cosmos import the_cosmos

CONNECT, CUT = "+", "/"
Pair = tuple[str, str]  # two spaces, sorted as text


class Warp(msgspec.Struct, frozen=True):
    """A warp as it is ordered: two spaces as written, `+` to connect or `/` to disconnect."""

    a: str
    b: str
    sign: str

    @property
    def pair(self) -> Pair:
        """The two spaces, sorted."""
        return pair_of(self.a, self.b)

    @property
    def text(self) -> str:
        """`2+86`, `2/86`."""
        return f"{self.a}{self.sign}{self.b}"

    @property
    def connects(self) -> bool:
        """Is it for a connection?"""
        return self.sign == CONNECT


def pair_of(a: str, b: str) -> Pair:
    """Two spaces as a pair."""
    return (a, b) if a < b else (b, a)


def warp_text(pair: Pair, *, connects: bool) -> str:
    """How a warp in force is written in the notebook: ids sorted and joined."""
    return f"{pair[0]}{CONNECT if connects else CUT}{pair[1]}"


def read_warp(text: str) -> Warp | None:
    """The warp a text names, ids already in lower case; None if there is none. `k49` and the like contain no
    sign, so the first sign parts the two."""
    for sign in (CONNECT, CUT):
        a, found, b = text.partition(sign)
        if found and a in the_cosmos().rank and b in the_cosmos().rank:
            return Warp(a, b, sign)
    return None


class Lanes:
    """Which spaces are connected: the printed lanes, changed by warps (later ones override earlier)."""

    def __init__(self, *changes: Iterable[str]) -> None:
        self.changed: dict[Pair, bool] = {}
        for texts in changes:
            for text in texts:
                warp = read_warp(text)
                if warp is not None:
                    self.changed[warp.pair] = warp.connects
        self._beside: dict[str, frozenset[str]] = {}

    def open(self, a: str, b: str) -> bool:
        """Are these two connected?"""
        changed = self.changed.get(pair_of(a, b)) if self.changed else None
        return b in the_cosmos().beside[a] if changed is None else changed

    def beside(self, place: str) -> frozenset[str]:
        """The spaces connected with one."""
        known = self._beside.get(place)
        if known is None:
            near = set(the_cosmos().beside[place])
            for pair, connected in self.changed.items():
                if place in pair:
                    other = pair[0] if pair[1] == place else pair[1]
                    (near.add if connected else near.discard)(other)
            known = self._beside[place] = frozenset(near)
        return known

    def distances(self, goals: Iterable[str]) -> dict[str, int]:
        """Moves from every space that has a way to the nearest of some spaces."""
        steps = dict.fromkeys(goals, 0)
        frontier = list(steps)
        while frontier:
            found = []
            for place in frontier:
                for near in self.beside(place):
                    if near not in steps:
                        steps[near] = steps[place] + 1
                        found.append(near)
            frontier = found
        return steps


def forbidden(warp: Warp, owner: Mapping[str, str], power: str | None) -> str | None:
    """Why a warp can never be made, as far as one order shows; None: it can.

    It names a black hole (X-f, X-l), cuts a double space (X-g), joins a space with itself, or (types A and C,
    where `power` is given) connects a centre that this power does not own (X-l, X-w)."""
    cosmos = the_cosmos()
    holes = [p for p in warp.pair if p in cosmos.holes]
    if holes:
        return f"nothing connects to {cosmos.names[holes[0]]} (X-l)"
    if warp.a == warp.b:
        return "a space needs no warp to itself"
    if not warp.connects and cosmos.twin.get(warp.a) == warp.b:
        return "the halves of a double space cannot be parted (X-g)"
    if power is not None and warp.connects:
        foreign = [p for p in warp.pair if p in cosmos.centres and owner.get(p) != power]
        if foreign:
            return f"only the owner of {cosmos.names[foreign[0]]} may connect spaces to it (X-l)"
    return None


def cut_off(before: Lanes, wanted: Mapping[Pair, bool]) -> frozenset[Pair]:
    """The disconnections among the wanted changes that may not be made, because a supply centre would lose
    its last connection: judged on the state after all of them, the latest by name first (X-l, X-w)."""
    cosmos = the_cosmos()
    refused: set[Pair] = set()
    centres = sorted({p for pair, connect in wanted.items() if not connect for p in pair} & cosmos.centres)
    while True:
        closing = {pair for pair, connect in wanted.items() if not connect and pair not in refused}
        alone = [
            c
            for c in centres
            if not any(pair_of(c, near) not in closing for near in before.beside(c))
            and not any(connect and c in pair for pair, connect in wanted.items())
        ]
        effective = [p for p in closing if before.open(*p) and any(c in p for c in alone)]
        if not effective:
            return frozenset(refused)
        refused.add(max(effective, key="".join))


def changes(lanes: Lanes, owner: Mapping[str, str], power: str | None) -> list[Warp]:
    """The warps that would change something and that nothing forbids, in map order; `power` as in
    `forbidden`."""
    cosmos = the_cosmos()
    places = [p for p in cosmos.rank if p not in cosmos.holes]
    closed = {p for p in cosmos.centres if power is not None and owner.get(p) != power}
    found = []
    for n, a in enumerate(places):
        near, twin, shut = lanes.beside(a), cosmos.twin.get(a), a in closed
        for b in places[n + 1 :]:
            if b in near:
                if b != twin:
                    found.append(Warp(a, b, CUT))
            elif not shut and b not in closed:
                found.append(Warp(a, b, CONNECT))
    return found
