"""Ending pauses whose time is over, and waits for a replacement whose orders have come. Done by the sweep."""

from django.db import transaction

from trekdip.games import clock
from trekdip.games.models import Game
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.timing import clock_go_on


@transaction.atomic
def pause_end(*, game_id: int) -> bool:
    """Let a paused game go on if its pause is over by the database's clock, or if it waits for a replacement
    and every order that was missing is in and final; True if it did. Called again it does nothing.
    """
    game = lock_game(game_id)
    phase = lock_current(game_id)
    if phase is None or game.status != Game.Status.PAUSED:
        return False
    now = clock.now_at(phase)
    over = game.paused_until is not None and game.paused_until <= now
    filled = game.pause == Game.Pause.MISSING and phase.ready
    if not over and not filled:
        return False
    clock_go_on(
        game=game,
        phase=phase,
        at=now,
        reason="the orders that were missing are in" if filled else "the pause is over",
    )
    return True
