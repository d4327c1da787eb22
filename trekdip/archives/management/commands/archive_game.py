"""`manage.py archive_game <slug> [file]`: everything of a game as a file, secrets included, for operators."""

import gzip
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from trekdip.archives import selectors
from trekdip.games.models import Game


class Command(BaseCommand):
    """Write a game's archive to a file (gzip) or to standard output (plain)."""

    help = "Write everything of a game, its secrets included, to a file that restore_game reads."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game's name in its URL")
        parser.add_argument("file", nargs="?", type=Path, help="where to (gzip); standard output if left out")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(slug=options["slug"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['slug']}.")
        lines = selectors.whole_archive(game)
        if options["file"] is None:
            sys.stdout.writelines(lines)
            return
        with gzip.open(options["file"], "wt", encoding="utf-8") as file:
            file.writelines(lines)
        self.stderr.write(f"{game.title} is in {options['file']}. It tells everything: keep it safe.")
