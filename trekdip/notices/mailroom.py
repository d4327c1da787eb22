"""The listener that takes mail for the seats' addresses, by SMTP or LMTP. Relays nothing and answers nobody.

Every address of the right form is taken, whether somebody has it or not: who asks learns nothing by it.
"""

import asyncio
import logging
import socket
from collections import Counter
from typing import cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from channels.db import database_sync_to_async
from django.conf import settings
from typing_extensions import override

from trekdip.addresses import household
from trekdip.notices import inbound
from trekdip.notices.services import letter_receive

log = logging.getLogger(__name__)

SECONDS = 60  # between one word and the next
WHOLE_SECONDS = 300  # for all of a conversation, however lively it is
MAX_AT_ONCE = 200
MAX_OF_ADDRESS = 20  # as many as a mail server opens to one place, if nobody has told it otherwise
_MAX_CALLS = 50
_FULL = b"421 4.7.0 Too many conversations at once, try again later\r\n"

_receive = database_sync_to_async(letter_receive, thread_sensitive=False)


class Handler:
    """What the library asks at each step of a conversation."""

    async def handle_RCPT(  # noqa: N802  the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take addresses of seats alone, and one a mail: the others come by themselves."""
        del server, session, options
        if inbound.token_of(address, settings.ORDERS_DOMAIN) is None:
            return "550 5.1.1 There is no such address here"
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Hand the mail over; ask for it again later if that fails."""
        del server, session
        content = envelope.content or b""
        raw = content.encode(errors="surrogateescape") if isinstance(content, str) else content
        bounce = envelope.mail_from in {None, "", "<>"}  # an empty sender: a machine's report
        try:
            if not bounce:
                await _receive(raw=raw, recipients=list(envelope.rcpt_tos))
        except Exception:
            log.exception("a mail could not be handed over; its server will try again")
            return "451 4.3.0 Try again later"
        return "250 2.0.0 Taken"


class Guests:
    """Who is talking at the moment: so many at once, so many of an address, each for so long."""

    def __init__(self) -> None:
        self._talking: dict[SMTP, str] = {}
        self._of: Counter[str] = Counter()

    def come(self, one: SMTP, address: str) -> bool:
        """Whether there is room for one more; then it is counted until it has gone."""
        if len(self._talking) >= MAX_AT_ONCE or self._of[address] >= MAX_OF_ADDRESS:
            return False
        self._talking[one] = address
        self._of[address] += 1
        return True

    def go(self, one: SMTP) -> None:
        """Forget it; nothing if it was not counted."""
        address = self._talking.pop(one, None)
        if address is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]


class Conversation(SMTP):
    """A conversation for which there is room, and that comes to an end."""

    guests: Guests
    _end: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        if not self.guests.come(self, household(str(peer[0])) if peer else ""):
            transport.write(_FULL)
            transport.close()
            return
        # Not closed but dropped: whoever reads nothing would never let it close.
        self._end = self.loop.call_later(WHOLE_SECONDS, transport.abort)
        super().connection_made(transport)

    @override
    def connection_lost(self, error: Exception | None) -> None:
        self.guests.go(self)
        if self._end is None:
            return  # the library has never heard of it
        self._end.cancel()
        super().connection_lost(error)

    @override
    def eof_received(self) -> bool | None:
        return super().eof_received() if self._end is not None else None


class LocalConversation(Conversation, LMTP):
    """The same with a mail server close by."""


async def listen(listener: socket.socket, *, lmtp: bool) -> asyncio.Server:
    """Take mail on a bound socket, until the server that is returned is closed."""
    guests = Guests()

    def conversation() -> Conversation:
        made = (LocalConversation if lmtp else Conversation)(
            Handler(),
            data_size_limit=inbound.MAX_BYTES,
            hostname=settings.ORDERS_DOMAIN,
            ident="mail room",
            timeout=SECONDS,
            command_call_limit=_MAX_CALLS,
            loop=asyncio.get_running_loop(),
        )
        made.guests = guests
        return made

    return await asyncio.get_running_loop().create_server(conversation, sock=listener)
