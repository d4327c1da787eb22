"""Putting a game right after the fact: back to a phase, with its position or orders corrected, played anew.

No row is changed: the phases from there on are withdrawn, and the game goes on from a new one with the next
number. What everybody was shown stays stored as it was shown.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models.functions import Coalesce

from trekdip.accounts.models import User
from trekdip.games import clock, gate, signals, wire
from trekdip.games.errors import BadInput, NotFound, NotNow
from trekdip.games.models import Advance, Declaration, Game, OrderSheet, Phase
from trekdip.games.services.audit import audit_record, reason_checked
from trekdip.games.services.declarations import declarations_of
from trekdip.games.services.locks import lock_game
from trekdip.games.services.phases import lines_standing, phase_open, publish_locked
from trekdip.games.services.sheets import refresh_ready
from trekdip.games.services.timing import clock_close, reminders_plan
from trekdip.gm.models import Correction
from trekdip.gm.services.publishing import sheet_lines
from trekdip.gm.services.readings import require_truth


@dataclass(frozen=True)
class Change:
    """What is put right in the phase the game goes back to.

    `units` None: they stay; `centers`: who owns those that change hands (None: nobody); `sheets`: the whole
    sheets, as text, of the powers whose orders change; `replay`: results are worked out at once, from the
    sheets as they stand, else the phase waits for orders again.
    """

    units: list[gate.Standing] | None = None
    centers: Mapping[str, str | None] = field(default_factory=dict)
    sheets: Mapping[str, str] = field(default_factory=dict)
    replay: bool = False

    @property
    def kind(self) -> str:
        """What sort of correction this is."""
        if self.units is not None or self.centers:
            return Correction.Kind.POSITION
        return Correction.Kind.ORDERS if self.sheets else Correction.Kind.ROLLBACK


@dataclass(frozen=True)
class Planned:
    """What a correction would lead to: the phase that opens, and what its results would be where they are
    worked out at once. `ordered` is the phase whose sheets counted for the one gone back to.
    """

    base: Phase
    ordered: Phase
    withdrawn: list[Phase]
    entering: gate.Entering
    resolved: gate.Resolved | None


def correction_plan(*, game: Game, ordinal: int, change: Change) -> Planned:
    """Work out a correction without writing anything.

    Raises NotFound for a phase there is none of, NotNow for one that was withdrawn already or a game that is
    not in play, BadInput where the position or a sheet cannot be.
    """
    if game.status not in {Game.Status.RUNNING, Game.Status.PAUSED}:
        raise NotNow("Only a game in play can be corrected: once it is over, everything is revealed.")
    standing = list(Phase.objects.filter(game=game, ordinal__gte=ordinal, withdrawn=None).order_by("ordinal"))
    if not standing or standing[0].ordinal != ordinal:
        if Phase.objects.filter(game=game, ordinal=ordinal).exists():
            raise NotNow("That phase was withdrawn by an earlier correction. Choose one that counts.")
        raise NotFound("There is no such phase in this game.")
    base = standing[0]
    try:
        if change.units is None and not change.centers:
            entering = gate.entered(base.truth)
        else:
            units = gate.standing(base.truth)[0] if change.units is None else change.units
            entering = gate.amended(base.truth, units, change.centers)
    except gate.AmendingError as error:
        raise BadInput(str(error), field="units") from error
    except gate.AdjudicationError as error:
        raise BadInput("The adjudicator cannot make sense of that position.", field="units") from error
    for power, text in change.sheets.items():
        sheet_lines(entering.truth, power, text)
    if base.locked:
        raise NotNow("Go back to the phase whose orders were locked here, not to their amending.")
    ordered = ordered_in(base, standing)
    resolved = _resolved(base, ordered, entering, change) if change.replay else None
    return Planned(base, ordered, standing, entering, resolved)


def ordered_in(phase: Phase, phases: Sequence[Phase]) -> Phase:
    """The phase of these whose sheets count for one: the one after it, if its locked orders were amended
    there, else itself.
    """
    after = min(
        (one for one in phases if one.ordinal > phase.ordinal), key=lambda one: one.ordinal, default=None
    )
    return phase if after is None or phase.locked or not after.locked else after


@transaction.atomic
def correction_make(
    *, by: User, game: Game, ordinal: int, newest: int, change: Change, reason: str
) -> Correction:
    """Take the game back to phase `ordinal`, with what is put right there.

    `newest` is the newest phase the GM has seen when deciding. Sheets of the phase, and of the one after it
    where that comes anew, are carried over as drafts: none is final. Raises what `correction_plan` raises,
    NotAllowed unless `by` is a GM who does not play, NotNow if the game has moved on, BadInput without a
    reason, which everybody reads.
    """
    game = lock_game(game.pk)
    require_truth(by, game)
    reason = reason_checked(reason, needed=True)
    phases = Phase.objects.select_for_update(no_key=True).filter(game=game)
    last = phases.order_by("-ordinal").first()
    if last is None or last.ordinal != newest:
        raise NotNow("The game has moved on since you decided this. Look at it again first.")
    planned = correction_plan(game=game, ordinal=ordinal, change=change)
    now = clock.now_at(last)
    correction = Correction.objects.create(
        game=game,
        kind=change.kind,
        by=by,
        at=now,
        title=planned.base.title,
        reason=reason,
        changed=_told(change),
    )
    phases.filter(pk__in=[phase.pk for phase in planned.withdrawn]).update(
        withdrawn=correction,
        status=Phase.Status.RESOLVED,
        resolved_at=Coalesce("resolved_at", now),
        remaining=None,
        trace="",
    )
    clock_close(phase=last, at=now)
    opened = phase_open(game=game, ordinal=newest + 1, entering=planned.entering, at=now)
    correction.opened = opened
    correction.save(update_fields=["opened"])
    _carry_sheets(planned.ordered, opened, change, now)
    if planned.resolved is not None:
        _carry_declared(planned.base, opened)
        lines = lines_standing(opened)
        publish_locked(game=game, phase=opened, lines=lines, resolved=planned.resolved, at=now)
        _carry_following(game, planned, opened, now)
    _keep_paused(game, now)
    audit_record(
        game=game,
        act="correction_make",
        by=by,
        at=now,
        reason=reason,
        details={
            "turn": planned.base.turn,
            "kind": correction.get_kind_display(),
            "withdrawn": len(planned.withdrawn),
            **_told(change),
        },
    )
    signals.correction_made.send(sender=Game, game=game, reason=reason)
    return correction


def _resolved(base: Phase, ordered: Phase, entering: gate.Entering, change: Change) -> gate.Resolved:
    """What becomes of the phase with its sheets as they would be."""
    texts = {power: [line.text for line in lines] for power, lines in lines_standing(ordered).items()}
    texts |= {
        power: [line.text for line in sheet_lines(entering.truth, power, text)]
        for power, text in change.sheets.items()
    }
    try:
        return gate.resolve(entering.truth, texts, declarations_of(base))
    except gate.AdjudicationError as error:
        raise BadInput("The adjudicator cannot work this out.", field="orders") from error


def _carry_sheets(base: Phase, opened: Phase, change: Change, at: dt.datetime) -> None:
    """The sheets of a phase as drafts of the one that is played in its place, and what was given in advance.

    An NMR stays one only where results are worked out at once: else the power can send orders again.
    """
    seats = {seat.pk: seat for seat in opened.game.seats.filter(power__isnull=False)}
    sent = OrderSheet.objects.filter(phase=base, seat__in=seats)
    texts = {sheet.seat_id: sheet.text for sheet in sent if not sheet.nmr}
    powers = {pk: seat.power or "" for pk, seat in seats.items()}
    texts |= {pk: change.sheets[power] for pk, power in powers.items() if power in change.sheets}
    OrderSheet.objects.bulk_create(
        OrderSheet(
            phase=opened,
            seat=seats[pk],
            text=text,
            lines=wire.lines_to_data(sheet_lines(opened.truth, powers[pk], text)),
            saved_at=at,
        )
        for pk, text in texts.items()
    )
    OrderSheet.objects.bulk_create(
        OrderSheet(phase=opened, seat_id=sheet.seat_id, final=True, nmr=True, saved_at=at)
        for sheet in sent
        if sheet.nmr and change.replay and sheet.seat_id not in texts
    )
    given = Advance.objects.filter(phase=base).exclude(seat__in=opened.advances.values("seat"))
    Advance.objects.bulk_create(
        Advance(phase=opened, seat_id=row.seat_id, text=row.text, lines=row.lines, saved_at=row.saved_at)
        for row in given
    )
    refresh_ready(opened)


def _carry_declared(base: Phase, opened: Phase) -> None:
    """What was declared in a phase whose results are worked out anew stands as it was declared."""
    Declaration.objects.bulk_create(
        Declaration(phase=opened, index=row.index, power=row.power, text=row.text, at=row.at)
        for row in Declaration.objects.filter(phase=base).order_by("index")
    )
    opened.declarable, opened.standing = base.declarable, base.standing
    opened.save(update_fields=["declarable", "standing"])


def _carry_following(game: Game, planned: Planned, opened: Phase, at: dt.datetime) -> None:
    """Drafts for the phase that follows, where the same phase was played before."""
    after = Phase.objects.filter(game=game, ordinal=opened.ordinal + 1).first()
    later = [phase for phase in planned.withdrawn if phase.ordinal > planned.ordered.ordinal]
    played = next((phase for phase in later if after and phase.turn == after.turn), None)
    if after is not None and played is not None and after.status == Phase.Status.OPEN:
        _carry_sheets(ordered_in(played, later), after, Change(), at)


def _keep_paused(game: Game, at: dt.datetime) -> None:
    """Where the game is paused the clock of the new phase stands still, too."""
    phase = Phase.objects.filter(game=game, status=Phase.Status.OPEN).first()
    if game.status == Game.Status.PAUSED and phase is not None and phase.deadline is not None:
        phase.remaining = phase.deadline - at
        phase.deadline = None
        phase.save(update_fields=["deadline", "remaining"])
        reminders_plan(game=game, phase=phase, at=at)


def _told(change: Change) -> dict[str, object]:
    """What is put right, for the audit."""
    told: dict[str, object] = {}
    if change.units is not None:
        told["units"] = [f"{one.power}: {one.unit}" for one in change.units]
    if change.centers:
        told["centres"] = dict(change.centers)
    if change.sheets:
        told["sheets"] = dict(change.sheets)
    return told
