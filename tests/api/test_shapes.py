"""What programs get of real games has the shapes that the schema names, in every variant."""

import json

import pytest
from django.test import Client

from tests.api.asking import Program, program
from tests.games import played
from trekdip.api import schemas
from trekdip.games import gate

pytestmark = pytest.mark.django_db
PHASES = 6


@pytest.mark.parametrize("variant", [card.id for card in gate.variants()])
def test_boards_of_every_variant_have_the_named_shapes(variant: str) -> None:
    game = played.began(variant)
    played.played_on(game, PHASES)
    seats = [program(game, power) for power in played.powers(game)[::2]]
    for asker in (*seats, Program(game, None)):
        for row in asker.get("/phases"):
            state = asker.get(f"/phases/{row['ordinal']}")
            schemas.State.model_validate_json(json.dumps(state))
            assert state["turn"] == row["turn"]
        schemas.Declarations.model_validate_json(json.dumps(asker.get("/declarations")))
        schemas.Imaginable.model_validate_json(json.dumps(asker.get("/whatif")))
    status, then = seats[0].post("/whatif", orders={})
    assert status == 200
    schemas.Imagined.model_validate_json(json.dumps(then))


def test_every_body_that_is_sent_has_an_example() -> None:
    shapes = Client().get("/api/v1/openapi.json").json()["components"]["schemas"]
    bodies = {"Orders", "AdvanceGiven", "Declaration", "WhatIf", "Proposing", "Answer", "ClockCall", "Saying"}
    for name in bodies:
        needed = set(shapes[name].get("required", [])) - {"yes"}
        for field, shape in shapes[name]["properties"].items():
            assert field not in needed or shape.get("examples"), f"{name}.{field}"
