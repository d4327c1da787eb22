"""What is attached: a snapshot of what the sender has, and nothing the sender does not have."""

import json

import pytest

from tests.games import rings_tables
from tests.games.stdip_tables import POWERS, began, end, play, send
from tests.games.tables import person, started
from tests.press.talk import say, thread
from trekdip.games import gate
from trekdip.games import services as games
from trekdip.games.errors import BadInput, NotFound
from trekdip.games.models import Game, PhaseView
from trekdip.press import attachments

pytestmark = pytest.mark.django_db


def snapshot(game: Game, who: str, attach: str) -> dict[str, object]:
    """What a message of the account carries."""
    attached: dict[str, object] | None = say(game, who, "everybody", "", attach).attached
    assert attached is not None
    return attached


def test_a_position_is_the_board_as_its_sender_sees_it() -> None:
    game = began()
    send(game, "romulan", "A ven (I) H", "A rom (I) H")
    end(game)
    seen = {}
    for power in POWERS:
        attached = snapshot(game, power, "position:1")
        view = json.loads(PhaseView.objects.get(phase__game=game, phase__ordinal=1, viewer=power).view)
        assert attached["title"] == "Spring 2371, retreats"
        shared = attached["view"]
        assert isinstance(shared, dict)
        assert shared["units"] == view["units"]
        assert shared.keys() <= {"turn", "units", "centers", "dislodged", "wormhole", "warp"}
        seen[power] = attachments.drawing(game, attached)
    assert "A ven (I)" in seen["romulan"]
    assert "A ven" not in seen["klingon"]


def test_a_position_tells_no_retreats_and_no_dispatches() -> None:
    game = began()
    play(game, 9, chance=4)
    for ordinal in range(game.phases.count()):
        for power in POWERS:
            shared = snapshot(game, power, f"position:{ordinal}")["view"]
            assert isinstance(shared, dict)
            assert all(set(row) == {"power", "unit"} for row in shared["dislodged"])
            assert not {"reports", "orders", "memory", "infiltrated", "awaiting"} & set(shared)


def test_a_board_that_turns_is_shared_as_it_lay() -> None:
    game = rings_tables.began()
    end(game)
    shared = snapshot(game, "borg", "position:1")["view"]
    assert shared["memory"] == {"rotation": 1}
    assert 'data-turned="1"' in gate.board("rings", shared)


def test_the_gm_shares_what_is_public() -> None:
    game = began()
    send(game, "romulan", "A ven (I) H")
    end(game)
    assert "(I)" not in json.dumps(snapshot(game, "gm", "position:1"))


def test_a_plan_is_copied_and_only_ones_own() -> None:
    game = started()
    games.plan_save(by=person("austria"), game=game, ordinal=0, name="east", text="A vie - gal")
    attached = snapshot(game, "austria", "plan:east")
    games.plan_save(by=person("austria"), game=game, ordinal=0, name="east", text="A vie H")
    assert attached == {
        "kind": "plan", "title": "Spring 1901, movement", "name": "east", "text": "A vie - gal"
    }  # fmt: skip
    assert thread(game, "italy", "everybody").messages[0].attached == attached
    with pytest.raises(NotFound):
        say(game, "italy", "everybody", "", "plan:east")


def test_a_sighting_is_an_entry_of_ones_own_dispatches() -> None:
    game = began()
    play(game, 7, chance=1)
    told = {power: attachments.choices(person(power), game).sightings for power in POWERS}
    assert any(told.values())
    for power, choices in told.items():
        for choice in choices:
            attached = snapshot(game, power, choice.value)
            assert f"{attached['title']}: {attached['sentence']}" == choice.label
    with pytest.raises(NotFound):
        say(game, "klingon", "everybody", "", "sighting:1:99")
    assert attachments.choices(game.gm, game).sightings == []


@pytest.mark.parametrize("wanted", ["board", "position:", "position:-1", "position:x", "sighting:1", "gm:1"])
def test_what_cannot_be_chosen_is_refused(wanted: str) -> None:
    game = started()
    with pytest.raises(BadInput):
        say(game, "austria", "everybody", "look", wanted)
    with pytest.raises(NotFound):
        say(game, "austria", "everybody", "look", "position:9")
