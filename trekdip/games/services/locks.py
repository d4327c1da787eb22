"""Taking the rows a service is about to change.

The order is always game, then phase: so nobody waits in a circle.

`no_key` locks are enough (no key ever changes) and leave others free to insert rows that point here. On
SQLite every transaction begins by taking the one write lock, which is stronger.
"""

from trekdip.games.errors import NotFound, NotNow
from trekdip.games.models import Game, Phase


def lock_game(game_id: int) -> Game:
    """The game, locked and fresh; raises NotFound if it is gone."""
    try:
        return Game.objects.select_for_update(no_key=True).get(pk=game_id)
    except Game.DoesNotExist:
        raise NotFound("This game does not exist any more.") from None


def lock_phase(game_id: int, ordinal: int) -> Phase:
    """A phase of the game, locked and fresh; raises NotFound if there is none with this ordinal."""
    try:
        return Phase.objects.select_for_update(no_key=True).get(game_id=game_id, ordinal=ordinal)
    except Phase.DoesNotExist:
        raise NotFound(f"This game has no phase {ordinal}. Reload the page.") from None


def lock_current(game_id: int) -> Phase | None:
    """The phase at work (open, held or stuck), locked and fresh; None while forming and when the game is
    over.
    """
    return (
        Phase.objects.select_for_update(no_key=True).filter(game_id=game_id, status__in=Phase.AT_WORK).first()
    )


def lock_work(game_id: int, ordinal: int) -> Phase:
    """The phase at work, if it is the one the caller was looking at.

    Raises NotNow otherwise: a button pressed twice, or on an old page, must not act on the next phase.
    """
    phase = lock_current(game_id)
    if phase is None:
        raise NotNow("No phase of this game is waiting for orders.")
    if phase.ordinal != ordinal:
        raise NotNow(f"The game has moved on to {phase.title}. Look at the new board first.")
    return phase
