"""`manage.py import_game <file> --gm <account>`: a standard game from the `diplomacy` package."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from trekdip.accounts.models import User
from trekdip.archives import services
from trekdip.games.errors import Refusal


class Command(BaseCommand):
    """Import a saved game and adjudicate it anew, phase by phase."""

    help = "Import a saved game of the diplomacy package; every phase is adjudicated and compared."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--gm", required=True, help="the account that will manage it")
        parser.add_argument("--title", default="", help="the game's title; its id in the file if left out")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        gm = User.objects.filter(username=options["gm"]).first()
        if gm is None:
            raise CommandError(f"There is no account {options['gm']}.")
        try:
            saved = json.loads(options["file"].read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from error
        if not isinstance(saved, dict):
            raise CommandError("This is no saved game.")
        try:
            title = options["title"] or f"Imported: {saved.get('id', 'a game')}"
            game = services.saved_game_import(by=gm, saved=saved, title=title)
        except Refusal as refusal:
            raise CommandError(f"{refusal} Nothing was changed.") from refusal
        self.stdout.write(f"{game.title} stands at /games/{game.slug}/")
