"""Who is to be told of a message, and how live delivery knows that somebody has news. Tells no content."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from trekdip.accounts.models import User
from trekdip.games.models import Game, Seat
from trekdip.press.models import Conversation, Message, Mute
from trekdip.press.parties import EVERYBODY, GM, parties_of

Tally = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class Tallies:
    """How much was said in each conversation of a game, and who may know of what."""

    gm_id: int
    watched: bool
    counts: Mapping[str, int]

    def of(self, user_id: int | None, viewer: str) -> Tally:
        """The parties whose conversations somebody hears who sees the game as `viewer`, and how much has been
        said there. While the parties stay the same it changes when, and only when, something is said to them.
        """
        voices = {viewer, GM} if user_id == self.gm_id else {viewer} - {GM}  # observers are no party
        public = self.watched or viewer not in {GM, "public"} or user_id == self.gm_id
        parties = voices | ({EVERYBODY} if public else set())
        said = sum(count for key, count in self.counts.items() if parties & parties_of(key))
        return tuple(sorted(parties)), said


def tallies(game_id: int) -> Tallies | None:
    """What the hub compares; None for a game that is gone. Two queries."""
    terms = Game.objects.filter(pk=game_id).values_list("gm_id", "press_watched").first()
    if terms is None:
        return None
    counts = dict(Conversation.objects.filter(game=game_id).values_list("key", "count"))
    return Tallies(terms[0], terms[1], counts)


def recipients(message: Message) -> list[User]:
    """The people a message is news for, for notices: those who sit where it goes, and the GM where the GM
    takes part; not whoever wrote it, nor who has muted the conversation or the writer. Ordered by id.
    """
    conversation = message.conversation
    parties = parties_of(conversation.key)
    game = conversation.game
    seats = Seat.objects.filter(game=game, user__isnull=False).exclude(power=None)
    if EVERYBODY not in parties:
        seats = seats.filter(power__in=parties)
    wanted = Q(pk__in=seats.exclude(power=message.party).values("user"))
    if parties & {GM, EVERYBODY} and message.party != GM:
        wanted |= Q(pk=game.gm_id)
    muting = Mute.objects.filter(game=game, target__in=[conversation.key, message.party]).values("user")
    return list(
        User.objects.filter(wanted, is_active=True)
        .exclude(pk=message.user_id)
        .exclude(pk__in=muting)
        .order_by("pk")
    )
