"""What became of every order of a movement phase, and the sentence that says why. Reads a decided battle,
decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from adjudicator.contest.battle import MOVES, SUPPORTS, Strength
from adjudicator.contest.fight import Fight
from adjudicator.outcomes import BOUNCE, CUT, DISLODGED, DISRUPTED, ILLEGAL, NO_CONVOY, VOID, Entry
from adjudicator.position import Dislodged

if TYPE_CHECKING:
    from adjudicator.movement import Muster


class Misfit(msgspec.Struct, frozen=True):
    """A line that is for no unit of its writer, or cannot be read."""

    power: str
    unit: str | None
    text: str
    problem: str


def write_entries(
    powers: Sequence[str], fight: Fight, muster: Muster, dislodged: tuple[Dislodged, ...]
) -> tuple[Entry, ...]:
    """One entry for each unit, and one for each misfit, by power and then map order."""
    rank = {p: i for i, p in enumerate(powers)}
    routed = {d.unit: d for d in dislodged}
    write = fight.board.notation.write
    found: list[tuple[int, int, Entry]] = []
    for i, unit in enumerate(fight.units):
        problem = muster.problems.get(i)
        if problem is not None:
            words, because, text = (
                [ILLEGAL],
                f"This order does not count, so the unit holds: {problem}.",
                write(muster.written[i]),
            )
        else:
            words, because = _fate(fight, i)
            reading = fight.readings[i]
            text = f"{unit.name} H" if reading is None else reading.text
        if unit in routed:
            supports = fight.battle.act[i] == SUPPORTS and not words
            words = [CUT, DISLODGED] if supports else [*words, DISLODGED]
            by = fight.conqueror(i)
            if by is not None:
                because = f"{because} {_dislodgement(fight, i, by, bool(routed[unit].retreats))}".strip()
        found.append(
            (rank.get(unit.commander, 99), i, Entry(unit.commander, unit.name, text, tuple(words), because))
        )
    for k, misfit in enumerate(sorted(muster.misfits, key=lambda m: (m.power, m.text))):
        because = f"This order does not count: {misfit.problem}."
        entry = Entry(misfit.power, misfit.unit, misfit.text, (ILLEGAL,), because)
        found.append((rank.get(misfit.power, 99), len(fight.units) + k, entry))
    found.sort(key=lambda row: row[:2])
    return tuple(entry for _, _, entry in found)


def _fate(fight: Fight, i: int) -> tuple[list[str], str]:
    match fight.battle.act[i]:
        case 1:
            return _move_fate(fight, i)
        case 2:
            return _support_fate(fight, i)
        case 3:
            return _convoy_fate(fight, i)
    if fight.readings[i] is None:
        return [], "No order was given, so the unit holds."
    attackers = _attackers(fight, i)
    if attackers and fight.conqueror(i) is None:
        strongest = max(attackers, key=lambda r: fight.battle.strength_range(r)[0])
        return [], (
            f"It holds with strength {_hold(fight, i)} against {_unit(fight, strongest)}, which attacks with "
            f"{_attack(fight, strongest, i)}."
        )
    return [], "Nobody dislodges it." if not attackers else ""


def _move_fate(fight: Fight, m: int) -> tuple[list[str], str]:
    battle = fight.battle
    if battle.values[battle.n + m] == 0:
        return _stranded(fight, m)
    if battle.values[m] == 1:
        return [], _success(fight, m)
    return [BOUNCE], _bounce(fight, m)


def _stranded(fight: Fight, m: int) -> tuple[list[str], str]:
    battle = fight.battle
    sealed = battle.twists.sealed if battle.twists is not None else {}
    bars = [sealed[p] for p in (battle.loc[m], battle.dest[m], *battle.chains.get(m, ())) if p in sealed]
    if m not in battle.chains:
        return [BOUNCE], f"It cannot move: {' and '.join(bars)}."
    fleets = battle.chains[m]
    waters = sum(1 << p for p in fleets)
    if not fleets or not battle.joined(waters, battle.loc[m], battle.dest[m]):
        return [
            NO_CONVOY
        ], f"No unbroken chain of fleets was ordered to convoy it to {_place(fight, battle.dest[m])}."
    if m in battle.paradox:
        return [DISRUPTED], (
            "Its convoy is attacked by a unit whose strength depends on this very convoy: a paradox, in "
            "which the convoyed move fails and affects nothing (Szykman rule)."
        )
    if bars:
        return [DISRUPTED], f"Its convoy is stopped: {' and '.join(bars)}."
    beaten = [f for f in fleets.values() if battle.beaten(f) == 1]
    who = " and ".join(_unit(fight, f) for f in beaten)
    return [DISRUPTED], f"Its convoy is disrupted: {who} {'is' if len(beaten) == 1 else 'are'} dislodged."


def _success(fight: Fight, m: int) -> str:
    battle = fight.battle
    goal, how = _place(fight, battle.dest[m]), " by convoy" if m in battle.chains else ""
    rivals = [r for r in battle.into[battle.dest[m]] if r != m and battle.values[battle.n + r] == 1]
    for o in battle.foes[m]:
        if battle.act[o] != MOVES or battle.values[o] != 1:
            return (
                f"It enters {goal}{how}: attack {_attack(fight, m, o)} against {_hold(fight, o, m)} of "
                f"{_unit(fight, o)}."
            )
    if rivals:
        best = max(rivals, key=lambda r: battle.strength_range(r)[0])
        mine, other = battle.strength_range(m)[0], battle.strength_range(best)[0]
        return f"It enters {goal}{how} with strength {mine} against {other} of {_unit(fight, best)}."
    if battle.foes[m]:
        return f"It enters {goal}{how}: {_unit(fight, battle.foes[m][0])} leaves."
    return f"It enters {goal}{how}; nobody opposes it."


def _bounce(fight: Fight, m: int) -> str:
    battle = fight.battle
    goal = _place(fight, battle.dest[m])
    mine = battle.strength_range(m)[0]
    for o in battle.foes[m]:
        stays = battle.act[o] != MOVES or battle.values[o] != 1
        if battle.head_on(m, o) or stays:
            mine = _attack(fight, m, o)
            if battle.owner[o] == battle.owner[m] and stays:
                return f"It cannot enter {goal}: {_unit(fight, o)} of its own power stays there."
            if battle.twists is not None and o in battle.twists.firm:
                return f"It cannot enter {goal}: {_unit(fight, o)} cannot be dislodged."
            attack, hold = _attack(fight, m, o), _hold(fight, o, m)
            if attack <= hold:
                way = "which comes the other way" if battle.head_on(m, o) else "which stays there"
                full = battle.strength_range(m)[0]
                less = "" if attack == full else " (support by the defender's own power does not count)"
                return f"Attack {attack}{less} does not exceed {hold} of {_unit(fight, o)}, {way}."
    rivals = [r for r in battle.into[battle.dest[m]] if r != m and battle.values[battle.n + r] == 1]
    if rivals:
        best = max(rivals, key=lambda r: (battle.strength_range(r)[0], -r))
        other = battle.strength_range(best)[0]
        verb = "equals" if mine == other else "is less than" if mine < other else "meets"
        return (
            f"Its strength {mine} for {goal} {verb} {other} of {_unit(fight, best)}, which moves there too."
        )
    return f"It cannot enter {goal}."


def _support_fate(fight: Fight, s: int) -> tuple[list[str], str]:
    battle = fight.battle
    order = fight.order(s)
    aim = -1 if order is None or order.aim is None else fight.field.at[fight.board.spot[order.aim.place]]
    if order is not None and aim >= 0 and not fight.matched[s]:
        meant = "move to " + _region(fight, order.to) if order.to else "stay"
        return [VOID], f"The support is for {_unit(fight, aim)} to {meant}, but that is not what it does."
    if battle.values[s] == 0:
        for r in battle.into.get(battle.loc[s], ()):
            if (
                battle.owner[r] != battle.owner[s]
                and battle.loc[r] != battle.dest[s]
                and battle.values[battle.n + r]
            ):
                return [CUT], f"{_unit(fight, r)} attacks it and cuts the support."
        return [CUT], ""
    return [], f"It adds 1 to {_unit(fight, aim)}." if aim >= 0 else "It stands."


def _convoy_fate(fight: Fight, f: int) -> tuple[list[str], str]:
    order = fight.order(f)
    if order is None or order.aim is None:
        return [], "It stands."
    army = fight.field.at[fight.board.spot[order.aim.place]]
    goal = _region(fight, order.to)
    if army in fight.battle.paradox:
        return [
            DISRUPTED
        ], f"Its convoy of {_unit(fight, army)} is part of a paradox and fails (Szykman rule)."
    sealed = fight.battle.twists.sealed if fight.battle.twists is not None else {}
    if fight.matched[f] and fight.battle.loc[f] in sealed:
        return [DISRUPTED], f"It carries nobody: {sealed[fight.battle.loc[f]]}."
    if fight.matched[f]:
        return [], f"It offers {_unit(fight, army)} its passage to {goal}."
    if (
        fight.battle.act[army] == MOVES
        and fight.battle.dest[army] == fight.board.spot[order.to or order.aim.place]
    ):
        return [VOID], f"{_unit(fight, army)} goes to {goal} by land and does not use the convoy."
    return [VOID], f"{_unit(fight, army)} is not ordered to {goal}, so there is nothing to convoy."


def _dislodgement(fight: Fight, i: int, by: int, can_retreat: bool) -> str:
    attack, hold = _attack(fight, by, i), _hold(fight, i, by)
    end = "." if can_retreat else ", and it has nowhere to retreat to."
    return f"{_unit(fight, by)} dislodges it, {attack} against {hold}{end}"


def _attackers(fight: Fight, i: int) -> list[int]:
    battle = fight.battle
    return [
        r
        for r in battle.into.get(battle.loc[i], ())
        if battle.values[battle.n + r] == 1 and battle.meets(r, i)
    ]


def _attack(fight: Fight, m: int, o: int) -> Strength:
    """Strength of the move against the unit in its way: that unit's own power does not help."""
    battle = fight.battle
    return battle.strength_range(m, battle.owner[o])[0]


def _hold(fight: Fight, o: int, against: int | None = None) -> Strength:
    battle = fight.battle
    if against is not None and battle.head_on(against, o):
        return battle.strength_range(o)[0]
    return battle.hold_range(o)[0]


def _unit(fight: Fight, i: int) -> str:
    return fight.board.called(fight.units[i])


def _place(fight: Fight, province: int) -> str:
    return fight.board.chart.provinces[province].name


def _region(fight: Fight, place: str | None) -> str:
    chart = fight.board.chart
    return _place(fight, chart.province_of[chart.region[place]]) if place else ""
