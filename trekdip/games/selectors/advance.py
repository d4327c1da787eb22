"""What somebody has given in advance. Nobody reads another's."""

from trekdip.accounts.models import User
from trekdip.games import wire
from trekdip.games.models import Advance, Game
from trekdip.games.selectors.viewers import Person


def advance(user: Person, game: Game, ordinal: int) -> wire.Advance | None:
    """The asker's own orders in advance as they stand in a phase; None without any."""
    if not isinstance(user, User):
        return None
    row = Advance.objects.filter(phase__game=game, phase__ordinal=ordinal, seat__user=user).first()
    if row is None:
        return None
    return wire.Advance(text=row.text, lines=wire.lines_from_data(row.lines), saved_at=row.saved_at)
