"""What happens when the retreats of a season are over, and when the year is (section 1, step 8; Add 2, 3;
Dom 1; R-j)."""

from __future__ import annotations

from collections import Counter

import msgspec

from adjudicator.outcomes import Report
from adjudicator.position import Position, Unit
from adjudicator.variant import Tell, Variant
from adjudicator.variants.stdip import federation, infiltrations
from adjudicator.variants.stdip.borg import BORG
from adjudicator.variants.stdip.federation import FEDERATION
from adjudicator.variants.stdip.ferengi import FERENGI, is_trader
from adjudicator.variants.stdip.knowledge import alive
from adjudicator.variants.stdip.law import DOMINION
from adjudicator.variants.stdip.memory import HELD, Memory, memory_of, remember, without_season, without_tag
from adjudicator.variants.stdip.sheets import CLOAK, ROMULAN

CENTRES_TO_WIN = 18
CIVILIANS_FROM = 2372  # Add 2


def close_spring(_variant: Variant, position: Position, tell: Tell) -> Position:
    """Command returns to the owners; the Dominion's draw."""
    position = _release(position)
    if not alive(position, DOMINION):
        position = infiltrations.vanished(position)
    return _draw(position, tell, fall=False)


def close_fall(variant: Variant, position: Position, tell: Tell) -> Position:
    """Centres change hands, neutrals join, powers are eliminated, somebody wins; then the Dominion's draw
    (section 1, step 8)."""
    position = _release(position)
    position = capture(variant, position)
    position = join(variant, position, tell)
    position = eliminate(variant, position)
    counts = Counter(position.centers.values())
    winners = tuple(sorted(p for p, n in counts.items() if n >= CENTRES_TO_WIN))
    if winners:
        return msgspec.structs.replace(position, winner=winners)
    return _draw(position, tell, fall=True)


def close_year(_variant: Variant, position: Position, _tell: Tell) -> Position:
    """A new year: the Enterprise may be used again, gains and losses by assimilation lapse (Fed 2, Borg
    8, 9); whether the year is watched (R-j)."""
    memory = memory_of(position)
    owners = set(position.centers.values())
    fresh = msgspec.structs.replace(
        memory, enterprise_used=False, assimilated={}, covered={}, watched=bool({ROMULAN, DOMINION} & owners)
    )
    return remember(position, fresh)


def _release(position: Position) -> Position:
    """Units return to their owners' command (Dom 4); the season's notes are struck out."""
    units = tuple(
        without_tag(u if u.controller is None else msgspec.structs.replace(u, controller=None), HELD)
        for u in position.units
    )
    memory = without_season(memory_of(position))
    return remember(msgspec.structs.replace(position, units=units, dislodged=()), memory)


def _draw(position: Position, tell: Tell, *, fall: bool) -> Position:
    position, reports = infiltrations.season_draw(position, fall=fall)
    for report in reports:
        tell(report)
    return position


def capture(variant: Variant, position: Position) -> Position:
    """Every centre with a unit in it belongs to that unit's owner; traders take and hold nothing (Fer 5,
    T-b)."""
    centre_of = variant.board(position).centre_of
    taken = {centre_of[u.place]: u.owner for u in position.units if u.place in centre_of and not is_trader(u)}
    return msgspec.structs.replace(position, centers={**position.centers, **taken})


def join(variant: Variant, position: Position, tell: Tell) -> Position:
    """Neutral centres join the Federation (Fed 3); everybody is told (M-k)."""
    if not alive(position, FEDERATION):
        return position
    joined = federation.joining(position, variant.board(position))
    for center in joined:
        for power in variant.ids:
            tell(Report(power, "joined", {"center": center}))
    return msgspec.structs.replace(
        position, centers={**position.centers, **dict.fromkeys(joined, FEDERATION)}
    )


def eliminate(_variant: Variant, position: Position) -> Position:
    """A power without a centre is out (Add 3): the Borg's units leave at once, others' in Winter; the
    Dominion's infiltrations vanish (M-f); if the Borg are out, their victims' penalties lapse (B-j)."""
    owners = set(position.centers.values())
    memory = memory_of(position)
    if BORG not in owners:
        units = tuple(u for u in position.units if u.owner != BORG)
        position = msgspec.structs.replace(position, units=units)
        kept = {p: n for p, n in memory.assimilated.items() if n > 0 and p != BORG}
        position = remember(position, msgspec.structs.replace(memory, assimilated=kept))
    return position if DOMINION in owners else infiltrations.vanished(position)


# -- allowances (Add 2, B-j) --
def allowance(position: Position, power: str) -> int:
    """How many units a power may have this Winter."""
    centres = sum(1 for owner in position.centers.values() if owner == power)
    if not centres:
        return 0
    memory: Memory = memory_of(position)
    civilians = 1 if int(position.turn[1:-1]) >= CIVILIANS_FROM and power != FERENGI else 0
    return max(0, centres - civilians + memory.assimilated.get(power, 0))


def adjustment(variant: Variant, position: Position, power: str) -> int:
    """Builds (+, no more than there are sites) or disbands (-) due (M-l)."""
    due = allowance(position, power) - sum(1 for u in position.units if u.owner == power)
    return min(due, len(sites(variant, position, power))) if due > 0 else due


def sites(variant: Variant, position: Position, power: str) -> list[str]:
    """Where a power may build, in map order: its own home centres, for the Cardassian any centre it owns
    (Car 1); empty, but for traders of others (Fer 2, T-b). Without a country nobody has a home.

    Others' cloaked units are not looked at (N-c): after a Fall they can stand in no centre but their own."""
    return _sites(
        variant, position, power, tuple(u for u in position.units if CLOAK not in u.marks or u.owner == power)
    )


def public_sites(variant: Variant, position: Position, power: str) -> list[str]:
    """The same as the public board shows it (M-u)."""
    return _sites(variant, position, power, tuple(u for u in position.units if CLOAK not in u.marks))


def _sites(variant: Variant, position: Position, power: str, units: tuple[Unit, ...]) -> list[str]:
    taken = {u.place.partition("/")[0] for u in units if not is_trader(u) or power == FERENGI}
    country = position.assignment.get(power)
    anywhere = power == "cardassian"
    return [
        p.id
        for p in variant.chart.provinces
        if p.centre
        and position.centers.get(p.id) == power
        and p.id not in taken
        and (anywhere or (country is not None and p.home == country))
    ]
