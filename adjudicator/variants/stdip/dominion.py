"""The Dominion: draws of infiltrations (Dom 1, 8, 9, 10) and the wormhole's links (Dom 12-14). Take-overs
are `sheets`'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.chart import SEA, Chart, Link
from adjudicator.draws import draw
from adjudicator.position import Position, Unit
from adjudicator.variants.stdip.borg import BORG
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.memory import INFILTRATED


def key(unit: Unit) -> str:
    """A unit as the verification of draws names it: `klingon A war`."""
    return f"{unit.owner} {unit.plain}"


def eligible(units: Iterable[Unit], barred: frozenset[str] = frozenset()) -> list[Unit]:
    """The units that may receive an infiltration: not Dominion, not Borg, not infiltrated (Dom 1, D-a,
    D-e), not of a barred power. Sorted, so that a draw depends on the units alone."""
    return sorted(
        (
            u
            for u in units
            if u.owner not in {DOMINION, BORG} and u.owner not in barred and INFILTRATED not in u.tags
        ),
        key=key,
    )


def barred_powers(position: Position, last: str | None) -> frozenset[str]:
    """The power drawn last, while at least three powers other than the Borg own centres (Dom 1, D-a)."""
    standing = {owner for owner in position.centers.values() if owner != BORG}
    return frozenset({last}) if last is not None and len(standing) >= 3 else frozenset()


def drawn(seed: int, turn: str, units: Sequence[Unit], purpose: str) -> Unit | None:
    """The unit chosen, all equally likely; None if there is none (Dom 10)."""
    return draw(seed, purpose, turn, units) if units else None


def wormhole_links(chart: Chart, ends: Sequence[str]) -> frozenset[Link]:
    """The ways through the wormhole, both directions, for whatever can stand at both ends (Dom 12, 13,
    D-f)."""
    if len(ends) != 2:
        return frozenset()
    a, b = (chart.provinces[chart.index[e]] for e in ends)
    links = {Link("amphibious", a.id, b.id), Link("amphibious", b.id, a.id)}
    if SEA not in {a.kind, b.kind}:
        links |= {Link("army", a.id, b.id), Link("army", b.id, a.id)}
    if "land" not in {a.kind, b.kind}:
        shores = [[f"{p.id}/{c}" for c in p.coasts] or [p.id] for p in (a, b)]
        for one in shores[0]:
            for other in shores[1]:
                links |= {Link("fleet", one, other), Link("fleet", other, one)}
    return frozenset(links)
