"""The socket of a game page: lets people in and sends what the hub hands over. Reads no game itself."""

import asyncio
import contextlib
import logging
import time

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError
from redis.exceptions import RedisError
from typing_extensions import override

from trekdip.addresses import household
from trekdip.games.selectors import Person
from trekdip.live import hub, payloads
from trekdip.live.allowance import Allowance, Allowances
from trekdip.live.hub import Listener
from trekdip.metrics.counters import PUSHES, SOCKETS

logger = logging.getLogger(__name__)

# Close codes of this site (4000-4999 are ours to choose); the browser module knows them.
SEAT_CHANGED = 4001
SIGNED_OUT = 4003
TOO_MUCH = 4008
TRY_AGAIN = 1013  # of the protocol: a fault of ours

MAX_MESSAGE = 200
_BURST = 10.0
_PER_SECOND = 0.5
# Of all sockets of an account together, or of an address where nobody is signed in: a question costs queries.
_asked = Allowances(burst=300, per_second=50)
# How long it counts that the hub has asked for all at once who may still be told.
_VOUCHED_SECONDS = 2.0


class Have(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may say: the ordinal of the newest phase it shows, -1 for none."""

    have: int


_decoder = msgspec.json.Decoder(Have)


class GameSocket(AsyncWebsocketConsumer):
    """`/ws/games/<slug>/`: sends `wire.GameState` on connect and on all news, `{"type": "press"}` when
    there is new press for its person; hears `{"have": ordinal}`.

    Whoever connects is a viewer by session and seat; nobody can ask to be another. Both are asked again for
    everything that is sent and heard: the socket is ended when its person has signed out or come to see the
    game as somebody else; then the client reloads the page.
    """

    channel_layer_alias = ""  # the hub listens for all sockets; a channel for each would be paid for nothing

    listener: Listener | None = None
    writer: "asyncio.Task[None] | None" = None

    @override
    async def connect(self) -> None:
        user = await self.person()
        slug = self.scope["url_route"]["kwargs"]["slug"]
        seated = None if user is None else await payloads.seated(user, slug)
        if user is None or seated is None:
            await self.close()
            return
        self.allowance = Allowance(_BURST, _PER_SECOND)
        self.listener = Listener(
            game_id=seated.game_id,
            user_id=user.pk,
            viewer=seated.viewer,
            end=lambda: self._end_soon(SEAT_CHANGED),
            session=self.session_key(),
            hears_press=self.hears_press(),
        )
        await self.accept()
        SOCKETS.inc()
        self.writer = asyncio.create_task(self._write(self.listener), name="socket-writer")
        # First listen, then read: news between the two comes twice rather than never.
        hub.current().register(self.listener)
        await self._send_current(self.listener)
        await hub.remind(self.listener.game_id, self.listener)

    @override
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.listener is None:
            return
        if not self.allowance.spend() or text_data is None or len(text_data) > MAX_MESSAGE:
            await self.close(TOO_MUCH)
            return
        try:
            message = _decoder.decode(text_data)
        except msgspec.MsgspecError:
            await self.close(TOO_MUCH)
            return
        if not _asked.spend(self._asker(self.listener)):
            return  # pushes come all the same, and the next heartbeat asks again
        if (code := await self._unwelcome(self.listener)) is not None:
            await self.close(code)
            return
        await self._send_current(self.listener, have=message.have)
        await hub.remind(self.listener.game_id, self.listener)

    @override
    async def disconnect(self, code: int) -> None:
        if self.listener is not None:
            hub.current().unregister(self.listener)
        if self.writer is not None:
            SOCKETS.dec()
            self.writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.writer

    async def _send_current(self, listener: Listener, *, have: int = -1) -> None:
        if have >= 0 and (await payloads.ordinal(listener.game_id) or 0) <= have:
            return  # as nearly always: a state is large, and is not read for nothing
        current = await payloads.payload(listener.game_id, listener.viewer)
        if current is not None and current.ordinal > have:
            listener.mailbox.put(current.ordinal, current.text)

    async def _write(self, listener: Listener) -> None:
        """Send what the mailbox holds, at the pace of the client, as long as it may be told."""
        # The server raises an OSError when the client is gone; `disconnect` follows by itself.
        with contextlib.suppress(OSError):
            while True:
                taken = await listener.mailbox.take()
                # Signing out and a new password send no poke, and one about a seat can be lost.
                if (code := await self._may_be_told(listener, taken.vouched_at)) is not None:
                    hub.current().unregister(listener)
                    await self.close(code)
                    return
                await self.send(text_data=taken.text)
                PUSHES.inc()

    async def _may_be_told(self, listener: Listener, vouched_at: float | None) -> int | None:
        """None if the listener's state may be sent, else the code to close with: what is public is
        everybody's, for all the rest the session and the seat are looked at anew, unless that was just done.
        """
        if listener.viewer == payloads.PUBLIC:
            return None
        if vouched_at is not None and time.monotonic() - vouched_at < _VOUCHED_SECONDS:
            return None
        try:
            return await self._unwelcome(listener)
        except (DatabaseError, RedisError):
            logger.exception("nobody could say who listens to game %s; the socket is ended", listener.game_id)
            return TRY_AGAIN

    def _end_soon(self, code: int) -> None:
        """Called by the hub, which must not wait for one socket."""
        if self.writer is not None:
            self.writer.cancel()
        self.writer = asyncio.create_task(self._end(code), name="socket-end")

    async def _end(self, code: int) -> None:
        with contextlib.suppress(OSError):
            await self.close(code)

    def _asker(self, listener: Listener) -> int | str:
        """Whose questions this socket's are counted with."""
        if listener.user_id is not None:
            return listener.user_id
        client = self.scope.get("client")
        return household(client[0]) if client else ""

    async def _unwelcome(self, listener: Listener) -> int | None:
        """Why this socket may not go on, as the code to close it with; None if it may."""
        if listener.user_id is None:
            return None
        user = await self.person()
        if user is None or user.pk != listener.user_id:
            return SIGNED_OUT
        seated = await payloads.seated(user, self.scope["url_route"]["kwargs"]["slug"])
        return None if seated is not None and seated.viewer == listener.viewer else SEAT_CHANGED

    def session_key(self) -> str | None:
        """The key of the session that lets the socket in; None where it is something else, or nothing."""
        key: str | None = self.scope["session"].session_key
        return key

    def hears_press(self) -> bool:
        """Whether this socket is told of press, once `person` has been asked."""
        return True

    async def person(self) -> Person | None:
        """Who listens, asked anew: whose session this is by now. None: nobody who may."""
        person: Person = await payloads.person(self.session_key())
        return person
