"""Who is told what of a retreat phase: every retreat as each viewer may know it (R-f, R-i, M-y, N-b)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Board
from adjudicator.orders import DISBAND, RETREAT, Order, Piece
from adjudicator.outcomes import BOUNCE, DESTROYED, EVERYBODY, ILLEGAL, Entry, Report
from adjudicator.position import Position, Unit
from adjudicator.variant import Variant
from adjudicator.variants.stdip.ferengi import contests
from adjudicator.variants.stdip.knowledge import knows_through
from adjudicator.variants.stdip.memory import ASSIMILATED, HELD, Known, memory_of
from adjudicator.variants.stdip.retreating import Choice, Mover, Told, barred_by, goal_of
from adjudicator.variants.stdip.sheets import CLOAK, GM, ROMULAN
from adjudicator.variants.stdip.veils import ACTIVITY, PUBLIC, UNSEEN

Words = tuple[str, ...]


def _written(unit: Unit, text: str, told: Told, seen: dict[str, tuple[Words, str]]) -> list[Entry]:
    """The true entry, and those that stand in for it before viewers who read it otherwise."""
    groups: dict[tuple[Words, str], list[str]] = {}
    for viewer, rendering in seen.items():
        groups.setdefault(rendering, []).append(viewer)
    straight = groups.pop((told.words, told.because), [])
    everybody = not groups and PUBLIC in straight
    audience = (EVERYBODY,) if everybody else (*straight, GM)
    return [
        Entry(unit.owner, unit.plain, text, told.words, told.because, audience),
        *(
            Entry(unit.owner, unit.plain, text, words, because, tuple(viewers), veiled=True)
            for (words, because), viewers in groups.items()
        ),
    ]


class Scribe:
    """Writes a retreat phase for its audiences (R-f, R-i, M-y)."""

    def __init__(self, variant: Variant, position: Position, board: Board) -> None:
        self.variant, self.position, self.board = variant, position, board
        self.memory = memory_of(position)
        self.reports: list[Report] = []

    def detected(self, unit: Unit) -> list[str]:
        """Who detected a cloaked unit this season."""
        return [
            v
            for v in self.variant.ids
            if any((k.owner, k.plain) == (unit.owner, unit.plain) for k in self.memory.known.get(v, ()))
        ]

    def covers(self, viewer: str, region: str) -> bool:
        """Did this viewer's units or centres cover that space this season (R-f, M-r)?"""
        province = self.board.chart.provinces[self.board.spot[region]].id
        owner = self.position.centers.get(province)
        return province in self.memory.covered.get(viewer, {}) or (owner == viewer != ROMULAN)

    def entries(self, settled: Sequence[tuple[Mover, Told]], chosen: dict[Unit, Choice]) -> list[Entry]:
        """Every retreat, as each viewer may know it."""
        found: list[Entry] = []
        for mover, told in settled:
            choice = chosen.get(mover.unit)
            if mover.voluntary and choice is None:
                continue
            text = choice.text if choice is not None else self._none(mover.unit)
            if CLOAK in mover.unit.marks:
                found += self._cloaked(mover.unit, told, text, choice)
            else:
                found += self._open(mover, told, text, choice)
        return found

    def _none(self, unit: Unit) -> str:
        return self.board.notation.write(Order(DISBAND, Piece(unit.kind, unit.place, unit.marks)))

    def _open(self, mover: Mover, told: Told, text: str, choice: Choice | None) -> list[Entry]:
        unit = mover.unit
        seen = {v: self._as_seen(mover, told, choice, v) for v in (*self.variant.ids, PUBLIC)}
        return _written(unit, text, told, seen)

    def _as_seen(self, mover: Mover, told: Told, choice: Choice | None, viewer: str) -> tuple[Words, str]:
        """Result words and reason of an open unit's retreat as one viewer may know them (R-i, N-b)."""
        if ILLEGAL in told.words and viewer != mover.unit.commander:
            if (
                not mover.voluntary
                and choice is not None
                and self._looks_possible(mover.unit, choice, viewer)
            ):
                return (BOUNCE, DESTROYED, ACTIVITY), UNSEEN
            return told.words, "This order does not count."
        if BOUNCE not in told.words:
            return told.words, told.because
        because = self._barred(told, choice, viewer)
        return (told.words, because) if because is not None else ((*told.words, ACTIVITY), UNSEEN)

    def _barred(self, told: Told, choice: Choice | None, viewer: str) -> str | None:
        """Why a retreat failed, from what this viewer sees; None if that does not explain it."""
        goal = self.board.spot[goal_of(choice) or ""]
        seen = tuple(u for u in told.blame if self._sees(viewer, u))
        province = self.board.chart.provinces[goal]
        if seen or province.id in self.memory.looks.get(viewer, ()):
            return barred_by(seen, province.name)
        return None

    def _looks_possible(self, unit: Unit, choice: Choice, viewer: str) -> bool:
        """Does a retreat that was not offered look possible to this viewer? Then only what its owner detected
        can have spoken against it, and that does not show (N-b)."""
        goal, board = choice.order.to, self.board
        if choice.order.verb != RETREAT or goal is None:
            return False
        here = next(d for d in self.position.dislodged if d.unit == unit)
        known_by = self.memory.shadows.get(f"{unit.owner} {unit.plain}")
        origin = here.by.split()[-1] if here.by and (known_by is None or viewer in known_by) else None
        there = board.spot[goal]
        held = any(
            board.spot[u.place] == there
            and contests(u, unit)
            and HELD not in u.tags
            and self._sees(viewer, u)
            for u in self.position.units
        )
        return (
            goal in {board.chart.regions[r] for r in board.reach[unit.kind][board.chart.region[unit.place]]}
            and not held
            and (origin is None or board.spot[origin] != there)
            and board.chart.provinces[there].id not in self.memory.looks.get(viewer, ())
        )

    def _sees(self, viewer: str, unit: Unit) -> bool:
        if CLOAK not in unit.marks:
            return True
        return knows_through(unit, viewer) or viewer in self.detected(unit)

    def _cloaked(self, unit: Unit, told: Told, text: str, choice: Choice | None) -> list[Entry]:
        through = tuple(v for v in self.variant.ids if knows_through(unit, v))
        seen: dict[str, tuple[Words, str]] = {}
        for viewer in through:
            hides = BOUNCE in told.words
            seen[viewer] = (
                told.words,
                (self._barred(told, choice, viewer) or UNSEEN) if hides else told.because,
            )
        found = _written(unit, text, told, seen)
        goal = goal_of(choice)
        if told.fate == "moved" and goal is not None:
            watchers = [
                v
                for v in self.variant.ids
                if v != unit.owner and (v in self.detected(unit) or self.covers(v, goal))
            ]
            order, words = text, told.words
        else:
            watchers = [v for v in self.detected(unit) if v != unit.owner]
            order, words = self._none(unit), ()
        fields = {
            "unit": unit.plain,
            "at": goal if told.fate == "moved" else None,
            "order": order,
            "result": list(words),
        }
        self.reports += [Report(v, "retreat_detected", dict(fields)) for v in watchers]
        veiled = tuple(v for v in watchers if v not in through)
        if veiled:
            found.append(Entry(unit.owner, unit.plain, order, words, "", veiled, veiled=True))
        return found

    def known(
        self, settled: Sequence[tuple[Mover, Told]], chosen: dict[Unit, Choice]
    ) -> dict[str, tuple[Known, ...]]:
        """What every viewer knows of cloaked units after the retreats."""
        known = {v: list(ks) for v, ks in self.memory.known.items()}
        for mover, told in settled:
            unit = mover.unit
            if CLOAK not in unit.marks:
                continue
            goal = goal_of(chosen.get(unit))
            for viewer in self.variant.ids:
                held = known.setdefault(viewer, [])
                was = next((k for k in held if (k.owner, k.plain) == (unit.owner, unit.plain)), None)
                if was is not None:
                    held.remove(was)
                if (
                    told.fate == "moved"
                    and goal is not None
                    and viewer != unit.owner
                    and (was or self.covers(viewer, goal))
                ):
                    by = was.by if was is not None else self._sensors(viewer, goal)
                    held.append(Known(unit.owner, unit.kind, goal, self.position.turn, by))
        for unit in self.position.units:
            if ASSIMILATED in unit.tags:
                for held in known.values():
                    held[:] = [k for k in held if (k.owner, k.plain) != (unit.owner, unit.plain)]
        return {v: tuple(ks) for v, ks in sorted(known.items()) if ks}

    def _sensors(self, viewer: str, region: str) -> tuple[str, ...]:
        province = self.board.chart.provinces[self.board.spot[region]].id
        return self.memory.covered.get(viewer, {}).get(province, (province,))
