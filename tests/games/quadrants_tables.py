"""Tables of quadrants for tests: seven players named like their powers."""

from typing import Any

from tests.games.stdip_tables import end, send
from tests.games.tables import current, forming, person
from trekdip.games import gate, services
from trekdip.games.models import Game, Phase

__all__ = ["POWERS", "began", "current", "declare", "end", "person", "send", "to_next_movement"]

POWERS = tuple(power for power, _ in gate.variant("quadrants").powers)
SEED = "5eed" * 8


def began(**terms: Any) -> Game:
    """A running game of quadrants at Spring 2370, without deadlines unless the terms say otherwise."""
    terms = {"variant": "quadrants", "rhythm": {}, "early": False, "seed": SEED, **terms}
    game = forming(**terms)
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power, token=game.invite_token)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


def declare(game: Game, power: str, text: str) -> Any:
    """A declaration by the account named like the power, in the newest phase."""
    return services.declaration_make(by=person(power), game=game, ordinal=current(game).ordinal, text=text)


def to_next_movement(game: Game) -> Phase:
    """End phases until the next one in which fleets move."""
    end(game)
    while not current(game).turn.endswith("M"):
        end(game)
    return current(game)
