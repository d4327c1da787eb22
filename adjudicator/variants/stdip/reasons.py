"""What became of every order of a stdip movement phase, in words and in one sentence why. Reads a decided
clash.

The sentences may name every unit of the clash: give it a clash of visible units only to write for a
viewer (R-g, M-o)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from adjudicator.contest.battle import CONVOYS, MOVES, SUPPORTS, Strength
from adjudicator.contest.solver import NO, YES
from adjudicator.orders import Order
from adjudicator.outcomes import BOUNCE, CUT, DISLODGED, DISRUPTED, ILLEGAL, NO_CONVOY, VOID
from adjudicator.variants.stdip.battle import Clash
from adjudicator.variants.stdip.marks import SCAN

ASSIMILATES, ASSIMILATED_WORD = "assimilates", "assimilated"


class Fate(msgspec.Struct, frozen=True):
    """Result words and the reason."""

    words: tuple[str, ...]
    because: str


def fates(clash: Clash) -> list[Fate]:
    """The fate of each unit's order (M-g)."""
    return [_fate(clash, i) for i in range(len(clash.units))]


def _fate(clash: Clash, i: int) -> Fate:
    command = clash.commands[i]
    if command.problem is not None:
        words, because = [ILLEGAL], f"This order does not count, so the unit holds: {command.problem}."
    else:
        words, because = _order_fate(clash, i)
    if i in clash.routed:
        words = _lost(clash, i, words, DISLODGED)
        because = f"{because} {_defeat(clash, i, clash.routed[i], 'dislodges')}"
    elif i in clash.taken:
        words = _lost(clash, i, words, ASSIMILATED_WORD)
        because = f"{because} {_defeat(clash, i, clash.taken[i], 'assimilates')}"
    return Fate(tuple(words), because.strip())


def _lost(clash: Clash, i: int, words: list[str], how: str) -> list[str]:
    order = clash.order(i)
    aids = clash.battle.act[i] == SUPPORTS or (order is not None and order.verb == SCAN)
    return [CUT, how] if aids else [*words, how]


def _order_fate(clash: Clash, i: int) -> tuple[list[str], str]:
    order = clash.order(i)
    act = clash.battle.act[i]
    if act == MOVES and order is not None:
        words, because = _move_fate(clash, i)
        return (words, because) if words or order.then is None else _second_fate(clash, i, order, because)
    if act == SUPPORTS:
        return _support_fate(clash, i)
    if act == CONVOYS:
        return _convoy_fate(clash, i)
    if order is not None and order.verb == SCAN:
        if clash.cut(i):
            return [CUT], "It is attacked, so it holds instead of scanning (R-b)."
        return [], f"It scans {place(clash, order.to)}."
    if order is not None and order.then is not None:
        return _second_fate(clash, i, order, "It holds first.")
    attackers = [
        r for r in clash.battle.into.get(clash.loc[i], ()) if clash.arrives(r) and clash.battle.meets(r, i)
    ]
    if attackers and i not in clash.routed and i not in clash.taken:
        strongest = max(attackers, key=lambda r: clash.battle.strength_range(r)[0])
        if clash.commands[i].enterprise:
            return [], "The Enterprise is never dislodged where it stays (Fed 1)."
        return [], (
            f"It holds with strength {say(_hold(clash, i))} against {name(clash, strongest)}, "
            f"which attacks with {say(_attack(clash, strongest, i))}."
        )
    return [], "" if attackers else "Nobody attacks it."


def _move_fate(clash: Clash, m: int) -> tuple[list[str], str]:
    battle = clash.battle
    if not clash.arrives(m):
        return _stranded(clash, m)
    if battle.values[m] == YES:
        return [], _success(clash, m)
    if battle.wins(m) == YES:
        victims = [o for o in battle.foes[m] if not clash.entered(o)]
        attack, hold = _attack(clash, m, victims[0]), _hold(clash, victims[0], m)
        return [ASSIMILATES], (
            f"It overcomes {name(clash, victims[0])}, {say(attack)} against {say(hold)}, assimilates it "
            "and stays where it was (Borg 2, 4, B-a)."
        )
    return [BOUNCE], _bounce(clash, m)


def _stranded(clash: Clash, m: int) -> tuple[list[str], str]:
    battle = clash.battle
    fleets = battle.chains[m]
    waters = sum(1 << p for p in fleets)
    if not fleets or not battle.joined(waters, battle.loc[m], battle.dest[m]):
        return [
            NO_CONVOY
        ], f"No unbroken chain of fleets was ordered to convoy it to {_name(clash, battle.dest[m])}."
    if m in battle.paradox:
        return [
            DISRUPTED
        ], "Its convoy is part of a paradox: the convoyed move fails and affects nothing (Szykman rule)."
    beaten = [name(clash, f) for f in fleets.values() if battle.beaten(f) == YES]
    were = "was" if len(beaten) == 1 else "were"
    return [DISRUPTED], f"Its convoy is disrupted: {' and '.join(beaten)} {were} overcome."


def _success(clash: Clash, m: int) -> str:
    battle = clash.battle
    goal, how = _name(clash, battle.dest[m]), " by convoy" if m in battle.chains else ""
    for o in battle.foes[m]:
        if not clash.entered(o):
            if clash.commands[m].enterprise:
                return f"The Enterprise enters {goal}{how}, whatever stands against it (Fed 1)."
            return (
                f"It enters {goal}{how}: attack {say(_attack(clash, m, o))} against "
                f"{say(_hold(clash, o, m))} of {name(clash, o)}."
            )
    rivals = _rivals(clash, m)
    if rivals:
        best = max(rivals, key=lambda r: battle.strength_range(r)[0])
        if clash.commands[m].enterprise:
            return f"The Enterprise enters {goal}{how}, past {name(clash, best)} (Fed 1)."
        mine, other = battle.strength_range(m)[0], battle.strength_range(best)[0]
        return f"It enters {goal}{how} with strength {say(mine)} against {say(other)} of {name(clash, best)}."
    if battle.foes[m]:
        return f"It enters {goal}{how}: {name(clash, battle.foes[m][0])} leaves."
    return f"It enters {goal}{how}; nobody opposes it."


def _rivals(clash: Clash, m: int) -> list[int]:
    battle = clash.battle
    return [r for r in battle.into[battle.dest[m]] if r != m and clash.arrives(r) and battle.meets(m, r)]


def _bounce(clash: Clash, m: int) -> str:
    battle = clash.battle
    goal = _name(clash, battle.dest[m])
    mine = battle.strength_range(m)[0]
    for o in battle.foes[m]:
        stays = not clash.entered(o)
        if not (stays or battle.head_on(m, o)):
            continue
        if battle.owner[o] == battle.owner[m] and stays:
            return f"It cannot enter {goal}: {name(clash, o)} of its own power stays there."
        if clash.commands[o].enterprise:
            return f"It cannot drive {name(clash, o)} out of {goal}: that is the Enterprise (Fed 1)."
        attack, hold = _attack(clash, m, o), _hold(clash, o, m)
        if attack <= hold:
            way = "which comes the other way" if battle.head_on(m, o) else "which stays there"
            less = "" if attack == mine else " (support by the defender's own power does not count)"
            return f"Attack {say(attack)}{less} does not exceed {say(hold)} of {name(clash, o)}, {way}."
    rivals = _rivals(clash, m)
    if rivals:
        best = max(rivals, key=lambda r: (battle.strength_range(r)[0], -r))
        if clash.commands[best].enterprise:
            return f"{name(clash, best)}, the Enterprise, goes to {goal} too."
        other = battle.strength_range(best)[0]
        verb = "equals" if mine == other else "is less than" if mine < other else "meets"
        foe = f"{say(other)} of {name(clash, best)}, which moves there too"
        return f"Its strength {say(mine)} for {goal} {verb} {foe}."
    return f"It cannot enter {goal}."


def _second_fate(clash: Clash, i: int, order: Order, before: str) -> tuple[list[str], str]:
    """The second step of a trader (Fer 9, 12, T-d)."""
    if order.aim is not None:
        if any(clash.ferries_second(i, step) for step in clash.steps):
            return [], f"{before} Then it convoys."
        return [VOID], f"{before} Then there is nothing to convoy: the army does not take that step."
    goal = place(clash, order.then)
    if i in clash.seconds.stranded:
        return [NO_CONVOY], f"{before} No traders' fleets convoy its second step to {goal} (T-d)."
    if i in clash.seconds.bounced:
        return [BOUNCE], f"{before} Its second step to {goal} is stopped by another Ferengi unit (Fer 4, 9)."
    return [], f"{before} Its second step takes it to {goal}."


def _support_fate(clash: Clash, s: int) -> tuple[list[str], str]:
    battle = clash.battle
    if battle.values[s] == NO:
        for r in battle.into.get(battle.loc[s], ()):
            if (
                battle.owner[r] != battle.owner[s]
                and battle.meets(r, s)
                and clash.arrives(r)
                and battle.loc[r] != battle.dest[s]
            ):
                return [CUT], f"{name(clash, r)} attacks it and cuts the support."
        return [CUT], ""
    order = clash.order(s)
    if order is None or order.aim is None:
        return [], ""
    aim = clash.meant(order.aim)
    if aim is None:
        return [VOID], f"There is no such unit in {place(clash, order.aim.place)}."
    if not clash.matched[s]:
        meant = f"move to {place(clash, order.to)}" if order.to else "stay"
        return [VOID], f"The support is for {name(clash, aim)} to {meant}, but it cannot help there."
    return [], f"It adds 1 to {name(clash, aim)}."


def _convoy_fate(clash: Clash, f: int) -> tuple[list[str], str]:
    order = clash.order(f)
    if order is None or order.aim is None:
        return [], ""
    army = clash.meant(order.aim)
    if clash.matched[f] and army is not None:
        return [], f"It offers {name(clash, army)} its passage to {place(clash, order.to)}."
    return [
        VOID
    ], f"There is nothing for it to convoy from {place(clash, order.aim.place)} to {place(clash, order.to)}."


def _defeat(clash: Clash, i: int, by: int, verb: str) -> str:
    if clash.commands[by].enterprise:
        return f"{name(clash, by)}, the Enterprise, {verb} it."
    return f"{name(clash, by)} {verb} it, {say(_attack(clash, by, i))} against {say(_hold(clash, i, by))}."


def _attack(clash: Clash, m: int, o: int) -> Strength:
    return clash.battle.strength_range(m, clash.battle.owner[o])[0]


def _hold(clash: Clash, o: int, against: int | None = None) -> Strength:
    if against is not None and clash.battle.head_on(against, o):
        return clash.battle.strength_range(o)[0]
    return clash.battle.hold_range(o)[0]


def say(strength: Strength) -> str:
    """`2`, `1½`."""
    if isinstance(strength, Fraction) and strength.denominator == 2:
        return f"{strength.numerator // 2 or ''}½"
    return str(strength)


def name(clash: Clash, i: int) -> str:
    """`klingon's A war`."""
    unit = clash.units[i]
    return f"{unit.owner}'s {unit.plain}"


def place(clash: Clash, region: str | None) -> str:
    """The name of a place."""
    return _name(clash, clash.board.spot[region]) if region else ""


def _name(clash: Clash, province: int) -> str:
    return clash.board.chart.provinces[province].name
