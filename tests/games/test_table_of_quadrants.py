"""A table of quadrants from an empty list of seats to a winner, by scripted players through the services."""

import random

import pytest
from django.test import Client

from tests.games.quadrants_tables import POWERS, current, declare, person, send
from trekdip.games import selectors, services
from trekdip.games.models import Order
from trekdip.gm import services as desk
from trekdip.parts import quadrants_players

pytestmark = pytest.mark.django_db
MOST = 60  # phases
CHANCE = 2


def test_a_game_from_an_empty_list_of_seats_to_a_winner() -> None:
    game = services.game_create(
        by=person("gm"),
        title="The whole of it",
        variant="quadrants",
        seating="chosen",
        rhythm={},
        seed="0123456789abcdef" * 2,
        options={"intel_window": 1, "no_first_fall_win": True, "draw_after": 2374},
    )
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    rng = random.Random(CHANCE)
    locks = 0
    while game.status == "running":
        phase = current(game)
        assert phase.ordinal < MOST
        locks += phase.locked
        if phase.ordinal == 0:
            declare(game, "gorn", "PROPOSE breen")
            declare(game, "breen", "ACCEPT gorn")
        for power in phase.awaiting:
            state = selectors.game_state(person(power), game)
            if phase.locked and power == "cardassian":
                continue  # what was sent before the lock stands
            sheet = quadrants_players.orders(state.view_data(), state.legal_data(), power, rng)
            assert send(game, power, *sheet).saved
        if current(game).status == "open" and not services.phase_resolve(phase_id=phase.pk):
            desk.deadline_force(by=game.gm, game=game, ordinal=phase.ordinal, reason="time")
        game.refresh_from_db()
    assert game.status == "finished"
    assert game.winner
    assert locks >= 2
    results = Order.objects.filter(phase__game=game).values_list("result", flat=True)
    assert not [words for words in results if "illegal" in words]
    html = Client().get(f"/games/{game.slug}/").content.decode()
    assert "Abilities and victory" in html
    assert Client().get(f"/games/{game.slug}/replay/").status_code == 200
    assert all(row.agrees for row in selectors.draws(person("gm"), game).rows)
