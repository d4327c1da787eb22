"""`serve`: the whole site in one process, with a game to click into; meant for the embedded settings."""

import socket
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from trekdip.games import gate
from trekdip.games.demonstration import VARIANT
from trekdip.live.server import serve


class Command(BaseCommand):
    """Brings the database up to date, sets the demo game up, serves pages and sockets and times the games."""

    help = "Run the site in one process: migrate, demo game, pages, sockets and deadlines."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
        demos = parser.add_mutually_exclusive_group()
        demos.add_argument("--no-demo", action="store_true", help="do not set up the demo game")
        demos.add_argument(
            "--all-demos",
            action="store_true",
            help="set up a demo game of every variant (once, half a minute)",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        try:
            listener = socket.create_server((host, port))
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}, port {port} ({error.strerror}). Choose another with --port."
            ) from error
        call_command("migrate", interactive=False, verbosity=0)
        for variant in shown(options):
            call_command("demo", variant=variant)
        address = reached_at(host, listener.getsockname()[1])
        if not settings.SITE_URL_IS_GIVEN:
            settings.SITE_URL = address
        self.stdout.write(f"\n{settings.SITE_NAME} runs at {address}/ - stop it with Ctrl+C.\n")
        self.stdout.flush()
        try:
            serve(listener, sweep_seconds=settings.SWEEP_SECONDS, post_seconds=settings.NOTICES_SECONDS)
        except KeyboardInterrupt:
            self.stdout.write("\nStopped.")


def reached_at(host: str, port: int) -> str:
    """The site's address on this machine, where it listens on `host`; without a slash at the end."""
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104  every address is no address to go to
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def shown(options: dict[str, Any]) -> list[str]:
    """The variants of which there is to be a demonstration, that of which there always is one last."""
    if options["no_demo"]:
        return []
    others = [card.id for card in gate.variants() if card.id != VARIANT] if options["all_demos"] else []
    return [*others, VARIANT]
