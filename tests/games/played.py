"""Running games of any variant for tests, played on by the scripted players of its demonstration."""

import random
from typing import Any

from tests.games import stdip_tables
from tests.games.tables import current, forming, person
from trekdip.games import gate, scripted, selectors, services
from trekdip.games.models import Game
from trekdip.gm import services as desk
from trekdip.parts import part_of


def powers(game: Game) -> list[str]:
    """The ids of the powers of its variant."""
    return [power for power, _ in gate.variant(game.variant).powers]


def began(variant: str, **terms: Any) -> Game:
    """A running game without deadlines, each power played by the account named like it."""
    options = {"assignment": stdip_tables.ASSIGNED} if variant == "stdip" else {}
    usual = {"rhythm": {}, "early": False, "options": options, "seed": stdip_tables.SEED}
    game = forming(**{"variant": variant, **usual, **terms})
    for power in powers(game):
        services.game_join(by=person(power), game=game, power=power, token=game.invite_token)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


def ordered(game: Game, power: str, rng: random.Random) -> None:
    """A sheet by the scripted player of a power for the newest phase."""
    state = selectors.game_state(person(power), game)
    sheet = (part_of(game.variant).scripted or scripted.orders)(
        state.view_data(), state.legal_data(), state.viewer, rng
    )
    services.sheet_submit(
        by=person(power), game=game, ordinal=state.ordinal, text="\n".join(sheet), final=True
    )


def played_on(game: Game, phases: int, chance: int = 1) -> None:
    """Let scripted players play so many phases, as long as the game is on."""
    rng = random.Random(chance)
    for _ in range(phases):
        if game.status != Game.Status.RUNNING:
            return
        for power in powers(game):
            ordered(game, power, rng)
        desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal, reason="time")
        game.refresh_from_db()
