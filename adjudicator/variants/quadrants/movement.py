"""The movement phase of quadrants: abilities are paid and reports given when the orders lock, then the
season's battle. Who wins it is decided by `contest` and the rules of the powers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.movement import Movement as StandardMovement
from adjudicator.movement import Muster
from adjudicator.outcomes import VOID, Entry, Record, Report
from adjudicator.position import Position
from adjudicator.variant import Reading, Resolution, Sheets, Variant
from adjudicator.variants.quadrants.abilities import (
    Deed,
    Judge,
    merged,
    read_with_abilities,
    sort_out,
)
from adjudicator.variants.quadrants.breen import FREEZE, Weapon
from adjudicator.variants.quadrants.cardassian import obsidian_order
from adjudicator.variants.quadrants.federation import claims
from adjudicator.variants.quadrants.ferengi import BRIBE, PRICES, SABOTAGE, Account, on_offer
from adjudicator.variants.quadrants.memory import Told, memory_of, remember
from adjudicator.variants.quadrants.powers import BREEN, CARDASSIAN, FERENGI, ROMULAN, living, name
from adjudicator.variants.quadrants.romulan import tal_shiar
from adjudicator.variants.quadrants.season import Season, played
from adjudicator.variants.quadrants.written import written_orders

WINDOW = "intel_window"


class Locked:
    """The sheets of a movement phase at the moment they lock: abilities judged and paid, unit orders sorted
    out."""

    def __init__(self, variant: Variant, position: Position, sheets: Sheets) -> None:
        self.variant, self.position = variant, position
        self.board = variant.board(position)
        memory = memory_of(position)
        self.weapon, self.account = Weapon(memory), Account(position, memory, variant.chart)
        judges = books(variant, position, self.weapon, self.account)
        self.deeds, lines = sort_out(self.board, variant.ids, sheets, judges)
        self.muster = Muster(variant, self.board, position.units, lines)

    def paid(self) -> Position:
        """The position once what is due at the lock is paid and set."""
        return remember(
            self.position,
            latinum=self.account.latinum,
            bribed=tuple(self.account.bribed),
            sabotaged=tuple(sorted(set(self.account.sabotaged))),
            freeze_used=self.weapon.used or self.weapon.target is not None,
            frozen=self.weapon.target,
            told=None,
        )

    def reports(self) -> tuple[Report, ...]:
        """What Tal Shiar and Obsidian Order bring: as it was told already, or as these orders have it."""
        told = memory_of(self.position).told
        if told is not None:
            return tuple(Report(t.to, t.kind, t.fields) for t in told)
        alive = living(self.position, self.variant.ids)
        written = written_orders(self.muster, self.board)
        found: list[Report] = []
        if ROMULAN in alive:
            found += tal_shiar(written, self.position.seed, self.position.turn)
        if CARDASSIAN in alive:
            found += obsidian_order(written, alive)
        return tuple(found)


def books(variant: Variant, position: Position, weapon: Weapon, account: Account) -> dict[str, Judge]:
    """Who judges which ability of a movement phase. The eliminated have none (Q-o)."""
    alive = living(position, variant.ids)

    def of_the_living(judge: Judge) -> Judge:
        return lambda order, power: (
            judge(order, power) if power in alive else "this power is eliminated (Q-o)"
        )

    return {
        FREEZE: of_the_living(weapon.order),
        BRIBE: of_the_living(account.order),
        SABOTAGE: of_the_living(account.order),
    }


def lock(variant: Variant, position: Position, sheets: Sheets) -> Position | None:
    """The position in which orders are locked and the reports given, for the powers that may still amend
    theirs; None in games without an intelligence window (Q-g, Q-h, Q-v) and in other phases."""
    if position.turn[-1] != "M" or not position.options.get(WINDOW):
        return None
    reports = Locked(variant, position, sheets).reports()
    told = tuple(Told(r.to, r.kind, r.fields) for r in reports)
    last = position.record
    record = (
        Record(position.turn, (), reports)
        if last is None
        else Record(last.turn, last.entries, last.reports + reports)
    )
    return msgspec.structs.replace(remember(position, told=told), record=record)


class Movement(StandardMovement):
    """Movement with the abilities of Breen and Ferengi and the reports of Romulan and Cardassian."""

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """Every power with a unit; once the orders are locked, only those that may amend theirs."""
        powers = super().awaited(variant, position)
        if memory_of(position).told is not None:
            return [p for p in powers if p in {ROMULAN, CARDASSIAN}]
        return powers

    def legal(self, variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """Unit -> its orders; ability -> the orders of it that would count alone. Moves by convoy are
        listed where the fleets on the board could carry them; others are accepted and find no convoy
        (Q-r)."""
        menu = super().legal(variant, position, power)
        if power not in living(position, variant.ids):
            return menu
        offers: dict[str, Sequence[str]] = {}
        if power == BREEN and not memory_of(position).freeze_used:
            offers = {FREEZE: [p.id for p in variant.chart.provinces]}
        elif power == FERENGI:
            offers |= on_offer(position, variant.chart)
        return menu | {
            verb.upper(): [f"{verb.upper()} {p}" for p in places] for verb, places in offers.items()
        }

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood; abilities count in the order written, as far as the latinum goes
        (Q-i)."""
        memory, board = memory_of(position), variant.board(position)
        judges = books(variant, position, Weapon(memory), Account(position, memory, variant.chart))
        deeds, rest = sort_out(board, (power,), {power: lines}, judges)
        others = super().check(variant, position, power, rest[power])
        return read_with_abilities(lines, deeds, others)

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Pay, report, fight."""
        locked = Locked(variant, position, sheets)
        paid = locked.paid()
        season = Season(variant, locked.muster, memory_of(paid))
        after = msgspec.structs.replace(paid, units=season.units, dislodged=season.dislodged, record=None)
        remembered = remember(after, played=played(locked.muster))
        if claims(remembered):
            after = remembered

        def entries() -> tuple[Entry, ...]:
            deeds = [_deed_entry(d, season, variant) for d in locked.deeds]
            return merged(variant.ids, season.entries(), deeds)

        return Resolution(after, entries, locked.reports(), season.dislodged)


def _deed_entry(deed: Deed, season: Season, variant: Variant) -> Entry:
    place = deed.order.to or ""
    where = name(variant.chart, place)
    match deed.order.verb:
        case "freeze":
            return deed.entry(f"For this season nothing enters, leaves or passes {where} (Q-j).")
        case "bribe":
            fate = f"{where} is claimed after the Fall if it is nobody's by then"
            return deed.entry(f"{PRICES[BRIBE]} latinum are paid; {fate} (Q-i).")
    if place in season.foiled:
        return deed.entry(
            f"{PRICES[SABOTAGE]} latinum are paid; the support given from {where} is void (Q-i)."
        )
    because = (
        f"{PRICES[SABOTAGE]} latinum are paid, but the unit in {where} was not ordered to support (Q-i)."
    )
    return deed.entry(because, VOID)
