"""The seams: the questions a variant's rule may answer, how several answers combine. The answers themselves
live in variants.

A rule is a small object that overrides only what its rulebook paragraph changes. What no rule of a variant
overrides is never asked, so a seam costs only the variants that use it. Two rules that answer one question
differently are a mistake (`RulesConflictError`), unless `senior` of one of them names the other's class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.chart import Link
from adjudicator.contest.battle import ACTS, MOVES, Force, Twists
from adjudicator.errors import RulesConflictError
from adjudicator.orders import Order
from adjudicator.position import Unit

if TYPE_CHECKING:
    from adjudicator.aftermath import Effect
    from adjudicator.board import Field, Reading
    from adjudicator.contest.fight import Fight
    from adjudicator.legality import Judge
    from adjudicator.notation import Reader, Writer
    from adjudicator.position import Position

T = TypeVar("T")

SETTLES = "settles"  # wins without entering while the occupant stays
OVERCOMES = "overcomes"  # enters whatever stands against it, but for its own power's units


class Rule:
    """One paragraph of a rulebook. Every method is a seam; the default has no opinion.

    `senior`: classes of rules whose answer yields to this one's. `readers`, `writers`, `judges`, `acts`:
    further order forms, their canonical text, their legality, and what such an order is in battle
    (`contest.battle.HOLDS` …)."""

    senior: tuple[type[Rule], ...] = ()
    readers: tuple[Reader, ...] = ()
    writers: tuple[Writer, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def judges(self) -> Mapping[str, Judge]:
        """Verb -> its legality in a movement phase; may replace a standard verb's."""
        return {}

    @property
    def acts(self) -> Mapping[str, int]:
        """Verb -> HOLDS, MOVES, SUPPORTS or CONVOYS."""
        return {}

    # chart
    def links(self, position: Position) -> Iterable[Link]:
        """Links open now beside the printed ones. Combined: union."""
        raise NotImplementedError

    # legality: judged on what the power knows
    def objection(self, order: Order, unit: Unit, field: Field, power: str) -> str | None:
        """Why this otherwise legal order does not count. Combined: the first objection."""
        raise NotImplementedError

    # contest
    def strength(self, unit: Unit, order: Order | None) -> Force | None:
        """The unit's strengths if they are not all 1. Combined: one opinion."""
        raise NotImplementedError

    def enters(self, unit: Unit, order: Order) -> str | None:
        """`SETTLES` or `OVERCOMES` if this move does not simply enter where it wins. Combined: one
        opinion."""
        raise NotImplementedError

    def contests(self, a: Unit, b: Unit) -> bool:
        """Do these units see each other in combat? Combined: one False suffices."""
        raise NotImplementedError

    def cuts(self, attacker: Unit, supporter: Unit) -> bool:
        """May this attack cut that support? Combined: one False suffices."""
        raise NotImplementedError

    def may_be_dislodged(self, unit: Unit, order: Order | None) -> bool:
        """Can the unit be driven out at all? Combined: one False suffices."""
        raise NotImplementedError

    def sealed(self) -> Mapping[str, str]:
        """Provinces that nothing enters, leaves or passes, each with the reason in words. Combined: union."""
        raise NotImplementedError

    # aftermath and calendar
    def aftermath(self, fight: Fight, position: Position) -> Iterable[Effect]:
        """What a movement phase does beside moving and dislodging units. Combined: all, in the order of the
        rules."""
        raise NotImplementedError

    def turnover(self, position: Position) -> Iterable[Effect]:
        """What the end of a season (after retreats, before ownership) changes. Combined: all, in the order of
        the rules."""
        raise NotImplementedError

    # sight
    def hides(self, unit: Unit, position: Position) -> bool:
        """Is this unit unseen by those whom no rule grants it? Combined: any."""
        raise NotImplementedError

    def detects(self, viewer: str, unit: Unit, position: Position) -> bool:
        """Does this viewer know of a hidden unit? Combined: any grant."""
        raise NotImplementedError


class Rulebook:
    """The rules of a variant by seam, and how their answers combine."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self._by_seam = {
            seam: tuple(r for r in rules if getattr(type(r), seam) is not getattr(Rule, seam))
            for seam in (
                "links", "objection", "strength", "enters", "contests", "cuts", "may_be_dislodged", "sealed",
                "aftermath", "turnover",
                "hides", "detects",
            )
        }  # fmt: skip
        self.judges: dict[str, Judge] = {}
        self.acts: dict[str, int] = dict(ACTS)
        for rule in rules:
            self.judges |= rule.judges
            self.acts |= rule.acts
        self.twisted = any(
            self._by_seam[s] for s in ("strength", "enters", "contests", "cuts", "may_be_dislodged", "sealed")
        )

    def having(self, seam: str) -> tuple[Rule, ...]:
        """The rules that answer this seam."""
        return self._by_seam[seam]

    def opinion(self, seam: str, ask: Callable[[Any], T | None]) -> T | None:
        """The one opinion of the rules on a question.

        Raises `RulesConflictError` if two differ and neither is senior."""
        held: list[tuple[Rule, T]] = []
        for rule in self._by_seam[seam]:
            answer = ask(rule)
            if answer is not None:
                held.append((rule, answer))
        if not held:
            return None
        top = [
            (r, a)
            for r, a in held
            if not any(isinstance(r, other.senior) for other, _ in held if other.senior)
        ]
        if any(answer != top[0][1] for _, answer in top):
            names = ", ".join(type(r).__name__ for r, _ in top)
            raise RulesConflictError(f"{names} answer “{seam}” differently and none is senior")
        return top[0][1]

    def twists(
        self, units: tuple[Unit, ...], readings: Sequence[Reading | None], spot: Mapping[str, int]
    ) -> Twists:
        """What the rules change in the battle of these units and orders; `spot` numbers the provinces."""
        forces, settlers, heroes, firm = {}, set(), set(), set()
        for i, unit in enumerate(units):
            reading = readings[i]
            order = reading.order if reading is not None else None
            force = self.opinion("strength", lambda r, u=unit, o=order: r.strength(u, o))  # type: ignore[misc]
            if force is not None:
                forces[i] = force
            if reading is not None and order is not None and reading.act == MOVES:
                how = self.opinion("enters", lambda r, u=unit, o=order: r.enters(u, o))  # type: ignore[misc]
                if how == SETTLES:
                    settlers.add(i)
                elif how == OVERCOMES:
                    heroes.add(i)
            if not all(r.may_be_dislodged(unit, order) for r in self._by_seam["may_be_dislodged"]):
                firm.add(i)
        meet, cut = self._by_seam["contests"], self._by_seam["cuts"]
        return Twists(
            forces,
            frozenset(settlers),
            frozenset(heroes),
            frozenset(firm),
            (lambda a, b: all(r.contests(units[a], units[b]) for r in meet)) if meet else None,
            (lambda a, b: all(r.cuts(units[a], units[b]) for r in cut)) if cut else None,
            {spot[p]: why for r in self._by_seam["sealed"] for p, why in r.sealed().items()},
        )
