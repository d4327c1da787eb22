"""`manage.py restore_game <file>`: bring a game back from its archive."""

import gzip
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from trekdip.archives import services
from trekdip.games.errors import BadInput

_GZIP = b"\x1f\x8b"


class Command(BaseCommand):
    """Restore an archive that archive_game wrote, or one that was downloaded from a finished game."""

    help = "Bring back a game from an archive: under its own name, or another one if that is taken."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--trust",
            action="store_true",
            help="restore it though this site has not made it as it is, or accounts are younger than it",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                packed = file.read(len(_GZIP)) == _GZIP
            with gzip.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8") as lines:
                game = services.archive_restore(lines=lines, trusted=options["trust"])
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{path} cannot be read: {error}") from error
        except BadInput as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"{game.title} is back: /games/{game.slug}/")
