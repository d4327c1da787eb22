"""What a GM may look at: messages that readers have reported; all of a table's press only where the table
said so when it was made. Which of it the GM looks at is written down by the services.
"""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game
from trekdip.games.selectors import Person, is_gm, sees_truth
from trekdip.press.models import Complaint, Conversation
from trekdip.press.parties import EVERYBODY, others, title_of
from trekdip.press.selectors.access import require_begun


@dataclass(frozen=True)
class ComplaintRow:
    """A reported message, without its text."""

    key: str
    name: str
    by: str
    about: str
    among: str
    reason: str
    at: dt.datetime
    read_at: dt.datetime | None


@dataclass(frozen=True)
class ArchiveRow:
    """A conversation the GM may read: the parties, how much was said, when last."""

    key: str
    title: str
    count: int
    at: dt.datetime


@dataclass(frozen=True)
class Reviewed:
    """What lies before the GM. `archive` None: this table's press is not for the GM to read."""

    complaints: list[ComplaintRow]
    archive: list[ArchiveRow] | None


def reviewed(user: Person, game: Game) -> Reviewed:
    """The reported messages, and where the terms allow it the list of all conversations. Raises NotAllowed
    for anybody but the GM.
    """
    if not is_gm(user, game):
        raise NotAllowed("Reported messages go to the GM of this game.")
    require_begun(game)
    card = gate.variant(game.variant)
    found = shown_to(user).filter(message__conversation__game=game)
    rows = found.select_related("message__conversation").defer("message__text", "message__attached")
    return Reviewed(
        complaints=[
            ComplaintRow(
                key=one.message.conversation.key,
                name=one.message.name,
                by=title_of(card, one.party),
                about=title_of(card, one.message.party),
                among=_among(card, one.message.conversation.key),
                reason=one.reason,
                at=one.at,
                read_at=one.read_at,
            )
            for one in rows.order_by("-at", "-pk")
        ],
        archive=_archive(card, game) if sees_truth(user, game) and game.press_gm_reads else None,
    )


def shown_to(user: Person) -> QuerySet[Complaint]:
    """The complaints that are before this person wherever they are the GM: those of the office, and those
    that were made to them.
    """
    return Complaint.objects.filter(Q(holder=None) | Q(holder=user.pk))


def unread_complaints(user: Person) -> dict[int, int]:
    """By game, how many reported messages the asker as its GM has not looked at; none: left out."""
    if not isinstance(user, User):
        return {}
    found = shown_to(user).filter(message__conversation__game__gm=user, read_at=None)
    counted = found.order_by().values_list("message__conversation__game").annotate(Count("pk"))
    return dict(counted)


def _archive(card: gate.VariantCard, game: Game) -> list[ArchiveRow]:
    """All conversations in which something was said, the newest first."""
    spoken = Conversation.objects.filter(game=game).annotate(said=Count("messages"), last=Max("messages__at"))
    return [
        ArchiveRow(one.key, _among(card, one.key), one.said, one.last)
        for one in spoken.filter(said__gt=0).order_by("-last", "pk")
    ]


def _among(card: gate.VariantCard, key: str) -> str:
    """The parties of a conversation in words."""
    if key == EVERYBODY:
        return "Everybody"
    return ", ".join(title_of(card, party) for party in others(card, key, None))
