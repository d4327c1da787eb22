"""Reading what sockets receive, through the selectors and outside the event loop. Keeps nothing."""

from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from trekdip.accounts.models import User
from trekdip.games import selectors, wire
from trekdip.games.errors import NotFound
from trekdip.press import selectors as press

PUBLIC = "public"
PRESS = '{"type":"press"}'  # there is news among the listener's own press; what it is, they ask for


@dataclass(frozen=True, slots=True)
class Payload:
    """An encoded `wire.GameState` and the ordinal of its phase."""

    ordinal: int
    text: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Who somebody is at a table: the game's id and the viewer as whom they see it."""

    game_id: int
    viewer: str


@dataclass(frozen=True, slots=True)
class News:
    """What a poke leads to: who sees the game as whom, by user id (absent: the public), and the payloads."""

    viewers: dict[int, str]
    payloads: dict[str, Payload]


def _payload(game_id: int, viewer: str) -> Payload | None:
    state = selectors.state_for(game_id, viewer)
    return None if state is None else Payload(state.ordinal, wire.encode(state).decode())


def _news(game_id: int, wanted: frozenset[str]) -> News:
    viewers = selectors.viewers_of(game_id)
    read = ((viewer, _payload(game_id, viewer)) for viewer in sorted(wanted))
    return News(viewers, {viewer: payload for viewer, payload in read if payload is not None})


def _seated(user: User | AnonymousUser, slug: str) -> Seated | None:
    try:
        game = selectors.game_get(user, slug)
    except NotFound:
        return None
    return Seated(game.pk, selectors.viewer_of(user, game))


# Not thread-sensitive: readers of different games do not wait for each other, nor for a page.
payload = database_sync_to_async(_payload, thread_sensitive=False)
news = database_sync_to_async(_news, thread_sensitive=False)
tallies = database_sync_to_async(press.tallies, thread_sensitive=False)
seated = database_sync_to_async(_seated, thread_sensitive=False)
