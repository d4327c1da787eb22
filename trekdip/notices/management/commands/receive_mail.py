"""`receive_mail`: takes one mail from standard input, as a mail server's pipe hands it over."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from typing_extensions import override

from trekdip.notices import inbound, services


class Command(BaseCommand):
    """Says nothing and succeeds, whatever the mail is: an answer would go to a sender nobody knows."""

    help = "Take one mail with orders from standard input."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--to",
            action="append",
            default=[],
            help="recipient of the envelope (else the headers tell); may be given several times",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read(inbound.MAX_BYTES + 1)
        services.letter_receive(raw=raw, recipients=options["to"])
