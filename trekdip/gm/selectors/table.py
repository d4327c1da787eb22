"""What the desk shows of people: invitations, observers, the GM's own notes; and what one was invited to."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from trekdip.games import gate
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game
from trekdip.games.selectors import Person, is_gm
from trekdip.gm.models import Invitation, Note
from trekdip.gm.services.invitations import VALID_DAYS, invitation_token

_TAKING = {Game.Status.FORMING, Game.Status.RUNNING, Game.Status.PAUSED}


@dataclass(frozen=True)
class Invited:
    """An invitation that is still open; `token` is what its link carries."""

    id: int
    to: str
    power: str
    token: str


def invitations(user: Person, game: Game) -> list[Invited]:
    """The open invitations of a table, for its GM; raises NotAllowed for anybody else."""
    _require(user, game)
    rows = Invitation.objects.filter(game=game, accepted_at=None, withdrawn_at=None).select_related("user")
    return [
        Invited(row.pk, row.user.get_username() if row.user else row.email, row.power, invitation_token(row))
        for row in rows
    ]


@dataclass(frozen=True)
class Offered:
    """A seat that was offered to the asker: of which game, which power (empty: one of a table that has not
    begun), by whom; `token` is what its link carries.
    """

    game: str
    power: str
    by: str
    token: str


def offered(user: Person) -> list[Offered]:
    """The seats that were offered to the asker's account and that wait for an answer, newest first."""
    if not user.is_authenticated:
        return []
    since = timezone.now() - dt.timedelta(days=VALID_DAYS)
    rows = (
        Invitation.objects.filter(user=user.pk, accepted_at=None, withdrawn_at=None, at__gt=since)
        .filter(by=F("game__gm"), game__status__in=_TAKING)
        .select_related("game", "by")
        .order_by("-pk")
    )
    return [
        Offered(
            row.game.title,
            dict(gate.variant(row.game.variant).powers).get(row.power, ""),
            row.by.get_username(),
            invitation_token(row),
        )
        for row in rows
    ]


def note(user: Person, game: Game) -> str:
    """The asker's own notes on the game; raises NotAllowed for anybody but its GM."""
    _require(user, game)
    found = Note.objects.filter(game=game, by=user.pk).values_list("text", flat=True).first()
    return found or ""


def _require(user: Person, game: Game) -> None:
    """Raises NotAllowed for anybody but the GM."""
    if not is_gm(user, game):
        raise NotAllowed("The desk is for the GM of this game.")
