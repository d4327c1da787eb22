"""Retreats as they look to the player who orders them (R-i, M-p, M-y). What truly becomes of them is
`retreats`'."""

from __future__ import annotations

from adjudicator.variants.stdip.battle import Clash
from adjudicator.variants.stdip.cardassian import held
from adjudicator.variants.stdip.ferengi import contests


def offered(clash: Clash, i: int, seen: frozenset[int]) -> tuple[str, ...]:
    """Where a dislodged unit may retreat to: reachable regions that look free, not its attacker's origin
    unless the attacker came by convoy (M-h). `seen`: the units its commander knows of."""
    by = clash.routed[i]
    barred = set() if by in clash.battle.chains else {clash.loc[by]}
    return _free(clash, i, seen, barred)


def leaves(clash: Clash, i: int, seen: frozenset[int]) -> tuple[str, ...]:
    """Where a Cardassian unit that held may go of its own will (Car 4, C-c)."""
    return _free(clash, i, seen, set())


def _free(clash: Clash, i: int, seen: frozenset[int], barred: set[int]) -> tuple[str, ...]:
    board = clash.board
    unit = clash.units[i]
    taken = barred | _occupied(clash, i, seen) | looks_closed(clash, seen)
    goals = board.reach[unit.kind][board.chart.region[unit.place]]
    return tuple(sorted(board.chart.regions[r] for r in goals if board.chart.province_of[r] not in taken))


def _occupied(clash: Clash, i: int, seen: frozenset[int]) -> set[int]:
    """Provinces that look occupied to the retreating unit; one held by a Cardassian that may leave does
    not, unless a visible move failed there (M-p)."""
    spot = clash.board.spot
    stopped = _stopped(clash, seen)
    found = set()
    for j in seen:
        if j == i or j in clash.routed or not contests(clash.units[i], clash.units[j]):
            continue
        province = spot[clash.ends[j]]
        if not may_leave(clash, j) or province in stopped:
            found.add(province)
    return found


def may_leave(clash: Clash, j: int) -> bool:
    """Is this a Cardassian unit that held, and was neither dislodged nor assimilated?"""
    if j in clash.routed or j in clash.taken:
        return False
    command = clash.commands[j]
    return held(clash.units[j], command.order, illegal=command.problem is not None)


def _stopped(clash: Clash, seen: frozenset[int]) -> set[int]:
    return {
        clash.battle.dest[m]
        for m in clash.battle.movers
        if m in seen and clash.arrives(m) and not clash.entered(m)
    }


def looks_closed(clash: Clash, seen: frozenset[int]) -> set[int]:
    """Provinces that look as if moves bounced there: two visible units did, or one that was not dislodged
    (M-y). Traders that a visible Ferengi unit stopped close nothing (M-q)."""
    known = clash.looks.get(seen)
    if known is not None:
        return known
    closed = clash.looks[seen] = set(clash.seconds.standoffs)
    for province, rivals in clash.battle.into.items():
        bounced = [m for m in rivals if m in seen and _bounced(clash, m, seen)]
        if len(bounced) > 1 or any(m not in clash.routed for m in bounced):
            closed.add(province)
    return closed


def _bounced(clash: Clash, m: int, seen: frozenset[int]) -> bool:
    battle = clash.battle
    if clash.entered(m) or not clash.arrives(m) or battle.wins(m) == 1:
        return False
    if any(o in seen and not clash.entered(o) and o not in clash.routed for o in battle.foes[m]):
        return False
    by = clash.routed.get(m, clash.taken.get(m))
    return not (by is not None and by in seen and battle.head_on(m, by))
