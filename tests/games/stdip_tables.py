"""Tables of stdip for tests: seven players named like their powers, played on by scripted orders."""

import random
from typing import Any

from django.utils import timezone

from tests.games.tables import current, forming, person
from trekdip.games import gate, scripted, selectors, services
from trekdip.games.models import Game, Phase
from trekdip.gm import services as desk

POWERS = ("borg", "federation", "dominion", "romulan", "klingon", "ferengi", "cardassian")
# Everybody in a country where much can happen early: Romulan and Federation are neighbours.
ASSIGNED = {
    "borg": "turkey",
    "federation": "austria",
    "dominion": "england",
    "romulan": "italy",
    "klingon": "russia",
    "ferengi": "germany",
    "cardassian": "france",
}
SEED = "5eed" * 8


def began(**terms: Any) -> Game:
    """A running game of stdip at Spring 2371, without deadlines."""
    options = {"assignment": ASSIGNED}
    terms = {"variant": "stdip", "options": options, "rhythm": {}, "early": False, "seed": SEED, **terms}
    game = forming(**terms)
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power, token=game.invite_token)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


def send(game: Game, power: str, *lines: str) -> Any:
    """A sheet of the power for the newest phase."""
    return services.sheet_submit(
        by=person(power), game=game, ordinal=current(game).ordinal, text="\n".join(lines), final=True
    )


def end(game: Game) -> None:
    """The GM ends the phase at work."""
    desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal, reason="time")


def play(game: Game, phases: int, chance: int = 1) -> None:
    """Let scripted players play so many phases."""
    rng = random.Random(chance)
    for _ in range(phases):
        for power in POWERS:
            state = selectors.game_state(person(power), game)
            send(game, power, *scripted.orders(state.view_data(), state.legal_data(), power, rng))
        end(game)
        game.refresh_from_db()


def finish(game: Game, winner: str = "borg") -> None:
    """Have the game end here, as if somebody had won."""
    now = timezone.now()
    Phase.objects.filter(game=game, status=Phase.Status.OPEN).update(
        status=Phase.Status.RESOLVED, resolved_at=now
    )
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, outcome="solo", winner=[winner], ended_at=now
    )
    game.refresh_from_db()


def title_of(power: str) -> str:
    """The power's title."""
    return gate.variant("stdip").power_title(power)
