"""What a GM says to everybody at a table, and what a GM notes for nobody else."""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, signals
from trekdip.games.errors import BadInput, NotNow
from trekdip.games.models import Game, Phase
from trekdip.games.services.audit import require_gm
from trekdip.games.services.locks import lock_game
from trekdip.games.services.news import announce_phase
from trekdip.gm.models import Announcement, Note

ANNOUNCEMENT_LENGTH = 1000
NOTE_LENGTH = 20_000
MAX_ANNOUNCEMENTS = 500
MAX_A_DAY = 30  # each is a mail to everybody at the table


@transaction.atomic
def announcement_make(*, by: User, game: Game, text: str) -> Announcement:
    """Say something to everybody, spectators too; it stands above the board.

    Raises NotAllowed unless `by` is the GM, BadInput for an empty or over-long text, NotNow when too much has
    been said.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    text = text.strip()
    if not text or len(text) > ANNOUNCEMENT_LENGTH or "\x00" in text:
        raise BadInput(f"Say something, in at most {ANNOUNCEMENT_LENGTH} characters.", field="text")
    if game.announcements.count() >= MAX_ANNOUNCEMENTS:
        raise NotNow("That was the last announcement this game could hold.")
    now = clock.now_at(game)
    if game.announcements.filter(at__gt=now - dt.timedelta(days=1)).count() >= MAX_A_DAY:
        raise NotNow(f"You have announced {MAX_A_DAY} things within a day. Wait a little.")
    said = Announcement.objects.create(game=game, by=by, at=now, text=text)
    signals.announced.send(sender=Game, game=game, text=text)
    phase = Phase.objects.filter(game=game).order_by("-ordinal").first()
    if phase is not None:
        announce_phase(phase)
    return said


@transaction.atomic
def note_save(*, by: User, game: Game, text: str) -> Note:
    """Keep the GM's own notes on a game; nobody else reads them, another GM neither.

    Raises NotAllowed unless `by` is the GM, BadInput for a text too long.
    """
    require_gm(by, game)
    if len(text) > NOTE_LENGTH or "\x00" in text:
        raise BadInput(f"Notes are text of at most {NOTE_LENGTH} characters.", field="note")
    note, _ = Note.objects.update_or_create(
        game=game, by=by, defaults={"text": text, "saved_at": clock.now_at(game)}
    )
    return note
