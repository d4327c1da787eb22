"""The battle of one stdip season: commands to a `Battle`, and what came of it for every unit. Sentences
are `reasons`'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from adjudicator.board import Board
from adjudicator.contest.battle import ACTS, CONVOYS, HOLDS, MOVES, SUPPORTS, Battle, Force, Twists
from adjudicator.contest.solver import NO, OPEN, YES, solve
from adjudicator.orders import Order, Piece
from adjudicator.routes import joined
from adjudicator.variants.stdip import klingon
from adjudicator.variants.stdip.borg import BORG
from adjudicator.variants.stdip.ferengi import FERENGI, Second, Settled, contests, is_trader, second_steps
from adjudicator.variants.stdip.law import is_kind
from adjudicator.variants.stdip.marks import SCAN
from adjudicator.variants.stdip.sheets import Command


class Encounter(Battle):
    """The battle with one question more: would this military Ferengi move enter if no Ferengi rival were
    there (T-c, M-x)?

    That is node `3n + i`; only then does it keep a trader out."""

    __slots__ = ("clear", "solo")

    def __init__(self, owner: list[str], loc: list[int], board: Board) -> None:
        super().__init__(owner, loc, partial(joined, board.chart))
        self.clear: frozenset[int] = frozenset()
        self.solo = False

    def decide(self) -> None:
        """Answer every question."""
        n, settlers = self.n, self.twists.settlers if self.twists else frozenset()
        values = self.values = [YES] * (4 * n)
        questions = [n + m for m in self.chains] + [2 * n + m for m in sorted(settlers)]
        questions += [s for s in self.supporters if self.loc[s] in self.into]
        questions += [*self.movers, *(3 * n + m for m in sorted(self.clear))]
        for node in questions:
            values[node] = OPEN
        if questions:
            solve(questions, values, self.evaluate, self.needs, self.choose)

    def evaluate(self, node: int) -> int:
        """As in every battle, and the question above."""
        if node < 3 * self.n:
            return super().evaluate(node)
        self.solo = True
        try:
            return self._move(node - 3 * self.n)
        finally:
            self.solo = False

    def present(self, m: int, r: int) -> int:
        """A military Ferengi rival that fails against others does not keep a trader out."""
        here = self.values[self.n + r]
        if self.owner[r] != self.owner[m] or here == NO:
            return here
        if self.solo:
            return NO
        if r in self.clear and m not in self.clear:
            clear = self.values[3 * self.n + r]
            return clear if clear != YES else here
        return here

    def needs(self, node: int) -> list[int]:
        """As in every battle; who has a military Ferengi rival needs to know about it."""
        n = self.n
        found = self._move_needs(node - 3 * n) if node >= 3 * n else super().needs(node)
        if node < n and self.act[node] == MOVES:
            found = found + [3 * n + r for r in self.into[self.dest[node]] if r in self.clear]
        return found


class Clash:
    """One adjudication of a season's movement.

    `matched[i]`: False if a support or convoy helps nobody; `routed`: dislodged unit -> move; `taken`:
    assimilated unit -> Borg move; `seconds`: what became of the second steps; `ends[i]`: the region in
    which unit i is when movement ends."""

    def __init__(self, board: Board, commands: Sequence[Command]) -> None:
        self.board, self.commands = board, tuple(commands)
        self.units = units = tuple(c.unit for c in commands)
        self.loc = [board.spot[u.place] for u in units]
        self.at: dict[int, list[int]] = {}
        for i, province in enumerate(self.loc):
            self.at.setdefault(province, []).append(i)
        self.matched = [True] * len(units)
        self.looks: dict[frozenset[int], set[int]] = {}  # by what is seen: what `looks_closed` has found
        self.battle = Encounter([u.owner for u in units], self.loc, board)
        ferries = self._sort()
        self._match_supports()
        self._chains(ferries)
        self._twist()
        self.battle.decide()
        self.routed, self.taken = self._beaten()
        self.ends = [self._end(i) for i in range(len(units))]
        self.steps = self._second_steps()
        self.seconds = self._settle()

    # -- preparing --
    def order(self, i: int) -> Order | None:
        """The order that counts for unit i; None: it holds."""
        return self.commands[i].order

    def act_of(self, order: Order, i: int) -> int:
        """What an order is in the battle; holding first, then stepping, is a hold."""
        if order.verb == "move" and self.board.spot[order.to or ""] == self.loc[i]:
            return HOLDS
        return ACTS.get(order.verb, HOLDS)

    def _sort(self) -> list[int]:
        battle, spot = self.battle, self.board.spot
        ferries = []
        for i in range(battle.n):
            order = self.order(i)
            if order is None:
                continue
            what = battle.act[i] = self.act_of(order, i)
            if what == MOVES:
                goal = battle.dest[i] = spot[order.to or ""]
                battle.into.setdefault(goal, []).append(i)
                battle.movers.append(i)
                if self.by_sea(i, order):
                    battle.chains[i] = {}
            elif what == SUPPORTS:
                battle.supporters.append(i)
            elif what == CONVOYS:
                ferries.append(i)
        return ferries

    def by_sea(self, i: int, order: Order) -> bool:
        """Does this move say or need a convoy (M-m, M-w)?"""
        unit = self.units[i]
        if not self.board.kinds[unit.kind].convoyed or self.commands[i].through:
            return False
        return order.via or not self.board.can_reach(unit.kind, unit.place, self.board.spot[order.to or ""])

    def meant(self, piece: Piece) -> int | None:
        """The unit a support or convoy means: not the trader if another is there (M-a)."""
        here = self.at.get(self.board.spot[piece.place], ())
        fitting = [
            i
            for i in here
            if is_kind(self.units[i], piece.kind) and piece.owner in {None, self.units[i].owner}
        ]
        if len(fitting) == 1:
            return fitting[0]
        return min(fitting, key=lambda i: is_trader(self.units[i]), default=None)

    def _match_supports(self) -> None:
        battle, spot = self.battle, self.board.spot
        for s in battle.supporters:
            order = self.order(s)
            if order is None or order.aim is None:
                continue
            goal = battle.dest[s] = spot[order.to or order.aim.place]
            aim = self.meant(order.aim)
            if aim is None or aim == s or is_trader(self.units[aim]) or not self._does(aim, order, goal):
                self.matched[s] = False
            else:
                battle.backs[aim] = [*battle.backs[aim], s]

    def _does(self, aim: int, support: Order, goal: int) -> bool:
        battle = self.battle
        if support.to is None:
            return battle.act[aim] != MOVES
        move = self.order(aim)
        if battle.act[aim] != MOVES or battle.dest[aim] != goal or move is None:
            return False
        return "/" not in support.to or support.to == move.to

    def _chains(self, ferries: Iterable[int]) -> None:
        """The fleets that carry each army. One that has a way by land goes by sea if it says so, or if a
        fleet of its own power makes a route (DATC 4.A.3). Trader fleets carry only Ferengi traders (Fer
        12)."""
        battle, chart = self.battle, self.board.chart
        offers: dict[int, dict[int, int]] = {}
        for f in ferries:
            order = self.order(f)
            army = self._passenger(f, order)
            if army is None:
                self.matched[f] = False
            else:
                offers.setdefault(army, {})[self.loc[f]] = f
        for army, fleets in offers.items():
            own = any(self.units[f].owner == self.units[army].owner for f in fleets.values())  # Dom 6
            waters = sum(1 << p for p in fleets)
            if army in battle.chains or (own and joined(chart, waters, self.loc[army], battle.dest[army])):
                battle.chains[army] = fleets
            else:
                for f in fleets.values():
                    self.matched[f] = False

    def _passenger(self, f: int, order: Order | None) -> int | None:
        if order is None or order.aim is None or order.to is None:
            return None
        army = self.meant(order.aim)
        if army is None or army == f or self.battle.act[army] != MOVES or self.commands[army].through:
            return None
        if (
            self.battle.dest[army] != self.board.spot[order.to]
            or not self.board.kinds[self.units[army].kind].convoyed
        ):
            return None
        if is_trader(self.units[f]) and not is_trader(self.units[army]):
            return None
        return army

    def _twist(self) -> None:
        battle, units = self.battle, self.units
        forces: dict[int, Force] = {}
        for i, unit in enumerate(units):
            force = klingon.strength(unit.owner, moves=battle.act[i] == MOVES)
            if force is not None:
                forces[i] = force
        flag = frozenset(i for i, c in enumerate(self.commands) if c.enterprise)
        battle.twists = Twists(
            forces=forces,
            settlers=frozenset(m for m in battle.movers if units[m].owner == BORG),
            heroes=frozenset(i for i in flag if battle.act[i] == MOVES),
            firm=flag,
            contests=lambda a, b: contests(units[a], units[b]),
        )
        battle.forces = forces
        for m in battle.movers:
            here = self.at.get(battle.dest[m], ())
            battle.foes[m] = tuple(o for o in here if o != m and contests(units[m], units[o]))
        battle.clear = frozenset(
            m
            for m in battle.movers
            if units[m].owner == FERENGI
            and not is_trader(units[m])
            and any(is_trader(units[r]) for r in battle.into[battle.dest[m]])
        )

    # -- what came of it --
    def entered(self, i: int) -> bool:
        """Did unit i leave for its (first) destination?"""
        return self.battle.act[i] == MOVES and self.battle.values[i] == YES

    def arrives(self, m: int) -> bool:
        """Does a move get at least as far as its goal: overland, or by an unbroken convoy?"""
        return self.battle.values[self.battle.n + m] == YES

    def _beaten(self) -> tuple[dict[int, int], dict[int, int]]:
        battle = self.battle
        routed, taken = {}, {}
        for m in battle.movers:
            if battle.wins(m) != YES:
                continue
            for o in battle.foes[m]:
                if not self.entered(o):
                    if battle.values[m] == YES:
                        routed[o] = m
                    else:
                        taken[o] = m
        return routed, taken

    def _end(self, i: int) -> str:
        order = self.order(i)
        return order.to or "" if self.entered(i) and order is not None else self.units[i].place

    def cut(self, s: int) -> bool:
        """Is this support or scan cut? A scan by every attack of another power (Rom 6, R-b)."""
        order = self.order(s)
        if order is None:
            return False
        if order.verb != SCAN:
            return self.battle.act[s] == SUPPORTS and self.battle.values[s] == NO
        return any(
            self.units[r].owner != self.units[s].owner and self.battle.meets(r, s) and self.arrives(r)
            for r in self.battle.into.get(self.loc[s], ())
        )

    def bounced(self) -> set[int]:
        """Provinces where contenders bounced, in either step: closed to retreats. Being stopped by an
        occupant is no bounce, an assimilation leaves none (T-e, M-q, B-d)."""
        battle = self.battle
        closed = set(self.seconds.standoffs)
        for province, rivals in battle.into.items():
            failed = [
                m for m in rivals if battle.values[m] == NO and self.arrives(m) and not self._run_over(m)
            ]
            free = [m for m in failed if all(self.entered(o) for o in battle.foes[m])]
            if any(battle.meets(a, b) for a in free for b in failed if a != b):
                closed.add(province)
        return closed

    def stopped(self) -> set[int]:
        """Provinces into which a move failed only because they were occupied (Car 4, C-c)."""
        battle = self.battle
        return {
            battle.dest[m]
            for m in battle.movers
            if battle.values[m] == NO and self.arrives(m) and any(not self.entered(o) for o in battle.foes[m])
        }

    def _run_over(self, m: int) -> bool:
        by = self.routed.get(m, self.taken.get(m))
        return by is not None and self.battle.head_on(m, by)

    def stays_on_board(self, i: int) -> bool:
        """Is unit i still on the board (not dislodged) when movement ends?"""
        return i not in self.routed

    # -- second steps --
    def _second_steps(self) -> list[Second]:
        steps = []
        for i, command in enumerate(self.commands):
            order = command.order
            if order is None or order.verb != "move" or order.then is None or order.aim is not None:
                continue
            if self.battle.act[i] == MOVES and not self.entered(i):
                continue
            start = self.ends[i]
            unit = self.units[i]
            by_sea = not self.board.can_reach(unit.kind, start, self.board.spot[order.then])
            steps.append(Second(i, start, order.then, by_sea))
        return steps

    def _settle(self) -> Settled:
        spot = self.board.spot
        standing = {
            spot[self.ends[i]]: i
            for i, u in enumerate(self.units)
            if u.owner == FERENGI and self.stays_on_board(i)
        }
        settled = second_steps(self.steps, standing, spot, self._carried)
        for step in self.steps:
            if step.unit in settled.arrived:
                self.ends[step.unit] = step.goal
        return settled

    def _carried(self, step: Second) -> bool:
        """Do trader fleets convoy this second step as their own second step?"""
        spot = self.board.spot
        waters = 0
        for f in range(len(self.commands)):
            if self.ferries_second(f, step):
                waters |= 1 << spot[self.ends[f]]
        return joined(self.board.chart, waters, spot[step.start], spot[step.goal])

    def ferries_second(self, f: int, step: Second) -> bool:
        """Does fleet f, after its first step, convoy this army?"""
        spot, order = self.board.spot, self.order(f)
        if order is None or order.verb != "move" or order.aim is None or order.then is None:
            return False
        if self.battle.act[f] == MOVES and not self.entered(f):
            return False
        return (
            spot[order.then] == spot[step.goal]
            and spot[order.aim.place] == spot[step.start]
            and is_kind(self.units[step.unit], order.aim.kind)
        )
