"""The asker's conversations as a list, what is unread in them, and what they have muted."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, Seat
from trekdip.games.selectors import Person
from trekdip.press.models import Copy, Handover, Message, Mute, ReadMark
from trekdip.press.parties import EVERYBODY, GM, others, title_of
from trekdip.press.selectors.access import Standing, heard, require_begun, standing, why_silent

EXCERPT = 90


@dataclass(frozen=True)
class PartyRow:
    """Somebody who can be written to. `vacant`: nobody sits there now."""

    id: str
    title: str
    vacant: bool = False
    muted: bool = False


@dataclass(frozen=True)
class Room:
    """A conversation in the asker's list; `at` None: nothing was said there yet."""

    key: str
    title: str
    parties: list[PartyRow]
    unread: int
    muted: bool
    last: str
    by: str
    at: dt.datetime | None


@dataclass(frozen=True)
class Rooms:
    """The press of a game as the asker has it.

    `parties` are those they can write to; `may_gather`: to several at once. `handover`: they agree that a
    successor reads their press, None where they have no seat to hand over.
    """

    rooms: list[Room]
    parties: list[PartyRow]
    may_write: bool
    may_gather: bool
    handover: bool | None
    power: str | None
    power_title: str
    gm: bool


def rooms(user: Person, game: Game) -> Rooms:
    """The asker's conversations, newest first; the one with everybody is always among them.

    Raises NotFound before the game has begun.
    """
    require_begun(game)
    who = standing(user, game)
    card = gate.variant(game.variant)
    muted = mutes(user, game)
    vacant = set(Seat.objects.filter(game=game, user=None).values_list("power", flat=True))
    unread = _unread_by_room(user, [(game, who)]).get(game.pk, {})
    rows = {
        party: PartyRow(party, title_of(card, party), party in vacant, party in muted) for party in _all(card)
    }

    def room(key: str, last: Message | None) -> Room:
        voice = who.voice_in(key)
        left = [rows[party] for party in others(card, key, voice)]
        return Room(
            key=key,
            title=", ".join(row.title for row in left),
            parties=left,
            unread=unread.get(key, 0),
            muted=key in muted or any(row.muted for row in left if len(left) == 1),
            last=_excerpt(last) if last else "",
            by="" if last is None else "You" if last.party == voice else title_of(card, last.party),
            at=last.at if last else None,
        )

    latest = _latest(user, game, who)
    found = [room(key, message) for key, message in latest.items()]
    if EVERYBODY in who.reads and EVERYBODY not in latest:
        found.append(room(EVERYBODY, None))
    free = game.press in {Game.Press.FULL, Game.Press.ANONYMOUS} or who.gm
    return Rooms(
        rooms=found,
        parties=[row for party, row in rows.items() if _reachable(who, game, party)],
        may_write=bool(who.voices),
        may_gather=free and bool(who.voices),
        handover=_handover(user, game) if who.power else None,
        power=who.power,
        power_title=title_of(card, who.power) if who.power else "",
        gm=who.gm,
    )


def unread(user: Person, game: Game) -> int:
    """How many messages of a game the asker has not read; muted ones do not count."""
    if not isinstance(user, User):
        return 0
    return sum(_unread_by_room(user, [(game, standing(user, game))]).get(game.pk, {}).values())


def unread_by_slug(user: Person) -> dict[str, int]:
    """The same for all games in which the asker has a seat or that they manage, by slug: four queries,
    however many games; games without unread press are left out.
    """
    if not isinstance(user, User):
        return {}
    powers = dict(Seat.objects.filter(user=user, power__isnull=False).values_list("game_id", "power"))
    own = Game.objects.filter(Q(gm=user) | Q(pk__in=powers)).exclude(status__in=["forming", "cancelled"])
    members = [
        (game, Standing(powers.get(game.pk), gm=game.gm_id == user.pk, watching=True))
        for game in own.only("pk", "slug", "gm_id")
    ]
    counted = _unread_by_room(user, members)
    slugs = {game.pk: game.slug for game, _ in members}
    return {slugs[pk]: total for pk, by_room in counted.items() if (total := sum(by_room.values()))}


def mutes(user: Person, game: Game) -> set[str]:
    """What the asker has muted in a game: keys of conversations and ids of powers."""
    if not isinstance(user, User):
        return set()
    return set(Mute.objects.filter(game=game, user=user).values_list("target", flat=True))


def _unread_by_room(user: Person, members: Iterable[tuple[Game, Standing]]) -> dict[int, dict[str, int]]:
    """Unread messages by game and conversation, for games of which the asker is a member."""
    mine = Q(pk__in=[])
    voices: dict[int, frozenset[str]] = {}
    for game, who in members:
        if who.voices:
            voices[game.pk] = who.voices
            mine |= Q(message__conversation__game=game.pk, party__in=who.reads)
    if not isinstance(user, User) or not voices:
        return {}
    handed = Handover.objects.filter(
        seat__game=OuterRef("message__conversation__game"),
        seat__power=OuterRef("party"),
        user=OuterRef("holder"),
    )
    mark = ReadMark.objects.filter(user=user, conversation=OuterRef("message__conversation"))
    rows = (
        Copy.objects.filter(mine)
        .annotate(
            handed=Subquery(handed.values("pk")[:1]), read=Coalesce(Subquery(mark.values("number")[:1]), 0)
        )
        .filter(Q(holder=None) | Q(holder=user) | Q(handed__isnull=False), message__number__gt=F("read"))
        .values_list("message__conversation__game", "message__conversation__key", "message__party", "message")
        .distinct()
    )
    muted: dict[int, set[str]] = defaultdict(set)
    for game_id, target in Mute.objects.filter(user=user, game__in=voices).values_list("game", "target"):
        muted[game_id].add(target)
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for game_id, key, party, _ in rows:
        if party not in voices[game_id] and not {key, party} & muted[game_id]:
            found[game_id][key] = found[game_id].get(key, 0) + 1
    return found


def _latest(user: Person, game: Game, who: Standing) -> dict[str, Message]:
    """The newest message the asker may read of each conversation, newest conversation first."""
    tops = heard(user, game, who).values("conversation").annotate(top=Max("number")).order_by()
    wanted = Q(pk__in=[])
    for top in tops:
        wanted |= Q(conversation=top["conversation"], number=top["top"])
    newest = Message.objects.filter(wanted).select_related("conversation").order_by("-at", "-pk")
    return {message.conversation.key: message for message in newest.defer("attached")}


def _all(card: gate.VariantCard) -> list[str]:
    """Every party there is, in the order in which they are shown."""
    return [EVERYBODY, *(power for power, _ in card.powers), GM]


def _reachable(who: Standing, game: Game, party: str) -> bool:
    """Whether the asker may begin to write to a party, as things stand."""
    if not who.voices or party in who.voices:
        return False
    voice = who.power or GM
    key = EVERYBODY if party == EVERYBODY else "+".join(sorted((voice, party)))
    return why_silent(who, game, key) is None


def _handover(user: Person, game: Game) -> bool:
    """Whether the asker agrees to hand over their press."""
    return Handover.objects.filter(seat__game=game, seat__user=user.pk, user=user.pk).exists()


def _excerpt(message: Message) -> str:
    """The beginning of a message on one line."""
    text = " ".join(message.text.split()) or "(something attached)"
    return text if len(text) <= EXCERPT else f"{text[: EXCERPT - 1].rstrip()}…"
