"""From orders to a battle: numbers the units, matches supports and convoys to moves, picks each army's way. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from adjudicator.board import Field, Reading
from adjudicator.contest.battle import CONVOYS, HOLDS, MOVES, SUPPORTS, Battle
from adjudicator.orders import Order
from adjudicator.routes import joined
from adjudicator.rules import Rulebook

_NOBODY: tuple[int, ...] = ()


class Fight:
    """The units and orders of one movement phase with the battle they make.

    `readings[i]` is the order that counts for unit i (None: it holds); `matched[i]` is False if a support or convoy names
    something its unit does not do; `routed` maps a dislodged unit to the move that drove it out."""

    __slots__ = ("battle", "board", "field", "matched", "readings", "routed", "units")

    def __init__(self, field: Field, readings: list[Reading | None], rulebook: Rulebook) -> None:
        board = self.board = field.board
        self.field, self.units, self.readings = field, field.units, readings
        at, loc = field.at, field.loc
        n = len(loc)
        act = [HOLDS] * n
        dest = [-1] * n
        into: dict[int, list[int]] = {}
        movers: list[int] = []
        supporters: list[int] = []
        ferries: list[int] = []
        by_sea: list[int] = []
        for i, reading in enumerate(readings):
            if reading is None:
                continue
            what = reading.act
            if what == MOVES:
                act[i] = MOVES
                goal = dest[i] = reading.goal
                if goal in into:
                    into[goal].append(i)
                else:
                    into[goal] = [i]
                movers.append(i)
                if reading.by_sea:
                    by_sea.append(i)
            elif what == SUPPORTS:
                act[i] = SUPPORTS
                supporters.append(i)
            elif what == CONVOYS:
                act[i] = CONVOYS
                ferries.append(i)
        backs: list[list[int] | tuple[int, ...]] = [_NOBODY] * n
        matched = self.matched = [True] * n
        for s in supporters:
            reading = readings[s]
            if reading is None or reading.aim < 0:
                continue
            aim, goal = at[reading.aim], reading.goal
            if goal < 0:
                dest[s] = reading.aim
                meant = act[aim] != MOVES
            else:
                dest[s] = goal
                meant = act[aim] == MOVES and dest[aim] == goal and (not reading.coast or self._same_coast(reading, aim))
            if not meant:
                matched[s] = False
            elif backs[aim]:
                backs[aim].append(s)  # type: ignore[union-attr]
            else:
                backs[aim] = [s]
        foes: list[tuple[int, ...]] = [_NOBODY] * n
        for m in movers:
            o = at[dest[m]]
            if o >= 0:
                foes[m] = (o,)
        owner = [u.owner for u in field.units]
        chains = self._chains(loc, act, dest, by_sea, ferries) if by_sea or ferries else {}
        twists = rulebook.twists(field.units, readings) if rulebook.twisted else None
        if twists is not None and twists.contests is not None:
            self._crowd(foes, movers, dest, twists.contests)
        self.battle = Battle(
            owner, loc, act, dest, movers, supporters, into, backs, foes, chains, partial(joined, board.chart), twists
        )
        self.battle.decide()
        self.routed = self._routed()

    def _same_coast(self, support: Reading, mover: int) -> bool:
        """A support that names a coast is for that coast alone (DATC 6.B.9)."""
        move = self.readings[mover]
        return move is not None and move.order.to == support.order.to

    def _crowd(
        self, foes: list[tuple[int, ...]], movers: list[int], dest: list[int], contests: Callable[[int, int], bool]
    ) -> None:
        """Where several units may share a place, a mover's foes are all those in its destination that it meets."""
        by_place: dict[int, list[int]] = {}
        for i, province in enumerate(self.field.loc):
            by_place.setdefault(province, []).append(i)
        for m in movers:
            foes[m] = tuple(o for o in by_place.get(dest[m], ()) if o != m and contests(m, o))

    def _chains(
        self, loc: list[int], act: list[int], dest: list[int], by_sea: list[int], ferries: list[int]
    ) -> dict[int, dict[int, int]]:
        """The moves that go by sea, and the fleets ordered to carry each.

        An army goes by sea if it must, if it says so, or if a fleet of its own power completes a route for it (intent,
        DATC 4.A.3). Then there is no falling back on the road (6.G.8)."""
        chart, units, at = self.board.chart, self.units, self.field.at
        chains: dict[int, dict[int, int]] = {m: {} for m in by_sea}
        offers: dict[int, dict[int, int]] = {}
        for f in ferries:
            reading = self.readings[f]
            if reading is None:
                continue
            army = at[reading.aim]
            self.matched[f] = act[army] == MOVES and dest[army] == reading.goal
            if self.matched[f]:
                offers.setdefault(army, {})[loc[f]] = f
        for army, fleets in offers.items():
            own = any(units[f].commander == units[army].commander for f in fleets.values())
            waters = sum(1 << p for p in fleets)
            if army in chains or (own and joined(chart, waters, loc[army], dest[army])):
                chains[army] = fleets
            else:
                for f in fleets.values():
                    self.matched[f] = False
        return chains

    # -- what came of it -------------------------------------------------------------------------------------------
    def _routed(self) -> dict[int, int]:
        battle = self.battle
        values, act, foes = battle.values, battle.act, battle.foes
        return {o: m for m in battle.movers if values[m] == 1 for o in foes[m] if act[o] != MOVES or values[o] != 1}

    def order(self, i: int) -> Order | None:
        """The order that counts for unit i; None: it holds."""
        reading = self.readings[i]
        return reading.order if reading is not None else None

    def entered(self, i: int) -> bool:
        """Did unit i leave for its destination?"""
        return self.battle.act[i] == MOVES and self.battle.values[i] == 1

    def conqueror(self, i: int) -> int | None:
        """The move that got into the place where unit i stays, and so dislodged it."""
        return self.routed.get(i)

    def closed(self) -> set[int]:
        """The provinces nobody may retreat to: occupied after the battle, or empty after a standoff."""
        battle = self.battle
        values, dest, n, routed = battle.values, battle.dest, battle.n, self.routed
        shut = set(battle.loc)
        shut.difference_update([battle.loc[m] for m in battle.movers if values[m] == 1])
        for m in battle.movers:
            # The loser of a head-to-head battle stood nobody off where the winner came from.
            if values[m] == 1 or (values[n + m] == 1 and not (m in routed and battle.head_on(m, routed[m]))):
                shut.add(dest[m])
        return shut
