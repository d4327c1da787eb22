"""The listener that takes mail for the seats' addresses, by SMTP or LMTP. Relays nothing and answers nobody.

Every address of the right form is taken, whether somebody has it or not: who asks learns nothing by it.
"""

import asyncio
import logging
import socket

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from channels.db import database_sync_to_async
from django.conf import settings

from trekdip.notices import inbound
from trekdip.notices.services import letter_receive

log = logging.getLogger(__name__)

SECONDS = 60
_MAX_CALLS = 50

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


async def listen(listener: socket.socket, *, lmtp: bool) -> asyncio.Server:
    """Take mail on a bound socket, until the server that is returned is closed."""

    def conversation() -> SMTP:
        return (LMTP if lmtp else SMTP)(
            Handler(),
            data_size_limit=inbound.MAX_BYTES,
            hostname=settings.ORDERS_DOMAIN,
            ident="mail room",
            timeout=SECONDS,
            command_call_limit=_MAX_CALLS,
            loop=asyncio.get_running_loop(),
        )

    return await asyncio.get_running_loop().create_server(conversation, sock=listener)
