"""Who may move in a retreat phase, and what comes of it (section 1, step 7; Car 4; C-c; M-h; M-s). Who is
told of it is `tidings`'."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.board import Board
from adjudicator.orders import DISBAND, RETREAT, Order
from adjudicator.outcomes import BOUNCE, DESTROYED, ILLEGAL
from adjudicator.position import Position, Unit
from adjudicator.variants.stdip.ferengi import contests
from adjudicator.variants.stdip.memory import HELD, Memory, memory_of


class Mover(msgspec.Struct, frozen=True):
    """A unit that may move in this phase: dislodged, or (voluntary) a Cardassian that held. `ways`: what
    it is offered."""

    unit: Unit
    ways: tuple[str, ...]
    voluntary: bool = False


class Choice(msgspec.Struct, frozen=True):
    """What was ordered for a mover: canonical order, what is wrong with it."""

    order: Order
    problem: str | None = None
    text: str = ""


class Told(msgspec.Struct, frozen=True):
    """What became of a mover: result words, reason; `fate` is `moved`, `gone` or `stays`; `blame` who
    stood in the way."""

    words: tuple[str, ...]
    because: str
    fate: str
    blame: tuple[Unit, ...] = ()


def movers(position: Position) -> list[Mover]:
    """Everybody who may move, in map order of the position."""
    memory = memory_of(position)
    found = [Mover(d.unit, d.retreats) for d in position.dislodged]
    for unit in position.units:
        if HELD in unit.tags:
            ways = memory.leaves.get(f"{unit.owner} {unit.plain}", ())
            found.append(Mover(unit, ways, voluntary=True))
    return found


# -- what comes of it --
def settle(position: Position, board: Board, chosen: dict[Unit, Choice]) -> list[tuple[Mover, Told]]:
    """Carry out all retreats at once. A space counts as free if the Cardassian in it gets away; chains
    and exchanges of those succeed together (Car 4, C-c)."""
    everyone = movers(position)
    memory = memory_of(position)
    going = {m.unit: m for m in everyone if goal_of(chosen.get(m.unit)) is not None}
    leaving = {
        m.unit
        for m in everyone
        if m.voluntary and (c := chosen.get(m.unit)) is not None and c.order.verb == DISBAND
    }
    failed: dict[Unit, tuple[Unit, ...]] = {}
    changed = True
    while changed:
        changed = False
        for unit in going:
            if unit in failed:
                continue
            blame = _stopped(unit, going, failed, leaving, position, board, chosen, memory)
            if blame is not None:
                failed[unit] = blame
                changed = True
    return [(m, _told(m, chosen.get(m.unit), failed.get(m.unit), board)) for m in everyone]


def goal_of(choice: Choice | None) -> str | None:
    """Where a unit retreats to; None if it does not, or its order does not count."""
    if choice is None or choice.problem is not None or choice.order.verb != RETREAT:
        return None
    return choice.order.to


def _stopped(
    unit: Unit, going: dict[Unit, Mover], failed: dict[Unit, tuple[Unit, ...]], leaving: set[Unit],
    position: Position, board: Board, chosen: dict[Unit, Choice], memory: Memory,
) -> tuple[Unit, ...] | None:  # fmt: skip
    """Who stops this retreat; None if nobody, an empty tuple if a standoff has closed the space."""
    there = board.spot[goal_of(chosen[unit]) or ""]
    rivals = tuple(
        o
        for o in going
        if o is not unit and board.spot[goal_of(chosen[o]) or ""] == there and contests(o, unit)
    )
    if rivals:
        return rivals
    occupants = [
        u for u in position.units if board.spot[u.place] == there and contests(u, unit) and u is not unit
    ]
    gone = [u for u in occupants if u in leaving or (u in going and u not in failed)]
    staying = tuple(u for u in occupants if u not in gone)
    if staying:
        return staying
    province = board.chart.provinces[there].id
    if province in memory.closed or (gone and province in memory.failed):
        return ()
    return None


def _told(mover: Mover, choice: Choice | None, blame: tuple[Unit, ...] | None, board: Board) -> Told:
    if choice is None:
        if mover.voluntary:
            return Told((), "It stays.", "stays")
        why = (
            "No retreat was ordered, so it is disbanded."
            if mover.ways
            else "It had nowhere to go and is destroyed."
        )
        return Told((DESTROYED,), why, "gone")
    if choice.problem is not None:
        why = f"This order does not count: {choice.problem}."
        if mover.voluntary:
            return Told((ILLEGAL,), f"{why} It stays.", "stays")
        return Told((ILLEGAL, DESTROYED), f"{why} It is disbanded.", "gone")
    if choice.order.verb == DISBAND:
        return Told((), "It leaves the board, as ordered.", "gone")
    place = board.chart.provinces[board.spot[choice.order.to or ""]].name
    if blame is None:
        return Told((), f"It retreats to {place}.", "moved")
    return Told((BOUNCE, DESTROYED), barred_by(blame, place), "gone", blame)


def barred_by(blame: Sequence[Unit], place: str) -> str:
    """Why a retreat failed: who stood in the way, or nobody but a standoff."""
    names = " and ".join(f"{u.owner}'s {u.plain}" for u in blame)
    if names:
        return f"{names} bar{'s' if len(blame) == 1 else ''} its way to {place}, so it is destroyed."
    return f"A standoff has closed {place}, so it is destroyed."
