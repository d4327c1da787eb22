"""From orders to a battle: numbers the units, matches supports and convoys to moves, picks each army's way. Decides nothing."""

from __future__ import annotations

from functools import partial

from adjudicator.board import Board, Field
from adjudicator.contest.battle import CONVOYS, HOLDS, MOVES, SUPPORTS, Battle, Twists
from adjudicator.orders import CONVOY, MOVE, SUPPORT, Order
from adjudicator.position import Unit
from adjudicator.routes import joined
from adjudicator.rules import Rulebook

_NOBODY: tuple[int, ...] = ()
_ACTS = {MOVE: MOVES, SUPPORT: SUPPORTS, CONVOY: CONVOYS}


class Fight:
    """The units and orders of one movement phase with the battle they make.

    `orders[i]` is the order that counts for unit i (None: it holds); `goals[i]` the region a move arrives in;
    `matched[i]` False if a support or convoy names something its unit does not do; `convoyed` the moves that go by sea."""

    __slots__ = ("battle", "board", "goals", "index", "matched", "orders", "units")

    def __init__(self, board: Board, units: tuple[Unit, ...], orders: list[Order | None], rulebook: Rulebook) -> None:
        chart = board.chart
        region, province_of = chart.region, chart.province_of
        self.board, self.units, self.orders = board, units, orders
        owner: list[str] = []
        loc: list[int] = []
        for u in units:
            owner.append(u.owner)
            loc.append(province_of[region[u.place]])
        n = len(units)
        act = [HOLDS] * n
        dest = [-1] * n
        goals: list[str | None] = [None] * n
        into: dict[int, list[int]] = {}
        assists: list[int] = []
        ferries: list[int] = []
        acts = rulebook.acts
        for i, order in enumerate(orders):
            if order is None:
                continue
            verb = order.verb
            if verb == "move":
                act[i] = MOVES
                goals[i] = to = order.to
                there = dest[i] = province_of[region[to]]  # type: ignore[index]
                if there in into:
                    into[there].append(i)
                else:
                    into[there] = [i]
            elif verb == "support":
                act[i] = SUPPORTS
                assists.append(i)
            elif verb == "convoy":
                act[i] = CONVOYS
                ferries.append(i)
            elif verb in acts:
                act[i] = acts[verb]
        self.goals = goals
        self.index = index = {p: i for i, p in enumerate(loc)}
        backs: list[list[int] | tuple[int, ...]] = [_NOBODY] * n
        matched = self.matched = [True] * n
        for s in assists:
            order = orders[s]
            aim = index[province_of[region[order.aim.place]]]  # type: ignore[union-attr]
            to = order.to  # type: ignore[union-attr]
            if to is None:
                dest[s] = loc[aim]
                meant = act[aim] != MOVES
            else:
                dest[s] = there = province_of[region[to]]
                meant = act[aim] == MOVES and dest[aim] == there and ("/" not in to or goals[aim] == to)
            if not meant:
                matched[s] = False
            elif backs[aim]:
                backs[aim].append(s)  # type: ignore[union-attr]
            else:
                backs[aim] = [s]
        chains = self._chains(loc, act, dest, ferries)
        foes: list[tuple[int, ...]] = [_NOBODY] * n
        for i in range(n):
            if act[i] == MOVES and dest[i] in index:
                foes[i] = (index[dest[i]],)
        self.battle = Battle(owner, loc, act, dest, into, backs, foes, chains, partial(joined, chart), self._twists(rulebook))
        self.battle.decide()

    def _chains(self, loc: list[int], act: list[int], dest: list[int], ferries: list[int]) -> dict[int, dict[int, int]]:
        """The moves that go by sea, and the fleets ordered to carry each.

        An army goes by sea if it must, if it says so, or if a fleet of its own power completes a route for it (intent,
        DATC 4.A.3). Then there is no falling back on the road (6.G.8)."""
        board, chart, orders, units = self.board, self.board.chart, self.orders, self.units
        chains: dict[int, dict[int, int]] = {}
        for i, order in enumerate(orders):
            if act[i] != MOVES or order is None or not board.kinds[units[i].kind].convoyed:
                continue
            if order.via or not board.can_reach(units[i].kind, units[i].place, dest[i]):
                chains[i] = {}
        offers: dict[int, dict[int, int]] = {}
        for f in ferries:
            order = orders[f]
            army = self.index[chart.province_of[chart.region[order.aim.place]]]  # type: ignore[union-attr]
            goal = chart.province_of[chart.region[order.to]]  # type: ignore[index, union-attr]
            self.matched[f] = act[army] == MOVES and dest[army] == goal
            if self.matched[f]:
                offers.setdefault(army, {})[loc[f]] = f
        for army, fleets in offers.items():
            own = any(units[f].commander == units[army].commander for f in fleets.values())
            waters = sum(1 << p for p in fleets)
            if army in chains:
                chains[army] = fleets
            elif own and joined(chart, waters, loc[army], dest[army]):
                chains[army] = fleets
            else:
                for f in fleets.values():
                    self.matched[f] = False
        return chains

    def _twists(self, rulebook: Rulebook) -> Twists | None:
        if not rulebook.twisted:
            return None
        return rulebook.twists(self.units, self.orders)

    # -- what came of it -------------------------------------------------------------------------------------------
    def entered(self, i: int) -> bool:
        """Did unit i leave for its destination?"""
        return self.battle.act[i] == MOVES and self.battle.values[i] == 1

    def conqueror(self, i: int) -> int | None:
        """The move that got into the place where unit i stays, and so dislodged it."""
        battle = self.battle
        for r in battle.into.get(battle.loc[i], _NOBODY):
            if battle.values[r] == 1 and i in battle.foes[r]:
                return r
        return None

    def closed(self) -> frozenset[int]:
        """The provinces nobody may retreat to: occupied after the battle, or empty after a standoff."""
        battle = self.battle
        shut = set()
        for i in range(battle.n):
            if battle.act[i] != MOVES:
                shut.add(battle.loc[i])
            elif battle.values[i] == 1:
                shut.add(battle.dest[i])
            else:
                shut.add(battle.loc[i])
                if battle.values[battle.n + i] == 1 and not self._lost_head_on(i):
                    shut.add(battle.dest[i])
        return frozenset(shut)

    def _lost_head_on(self, m: int) -> bool:
        """Was this move run over by a unit coming the other way? Then it stood nobody off."""
        battle = self.battle
        return any(battle.head_on(m, o) and battle.values[o] == 1 for o in battle.foes[m])
