"""Saying something. Who may say what to whom is `selectors.access`'; this writes it down and pokes."""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Game, Phase, Seat
from trekdip.games.services.locks import lock_game
from trekdip.games.signals import message_sent
from trekdip.live import announce
from trekdip.press import attachments
from trekdip.press.models import MAX_TEXT, Conversation, Copy, Message, ReadMark
from trekdip.press.parties import EVERYBODY, GM, parties_of
from trekdip.press.selectors.access import key_for, require_begun, standing, why_silent


@transaction.atomic
def message_send(*, by: User, game: Game, key: str, text: str, attach: str = "") -> Message:
    """Say something in a conversation, as the party one is and no other (Add 5).

    `attach` names one of `attachments.choices`. The game's lock is held: a seat that changes hands, a phase
    that ends and a message come one after the other. Raises NotFound for a conversation one takes no part
    in, NotAllowed for a spectator, NotNow where the table's terms or the phase forbid it, BadInput for a text
    that is empty, too long or no text.
    """
    text = _checked(text, needed=not attach)
    game = lock_game(game.pk)
    require_begun(game)
    who = standing(by, game)
    key = key_for(who, game, key)
    voice = who.voice_in(key)
    if voice is None:
        raise NotAllowed("Spectators read; only the players and the GM write.")
    if (problem := why_silent(who, game, key)) is not None:
        raise NotNow(problem)
    attached = attachments.snapshot(by, game, attach)
    conversation, _ = Conversation.objects.get_or_create(game=game, key=key)
    conversation.count += 1
    conversation.save(update_fields=["count"])
    message = Message.objects.create(
        conversation=conversation,
        number=conversation.count,
        party=voice,
        user=by,
        text=text,
        turn=_turn(game),
        at=clock.now_at(game),
        attached=attached,
    )
    Copy.objects.bulk_create(_copies(message, game, key))
    ReadMark.objects.update_or_create(
        conversation=conversation, user=by, defaults={"number": conversation.count}
    )
    message_sent.send(Message, message=message)
    announce_press(game)
    return message


def announce_press(game: Game) -> None:
    """On commit, have every process look whether its sockets of the game have news. No content travels."""

    def send() -> None:
        announce.poke(game.pk, 0, kind="press")

    transaction.on_commit(send, robust=True)


def _copies(message: Message, game: Game, key: str) -> list[Copy]:
    """A copy for each party, in the hands of whoever sits there now."""
    if key == EVERYBODY:
        return [Copy(message=message, party=EVERYBODY)]
    parties = parties_of(key)
    seated = dict(Seat.objects.filter(game=game, power__in=parties).values_list("power", "user_id"))
    holders = {**seated, GM: game.gm_id if game.gm_plays else None}
    return [Copy(message=message, party=party, holder_id=holders.get(party)) for party in sorted(parties)]


def _turn(game: Game) -> str:
    """The code of the newest phase."""
    return Phase.objects.filter(game=game).order_by("-ordinal").values_list("turn", flat=True)[0]


def _checked(text: str, *, needed: bool) -> str:
    """The text without blanks around it and with one kind of line end."""
    text = text.replace("\r\n", "\n").strip()
    if "\x00" in text:
        raise BadInput("The message holds a character that is not text. Type it anew.", field="text")
    if len(text) > MAX_TEXT:
        raise BadInput(f"Keep a message under {MAX_TEXT} characters.", field="text")
    if needed and not text:
        raise BadInput("Write something first.", field="text")
    return text
