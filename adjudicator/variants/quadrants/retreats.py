"""The retreat phase of quadrants: Immunity first, then retreats, then Resilience (Q-f, Q-k, Q-q)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.outcomes import BOUNCE, DESTROYED, ILLEGAL, SUPERSEDED, Entry, Report
from adjudicator.position import Position, Unit
from adjudicator.retreats import Retreats as StandardRetreats
from adjudicator.retreats import judge_retreat
from adjudicator.starting import in_map_order
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.quadrants.abilities import Deed, merged, read_with_abilities, sort_out
from adjudicator.variants.quadrants.federation import IMMUNITY, Envoy, claims
from adjudicator.variants.quadrants.gorn import Fate, fates
from adjudicator.variants.quadrants.memory import memory_of, remember
from adjudicator.variants.quadrants.powers import FEDERATION, GORN, name
from adjudicator.variants.quadrants.season import again, changed


class Retreats(StandardRetreats):
    """Retreats with Diplomatic Immunity and Reptilian Resilience."""

    def due(self, variant: Variant, position: Position) -> bool:
        """If any unit can retreat or the Federation could still use Immunity (Q-q)."""
        return super().due(variant, position) or bool(claims(position))

    def passed_over(self, variant: Variant, position: Position, tell: Tell) -> Position:
        """Nobody could order anything: the dislodged are gone, but for Gorn units that come back (Q-k)."""
        after = msgspec.structs.replace(position, dislodged=())
        found = fates(position, after, variant.chart)
        for fate in found:
            tell(Report(GORN, "resilience", {"unit": fate.unit.name, "at": fate.home}))
        return _back_home(variant, after, found)

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers with a unit that can retreat, and the Federation while it could use Immunity. That an
        order stands already does not show."""
        present = {*super().awaited(variant, position), *([FEDERATION] if claims(position) else [])}
        return [p for p in variant.ids if p in present]

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Dislodged unit -> its retreats, and disbanding; `IMMUNITY` -> for whom the Federation can use
        it."""
        menu = super().legal(variant, position, power)
        places = claims(position) if power == FEDERATION else []
        return menu | ({"IMMUNITY": [f"IMMUNITY {p}" for p in places]} if places else {})

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood."""
        board = variant.board(position)
        deeds, rest = sort_out(board, (power,), {power: lines}, {IMMUNITY: Envoy(position, board).order})
        others = super().check(variant, position, power, rest[power])
        return read_with_abilities(lines, deeds, others)

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Immunity, which may keep the phase open; else retreats and what follows them."""
        board = variant.board(position)
        envoy = Envoy(position, board)
        deeds, lines = sort_out(board, variant.ids, sheets, {IMMUNITY: envoy.order})
        kept = memory_of(position).kept
        lines = {p: [*kept.get(p, ()), *texts] for p, texts in lines.items()}
        if envoy.target is None:
            told = [d.entry("") for d in deeds]
            return self._retreat(variant, position, lines, told)
        afresh, told = _protect(variant, position, envoy.target, deeds)
        told += _dropped(board, position, afresh, lines)
        standing = _standing(board, position, afresh, lines)
        if standing is not None or not self.due(variant, afresh):
            lines = {p: list(texts) for p, texts in (standing or {}).items()}
            return self._retreat(variant, afresh, lines, told)
        open_still = remember(afresh, kept=_still_legal(board, afresh, lines))
        posted = [_unposted(e) if {ILLEGAL, SUPERSEDED} & set(e.result) else e for e in told]
        return Resolution(
            open_still, lambda: merged(variant.ids, posted, ()), (), afresh.dislodged, again=True
        )

    def _retreat(
        self, variant: Variant, position: Position, sheets: Sheets, told: Sequence[Entry]
    ) -> Resolution:
        """Retreats as everywhere, then the Gorn units that come back."""
        done = super().resolve(variant, position, sheets)
        found = fates(position, done.position, variant.chart)
        after = _back_home(variant, done.position, found)
        return Resolution(
            after, lambda: merged(variant.ids, [_survived(e, found, variant) for e in done.entries()], told)
        )


def _protect(
    variant: Variant, position: Position, place: str, deeds: Sequence[Deed]
) -> tuple[Position, list[Entry]]:
    """The retreat phase afresh, as if the unit could not have been dislodged (Q-f); and what is told of
    it."""
    where = name(variant.chart, place)
    because = f"The unit in {where} stays as if it could not be dislodged; the season was judged again (Q-f)."
    told = [d.entry(because) for d in deeds]
    if memory_of(position).played is None:
        afresh, bounced = _given_back(variant, position, place)
        return remember(afresh, immunity_used=True), told + bounced
    before, after = again(variant, position, None), again(variant, position, place)
    told += changed(before.entries(), after.entries())
    afresh = msgspec.structs.replace(position, units=after.units, dislodged=after.dislodged)
    return remember(afresh, immunity_used=True, played=None), told


def _given_back(variant: Variant, position: Position, place: str) -> tuple[Position, list[Entry]]:
    """For a setup that does not tell its movement phase: the attacker goes back to where it came from,
    nothing else changes."""
    one = next(d for d in position.dislodged if d.unit.place == place)
    units, bounced = [one.unit], []
    for unit in position.units:
        if unit.place == place and one.by is not None:
            back = msgspec.structs.replace(unit, place=one.by.split()[-1])
            because = f"It cannot enter {name(variant.chart, place)}: the unit there has Immunity (Q-f)."
            bounced.append(Entry(unit.owner, back.name, f"{back.name} - {place}", (BOUNCE,), because))
            units.append(back)
        else:
            units.append(unit)
    rest = tuple(d for d in position.dislodged if d is not one)
    return msgspec.structs.replace(position, units=in_map_order(variant, units), dislodged=rest), bounced


def _still_legal(board: Board, afresh: Position, sheets: Sheets) -> dict[str, tuple[str, ...]]:
    """The retreat orders given that count in the phase as it is afresh."""
    found: dict[str, tuple[str, ...]] = {}
    for power, lines in sheets.items():
        good = []
        for text in lines:
            reading = board.read(text)
            if not isinstance(reading, str):
                verdict = judge_retreat(reading.order, power, afresh.dislodged, board)
                if verdict.dislodged is not None and verdict.problem is None:
                    good.append(text)
        if good:
            found[power] = tuple(good)
    return found


def _dropped(board: Board, before: Position, afresh: Position, sheets: Sheets) -> list[Entry]:
    """What is told of the lines that do not count in the phase as it is afresh: Immunity wins over them
    (Q-q), or they never counted."""
    good = _still_legal(board, afresh, sheets)
    found = []
    for power, lines in sheets.items():
        for text in lines:
            reading = board.read(text)
            if isinstance(reading, str):
                found.append(
                    Entry(power, None, text.strip(), (ILLEGAL,), f"This order does not count: {reading}.")
                )
            elif text not in good.get(power, ()):
                verdict = judge_retreat(reading.order, power, before.dislodged, board)
                unit = verdict.dislodged.unit.name if verdict.dislodged is not None else None
                problem = f"This order does not count: {verdict.problem}."
                word, because = (
                    (ILLEGAL, problem)
                    if verdict.problem
                    else (SUPERSEDED, "Immunity changed the board (Q-q).")
                )
                found.append(Entry(power, unit, board.notation.write(verdict.order), (word,), because))
    return found


def _unposted(entry: Entry) -> Entry:
    """While the phase is open what was ordered in it is its writer's affair (Q-p)."""
    return msgspec.structs.replace(entry, audience=(entry.power,))


def _standing(
    board: Board, before: Position, afresh: Position, sheets: Sheets
) -> dict[str, tuple[str, ...]] | None:
    """The retreat orders given, if they settle the phase as it is afresh; None if it must stay open: a unit
    has a choice now that it had not, or an order given is no longer legal (Q-q)."""
    had_choice = {d.unit for d in before.dislodged if d.retreats}
    if any(d.retreats and d.unit not in had_choice for d in afresh.dislodged):
        return None
    good = _still_legal(board, afresh, sheets)
    for power, lines in sheets.items():
        for text in lines:
            reading = board.read(text)
            if isinstance(reading, str) or text in good.get(power, ()):
                continue
            old = judge_retreat(reading.order, power, before.dislodged, board)
            new = judge_retreat(reading.order, power, afresh.dislodged, board)
            if old.problem is None and new.dislodged is not None and new.dislodged.retreats:
                return None
    return good


def _back_home(variant: Variant, position: Position, found: Sequence[Fate]) -> Position:
    board = variant.board(position)
    units: list[Unit] = [*position.units]
    units += [board.unit(GORN, f.unit.kind, f.home) for f in found if f.home is not None]
    return msgspec.structs.replace(position, units=in_map_order(variant, units))


def _survived(entry: Entry, found: Sequence[Fate], variant: Variant) -> Entry:
    fate = next((f for f in found if (entry.power, entry.unit) == (GORN, f.unit.name)), None)
    if fate is None:
        return entry
    if fate.home is None:
        why = "no home system was free for it" if fate.lucky else "its draw was against it"
        return msgspec.structs.replace(
            entry,
            result=(DESTROYED,),
            because=f"It had nowhere to retreat to, and {why}, so it is disbanded (Q-k).",
        )
    where = name(variant.chart, fate.home)
    because = f"It had nowhere to retreat to, but its draw was for it: it comes back in {where} (Q-k)."
    return msgspec.structs.replace(entry, order=f"{fate.unit.name} R {fate.home}", result=(), because=because)
