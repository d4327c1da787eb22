"""Writing down who is to be told of an event, inside the event's transaction. Sends nothing."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, Seat
from trekdip.notices import kinds, paces
from trekdip.notices.models import Device, Habit, Hook, Notice, Post, Preference

_UNREACHABLE = ".invalid"  # reserved: no mail can ever arrive there


@dataclass(frozen=True)
class Told:
    """An event of a game, as it is to be told.

    `key` names it among those of its kind; `ordinal` is the phase whose View it is told from (None: the
    newest); `facts` hold what the View does not say, and nothing a recipient may not know.
    """

    game: Game
    kind: kinds.Kind
    key: str
    ordinal: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)


def write_notices(told: Told, *, only: set[int] | None = None) -> None:
    """A row for everybody at the table (or `only` these user ids) and each channel by which they want it.

    For services' transactions. An event that is written already stays as it is. Five queries.
    """
    people = {user.pk: (user, viewer) for user, viewer in _at_table(told.game)}
    chosen = {pk: each for pk, each in people.items() if only is None or pk in only}
    if not chosen:
        return
    now = timezone.now()
    habits = {habit.user_id: habit for habit in Habit.objects.filter(user__in=chosen)}
    wanted = wanted_channels(told.game, told.kind.id, chosen)
    Notice.objects.bulk_create(
        (
            Notice(
                recipient=user,
                channel=channel,
                viewer=viewer,
                game=told.game,
                kind=told.kind.id,
                key=told.key,
                ordinal=told.ordinal,
                facts=told.facts,
                created_at=now,
                due_at=_due(habits.get(pk), channel, told.kind, now),
            )
            for pk, (user, viewer) in chosen.items()
            for channel in wanted[pk]
            if channel != kinds.MAIL or not user.email.endswith(_UNREACHABLE)
        ),
        ignore_conflicts=True,
    )


def write_post(told: Told) -> None:
    """A row for the game's chat, if it has one that works."""
    hook = Hook.objects.filter(game=told.game, disabled_at__isnull=True).first()
    if hook is None or not told.kind.public:
        return
    now = timezone.now()
    post = Post(
        game=told.game,
        kind=told.kind.id,
        key=told.key,
        ordinal=told.ordinal,
        facts=told.facts,
        created_at=now,
        due_at=now,
    )
    Post.objects.bulk_create([post], ignore_conflicts=True)


def wanted_channels(game: Game, kind: str, users: Iterable[int]) -> dict[int, list[str]]:
    """By which channels each of these users wants to hear of a kind in this game.

    What is set for the game goes before what is set for all; push needs a device. Two queries.
    """
    users = list(users)
    here = Q(game=game) | Q(game__isnull=True)
    switches = list(Preference.objects.filter(here, user__in=users, kind=kind))
    general = {(one.user_id, one.channel): one.wanted for one in switches if one.game_id is None}
    own = {(one.user_id, one.channel): one.wanted for one in switches if one.game_id == game.pk}
    set_here = general | own
    reachable = set(Device.objects.filter(user__in=users).values_list("user_id", flat=True))
    return {
        pk: [
            channel
            for channel in kinds.CHANNELS
            if set_here.get((pk, channel), kinds.wanted_by_default(channel, kind))
            and (channel != kinds.PUSH or pk in reachable)
        ]
        for pk in users
    }


def _at_table(game: Game) -> list[tuple[User, str]]:
    """The players and the GM, each with the eyes they have (as `viewer_of` says it)."""
    seats = Seat.objects.filter(game=game, user__isnull=False, power__isnull=False).select_related("user")
    found = [(seat.user, seat.power) for seat in seats if seat.user is not None and seat.power is not None]
    if game.gm_id not in {user.pk for user, _ in found}:
        found.append((game.gm, gate.PUBLIC if game.gm_plays else gate.GM))
    return found


def _due(habit: Habit | None, channel: str, kind: kinds.Kind, now: dt.datetime) -> dt.datetime:
    """When a notice goes out: push and urgent ones now, mail by its reader's habit."""
    if habit is None or channel != kinds.MAIL:
        return now
    return paces.due(now, pace=habit.pace, zone=habit.zone, hour=habit.hour, urgent=kind.urgent)
