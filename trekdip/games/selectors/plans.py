"""The plans somebody keeps. Nobody reads another's, the GM included."""

from trekdip.accounts.models import User
from trekdip.games import wire
from trekdip.games.models import Game, Plan
from trekdip.games.selectors.viewers import Person


def plans(user: Person, game: Game, ordinal: int) -> list[wire.Plan]:
    """The asker's plans for a phase, by name; none for somebody who is not signed in."""
    if not isinstance(user, User):
        return []
    own = Plan.objects.filter(owner=user, phase__game=game, phase__ordinal=ordinal).order_by("name")
    return [wire.Plan(name=plan.name, text=plan.text) for plan in own]
