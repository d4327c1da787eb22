"""How a table's clock heeds the absences announced to it. Announcing them is elsewhere."""

import datetime as dt
import zoneinfo

from django.db.models import Q

from trekdip.games import gate, rhythm, terms
from trekdip.games.models import Absence, ClockEvent, Game, Phase, Seat

NOTICE = dt.timedelta(hours=24)  # what is announced later than this before a deadline does not move it


def absences_heed(*, game: Game, phase: Phase, at: dt.datetime) -> list[str]:
    """Move a phase's deadline behind the absences of awaited players, as far as the table has agreed; the
    reasons, in words. Reminders are the caller's to plan anew.

    For services that hold the locks of the game and its phase. Whom the phase awaits is public (R-j), and so
    are absences: where a deadline moves, everybody can tell why.
    """
    agreed = terms.from_data(game.clock_terms)
    told: list[str] = []
    if agreed.absences != "extend" or phase.deadline is None or phase.grace_at or phase.locked:
        return told
    allowance = dt.timedelta(minutes=agreed.absence)
    players = {
        seat.user_id: seat
        for seat in Seat.objects.filter(game=game, power__in=phase.awaiting, user__isnull=False).order_by(
            "pk"
        )
    }
    in_time = Q(announced_at__lte=phase.opened_at) | Q(announced_at__lte=phase.deadline - NOTICE)
    # An absence from all games would tell at an anonymous table who plays there.
    here = Q(game=game) if game.names_hidden else Q(game=game) | Q(game=None)
    announced = list(Absence.objects.filter(in_time, here, user__in=players, ends__gt=at))
    paces = rhythm.from_data(game.rhythm)
    while True:
        for absence in announced:
            if not absence.begins <= phase.deadline < absence.ends:
                continue
            seat = players[absence.user_id]
            later = rhythm.following(paces, phase.turn[-1], absence.ends)
            if _used(game, seat.power or "") + (later - phase.deadline) <= allowance:
                break
        else:
            return told
        was, phase.deadline = phase.deadline, later
        phase.save(update_fields=["deadline"])
        last = (absence.ends - dt.timedelta(seconds=1)).astimezone(zoneinfo.ZoneInfo(paces.zone))
        title = gate.variant(game.variant).power_title(seat.power or "")
        reason = f"{title} is away until {last.day} {last:%B}"
        ClockEvent.objects.create(
            game=game,
            phase=phase,
            act=ClockEvent.Act.ABSENCE,
            at=at,
            reason=reason,
            powers=[seat.power],
            was=was,
            deadline=later,
        )
        told.append(reason)


def _used(game: Game, power: str) -> dt.timedelta:
    """By how much absences of a power have put deadlines off in this game."""
    events = ClockEvent.objects.filter(game=game, act=ClockEvent.Act.ABSENCE)
    return sum(
        (
            event.deadline - event.was
            for event in events
            if power in event.powers and event.deadline and event.was
        ),
        dt.timedelta(0),
    )
