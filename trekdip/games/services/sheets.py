"""Order sheets: submitting one whole, and marking it final.

What a sheet leads to is worked out when the phase resolves.
"""

import datetime as dt
import re

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, gate, wire
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game, OrderSheet, Phase, Seat
from trekdip.games.services.locking import why_locked
from trekdip.games.services.locks import lock_phase
from trekdip.games.services.timing import terms_of
from trekdip.metrics.counters import SHEETS

_NO_TEXT = re.compile("[\x00\ud800-\udfff]")  # programs can send halves of characters
MAX_CHARACTERS = 20_000
MAX_LINES = 300
MAX_LINE = 300


@transaction.atomic
def sheet_submit(
    *,
    by: User,
    game: Game,
    ordinal: int,
    text: str,
    final: bool | None = None,
    arrived: float | None = None,
) -> wire.Receipt:
    """Replace the asking seat's sheet for a phase by this text, one order a line, and say how it was
    understood.

    `final` None is the phase's default: movement orders start as not final, all others as final. A line that
    is not understood or not legal is kept and its problem told; it will not count, and of several lines for a
    unit the last that is possible does. The sheet is refused as a
    whole (a receipt with `saved` False; the older sheet stands) if the phase is over by the database's
    clock, if the GM has declared NMR, or if the text is too long. `arrived` (`time.monotonic`) is when it
    came to this process: where the database was away for a while, a sheet that waited must not replace one
    that came later and was saved first. Raises NotAllowed for somebody without a power here, NotFound for a
    phase that does not exist.
    """
    phase = lock_phase(game.pk, ordinal)
    seat = seat_of(by, game.pk)
    now = clock.now_at(phase)
    sent_at = clock.when(arrived, now)
    sheet = OrderSheet.objects.filter(phase=phase, seat=seat).first()
    problem = (
        _why_closed(game.pk, phase, sheet, now, seat.power or "")
        or _why_unreadable(text)
        or _why_overtaken(sheet, sent_at)
    )
    if problem:
        return _refused(phase, sheet, problem)
    lines = [line for line in text.splitlines() if line.strip()]
    return _store(
        phase,
        seat,
        sheet,
        text=text,
        lines=gate.read_sheet(phase.truth, seat.power or "", lines),
        final=final_by_default(phase) if final is None else final,
        sent_at=sent_at,
        at=now,
    )


@transaction.atomic
def sheet_final(*, by: User, game: Game, ordinal: int, final: bool) -> wire.Receipt:
    """Mark the asking seat's sheet as final or not; without a sheet an empty one is stored ("nothing to
    order").

    Refuses and raises as `sheet_submit` does.
    """
    phase = lock_phase(game.pk, ordinal)
    seat = seat_of(by, game.pk)
    now = clock.now_at(phase)
    sheet = OrderSheet.objects.filter(phase=phase, seat=seat).first()
    problem = _why_closed(game.pk, phase, sheet, now, seat.power or "")
    if problem:
        return _refused(phase, sheet, problem)
    text = sheet.text if sheet else ""
    lines = wire.lines_from_data(sheet.lines) if sheet else []
    return _store(phase, seat, sheet, text=text, lines=lines, final=final, sent_at=now, at=now)


def final_by_default(phase: Phase) -> bool:
    """Whether a sheet counts as final when its writer says nothing: not in movement, yes in all other
    phases and in a time of grace.
    """
    return phase.grace_at is not None or not phase.turn.endswith("M")


def refresh_ready(phase: Phase) -> None:
    """Note on a locked, open phase whether everybody it publicly waits for has sent final orders; in a time
    of grace it waits for those who were missing.
    """
    final = set(
        OrderSheet.objects.filter(phase=phase, final=True, seat__power__isnull=False).values_list(
            "seat__power", flat=True
        )
    )
    ready = set(phase.missing if phase.grace_at else phase.awaiting) <= final
    if ready != phase.ready:
        phase.ready = ready
        phase.save(update_fields=["ready"])


def seat_of(by: User, game_id: int) -> Seat:
    """The asker's seat with its power, read after the phase was locked: a seat that changed hands is not
    theirs.
    """
    seat = Seat.objects.filter(game_id=game_id, user=by, power__isnull=False).first()
    if seat is None:
        raise NotAllowed("You have no power in this game, so there are no orders for you to give.")
    return seat


def _why_closed(
    game_id: int, phase: Phase, sheet: OrderSheet | None, at: dt.datetime, power: str
) -> str | None:
    """Why no sheet is taken for the phase now; None if one is."""
    if phase.status == Phase.Status.STUCK:
        return "The game is stuck and waits for the GM. Your last saved orders are kept."
    if phase.status == Phase.Status.HELD:
        return "The orders are with the GM, who will publish the results. What you saved last counts."
    if phase.status != Phase.Status.OPEN:
        return f"{phase.title} is over. Reload the page for the present phase."
    if phase.grace_at is not None and power not in phase.missing:
        return (
            f"The deadline of {phase.title} has passed. What was saved before it counts; only powers whose "
            "orders were missing can still send them."
        )
    late = phase.deadline is not None and at >= phase.deadline
    if late and not _waited_for(phase, sheet, power):
        return f"The deadline of {phase.title} has passed. What was saved before it counts."
    if Game.objects.filter(pk=game_id, status__in=[Game.Status.FINISHED, Game.Status.CANCELLED]).exists():
        return "The game is over."
    if locked := why_locked(phase, power, dict(gate.variant(phase.game.variant).powers)):
        return locked
    if sheet is not None and sheet.nmr:
        return "The GM has declared that this power sends no orders in this phase."
    return None


def _waited_for(phase: Phase, sheet: OrderSheet | None, power: str) -> bool:
    """Whether a power's first sheet is taken though the deadline has passed: its time of grace is about to
    begin.
    """
    first = sheet is None and phase.grace_at is None and not phase.locked
    return (
        first
        and phase.turn.endswith("M")
        and power in phase.awaiting
        and phase.game.status == Game.Status.RUNNING
        and terms_of(phase.game).grace > 0
    )


def _why_unreadable(text: str) -> str | None:
    """Why a text cannot be a sheet; None if it can."""
    if _NO_TEXT.search(text):
        return "The sheet holds a character that is not text. Type the orders anew."
    if len(text) > MAX_CHARACTERS:
        return f"The sheet is too long: keep it under {MAX_CHARACTERS} characters."
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        return f"The sheet has too many lines: at most {MAX_LINES}, one order each."
    if any(len(line) > MAX_LINE for line in lines):
        return f"A line is too long: at most {MAX_LINE} characters, one order a line."
    return None


def _why_overtaken(sheet: OrderSheet | None, sent_at: dt.datetime) -> str | None:
    """Why a sheet comes too late for one that was sent after it; None if it does not."""
    if sheet is None or sheet.sent_at is None or sheet.sent_at <= sent_at:
        return None
    return (
        "Orders that you sent after these were saved first, and they stand. Send these again to replace them."
    )


def _refused(phase: Phase, sheet: OrderSheet | None, problem: str) -> wire.Receipt:
    """The receipt of a sheet that was not taken: it tells what stands instead."""
    SHEETS.labels("refused").inc()
    return wire.Receipt(
        ordinal=phase.ordinal,
        saved=False,
        saved_at=sheet.saved_at if sheet else None,
        final=sheet.final if sheet else False,
        lines=wire.lines_from_data(sheet.lines) if sheet else [],
        problem=problem,
    )


def _store(
    phase: Phase,
    seat: Seat,
    sheet: OrderSheet | None,
    *,
    text: str,
    lines: list[wire.Line],
    final: bool,
    sent_at: dt.datetime,
    at: dt.datetime,
) -> wire.Receipt:
    """Write the sheet and what follows from it for the phase; the receipt."""
    sheet = sheet or OrderSheet(phase=phase, seat=seat)
    sheet.text = text
    sheet.lines = wire.lines_to_data(lines)
    sheet.final = final
    sheet.saved_at = at
    sheet.sent_at = sent_at
    sheet.save()
    transaction.on_commit(SHEETS.labels("saved").inc)
    refresh_ready(phase)
    return wire.Receipt(
        ordinal=phase.ordinal, saved=True, saved_at=at, final=final, lines=lines, problem=None
    )
