"""Looking at results before they are out, changing a sheet, and publishing exactly what was looked at."""

import hashlib
import json
from dataclasses import dataclass

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, gate, wire
from trekdip.games.errors import BadInput, NotFound, NotNow
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.games.services.audit import audit_record, reason_checked
from trekdip.games.services.declarations import declarations_of
from trekdip.games.services.locking import entering_window
from trekdip.games.services.locks import lock_game, lock_work
from trekdip.games.services.news import announce_phase
from trekdip.games.services.phases import lines_standing, resolve_locked
from trekdip.games.services.sheets import MAX_CHARACTERS, MAX_LINE, MAX_LINES, refresh_ready
from trekdip.gm.services.readings import require_truth


@dataclass(frozen=True)
class Outcome:
    """What would come of a phase's lines as they stand: the phase that would open, and the digest by which it
    is published. `locks`: that phase is for amending the orders, which are not resolved yet.
    """

    entering: gate.Entering
    locks: bool
    digest: str


def outcome_of(phase: Phase) -> Outcome:
    """Adjudicate a phase without writing anything; raises gate.AdjudicationError."""
    orders = {power: [line.text for line in sent] for power, sent in lines_standing(phase).items()}
    declared = declarations_of(phase)
    between = entering_window(phase.game, phase, orders, declared)
    entering = between or gate.resolve(phase.truth, orders, declared).entering
    return Outcome(entering, between is not None, _digest(phase, orders, declared, entering))


@transaction.atomic
def result_publish(*, by: User, game: Game, ordinal: int, digest: str, reason: str = "") -> None:
    """Publish the results that were previewed, of an open or held phase.

    Raises NotAllowed unless `by` is a GM who does not play, NotNow if the game has moved on or does not run,
    if the phase is stuck, or if sheets have changed since: then `digest` is another.
    """
    game = lock_game(game.pk)
    require_truth(by, game)
    phase = lock_work(game.pk, ordinal)
    _require_running(game)
    if phase.status == Phase.Status.STUCK:
        raise NotNow(f"{phase.title} is stuck. Run it again first.")
    try:
        outcome = outcome_of(phase)
    except gate.AdjudicationError as error:
        raise NotNow(
            f"{phase.title} cannot be worked out any more. Preview it again to see the cause."
        ) from error
    if outcome.digest != digest:
        raise NotNow("Orders have changed since you looked at these results. Preview them again.")
    now = clock.now_at(phase)
    details = {"turn": phase.turn, "held": phase.status == Phase.Status.HELD}
    audit_record(game=game, act="result_publish", by=by, at=now, reason=reason, details=details)
    resolve_locked(game=game, phase=phase, at=now)


@transaction.atomic
def held_release(*, by: User, game: Game, ordinal: int, reason: str = "") -> None:
    """Publish a held phase as it stands, without having looked at it: for many tables at once.

    Raises NotAllowed, NotNow as `result_publish` does, and NotNow for a phase that is not held.
    """
    game = lock_game(game.pk)
    require_truth(by, game)
    phase = lock_work(game.pk, ordinal)
    _require_running(game)
    if phase.status != Phase.Status.HELD:
        raise NotNow(f"{phase.title} is not held.")
    now = clock.now_at(phase)
    details = {"turn": phase.turn, "held": True, "unseen": True}
    audit_record(game=game, act="result_publish", by=by, at=now, reason=reason, details=details)
    resolve_locked(game=game, phase=phase, at=now)


@transaction.atomic
def held_reopen(*, by: User, game: Game, ordinal: int, reason: str) -> None:
    """Take orders again for a held phase, without a deadline: then it ends when the GM says so.

    Raises NotAllowed, NotNow as `held_release` does, BadInput without a reason.
    """
    game = lock_game(game.pk)
    require_truth(by, game)
    phase = lock_work(game.pk, ordinal)
    reason = reason_checked(reason, needed=True)
    if phase.status != Phase.Status.HELD:
        raise NotNow(f"{phase.title} is not held.")
    now = clock.now_at(phase)
    phase.status = Phase.Status.OPEN
    phase.deadline = None
    phase.ready = False  # whoever is final already is not asked again; the GM ends the phase
    phase.missing, phase.grace_at = [], None  # everybody may order again
    phase.save(update_fields=["status", "deadline", "ready", "missing", "grace_at"])
    audit_record(game=game, act="held_reopen", by=by, at=now, reason=reason, details={"turn": phase.turn})
    announce_phase(phase)


@transaction.atomic
def sheet_edit(*, by: User, game: Game, ordinal: int, power: str, text: str, reason: str) -> list[wire.Line]:
    """Write a seat's sheet in its stead, whatever it was; how the lines are understood. Its player finds it
    on the order sheet; an NMR is lifted by it.

    Raises NotAllowed, NotNow as `result_publish` does, NotFound for a power nobody plays here, BadInput
    without a reason or for a text that is no sheet.
    """
    game = lock_game(game.pk)
    require_truth(by, game)
    phase = lock_work(game.pk, ordinal)
    reason = reason_checked(reason, needed=True)
    seat = game.seats.filter(power=power).first()
    if seat is None:
        raise NotFound("That power is not in this game.")
    lines = sheet_lines(phase.truth, power, text)
    now = clock.now_at(phase)
    before = OrderSheet.objects.filter(phase=phase, seat=seat).values_list("text", flat=True).first()
    OrderSheet.objects.update_or_create(
        phase=phase,
        seat=seat,
        defaults={
            "text": text,
            "lines": wire.lines_to_data(lines),
            "final": True,
            "nmr": False,
            "saved_at": now,
        },
    )
    if phase.status == Phase.Status.OPEN:
        refresh_ready(phase)
    details = {"turn": phase.turn, "power": power, "before": before, "after": text}
    audit_record(game=game, act="sheet_edit", by=by, at=now, reason=reason, details=details)
    return lines  # and nobody is poked: that a sheet was changed is nobody else's business


def sheet_lines(truth: str, power: str, text: str) -> list[wire.Line]:
    """How the lines of a sheet are understood on a position; raises BadInput for a text that is no sheet."""
    lines = [line for line in text.splitlines() if line.strip()]
    if "\x00" in text or len(text) > MAX_CHARACTERS or len(lines) > MAX_LINES:
        raise BadInput("A sheet is text of a reasonable length, one order a line.", field="orders")
    if any(len(line) > MAX_LINE for line in lines):
        raise BadInput(
            f"A line is too long: at most {MAX_LINE} characters, one order a line.", field="orders"
        )
    return gate.read_sheet(truth, power, lines)


def _require_running(game: Game) -> None:
    """Raises NotNow for a game whose clock stands still."""
    if game.status == Game.Status.PAUSED:
        raise NotNow("The game is paused. Resume it first.")
    if game.status != Game.Status.RUNNING:
        raise NotNow("The game is not in play.")


def _digest(
    phase: Phase,
    orders: dict[str, list[str]],
    declared: list[gate.Declaration],
    entering: gate.Entering,
) -> str:
    """What was previewed: the phase, the lines, the position they lead to and all that is seen of it."""
    seen = [[one.viewer, one.view, one.legal, one.board] for one in entering.seen]
    whole = [phase.pk, phase.ordinal, sorted(orders.items()), declared, entering.truth, seen]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()
