"""What the desk shows of people: invitations, observers, and the GM's own notes."""

from dataclasses import dataclass

from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game
from trekdip.games.selectors import Person, is_gm
from trekdip.gm.models import Invitation, Note
from trekdip.gm.services.invitations import invitation_token


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


def note(user: Person, game: Game) -> str:
    """The asker's own notes on the game; raises NotAllowed for anybody but its GM."""
    _require(user, game)
    found = Note.objects.filter(game=game, by=user.pk).values_list("text", flat=True).first()
    return found or ""


def _require(user: Person, game: Game) -> None:
    """Raises NotAllowed for anybody but the GM."""
    if not is_gm(user, game):
        raise NotAllowed("The desk is for the GM of this game.")
