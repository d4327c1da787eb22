"""The warps of Omega: type B, which powers vote on, and type C, for which folds are disbanded (X-k, X-l, X-v,
X-w). They last until a later one undoes them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.notation import shortened
from adjudicator.outcomes import BOUNCE, ILLEGAL, VOID, Entry
from adjudicator.position import Position
from adjudicator.variant import Reading, Resolution, Sheets, Tell, Variant
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.empires import type_b_orders
from adjudicator.variants.cosmic.lanes import (
    CONNECT,
    CUT,
    Lanes,
    Pair,
    Warp,
    changes,
    cut_off,
    forbidden,
    warp_text,
)
from adjudicator.variants.cosmic.language import BACK, SPEND, WARP, warp_in
from adjudicator.variants.cosmic.law import FOLD
from adjudicator.variants.cosmic.memory import lasting_lanes, remember

FOLDS_FOR_A_WARP = 3  # at least


class Ballot(msgspec.Struct, frozen=True):
    """One line of a sheet: its canonical text; the warp it orders, or supports (`backs`), and the folds it
    spends; else what is wrong with it, as a result word and in words."""

    power: str
    text: str
    warp: Warp | None
    backs: bool = False
    folds: tuple[str, ...] = ()
    word: str | None = None
    problem: str = ""


class _Omega:
    """What both phases share: sheets to ballots, ballots to an outcome."""

    name = ""

    def passed_over(self, _variant: Variant, position: Position, _tell: Tell) -> Position:
        """Nothing happens."""
        return position

    def due(self, variant: Variant, position: Position) -> bool:
        """If anybody may order."""
        return bool(self.awaited(variant, position))

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers that may order."""
        raise NotImplementedError

    def ballots(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Ballot]:
        """The lines of one power, in order, judged."""
        raise NotImplementedError

    def weight(self, ballots: Sequence[Ballot]) -> int:
        """How much orders for the same warp weigh."""
        raise NotImplementedError

    def spent(self, position: Position, counted: Sequence[Ballot]) -> Position:
        """The position without what the orders cost."""
        raise NotImplementedError

    def check(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
        """How each line is understood."""
        return [
            Reading(
                text,
                ballot.text if ballot.warp is not None or ballot.word != ILLEGAL else None,
                None,
                ok=ballot.word is None,
                problem=ballot.problem or None,
            )
            for text, ballot in zip(lines, self.ballots(variant, position, power, lines), strict=True)
        ]

    def resolve(self, variant: Variant, position: Position, sheets: Sheets) -> Resolution:
        """Count, and change the lanes."""
        ballots = [b for p in variant.ids for b in self.ballots(variant, position, p, sheets.get(p, ()))]
        ordered = {(b.warp.pair, b.warp.sign) for b in ballots if b.warp and b.word is None and not b.backs}
        ballots = [_without_aim(b, ordered) for b in ballots]
        counted = [b for b in ballots if b.word is None]
        lanes = lasting_lanes(position)
        weights = {
            side: self.weight([b for b in counted if b.warp and (b.warp.pair, b.warp.sign) == side])
            for side in ordered
        }
        wanted = _decided(weights, lanes)
        refused = cut_off(lanes, wanted)
        made = {pair: connects for pair, connects in wanted.items() if pair not in refused}
        ballots = [_refused(b, refused) for b in ballots]
        after = self.spent(position, [b for b in ballots if b.word is None])
        after = remember(msgspec.structs.replace(after, record=None), warps=_lasting(lanes, made))
        return Resolution(after, lambda: tuple(_entry(b, weights, lanes) for b in ballots))


def _without_aim(ballot: Ballot, ordered: set[tuple[Pair, str]]) -> Ballot:
    """A support of what nobody orders is void (X-v)."""
    if ballot.word is not None or not ballot.backs or ballot.warp is None:
        return ballot
    if (ballot.warp.pair, ballot.warp.sign) in ordered:
        return ballot
    return msgspec.structs.replace(ballot, word=VOID, problem="nobody orders the warp it supports (X-v)")


def _refused(ballot: Ballot, refused: frozenset[Pair]) -> Ballot:
    """A cut that would leave a centre without any connection is void (X-l)."""
    warp = ballot.warp
    if ballot.word is not None or warp is None or warp.connects or warp.pair not in refused:
        return ballot
    problem = "it would leave a supply centre without any connection (X-l)"
    return msgspec.structs.replace(ballot, word=VOID, problem=problem)


def _decided(weights: dict[tuple[Pair, str], int], lanes: Lanes) -> dict[Pair, bool]:
    """The lanes that the heavier orders change; equal ones change nothing."""
    wanted = {}
    for pair in sorted({pair for pair, _ in weights}):
        for_it, against = weights.get((pair, CONNECT), 0), weights.get((pair, CUT), 0)
        if for_it != against and (for_it > against) != lanes.open(*pair):
            wanted[pair] = for_it > against
    return wanted


def _lasting(lanes: Lanes, made: dict[Pair, bool]) -> tuple[str, ...]:
    """The lasting warps as the notebook has them: the lanes that are not as printed."""
    printed = Lanes()
    changed = {p: c for p, c in (lanes.changed | made).items() if c != printed.open(*p)}
    return tuple(warp_text(pair, connects=changed[pair]) for pair in sorted(changed))


def _entry(ballot: Ballot, weights: dict[tuple[Pair, str], int], lanes: Lanes) -> Entry:
    if ballot.word is not None or ballot.warp is None:
        because = f"This order does not count: {ballot.problem}."
        return Entry(ballot.power, None, ballot.text, (ballot.word or ILLEGAL,), because)
    warp, names = ballot.warp, the_cosmos().names
    mine = weights.get((warp.pair, warp.sign), 0)
    others = weights.get((warp.pair, CUT if warp.connects else CONNECT), 0)
    ends = f"{names[warp.a]} and {names[warp.b]}"
    if mine <= others:
        because = (
            f"With {mine} against {others} {'it is outvoted' if mine < others else 'nothing changes'} (X-k)."
        )
        return Entry(ballot.power, None, ballot.text, (BOUNCE,), because)
    state = "connected" if warp.connects else "disconnected"
    if lanes.open(*warp.pair) == warp.connects:
        return Entry(ballot.power, None, ballot.text, (), f"{ends} stay {state}, as they were (X-h).")
    because = f"With {mine} against {others}: {ends} are {state} from now on (X-k)."
    return Entry(ballot.power, None, ballot.text, (), because)


class WarpsB(_Omega):
    """Type B: powers with imperial systems order warps or support them."""

    name = "warps B"

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers with an imperial system."""
        return [p for p in variant.ids if type_b_orders(position, p)]

    def legal(self, _variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """`WARP` -> the warps that would change something; `SUPPORT` -> supports of those about a centre of
        the power. Any other may be written."""
        if not type_b_orders(position, power):
            return {}
        mine = {c for c, owner in position.centers.items() if owner == power}
        warps = changes(lasting_lanes(position), position.centers, None)
        backs = [f"S {w.text}" for w in warps if w.a in mine or w.b in mine]
        return {"WARP": [w.text for w in warps], "SUPPORT": backs}

    def ballots(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Ballot]:
        """Of too many orders the first count (X-v)."""
        allowed, used = type_b_orders(position, power), 0
        board = variant.board(position)
        found = []
        for text in lines:
            reading = board.read(text)
            if isinstance(reading, str):
                found.append(Ballot(power, shortened(text), None, word=ILLEGAL, problem=reading))
                continue
            order = reading.order
            if order.verb not in {WARP, BACK} or order.unit is not None:
                problem = "in this phase there are only warps (2+86, 2/86) and their supports (S 2+86)"
                found.append(Ballot(power, reading.text, None, word=ILLEGAL, problem=problem))
                continue
            warp = warp_in(order)
            word, problem = None, forbidden(warp, position.centers, None) or ""
            if not allowed:
                word, problem = ILLEGAL, "only a power with an imperial system orders warps (X-k)"
            elif used >= allowed:
                word, problem = VOID, f"only {allowed} of them {'counts' if allowed == 1 else 'count'} (X-v)"
            elif problem:
                word = VOID
            used += 1
            found.append(Ballot(power, reading.text, warp, order.verb == BACK, word=word, problem=problem))
        return found

    def weight(self, ballots: Sequence[Ballot]) -> int:
        """Orders and supports are counted."""
        return len(ballots)

    def spent(self, position: Position, _counted: Sequence[Ballot]) -> Position:
        """They cost nothing."""
        return position


class WarpsC(_Omega):
    """Type C: three or more folds are disbanded for a warp."""

    name = "warps C"

    def awaited(self, variant: Variant, position: Position) -> list[str]:
        """The powers with enough folds."""
        return [p for p in variant.ids if len(folds_of(position, p)) >= FOLDS_FOR_A_WARP]

    def legal(self, _variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
        """`WARP` -> warps for the first three folds on the map's list, and for all. Others may be written."""
        folds = folds_of(position, power)
        if len(folds) < FOLDS_FOR_A_WARP:
            return {}
        crews = [folds[:FOLDS_FOR_A_WARP], *([folds] if len(folds) > FOLDS_FOR_A_WARP else [])]
        warps = changes(lasting_lanes(position), position.centers, power)
        heads = [",".join(f"Q{place}" for place in crew) for crew in crews]
        return {"WARP": [f"{head} {warp.text}" for head in heads for warp in warps]}

    def ballots(self, variant: Variant, position: Position, power: str, lines: Sequence[str]) -> list[Ballot]:
        """A fold is spent once; the first order that names it has it."""
        left = set(folds_of(position, power))
        board = variant.board(position)
        found = []
        for text in lines:
            reading = board.read(text)
            if isinstance(reading, str):
                found.append(Ballot(power, shortened(text), None, word=ILLEGAL, problem=reading))
                continue
            order = reading.order
            if order.verb != SPEND:
                problem = "in this phase there are only warps for folds, such as Q16,Q72,Q51 28+16"
                found.append(Ballot(power, reading.text, None, word=ILLEGAL, problem=problem))
                continue
            warp, folds = warp_in(order), order.rest[3:]
            problem = _wrong_folds(folds, left, position, power) or (
                forbidden(warp, position.centers, power) or ""
            )
            if not problem:
                left -= set(folds)
            word = VOID if problem else None
            found.append(Ballot(power, reading.text, warp, folds=folds, word=word, problem=problem))
        return found

    def weight(self, ballots: Sequence[Ballot]) -> int:
        """Every order counts its own folds; equal orders do not add (X-v)."""
        return max((len(b.folds) for b in ballots), default=0)

    def spent(self, position: Position, counted: Sequence[Ballot]) -> Position:
        """The folds are gone, whether their warp came about or not."""
        gone = {(b.power, place) for b in counted for place in b.folds}
        units = tuple(u for u in position.units if (u.owner, u.place) not in gone)
        return msgspec.structs.replace(position, units=units)


def folds_of(position: Position, power: str) -> list[str]:
    """Where a power has folds, in map order."""
    return [u.place for u in position.units if u.owner == power and u.kind == FOLD]


def _wrong_folds(folds: Sequence[str], left: set[str], position: Position, power: str) -> str:
    names, own = the_cosmos().names, set(folds_of(position, power))
    if len(set(folds)) < len(folds):
        return "it names a fold twice (X-v)"
    if len(folds) < FOLDS_FOR_A_WARP:
        return f"a warp of type C takes {FOLDS_FOR_A_WARP} or more folds (X-k)"
    foreign = [f for f in folds if f not in own]
    if foreign:
        return f"you have no fold in {names[foreign[0]]}"
    twice = [f for f in folds if f not in left]
    return f"the fold in {names[twice[0]]} is spent on an earlier line (X-v)" if twice else ""
