"""The life of a phase: opening, resolving exactly once, getting stuck and being run again.

Sheets have their own module.
"""

import datetime as dt
import logging

from django.db import transaction
from django.db.models import Value

from trekdip.games import clock, gate, signals, wire
from trekdip.games.models import Game, Order, OrderSheet, Phase, PhaseView, Unit
from trekdip.games.services.advance import advance_carry, advance_lines
from trekdip.games.services.declarations import declarations_of
from trekdip.games.services.locking import entering_window, sheets_carry, window_of
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.missing import missing_settle
from trekdip.games.services.news import announce_phase
from trekdip.games.services.timing import clock_begin, clock_close, deadline_of

log = logging.getLogger(__name__)


def phase_open(
    *,
    game: Game,
    ordinal: int,
    entering: gate.Entering,
    at: dt.datetime,
    until: dt.datetime | None = None,
    due: dt.datetime | None = None,
) -> Phase:
    """Write a phase as everybody enters it: truth, views, news.

    With a winner it is the final position and closed. `until`: the orders are locked, and those awaited may
    amend theirs until then.

    For services that hold the game's lock. The deadline counts from `at`, so that a phase after a long
    silence is as long as any other; `due` was the deadline of the phase before, by which the rhythm tells
    whether the results are late.
    """
    over = bool(entering.winner)
    planned = deadline_of(game, entering.turn, at, due=due, first=ordinal == 0)
    phase = Phase.objects.create(
        game=game,
        ordinal=ordinal,
        turn=entering.turn,
        title=entering.title,
        status=Phase.Status.RESOLVED if over else Phase.Status.OPEN,
        opened_at=at,
        resolved_at=at if over else None,
        deadline=None if over else (until or planned.at),
        awaiting=list(entering.awaiting),
        ready=not over and game.early and not entering.awaiting,
        truth=entering.truth,
        locked=until is not None,
        declarable=entering.declarable,
    )
    Unit.objects.bulk_create(
        Unit(
            phase=phase,
            index=index,
            owner=unit.owner,
            controller=unit.controller,
            kind=unit.kind,
            region=unit.region,
            marks=list(unit.marks),
            text=unit.text,
            dislodged=unit.dislodged,
        )
        for index, unit in enumerate(entering.units)
    )
    # As values: plain strings would go out as arrays, in which psycopg quotes each mark of these long texts.
    PhaseView.objects.bulk_create(
        PhaseView(
            phase=phase,
            viewer=seen.viewer,
            view=Value(seen.view),
            legal=Value(seen.legal),
            board=Value(seen.board),
        )
        for seen in entering.seen
    )
    advance_carry(phase=phase)
    if not over:
        clock_begin(game=game, phase=phase, late=planned.late and until is None, at=at)
    announce_phase(phase)
    signals.phase_opened.send(sender=Phase, phase=phase)
    return phase


@transaction.atomic
def phase_resolve(*, phase_id: int) -> bool:
    """Resolve a phase if it is open and due, and open the next one; True if it did something. Where results
    wait for the GM, the phase is held instead; where movement orders are missing, it waits for them first.

    Safe to call again and at the same time from anywhere: the rows are locked and looked at anew, so a task
    delivered twice or too late does nothing. If the adjudicator fails, the phase is marked stuck with the
    trace, all orders kept.
    """
    game_id = Phase.objects.values_list("game_id", flat=True).filter(pk=phase_id).first()
    if game_id is None:
        return False
    game = lock_game(game_id)
    phase = lock_current(game_id)
    if phase is None or phase.pk != phase_id or phase.status != Phase.Status.OPEN:
        return False
    now = clock.now_at(phase)
    if game.status != Game.Status.RUNNING or not is_due(game, phase, now):
        return False
    if missing_settle(game=game, phase=phase, at=now):
        return True
    end_locked(game=game, phase=phase, at=now)
    return True


def is_due(game: Game, phase: Phase, at: dt.datetime) -> bool:
    """Whether the phase's time has come: its deadline, or everybody awaited has sent final orders (in a time
    of grace, everybody who was missing).
    """
    early = game.early or phase.grace_at is not None
    return (early and phase.ready) or (phase.deadline is not None and phase.deadline <= at)


def end_locked(*, game: Game, phase: Phase, at: dt.datetime) -> None:
    """End an open phase whose game and row the caller has locked: resolve it, or, where results wait for the
    GM, close it for orders and leave it to the GM.
    """
    if not game.holds:
        resolve_locked(game=game, phase=phase, at=at)
        return
    phase.status = Phase.Status.HELD
    phase.save(update_fields=["status"])
    announce_phase(phase)


def lines_standing(phase: Phase) -> dict[str, list[wire.Line]]:
    """The lines a phase would be resolved with now, by power: of its sheet, else those given in advance."""
    sheets = OrderSheet.objects.filter(phase=phase, nmr=False, seat__power__isnull=False)
    sent = {
        sheet.seat.power: wire.lines_from_data(sheet.lines)
        for sheet in sheets.select_related("seat")
        if sheet.seat.power is not None
    }
    return sent | advance_lines(phase=phase)


def resolve_locked(*, game: Game, phase: Phase, at: dt.datetime) -> None:
    """Resolve an open or held phase whose game and row the caller has locked, or open the one in which its
    orders may be amended; mark it stuck if the adjudicator fails.
    """
    lines = lines_standing(phase)
    orders = {power: [line.text for line in sent] for power, sent in lines.items()}
    declared = declarations_of(phase)
    try:
        between = entering_window(game, phase, orders, declared)
        if between is not None:
            _open_window(game=game, phase=phase, between=between, at=at)
            return
        resolved = gate.resolve(phase.truth, orders, declared)
    except gate.AdjudicationError as error:
        # The trace may quote orders: it is kept for the GM and stays out of the log.
        cause = type(error.__cause__).__name__
        log.error("game %s is stuck in %s: %s", game.slug, phase.turn, cause)  # noqa: TRY400
        phase.status = Phase.Status.STUCK
        phase.trace = error.trace
        phase.save(update_fields=["status", "trace"])
        announce_phase(phase)
        return
    publish_locked(game=game, phase=phase, lines=lines, resolved=resolved, at=at)


def _open_window(*, game: Game, phase: Phase, between: gate.Entering, at: dt.datetime) -> None:
    """Lock the orders of a phase: it is over without results, and the next one is for amending them."""
    phase.status = Phase.Status.RESOLVED
    phase.resolved_at = at
    phase.save(update_fields=["status", "resolved_at"])
    clock_close(phase=phase, at=at)
    until = at + (window_of(game, phase) or dt.timedelta())
    opened = phase_open(game=game, ordinal=phase.ordinal + 1, entering=between, at=at, until=until)
    sheets_carry(before=phase, phase=opened)


def publish_locked(
    *,
    game: Game,
    phase: Phase,
    lines: dict[str, list[wire.Line]],
    resolved: gate.Resolved,
    at: dt.datetime,
) -> None:
    """Write what became of a phase's lines and open the next phase, or end the game. The caller holds the
    game's lock and the row's.
    """
    phase.status = Phase.Status.RESOLVED
    phase.resolved_at = at
    phase.save(update_fields=["status", "resolved_at"])
    clock_close(phase=phase, at=at)
    Order.objects.bulk_create(
        Order(
            phase=phase,
            index=index,
            power=order.power,
            unit=order.unit,
            submitted=_submitted(lines.get(order.power, []), order),
            counted=order.counted,
            result=list(order.result),
            because=order.because,
        )
        for index, order in enumerate(resolved.orders)
    )
    phase_open(game=game, ordinal=phase.ordinal + 1, entering=resolved.entering, at=at, due=phase.deadline)
    if resolved.entering.winner:
        game.status = Game.Status.FINISHED
        game.outcome = Game.Outcome(resolved.entering.ending)
        game.winner = list(resolved.entering.winner)
        game.ended_at = at
        game.save(update_fields=["status", "outcome", "winner", "ended_at"])
        signals.game_ended.send(sender=Game, game=game)


def _submitted(lines: list[wire.Line], order: gate.OrderRow) -> str:
    """The line as typed that an order came from: the last one for its unit; empty where nothing was sent for
    it.
    """
    if not order.unit:  # an order for no unit: a waived build, an ability
        return next((line.text for line in lines if line.order == order.counted), "")
    return next((line.text for line in reversed(lines) if line.unit == order.unit), "")
