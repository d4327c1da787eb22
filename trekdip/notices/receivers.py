"""What happens to a game becomes rows to be sent, in the transaction that makes it true; and what a new
password ends.

Nothing is said here, only to whom something is to be said: the words are found when a notice is sent. Only
who asks what would be said of results that are not out is answered with words, and no row is written.
"""

from collections.abc import Callable
from typing import Any

from allauth.account import signals as accounts
from django.contrib import messages
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games import signals, wire
from trekdip.games.models import Game, Phase, Seat
from trekdip.games.selectors import Person
from trekdip.notices import kinds
from trekdip.notices.content import foreseen
from trekdip.notices.mails import words_of
from trekdip.notices.models import Letterbox
from trekdip.notices.selectors import zone_of
from trekdip.notices.services import ways_end
from trekdip.notices.services.writing import Told, write_notices, write_post
from trekdip.press.models import Message
from trekdip.press.selectors import recipients


def listen() -> None:
    """Connect every receiver; doing it twice changes nothing."""
    for signal, receiver in _RECEIVERS:
        signal.connect(receiver, dispatch_uid=f"notices.{receiver.__name__}")


def phase_opened(*, phase: Phase, **_: Any) -> None:
    """Everybody at the table is told of the results; the end of a game is told by `game_ended`."""
    if phase.status != Phase.Status.OPEN:
        return
    told = Told(phase.game, kinds.PHASE, key=f"{phase.game.slug}/{phase.ordinal}", ordinal=phase.ordinal)
    write_notices(told)
    write_post(told)


def deadline_moved(*, phase: Phase, reason: str, **_: Any) -> None:
    """A word of the GM's: the deadline is another one, and why."""
    moment = phase.deadline.isoformat() if phase.deadline else "none"
    told = Told(
        phase.game,
        kinds.DESK,
        key=f"{phase.game.slug}/{phase.ordinal}/deadline/{moment}/{_moment()}",
        ordinal=phase.ordinal,
        facts={"about": "deadline", "text": reason},
    )
    write_notices(told)
    write_post(told)


def reminder_due(*, phase: Phase, seats: list[Seat], **_: Any) -> None:
    """Those who owe are reminded, once for each deadline; nobody else hears of it."""
    moment = phase.deadline.isoformat() if phase.deadline else "none"
    told = Told(
        phase.game,
        kinds.REMINDER,
        key=f"{phase.game.slug}/{phase.ordinal}/{moment}",
        ordinal=phase.ordinal,
    )
    write_notices(told, only={seat.user_id for seat in seats if seat.user_id is not None})


def grace_begun(*, phase: Phase, powers: list[str], **_: Any) -> None:
    """Everybody is told which powers are publicly missing."""
    told = Told(
        phase.game,
        kinds.GRACE,
        key=f"{phase.game.slug}/{phase.ordinal}",
        ordinal=phase.ordinal,
        facts={"powers": list(powers)},
    )
    write_notices(told)
    write_post(told)


def game_ended(*, game: Game, **_: Any) -> None:
    """It is over."""
    told = Told(game, kinds.OVER, key=game.slug)
    write_notices(told)
    write_post(told)


def seat_filled(*, seat: Seat, **_: Any) -> None:
    """A power has another player, or none; the address for mail of whoever had it ends."""
    Letterbox.objects.filter(seat=seat).exclude(user=seat.user_id).delete()
    if seat.power is None:
        return
    told = Told(
        seat.game,
        kinds.SEAT,
        key=f"{seat.game.slug}/{seat.power}/{_moment()}",
        facts={"power": seat.power},
    )
    write_notices(told)
    write_post(told)


def vote_called(*, game: Game, kind: str, by_power: str | None, **_: Any) -> None:
    """A vote waits for answers."""
    told = Told(
        game,
        kinds.VOTE,
        key=f"{game.slug}/{kind}/{_moment()}",
        facts={"vote": kind, "by": by_power},
    )
    write_notices(told)
    write_post(told)


def message_sent(*, message: Message, **_: Any) -> None:
    """Those who may read it and want to are told; which message it is says its random name."""
    told = Told(
        message.conversation.game,
        kinds.PRESS,
        key=message.name,
        facts={"conversation": message.conversation.key},
    )
    write_notices(told, only={user.pk for user in recipients(message)})


def correction_made(*, game: Game, reason: str, **_: Any) -> None:
    """What was published has been corrected, and why."""
    _word(game, "correction", reason)


def announced(*, game: Game, text: str, **_: Any) -> None:
    """The GM says something to everybody."""
    _word(game, "announcement", text)


def results_foreseen(
    *, user: Person, game: Game, state: wire.GameState, reader: Person, **_: Any
) -> tuple[str, str]:
    """The mail that would tell somebody of results as this state has them: subject and text, its times by the
    reader's clock.
    """
    return words_of([foreseen(user, game, state, zone=zone_of(reader))])


def password_renewed(*, user: User, request: HttpRequest | None = None, **_: Any) -> None:
    """Whoever had the old password may have added a device of theirs, or know where orders are mailed to."""
    if ways_end(user=user) and request is not None:
        messages.info(
            request,
            "With your old password your devices for push messages and your seats' addresses for orders by "
            "mail have ended, in case somebody else knew it. Add them anew.",
        )


def _moment() -> str:
    """The present, to tell an event from the next of its kind. Only events its reader knows have one."""
    return timezone.now().isoformat()


def _word(game: Game, about: str, text: str) -> None:
    """A word of the GM's, to everybody and to the chat."""
    told = Told(
        game,
        kinds.DESK,
        key=f"{game.slug}/{about}/{_moment()}",
        facts={"about": about, "text": text},
    )
    write_notices(told)
    write_post(told)


_RECEIVERS: list[tuple[Signal, Callable[..., object]]] = [
    (signals.phase_opened, phase_opened),
    (signals.deadline_moved, deadline_moved),
    (signals.reminder_due, reminder_due),
    (signals.grace_begun, grace_begun),
    (signals.game_ended, game_ended),
    (signals.seat_filled, seat_filled),
    (signals.vote_called, vote_called),
    (signals.correction_made, correction_made),
    (signals.announced, announced),
    (signals.message_sent, message_sent),
    (signals.results_foreseen, results_foreseen),
    (accounts.password_changed, password_renewed),
    (accounts.password_set, password_renewed),
    (accounts.password_reset, password_renewed),
]
