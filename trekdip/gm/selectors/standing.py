"""What the desk shows: for the GM alone, and the truth only to a GM who does not play."""

import datetime as dt
from dataclasses import dataclass

from trekdip.games import gate, wire
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game, Order, OrderSheet, Phase, Unit
from trekdip.games.selectors import Person, Table, is_gm, sees_truth, state_for, table
from trekdip.games.services.seats import powers_without_orders


@dataclass(frozen=True)
class DeskPhase:
    """The phase at work.

    `awaiting` are titles of powers; `remaining` is what a pause has kept of the time.
    """

    ordinal: int
    turn: str
    title: str
    status: str
    opened_at: dt.datetime
    deadline: dt.datetime | None
    remaining: dt.timedelta | None
    awaiting: list[str]


@dataclass(frozen=True)
class DeskSeat:
    """A seat and the state of its sheet for the phase at work. What the sheet says is not in here.

    A GM who plays learns who has sent orders, to know whom to remind, not when nor whether they are final.
    `takeable`: the GM may give it to somebody else, or take it away.
    """

    seat_id: int
    power: str | None
    power_title: str | None
    player: str | None
    awaited: bool
    submitted: bool
    final: bool
    nmr: bool
    saved_at: dt.datetime | None
    takeable: bool


@dataclass(frozen=True)
class Desk:
    """The GM's desk. `trace` tells why a phase is stuck, to a GM who may see the truth."""

    table: Table
    phase: DeskPhase | None
    seats: list[DeskSeat]
    sees_truth: bool
    trace: str | None


@dataclass(frozen=True)
class UnitRow:
    """A unit as it really stands."""

    owner: str
    controller: str
    text: str
    marks: list[str]
    dislodged: bool


@dataclass(frozen=True)
class OrderRow:
    """An order as submitted, as it counted, and what became of it."""

    power: str
    unit: str
    submitted: str
    counted: str
    result: list[str]
    because: str


@dataclass(frozen=True)
class TruthSheet:
    """A power's whole sheet."""

    power: str
    power_title: str
    text: str
    lines: list[wire.Line]
    final: bool
    nmr: bool
    saved_at: dt.datetime


@dataclass(frozen=True)
class Truth:
    """A phase as it really is: the GM's state, units, sheets so far, and (when resolved) its orders."""

    state: wire.GameState
    units: list[UnitRow]
    orders: list[OrderRow]
    sheets: list[TruthSheet]


def desk(user: Person, game: Game) -> Desk:
    """The desk of a game; raises NotAllowed for anybody but its GM. Three queries; five where
    the GM plays.
    """
    if not is_gm(user, game):
        raise NotAllowed("The desk is for the GM of this game.")
    whole = table(user, game)
    phase = Phase.objects.filter(game=game, status__in=Phase.AT_WORK).defer("truth").first()
    sheets = {sheet.seat_id: sheet for sheet in OrderSheet.objects.filter(phase=phase)} if phase else {}
    awaiting: list[str] = phase.awaiting if phase else []
    all_to_see = sees_truth(user, game)
    lapsed = powers_without_orders(phase) if phase and not all_to_see else set()
    card = gate.variant(game.variant)
    return Desk(
        table=whole,
        phase=_desk_phase(phase, card) if phase else None,
        seats=[
            DeskSeat(
                seat_id=seat.id,
                power=seat.power,
                power_title=seat.power_title,
                player=seat.player,
                awaited=seat.power in awaiting,
                submitted=sheet is not None and not sheet.nmr,
                final=sheet is not None and sheet.final and (all_to_see or seat.mine),
                nmr=sheet is not None and sheet.nmr,
                saved_at=sheet.saved_at if sheet and (all_to_see or seat.mine) else None,
                takeable=all_to_see or seat.mine or seat.player is None or seat.power in lapsed,
            )
            for seat in whole.seats
            for sheet in [sheets.get(seat.id)]
        ],
        sees_truth=all_to_see,
        trace=phase.trace if phase and phase.trace and all_to_see else None,
    )


def truth(user: Person, game: Game, ordinal: int | None = None) -> Truth:
    """A phase as it really is, the newest unless one is named. Five queries.

    Raises NotAllowed for anybody but a GM who does not play, NotFound for a phase that does not exist.
    """
    if not sees_truth(user, game):
        raise NotAllowed("The whole truth is for a GM who does not play in the game.")
    state = state_for(game.pk, gate.GM, ordinal)
    if state is None:
        raise NotFound("There is no such phase in this game.")
    card = gate.variant(game.variant)
    here = {"phase__game": game, "phase__ordinal": state.ordinal}
    sheets = OrderSheet.objects.filter(**here, seat__power__isnull=False).select_related("seat")
    return Truth(
        state=state,
        units=[
            UnitRow(unit.owner, unit.controller, unit.text, list(unit.marks), unit.dislodged)
            for unit in Unit.objects.filter(**here).order_by("index")
        ],
        orders=[
            OrderRow(
                order.power, order.unit, order.submitted, order.counted, list(order.result), order.because
            )
            for order in Order.objects.filter(**here).order_by("index")
        ],
        sheets=[_truth_sheet(card, sheet) for sheet in sheets.order_by("seat__power")],
    )


def _desk_phase(phase: Phase, card: gate.VariantCard) -> DeskPhase:
    """The phase at work as the desk shows it."""
    return DeskPhase(
        ordinal=phase.ordinal,
        turn=phase.turn,
        title=phase.title,
        status=phase.status,
        opened_at=phase.opened_at,
        deadline=phase.deadline,
        remaining=phase.remaining,
        awaiting=[card.power_title(power) for power in phase.awaiting],
    )


def _truth_sheet(card: gate.VariantCard, sheet: OrderSheet) -> TruthSheet:
    """A stored sheet with its power."""
    power = sheet.seat.power or ""
    return TruthSheet(
        power=power,
        power_title=card.power_title(power),
        text=sheet.text,
        lines=wire.lines_from_data(sheet.lines),
        final=sheet.final,
        nmr=sheet.nmr,
        saved_at=sheet.saved_at,
    )
