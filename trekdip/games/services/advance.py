"""Orders in advance: retreats and builds given before their phase, for a seat that sends no sheet then."""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, gate, wire
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Advance, Game, OrderSheet, Phase, Seat
from trekdip.games.services.locks import lock_phase

MAX_CHARACTERS = 4_000
MAX_LINES = 60


@transaction.atomic
def advance_save(*, by: User, game: Game, ordinal: int, text: str) -> Advance | None:
    """Keep these lines for the retreats and builds that follow the movement phase; an empty text takes back
    what was kept (None).

    Raises NotAllowed for somebody without a power here, NotNow if the phase is over or no movement phase,
    BadInput for a text too long, NotFound for a phase that does not exist.
    """
    phase = lock_phase(game.pk, ordinal)
    seat = Seat.objects.filter(game=game, user=by, power__isnull=False).first()
    if seat is None:
        raise NotAllowed("You have no power in this game, so there are no orders for you to give.")
    now = clock.now_at(phase)
    if phase.status != Phase.Status.OPEN or (phase.deadline is not None and now >= phase.deadline):
        raise NotNow(f"{phase.title} is over. Reload the page for the present phase.")
    if not phase.turn.endswith("M"):
        raise NotNow(
            "Give this phase's orders on the order sheet; orders in advance are for movement phases."
        )
    if len(text) > MAX_CHARACTERS or len(text.splitlines()) > MAX_LINES or "\x00" in text:
        raise BadInput(f"Orders in advance are at most {MAX_LINES} lines of text.", field="advance")
    if not text.strip():
        Advance.objects.filter(phase=phase, seat=seat).delete()
        return None
    kept, _ = Advance.objects.update_or_create(
        phase=phase, seat=seat, defaults={"text": text, "saved_at": now}
    )
    return kept


def advance_carry(*, phase: Phase) -> None:
    """Carry what was given in advance over to a phase that has just opened, unless it is a movement phase.

    For services that hold the game's lock. What will count is settled here, so that its seat can be told.
    """
    if phase.turn.endswith("M") or phase.status != Phase.Status.OPEN:
        return
    before = Phase.objects.filter(game_id=phase.game_id, ordinal__lt=phase.ordinal, withdrawn=None)
    given = Advance.objects.filter(
        phase=before.order_by("-ordinal").values("pk")[:1], seat__power__isnull=False
    ).select_related("seat")
    Advance.objects.bulk_create(
        Advance(
            phase=phase,
            seat=row.seat,
            text=row.text,
            lines=wire.lines_to_data(_possible(phase, row.seat.power or "", row.text)),
            saved_at=row.saved_at,
        )
        for row in given
    )


def advance_lines(*, phase: Phase) -> dict[str, list[wire.Line]]:
    """The lines that count in a phase for want of a sheet, by power."""
    sent = OrderSheet.objects.filter(phase=phase).values("seat")
    standing = Advance.objects.filter(phase=phase, seat__power__isnull=False).exclude(lines=[])
    return {
        row.seat.power: wire.lines_from_data(row.lines)
        for row in standing.exclude(seat__in=sent).select_related("seat")
        if row.seat.power is not None
    }


def _possible(phase: Phase, power: str, text: str) -> list[wire.Line]:
    """The lines that can count in the phase: of several for one unit the first, and no more than are due."""
    kept: list[wire.Line] = []
    for line in filter(str.strip, text.splitlines()):
        readings = gate.read_sheet(phase.truth, power, [*(one.text for one in kept), line])
        fresh = readings[-1]
        taken = fresh.unit is not None and fresh.unit in {one.unit for one in kept}
        if not taken and all(one.ok for one in readings):
            kept.append(fresh)
    return kept
