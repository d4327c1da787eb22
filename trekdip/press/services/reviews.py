"""Showing a message to the GM, and the GM's looking: whatever a GM reads is written in the audit first."""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, gate
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game
from trekdip.games.selectors import sees_truth
from trekdip.games.services.audit import audit_record, reason_checked, require_gm
from trekdip.press.models import Complaint, Message
from trekdip.press.parties import key_checked
from trekdip.press.selectors import message as readable
from trekdip.press.selectors.access import standing
from trekdip.press.selectors.reviewed import shown_to


@transaction.atomic
def message_report(*, by: User, game: Game, key: str, name: str, reason: str) -> None:
    """Show a message one has received to the GM, with the reason; once.

    A GM who plays keeps what was shown to them; the next one can be shown it again. Raises NotFound for a
    message one may not read, BadInput without a reason, NotAllowed for a spectator and for one's own message,
    NotNow the second time.
    """
    message = readable(by, game, key, name)
    who = standing(by, game)
    voice = who.voice_in(key)
    if voice is None:
        raise NotAllowed("Only those who take part can report a message.")
    if message.party in who.voices:
        raise NotAllowed("That is your own message.")
    reason = reason_checked(reason)
    if not reason:
        raise BadInput("Say what is wrong with the message.", field="reason")
    holder = game.gm_id if game.gm_plays else None
    made = Complaint.objects.filter(message=message, user=by).first()
    if made is not None and made.holder_id in {None, holder}:
        raise NotNow("You have reported this message already.")
    Complaint.objects.update_or_create(
        message=message,
        user=by,
        defaults={
            "party": voice,
            "holder_id": holder,
            "reason": reason,
            "at": clock.now_at(game),
            "read_at": None,
        },
    )


@transaction.atomic
def report_read(*, by: User, game: Game, key: str, name: str) -> Message:
    """The GM looks at a reported message: it is written in the audit, and given back.

    Raises NotAllowed for anybody but the GM, NotFound for a message nobody has reported.
    """
    require_gm(by, game)
    found = shown_to(by).filter(
        message__conversation__game=game, message__conversation__key=key, message__name=name
    )
    complaints = list(found.select_related("message__conversation").select_for_update(of=("self",)))
    if not complaints:
        raise NotFound("Nobody has reported this message.")
    now = clock.now_at(game)
    found.filter(read_at=None).update(read_at=now)
    message = complaints[0].message
    details = {"conversation": key, "turn": message.turn, "from": message.party}
    audit_record(game=game, act="press_report_read", by=by, at=now, details=details)
    return message


@transaction.atomic
def archive_read(*, by: User, game: Game, key: str, reason: str) -> list[Message]:
    """The GM reads a conversation of the players, with a reason that they read when the game is over.

    Raises NotAllowed unless `by` is a GM who does not play and the table was made with a GM who reads press,
    BadInput without a reason, NotFound for a conversation in which nothing was said.
    """
    require_gm(by, game)
    if not game.press_gm_reads or not sees_truth(by, game):
        raise NotAllowed("At this table press is between those who write it. Reported messages reach you.")
    key = key_checked(gate.variant(game.variant), key)
    reason = reason_checked(reason, needed=True)
    messages = list(
        Message.objects.filter(conversation__game=game, conversation__key=key)
        .select_related("conversation")
        .order_by("number")
    )
    if not messages:
        raise NotFound("Nothing was said there.")
    audit_record(
        game=game,
        act="press_read",
        by=by,
        at=clock.now_at(game),
        reason=reason,
        details={"conversation": key, "messages": len(messages)},
    )
    return messages
