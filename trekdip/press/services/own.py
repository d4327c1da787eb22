"""What people keep for themselves about their press: how far they have read, what they have muted, whether
a successor may read it. Nobody else is told of any of it.
"""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game, Seat
from trekdip.games.services.locks import lock_game
from trekdip.press.models import Conversation, Handover, Mute, ReadMark
from trekdip.press.selectors.access import heard, key_for, require_begun, standing


@transaction.atomic
def mark_read(*, by: User, game: Game, key: str, name: str) -> None:
    """Note that one has read a conversation up to the message of that name; never back.

    Raises NotFound for a conversation or a message that is not one's own to read.
    """
    who = standing(by, game)
    key = key_for(who, game, key)
    row = (
        heard(by, game, who).filter(conversation__key=key, name=name).values("conversation", "number").first()
    )
    if row is None:
        raise NotFound("There is no such message.")
    conversation = Conversation.objects.select_for_update(no_key=True).get(pk=row["conversation"])
    mark, _ = ReadMark.objects.get_or_create(conversation=conversation, user=by, defaults={"number": 0})
    if row["number"] > mark.number:
        mark.number = row["number"]
        mark.save(update_fields=["number"])


@transaction.atomic
def mute_set(*, by: User, game: Game, target: str, muted: bool) -> None:
    """Mute a conversation (its key) or a power (its id), or hear it again.

    Raises NotFound for a conversation one takes no part in and a power there is none of.
    """
    require_begun(game)
    who = standing(by, game)
    if target not in {power for power, _ in gate.variant(game.variant).powers}:
        target = key_for(who, game, target)
    if not who.voices:
        raise NotAllowed("Only players and the GM are told of press.")
    if muted:
        Mute.objects.get_or_create(game=game, user=by, target=target)
    else:
        Mute.objects.filter(game=game, user=by, target=target).delete()


@transaction.atomic
def handover_set(*, by: User, game: Game, agreed: bool) -> None:
    """Agree that whoever takes over one's seat reads its press, or take that back while one has it.

    Raises NotAllowed for somebody without a seat.
    """
    game = lock_game(game.pk)
    seat = Seat.objects.filter(game=game, user=by, power__isnull=False).first()
    if seat is None:
        raise NotAllowed("You have no seat in this game.")
    if agreed:
        Handover.objects.get_or_create(seat=seat, user=by)
    else:
        Handover.objects.filter(seat=seat, user=by).delete()
