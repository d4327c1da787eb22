"""`mailroom`: listens for mail with orders, by SMTP or LMTP."""

import asyncio
import socket
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from trekdip.metrics import listener
from trekdip.notices.mailroom import listen


class Command(BaseCommand):
    """Takes mail for the seats' addresses until it is told to stop."""

    help = "Listen for mail with orders."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8025, help="port to listen on (default: %(default)s)")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP with a mail server close by")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ORDERS_DOMAIN:
            raise CommandError("Set TREKDIP_ORDERS_DOMAIN to the domain of the seats' addresses.")
        host, port = options["host"], options["port"]
        try:
            opened = socket.create_server((host, port))
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}, port {port} ({error.strerror}). Choose another with --port."
            ) from error
        self.stdout.write(f"Mail for {settings.ORDERS_DOMAIN} is taken on port {opened.getsockname()[1]}.")
        self.stdout.flush()
        listener.serve_if_free()
        try:
            asyncio.run(_for_ever(opened, lmtp=options["lmtp"]))
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")


async def _for_ever(opened: socket.socket, *, lmtp: bool) -> None:
    server = await listen(opened, lmtp=lmtp)
    async with server:
        await server.serve_forever()
