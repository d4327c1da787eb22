"""Tables of rings for tests: eight players named like their races."""

from typing import Any

import adjudicator as adj
from tests.games.tables import forming, person
from trekdip.games import services
from trekdip.games.models import Game

POWERS = adj.variant("rings").ids
SEED = "5eed" * 8


def began(**terms: Any) -> Game:
    """A running game of rings at Spring 2371, without deadlines."""
    game = forming(**{"variant": "rings", "rhythm": {}, "early": False, "seed": SEED, **terms})
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power, token=game.invite_token)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game
