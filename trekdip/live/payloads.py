"""Reading what sockets receive, through the selectors and outside the event loop. Keeps nothing."""

import time
from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from trekdip.accounts import sessions
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
    """What a poke leads to: who sees the game as whom, by user id (absent: the public), the payloads, and
    whose the sessions are that were asked about, by session key (absent: nobody's any more), and when
    that was asked (`time.monotonic`).
    """

    viewers: dict[int, str]
    payloads: dict[str, Payload]
    holders: dict[str, int]
    asked_at: float


def _payload(game_id: int, viewer: str) -> Payload | None:
    state = selectors.state_for(game_id, viewer)
    return None if state is None else Payload(state.ordinal, wire.encode(state).decode())


def _news(game_id: int, wanted: frozenset[str], keys: frozenset[str]) -> News:
    read = {viewer: _payload(game_id, viewer) for viewer in sorted(wanted)}
    # Who may be told is asked last, so that it is as new as can be.
    asked_at = time.monotonic()
    holders = {key: user.pk for key, user in sessions.holders(keys).items()}
    viewers = selectors.viewers_of(game_id)
    told = {viewer: found for viewer, found in read.items() if found is not None}
    return News(viewers, told, holders, asked_at)


def _person(key: str | None) -> User | AnonymousUser:
    return (sessions.holders({key}).get(key) if key else None) or AnonymousUser()


def _seated(user: User | AnonymousUser, slug: str) -> Seated | None:
    try:
        game = selectors.game_get(user, slug)
    except NotFound:
        return None
    return Seated(game.pk, selectors.viewer_of(user, game))


# Not thread-sensitive: readers of different games do not wait for each other, nor for a page.
payload = database_sync_to_async(_payload, thread_sensitive=False)
ordinal = database_sync_to_async(selectors.ordinal_of, thread_sensitive=False)
person = database_sync_to_async(_person, thread_sensitive=False)
news = database_sync_to_async(_news, thread_sensitive=False)
tallies = database_sync_to_async(press.tallies, thread_sensitive=False)
seated = database_sync_to_async(_seated, thread_sensitive=False)
