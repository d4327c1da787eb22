"""The seven powers: who is still in the game, whose homes are whose, what each needs to win. Nothing is
decided here."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.chart import Chart
from adjudicator.position import Position

FEDERATION, KLINGON, ROMULAN, CARDASSIAN = "federation", "klingon", "romulan", "cardassian"
FERENGI, BREEN, GORN = "ferengi", "breen", "gorn"

CENTRES_TO_WIN = {FEDERATION: 10, KLINGON: 12, ROMULAN: 8, CARDASSIAN: 14, FERENGI: 9, BREEN: 18, GORN: 9}
LATINUM_TO_WIN = 100
CENTRES_OF_AN_ALLIANCE = 24


def living(position: Position, among: Sequence[str]) -> list[str]:
    """The powers that are not eliminated: a centre or a unit, dislodged or not, is theirs (Q-o)."""
    present = set(position.centers.values()) | {u.owner for u in position.units}
    present |= {d.unit.owner for d in position.dislodged}
    return [p for p in among if p in present]


def homes(chart: Chart, power: str) -> tuple[str, ...]:
    """The home systems of a power, in the rulebook's order."""
    return next((c.homes for c in chart.countries if c.id == power), ())


def name(chart: Chart, place: str) -> str:
    """A system's name for people."""
    return chart.provinces[chart.index[place]].name
