"""Writing down what a GM has read of a game's secrets, once a phase, seat and kind of page."""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import NotAllowed
from trekdip.games.models import AuditEntry, Game
from trekdip.games.selectors import sees_truth
from trekdip.games.services.audit import audit_record
from trekdip.games.services.locks import lock_game

ACT = "gm_read"


@transaction.atomic
def reading_record(*, by: User, game: Game, kind: str, turn: str, ordinal: int, seat: str = "") -> None:
    """Note that the GM reads something secret: `kind` is the page (`truth`, `see`, `preview` …), `seat` the
    power whose eyes or orders it shows, empty for all of them. Reading it again adds nothing.

    Raises NotAllowed for anybody but a GM who does not play.
    """
    require_truth(by, game)
    game = lock_game(game.pk)  # two tabs of one GM write one entry
    details = {"turn": turn, "phase": ordinal, "kind": kind, "seat": seat}
    if not AuditEntry.objects.filter(game=game, act=ACT, by=by, details=details).exists():
        audit_record(game=game, act=ACT, by=by, at=clock.now_at(game), details=details)


def require_truth(by: User, game: Game) -> None:
    """Raises NotAllowed unless `by` manages the game and does not play in it. Being staff changes nothing."""
    if not sees_truth(by, game):
        raise NotAllowed("The whole truth is for a GM who does not play in the game.")
