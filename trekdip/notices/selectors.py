"""Every read of notices: who asks comes first."""

import datetime as dt
from dataclasses import dataclass

from django.conf import settings

from trekdip.accounts.models import User
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game
from trekdip.games.selectors import GameCard, Person, is_gm, my_games
from trekdip.notices import inbound, kinds, tokens
from trekdip.notices.models import Device, Habit, Hook, Letterbox, Preference


@dataclass(frozen=True)
class Switch:
    """One switch: whether it is on, and whether it was set here (else it follows what is above it)."""

    name: str
    channel: str
    channel_title: str
    wanted: bool
    own: bool


@dataclass(frozen=True)
class Row:
    """A kind of notice with its switches, one a channel."""

    kind: kinds.Kind
    switches: list[Switch]


@dataclass(frozen=True)
class Chosen:
    """What somebody wants to be told, for all games or one; `changed`: this game has its own."""

    rows: list[Row]
    changed: bool


@dataclass(frozen=True)
class HookState:
    """A game's chat as its GM sees it. The address is shown without its secret end."""

    host: str
    style: str
    style_title: str
    secret: str
    added_at: dt.datetime
    failures: int
    disabled_at: dt.datetime | None


def zone_of(user: Person) -> str:
    """By which clock somebody is told times; UTC for who has not chosen, and for visitors."""
    chosen = Habit.objects.filter(user=user.pk).first() if user.pk else None
    return chosen.zone if chosen else "UTC"


def habit(user: User) -> Habit:
    """How somebody likes to be written to; the defaults for somebody who has not said."""
    return Habit.objects.filter(user=user).first() or Habit(user=user)


def chosen(user: User, game: Game | None) -> Chosen:
    """The asker's switches for a game, or (None) for all games without their own. One query."""
    general, own = _switches(user, game)
    below = own if game is not None else general

    def switch(kind: str, channel: str, title: str) -> Switch:
        place = (kind, channel)
        fallback = general.get(place, kinds.wanted_by_default(channel, kind))
        wanted = below.get(place, fallback)
        return Switch(f"{kind}:{channel}", channel, title, wanted, place in below)

    rows = [
        Row(kind, [switch(kind.id, channel, title) for channel, title in kinds.CHANNELS.items()])
        for kind in kinds.KINDS.values()
    ]
    return Chosen(rows, changed=bool(own))


def games_with_switches(user: User) -> list[tuple[GameCard, bool]]:
    """The asker's games that are not over, and whether each has switches of its own."""
    own = set(Preference.objects.filter(user=user, game__isnull=False).values_list("game__slug", flat=True))
    return [(card, card.slug in own) for card in my_games(user) if card.status != Game.Status.FINISHED]


def devices(user: User) -> list[Device]:
    """The browsers that take push messages for the asker."""
    return list(user.devices.all())


def address_of(user: Person, game: Game) -> str | None:
    """The secret address for orders of the asker's own seat; None if there is none, or it has run out."""
    if not isinstance(user, User) or not settings.ORDERS_DOMAIN:
        return None
    letterbox = Letterbox.objects.filter(seat__game=game, seat__user=user, user=user).first()
    token = tokens.address_token_of(letterbox.salt, letterbox.token_hash) if letterbox else None
    return f"{inbound.LOCAL}+{token}@{settings.ORDERS_DOMAIN}" if token else None


def hook(user: Person, game: Game) -> HookState | None:
    """The chat of a game; None without one. Raises NotAllowed for anybody but the GM."""
    if not is_gm(user, game):
        raise NotAllowed("The chat of a game is set up by its GM.")
    found = Hook.objects.filter(game=game).first()
    if found is None:
        return None
    return HookState(
        host=found.url.split("/")[2],
        style=found.style,
        style_title=Hook.Style(found.style).label,
        secret=found.secret,
        added_at=found.added_at,
        failures=found.failures,
        disabled_at=found.disabled_at,
    )


@dataclass(frozen=True)
class StopAsked:
    """What a link that ends mail would end: a game's, a kind's, or (both empty) all."""

    game: str
    kind: str


def stop_asked(token: str) -> StopAsked:
    """What the link asks. Raises NotFound for a token this site did not sign or a person who is gone."""
    read = tokens.stop_read(token)
    if read is None or not User.objects.filter(pk=read[0]).exists():
        raise NotFound("This link is not (any more) one of ours. Sign in to change what you are told.")
    game = Game.objects.filter(slug=read[1]).first() if read[1] else None
    kind = kinds.KINDS.get(read[2])
    return StopAsked(game.title if game else "", kind.title if kind else "")


def _switches(
    user: User, game: Game | None
) -> tuple[dict[tuple[str, str], bool], dict[tuple[str, str], bool]]:
    """What is set for all games and what is set for this one, by kind and channel."""
    general: dict[tuple[str, str], bool] = {}
    own: dict[tuple[str, str], bool] = {}
    for one in Preference.objects.filter(user=user):
        if one.game_id is None:
            general[one.kind, one.channel] = one.wanted
        elif game is not None and one.game_id == game.pk:
            own[one.kind, one.channel] = one.wanted
    return general, own
