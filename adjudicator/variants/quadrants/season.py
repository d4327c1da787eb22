"""One season's battle: the standing rules with what this season alone adds, and who is left where. Used
when a movement phase is resolved and again when Immunity makes it be judged afresh (Q-f)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from adjudicator.contest.fight import Fight
from adjudicator.contest.reasons import write_entries
from adjudicator.movement import Muster, drive_out, march
from adjudicator.orders import SUPPORT
from adjudicator.outcomes import VOID, Entry
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.rules import Rulebook
from adjudicator.starting import in_map_order
from adjudicator.variant import Sheets, Variant
from adjudicator.variants.quadrants.breen import Dampening
from adjudicator.variants.quadrants.federation import Immune
from adjudicator.variants.quadrants.memory import Memory, Played, memory_of


class Season:
    """A battle fought: `units` and `dislodged` after it; `entries()` says what became of the orders."""

    def __init__(self, variant: Variant, muster: Muster, memory: Memory, immune: str | None = None) -> None:
        self.muster = muster
        self._powers = variant.ids
        self._foiled = {
            i: reading.order
            for i, reading in enumerate(muster.readings)
            if reading is not None and reading.order.verb == SUPPORT and self._place(i) in memory.sabotaged
        }
        readings = [None if i in self._foiled else r for i, r in enumerate(muster.readings)]
        rules = [*variant.rulebook.rules]
        if memory.frozen is not None:
            rules.append(Dampening(memory.frozen, variant.chart))
        if immune is not None:
            rules.append(Immune(immune))
        self._fight = Fight(muster.field, readings, Rulebook(rules))
        self.dislodged: tuple[Dislodged, ...] = drive_out(self._fight)
        self.units: tuple[Unit, ...] = march(self._fight)

    def _place(self, i: int) -> str:
        return self.muster.field.units[i].place

    @property
    def foiled(self) -> set[str]:
        """The places whose units gave a support that was sabotaged (Q-i)."""
        return {self._place(i) for i in self._foiled}

    def entries(self) -> tuple[Entry, ...]:
        """What became of the orders of all units."""
        found = write_entries(self._powers, self._fight, self.muster, self.dislodged)
        return tuple(self._as_ordered(entry) for entry in found)

    def _as_ordered(self, entry: Entry) -> Entry:
        """A sabotaged support is told as a support that is void, though its unit merely held."""
        for i, order in self._foiled.items():
            if (
                entry.unit == self.muster.field.units[i].name
                and entry.power == self.muster.field.units[i].commander
            ):
                text = self.muster.field.board.notation.write(order)
                because = entry.because.replace("No order was given, so the unit holds.", "").strip()
                because = f"The Ferengi sabotaged this support, so it is void (Q-i). {because}".strip()
                return msgspec.structs.replace(
                    entry, order=text, result=(VOID, *entry.result), because=because
                )
        return entry


def played(muster: Muster) -> Played:
    """The movement phase as it must be remembered to be judged again."""
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    write = muster.field.board.notation.write
    for unit, reading in zip(muster.field.units, muster.readings, strict=True):
        units.setdefault(unit.owner, []).append(unit.name)
        if reading is not None:
            orders.setdefault(unit.owner, []).append(write(reading.order))
    return Played({p: tuple(u) for p, u in units.items()}, {p: tuple(o) for p, o in orders.items()})


def again(variant: Variant, position: Position, immune: str | None) -> Season:
    """The movement phase that led to this retreat phase, judged again; with `immune`, as if that unit could
    not be dislodged.

    Raises `LookupError` if the position does not remember it."""
    memory = memory_of(position)
    if memory.played is None:
        raise LookupError("the movement phase is not remembered")
    board = variant.board(position)
    units = [board.unit(p, *text.split()) for p, texts in memory.played.units.items() for text in texts]
    sheets: Sheets = memory.played.orders
    return Season(variant, Muster(variant, board, in_map_order(variant, units), sheets), memory, immune)


def changed(before: Iterable[Entry], after: Iterable[Entry]) -> Sequence[Entry]:
    """The entries whose result is another than it was."""
    was = {(e.power, e.unit): e.result for e in before}
    return [e for e in after if was.get((e.power, e.unit)) != e.result]
