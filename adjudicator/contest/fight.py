"""From orders to a battle: numbers the units, matches supports and convoys to moves, picks each army's way.
Decides nothing."""

from __future__ import annotations

from functools import partial

from adjudicator.board import Field, Reading
from adjudicator.contest.battle import CONVOYS, MOVES, SUPPORTS, Battle
from adjudicator.orders import Order
from adjudicator.routes import joined
from adjudicator.rules import Rulebook


class Fight:
    """The units and orders of one movement phase with the battle they make.

    `readings[i]` is the order that counts for unit i (None: it holds); `matched[i]` is False if a support or
    convoy names something its unit does not do; `routed` maps a dislodged unit to the move that drove it
    out."""

    __slots__ = ("battle", "board", "field", "matched", "readings", "routed", "units")

    def __init__(self, field: Field, readings: list[Reading | None], rulebook: Rulebook) -> None:
        self.board, self.field, self.units, self.readings = field.board, field, field.units, readings
        owner = [u.owner for u in field.units]
        battle = self.battle = Battle(owner, field.loc, partial(joined, field.board.chart))
        self.matched = [True] * battle.n
        if rulebook.twisted:
            battle.twists = rulebook.twists(field.units, readings, field.board.spot)
            battle.forces = battle.twists.forces
        by_sea, ferries = self._sort()
        self._match_supports()
        if by_sea or ferries:
            battle.chains = self._chains(by_sea, ferries)
        self._meet()
        battle.decide()
        values, act, foes = battle.values, battle.act, battle.foes
        self.routed = {
            o: m
            for m in battle.movers
            if values[m] == 1
            for o in foes[m]
            if act[o] != MOVES or values[o] != 1
        }

    def _sort(self) -> tuple[list[int], list[int]]:
        """Sort the orders by what they are; returns the moves that say or need a convoy, and the convoying
        fleets."""
        battle = self.battle
        act, dest, into = battle.act, battle.dest, battle.into
        by_sea: list[int] = []
        ferries: list[int] = []
        for i, reading in enumerate(self.readings):
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
                battle.movers.append(i)
                if reading.by_sea:
                    by_sea.append(i)
            elif what == SUPPORTS:
                act[i] = SUPPORTS
                battle.supporters.append(i)
            elif what == CONVOYS:
                act[i] = CONVOYS
                ferries.append(i)
        return by_sea, ferries

    def _match_supports(self) -> None:
        """A support counts for a unit that does what it says; so its giver is directed somewhere, matched or
        not."""
        battle, at = self.battle, self.field.at
        act, dest, backs = battle.act, battle.dest, battle.backs
        for s in battle.supporters:
            reading = self.readings[s]
            if reading is None or reading.aim < 0:
                continue
            aim, goal = at[reading.aim], reading.goal
            if goal < 0:
                dest[s] = reading.aim
                meant = act[aim] != MOVES
            else:
                dest[s] = goal
                meant = (
                    act[aim] == MOVES
                    and dest[aim] == goal
                    and (not reading.coast or self._same_coast(reading, aim))
                )
            if not meant:
                self.matched[s] = False
            elif backs[aim]:
                backs[aim] = [*backs[aim], s]
            else:
                backs[aim] = [s]

    def _same_coast(self, support: Reading, mover: int) -> bool:
        """A support that names a coast is for that coast alone (DATC 6.B.9)."""
        move = self.readings[mover]
        return move is not None and move.order.to == support.order.to

    def _meet(self) -> None:
        """Whom each mover finds in its destination; where places can be shared, all those there whom it
        meets."""
        battle, at = self.battle, self.field.at
        dest, foes = battle.dest, battle.foes
        contests = battle.twists.contests if battle.twists is not None else None
        if contests is None:
            for m in battle.movers:
                o = at[dest[m]]
                if o >= 0:
                    foes[m] = (o,)
            return
        by_place: dict[int, list[int]] = {}
        for i, province in enumerate(battle.loc):
            by_place.setdefault(province, []).append(i)
        for m in battle.movers:
            foes[m] = tuple(o for o in by_place.get(dest[m], ()) if o != m and contests(m, o))

    def _chains(self, by_sea: list[int], ferries: list[int]) -> dict[int, dict[int, int]]:
        """The moves that go by sea, and the fleets ordered to carry each.

        An army goes by sea if it must, if it says so, or if a fleet of its own power is ordered to carry it
        (intent, DATC 4.A.3, 6.G.6). Then there is no falling back on the road (6.G.8)."""
        battle, units, at = self.battle, self.units, self.field.at
        act, dest, loc = battle.act, battle.dest, battle.loc
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
            if army in chains or own:
                chains[army] = fleets
            else:
                for f in fleets.values():
                    self.matched[f] = False
        return chains

    # -- what came of it --
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
        if battle.twists is not None:
            shut.update(battle.twists.sealed)
        return shut
