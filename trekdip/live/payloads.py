"""Reading what sockets receive, through the selectors and outside the event loop. Keeps nothing."""

import time
from collections.abc import Mapping
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
    """What pokes lead to: by game, who sees it as whom, by user id (absent: the public); the payloads by game
    and viewer; whose the sessions are that were asked about, by session key (absent: nobody's any more);
    and when that was asked (`time.monotonic`).
    """

    viewers: dict[int, dict[int, str]]
    payloads: dict[tuple[int, str], Payload]
    holders: dict[str, int]
    asked_at: float


def _payload(game_id: int, viewer: str) -> Payload | None:
    state = selectors.state_for(game_id, viewer)
    return None if state is None else _encoded(state)


def _encoded(state: wire.GameState) -> Payload:
    return Payload(state.ordinal, wire.encode(state).decode())


def _news(wanted: Mapping[int, frozenset[str]], keys: frozenset[str]) -> News:
    read = {which: _encoded(state) for which, state in selectors.newest_states(wanted).items()}
    # Who may be told is asked last, so that it is as new as can be.
    asked_at = time.monotonic()
    holders = {key: user.pk for key, user in sessions.holders(keys).items()}
    return News(selectors.viewers_of(list(wanted)), read, holders, asked_at)


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
