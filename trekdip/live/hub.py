"""The hub of a process: one channel for all pokes, each viewer's state read once for all its sockets, and the
states of many games in one go when many have news.

Which state a viewer may see is asked of `payloads`; the sockets themselves belong to `consumers`.
"""

import asyncio
import itertools
import logging
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from trekdip.live import payloads
from trekdip.live.announce import GROUP
from trekdip.live.mailbox import Mailbox
from trekdip.live.rounds import Rounds
from trekdip.press.selectors import Tally

logger = logging.getLogger(__name__)

_RENEW_SECONDS = 3600.0  # group membership of the in-memory layer expires after a day
_RETRY_SECONDS = 1.0
# Queries cost alike for one game and for many. Two rounds: one reads while the other is sent.
_GAMES_A_ROUND = 32
_ROUNDS = 2


@dataclass(eq=False, slots=True)
class Listener:
    """A socket as the hub sees it: whose it is, as whom it was let in, and how to reach or end it.

    `session`: the key of the session that let it in, None where it was something else. `hears_press`: it is
    told of press at all; `press`: how much there was for it, and of which parties, when it last heard of it
    (None: not asked yet).
    """

    game_id: int
    user_id: int | None
    viewer: str
    end: Callable[[], None]
    session: str | None = None
    hears_press: bool = True
    mailbox: Mailbox = field(default_factory=Mailbox)
    press: Tally | None = None


class Hub:
    """All listeners of one event loop, by game. Not to be shared between loops or threads."""

    def __init__(self) -> None:
        self._listeners: dict[int, set[Listener]] = defaultdict(set)
        # Sockets of a round that fails stay as they are: clients notice the gap by their heartbeat and fetch.
        self._states = Rounds("delivery", self._deliver, most=_GAMES_A_ROUND, at_once=_ROUNDS)
        self._press = Rounds("reminder of press", self._tell_of_press, most=1, at_once=_ROUNDS)
        self._receiver: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen for pokes, unless that is already done."""
        if self._receiver is None or self._receiver.done():
            self._receiver = asyncio.create_task(self._receive(), name="hub")

    async def stop(self) -> None:
        """End listening and all deliveries; returns when they have ended."""
        if self._receiver is not None:
            self._receiver.cancel()
            await asyncio.gather(self._receiver, return_exceptions=True)
        self._receiver = None
        await self._states.stop()
        await self._press.stop()

    def register(self, listener: Listener) -> None:
        """From now on `listener` gets every state of its game that is announced."""
        self._listeners[listener.game_id].add(listener)

    def unregister(self, listener: Listener) -> None:
        """Forget `listener`; nothing if it is not known."""
        sockets = self._listeners.get(listener.game_id)
        if sockets is not None:
            sockets.discard(listener)
            if not sockets:
                del self._listeners[listener.game_id]

    @property
    def sockets(self) -> int:
        """How many sockets this process serves."""
        return sum(len(sockets) for sockets in self._listeners.values())

    async def _receive(self) -> None:
        """Listen for ever; when the carrier fails, say so and subscribe anew."""
        while True:
            try:
                await self._receive_until_failure()
            except (OSError, RedisError) as problem:
                logger.warning("pokes cannot be received, trying again: %s", problem)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _receive_until_failure(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel("hub")
        await layer.group_add(GROUP, channel)
        renewal = asyncio.create_task(self._renew(layer, channel), name="hub-renewal")
        try:
            while True:
                message = await layer.receive(channel)
                if message["game"] in self._listeners:
                    rounds = self._press if message["kind"] == "press" else self._states
                    rounds.ask(message["game"])
        finally:
            renewal.cancel()

    @staticmethod
    async def _renew(layer: Any, channel: str) -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            await layer.group_add(GROUP, channel)

    async def _tell_of_press(self, game_ids: list[int]) -> None:
        """Remind the sockets that something was said to, and no others: even that somebody speaks is
        secret.
        """
        for game_id in game_ids:
            await remind(game_id, *self._listeners.get(game_id, ()))

    async def _deliver(self, game_ids: list[int]) -> None:
        """Read what the sockets of these games are to see now, and put it into their mailboxes."""
        listening = {game: tuple(self._listeners.get(game, ())) for game in game_ids}
        wanted = {game: frozenset(one.viewer for one in all_) for game, all_ in listening.items() if all_}
        if not wanted:
            return
        everybody = itertools.chain.from_iterable(listening.values())
        keys = {one.session for one in everybody if one.viewer != payloads.PUBLIC}
        news = await payloads.news(wanted, frozenset(keys - {None}))
        for game_id in wanted:
            for listener in tuple(self._listeners.get(game_id, ())):
                self._tell(listener, news)

    def _tell(self, listener: Listener, news: payloads.News) -> None:
        if _viewer_now(listener, news.viewers.get(listener.game_id, {})) != listener.viewer:
            # A seat changed hands: this person sees the game as somebody else now, and must ask anew.
            self.unregister(listener)
            listener.end()
        elif (payload := news.payloads.get((listener.game_id, listener.viewer))) is not None:
            held = listener.session is not None and news.holders.get(listener.session) == listener.user_id
            vouched_at = news.asked_at if held else None
            listener.mailbox.put(payload.ordinal, payload.text, vouched_at=vouched_at)


async def remind(game_id: int, *listeners: Listener) -> None:
    """Put a reminder in the mailboxes of those of a game's listeners for whom there is new press."""
    tallies = await payloads.tallies(game_id)
    for listener in listeners if tallies is not None else ():
        if not listener.hears_press:
            continue
        now = tallies.of(listener.user_id, listener.viewer)
        if listener.press is not None and listener.press != now and listener.press[0] == now[0]:
            listener.mailbox.remind(payloads.PRESS)
        # Who has become the GM, or is it no more, hears of what is said from now on: what was said to the GM
        # before is no news, nor is the moment at which somebody else speaks.
        listener.press = now


def _viewer_now(listener: Listener, viewers: dict[int, str]) -> str:
    return payloads.PUBLIC if listener.user_id is None else viewers.get(listener.user_id, payloads.PUBLIC)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current() -> Hub:
    """The hub of the running event loop, listening."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    hub.start()
    return hub
