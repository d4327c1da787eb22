"""What was said: one conversation, a search through all of one's own, and all of them to take away."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from trekdip.games import gate
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game
from trekdip.games.selectors import Person, is_gm
from trekdip.press.models import Message, ReadMark
from trekdip.press.parties import EVERYBODY, GM, others, title_of
from trekdip.press.selectors.access import heard, key_for, require_begun, standing, why_silent
from trekdip.press.selectors.rooms import PartyRow, mutes

PAGE = 40
FOUND = 50


@dataclass(frozen=True)
class Said:
    """A message as somebody reads it. `name` is what URLs call it; `mine`: their own party said it."""

    key: str
    name: str
    party: str
    title: str
    mine: bool
    muted: bool
    text: str
    turn: str
    season: str
    at: dt.datetime
    attached: dict[str, Any] | None


@dataclass(frozen=True)
class Thread:
    """A conversation. `silent` says why the asker may not write; None if they may.

    `earlier`: there is more before the first message. `first_unread`: the name of the first one that is
    new to the asker.
    """

    key: str
    title: str
    voice: str | None
    parties: list[PartyRow]
    muted: bool
    silent: str | None
    messages: list[Said]
    earlier: bool
    first_unread: str | None


def thread(user: Person, game: Game, key: str, *, after: str = "", before: str = "") -> Thread:
    """A conversation of the asker's: its newest messages; all that came after one; or what came before one.

    Raises NotFound for one they do not take part in, alike whether it exists, and for a message that is
    none of theirs.
    """
    require_begun(game)
    who = standing(user, game)
    key = key_for(who, game, key)
    card = gate.variant(game.variant)
    voice = who.voice_in(key)
    muted = mutes(user, game)
    mine = heard(user, game, who).filter(conversation__key=key)
    messages = mine.select_related("conversation").order_by("-number")
    if after:
        found = list(messages.filter(number__gt=_number(mine, after)))
    else:
        older = messages.filter(number__lt=_number(mine, before)) if before else messages
        found = list(older[: PAGE + 1])
    shown = found if after else found[:PAGE]
    shown.reverse()
    mark = ReadMark.objects.filter(conversation__game=game, conversation__key=key, user=user.pk).first()
    read = mark.number if mark else 0
    return Thread(
        key=key,
        title=", ".join(title_of(card, party) for party in others(card, key, voice)),
        voice=voice,
        parties=[
            PartyRow(party, title_of(card, party), muted=party in muted) for party in others(card, key, voice)
        ],
        muted=key in muted,
        silent=why_silent(who, game, key),
        messages=[_said(game, message, who.voices, muted) for message in shown],
        earlier=not after and len(found) > PAGE,
        first_unread=next(
            (one.name for one in shown if one.number > read and one.party not in who.voices), None
        ),
    )


def search(user: Person, game: Game, words: str) -> list[Said]:
    """The asker's messages that hold all the words, newest first, at most 50."""
    require_begun(game)
    if "\x00" in words:  # no text holds it, and PostgreSQL does not even look
        return []
    who = standing(user, game)
    found = heard(user, game, who)
    for word in words.split()[:8]:
        found = found.filter(text__icontains=word)
    newest = found.select_related("conversation").order_by("-at", "-pk")[:FOUND]
    return [_said(game, message, who.voices, set()) for message in newest] if words.split() else []


def exported(user: Person, game: Game) -> list[Said]:
    """All the asker may read, by conversation, in the order it was said."""
    require_begun(game)
    who = standing(user, game)
    found = heard(user, game, who).select_related("conversation").order_by("conversation__key", "number")
    return [_said(game, message, who.voices, set()) for message in found]


def message(user: Person, game: Game, key: str, name: str) -> Message:
    """A message the asker may read; raises NotFound."""
    require_begun(game)
    who = standing(user, game)
    key = key_for(who, game, key)
    found = heard(user, game, who).filter(conversation__key=key, name=name).first()
    if found is None:
        raise NotFound("There is no such message.")
    return found


def opened(user: Person, game: Game, messages: list[Message]) -> list[Said]:
    """Messages a GM has opened, which the services have written down, as they are shown. Raises NotAllowed
    for anybody else.
    """
    if not is_gm(user, game):
        raise NotAllowed("Only the GM opens what others have written.")
    return [_said(game, one, frozenset({GM}), set()) for one in messages]


def heading(game: Game, said: Said) -> str:
    """Whom a message was said to, in words."""
    card = gate.variant(game.variant)
    if said.key == EVERYBODY:
        return "everybody"
    return ", ".join(title_of(card, party) for party in others(card, said.key, said.party))


def _number(mine: Any, name: str) -> int:
    """The number of one of the asker's own messages by its name; raises NotFound."""
    known = mine.filter(name=name).values_list("number", flat=True) if name.isalnum() else ()
    number: int | None = next(iter(known), None)
    if number is None:
        raise NotFound("There is no such message.")
    return number


def _said(game: Game, one: Message, voices: frozenset[str], muted: set[str]) -> Said:
    """A message as a reader gets it: who said it is a party, never an account."""
    card = gate.variant(game.variant)
    return Said(
        key=one.conversation.key,
        name=one.name,
        party=one.party,
        title=title_of(card, one.party),
        mine=one.party in voices,
        muted=one.party in muted,
        text=one.text,
        turn=one.turn,
        season=gate.turn_title(game.variant, one.turn),
        at=one.at,
        attached=one.attached,
    )
