"""What each viewer is told of a movement phase: every order as that viewer may know it (R-a, R-g, R-h,
M-k, M-n, M-o).

What a viewer reads is worked out on the board of the units visible to that viewer. Where the true result
differs from what those units alone would have brought about, it is marked “romulan activity”, and no
reason is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.orders import Order
from adjudicator.outcomes import EVERYBODY, ILLEGAL, SUPERSEDED, VOID, Entry
from adjudicator.variants.stdip.battle import Clash
from adjudicator.variants.stdip.detection import Sensing, cloaked, eyes
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.reasons import Fate, fates
from adjudicator.variants.stdip.sheets import CLOAK, Misfit

ACTIVITY = "romulan activity"
PUBLIC, GM = "public", "gm"
UNSEEN = "Romulan activity."


class Veils:
    """The renderings of one movement phase for all viewers."""

    def __init__(self, clash: Clash, sensing: Sensing, powers: Sequence[str]) -> None:
        self.clash, self.sensing = clash, sensing
        self.viewers = (*powers, PUBLIC)
        self.truth = fates(clash)
        self._hidden = cloaked(clash)
        self._through = eyes(clash)
        self._open = frozenset(range(len(clash.units))).difference(self._hidden)
        self._seen: dict[frozenset[int], dict[int, Fate]] = {}
        self._sight = {viewer: self._visible(viewer) for viewer in self.viewers}
        self._alike: dict[frozenset[int], list[str]] = {}  # viewers who know of the same units
        for viewer, sight in self._sight.items():
            self._alike.setdefault(sight, []).append(viewer)

    def _visible(self, viewer: str) -> frozenset[int]:
        found = self.sensing.found.get(viewer, {})
        units = self.clash.units
        more = [
            i
            for i in self._hidden
            if units[i].owner == viewer or i in found or (viewer == DOMINION and i in self._through)
        ]
        return self._open.union(more) if more else self._open

    def visible(self, viewer: str) -> frozenset[int]:
        """The units on the board that this viewer knows of (M-o)."""
        return self._sight[viewer]

    def entries(self, misfits: Sequence[Misfit], write: Mapping[int, str]) -> tuple[Entry, ...]:
        """Every order with its audiences. `write`: unit number -> order text. Veiled entries are for some
        viewers only and stand in for the true one, which the GM reads."""
        found: list[Entry] = []
        for i, command in enumerate(self.clash.commands):
            found += self._of_unit(i, write[i])
            if command.superseded is not None:
                text = self.clash.board.notation.write(command.superseded)
                because = "The Dominion gave this unit its orders (Dom 2)."
                found.append(
                    Entry(command.unit.owner, command.unit.plain, text, (SUPERSEDED,), because, (GM,))
                )
        for misfit in misfits:
            because = f"This order does not count: {misfit.problem}."
            found.append(Entry(misfit.power, misfit.unit, misfit.text, (ILLEGAL,), because, (misfit.power,)))
        return tuple(found)

    def _of_unit(self, i: int, text: str) -> list[Entry]:
        unit, truth = self.clash.units[i], self.truth[i]
        told: dict[Fate, list[str]] = {}
        for sight, viewers in self._alike.items():
            if i in sight:
                told.setdefault(self._as_seen(i, sight), []).extend(viewers)
        if self.clash.commands[i].refused:
            self._refusal(unit.owner, told)
        if list(told) == [truth] and len(told[truth]) == len(self.viewers):
            return [Entry(unit.owner, unit.plain, text, truth.words, truth.because, (EVERYBODY,))]
        straight = tuple(told.pop(truth, ()))
        found = [Entry(unit.owner, unit.plain, text, truth.words, truth.because, (*straight, GM))]
        for fate, viewers in told.items():
            found.append(
                Entry(unit.owner, unit.plain, text, fate.words, fate.because, tuple(viewers), veiled=True)
            )
        return found

    @staticmethod
    def _refusal(owner: str, told: dict[Fate, list[str]]) -> None:
        """Its owner alone is told that a trader could not turn military (M-q)."""
        fate = next(f for f, viewers in told.items() if owner in viewers)
        told[fate].remove(owner)
        because = f"It could not turn military beside another power's unit (T-a). {fate.because}".strip()
        told.setdefault(Fate(fate.words, because), []).append(owner)

    def rendering(self, i: int, viewer: str) -> Fate:
        """The fate of unit i's order as this viewer may know it."""
        return self._as_seen(i, self.visible(viewer))

    def _as_seen(self, i: int, seen: frozenset[int]) -> Fate:
        words = self._filtered(i, self.truth[i].words, seen)
        if seen.issuperset(self._hidden):
            because = self.truth[i].because if words == self.truth[i].words else ""
            return Fate(words, because)
        alone = self._alone(seen)[i]
        expected = self._filtered(i, alone.words, seen)
        if words == expected:
            return Fate(words, alone.because if expected == alone.words else "")
        if CLOAK in self.clash.units[i].marks:
            return Fate(words, "")
        return Fate((*words, ACTIVITY), UNSEEN)

    def _alone(self, seen: frozenset[int]) -> dict[int, Fate]:
        """The fates if only these units had been on the board; orders, marks and legality stay (M-o)."""
        known = self._seen.get(seen)
        if known is None:
            numbers = sorted(seen)
            clash = Clash(self.clash.board, [self.clash.commands[i] for i in numbers])
            known = self._seen[seen] = dict(zip(numbers, fates(clash), strict=True))
        return known

    def _filtered(self, i: int, words: tuple[str, ...], seen: frozenset[int]) -> tuple[str, ...]:
        """Whether a support or convoy was void shows only if the unit it was for is visible to the viewer
        (R-h, M-n)."""
        if VOID not in words:
            return words
        order: Order | None = self.clash.order(i)
        aim = self.clash.meant(order.aim) if order is not None and order.aim is not None else None
        return words if aim is not None and aim in seen else tuple(w for w in words if w != VOID)
