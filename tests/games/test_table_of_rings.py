"""A table of rings from an empty seat list to a winner, and what its orders say in words."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from tests.games.rings_tables import POWERS, began
from tests.games.stdip_tables import end, send
from tests.games.tables import forming, person
from trekdip.games import gate, selectors, services
from trekdip.games.models import Game, Phase
from trekdip.games.words import Words
from trekdip.parts import part_of, rings_players

pytestmark = pytest.mark.django_db

CHANCE = 2


def test_from_an_empty_seat_list_to_a_winner() -> None:
    """One race plays, the others hold: after the Fall in which it owns 17 planets it has won."""
    game = forming(variant="rings")
    assert not game.seats.exists()
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power, token=game.invite_token)
    services.game_start(by=game.gm, game=game)
    rng = random.Random(CHANCE)
    game.refresh_from_db()
    turned = []
    for _ in range(40):
        if game.status != Game.Status.RUNNING:
            break
        state = selectors.game_state(person("borg"), game)
        view = state.view_data()
        turned.append((state.turn, view["memory"]["rotation"]))
        lines = rings_players.orders(view, state.legal_data(), "borg", rng)
        send(game, "borg", *lines)
        end(game)
        game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert game.winner == ["borg"]
    final = selectors.game_state(person("romulan"), game).view_data()
    assert len(final["centers"]["borg"]) >= 17
    # Twice a year the wheel goes on, and at no other time.
    for turn, rotation in turned:
        year = int(turn[1:-1]) - 2371
        assert rotation == 2 * year + {"S": 0, "F": 1, "W": 2}[turn[0]]
    assert Phase.objects.filter(game=game, status=Phase.Status.STUCK).count() == 0


def test_everybody_has_a_page_with_the_wheel_as_it_lies() -> None:
    game = began()
    send(game, "borg", "S aga warp +5", "S aga - aha")
    end(game)
    for name in ("borg", "romulan", "gm", None):
        client = Client()
        if name:
            client.force_login(person(name))
        page = client.get(reverse("game", args=[game.slug])).content.decode()
        assert 'data-turned="1"' in page
        assert "Fleets" in page
        assert ("warp ala" in page) is (name in {"borg", "gm"}), name
        assert ("1 to Ala" in page) is (name in {"borg", "gm"}), name
        assert 'class="in-warp power-borg"' in page


def test_the_section_tells_what_races_may_have() -> None:
    game = began()
    panel = part_of("rings").panel
    assert panel is not None
    state = selectors.game_state(person("borg"), game)
    told = panel(state.view_data(), state.legal_data(), "borg")
    assert told is not None
    assert {(f.planets, f.allowed, f.ships, f.warp) for f in told["fleets"]} == {(2, 3, 3, 0)}
    assert [one.unit for one in told["own"]] == ["Borg Homeworld", "Bda"]
    assert "Aha" in told["own"][0].seasons[0]


@pytest.mark.parametrize(
    ("unit", "order", "said"),
    [
        ("2S bca", "2S bca - cba", "2 ships at Bca move to Cba"),
        ("S bca", "S bca S romulan - cba", "A ship at Bca supports the Romulan attack on Cba"),
        ("S bca", "S bca S borg cba", "A ship at Bca supports the Borg ships at Cba"),
        (
            "S afb",
            "S afb warp +5",
            "A ship at Afb enters warp for Species 8472 Homeworld, 5 places anticlockwise",
        ),
        ("2S afb", "2S afb warp", "2 ships at Afb stand to enter warp"),
        ("S warp aja", "S warp aja - aja", "A ship in warp to Aja arrives at Aja"),
        ("S warp aja", "S warp aja - wormhole", "A ship in warp to Aja turns into the wormhole"),
        ("S warp", "S warp - wormhole", "A ship in warp turns into the wormhole"),
        ("S bca", "S bca R cca", "A ship at Bca retreats to Cca"),
        ("S bca", "S bca D", "A ship at Bca disbands"),
        ("S bca", "S bca H", "A ship at Bca holds"),
        ("2S aga", "B 2S aga", "2 ships built at Borg Homeworld"),
        ("S bca", "D S bca", "A ship at Bca disbands"),
        ("S warp aja", "D S warp aja", "A ship in warp to Aja disbands"),
        ("WAIVE", "WAIVE", "A build is waived"),
    ],
)
def test_orders_are_said_in_words(unit: str, order: str, said: str) -> None:
    assert Words("rings").order(unit, order) == said


def test_every_legal_order_reads_as_a_sentence() -> None:
    game = began()
    words = Words("rings")
    for power in POWERS:
        legal = selectors.game_state(person(power), game).legal_data()
        for unit, texts in legal.items():
            for text in texts:
                said = words.order(unit, text)
                assert said[0].isupper() or said[0].isdigit()
                assert gate.variant("rings").title not in said
                assert " S " not in said
