"""Press is told to those who may read it, in their own mail, and to nobody else."""

import pytest

from tests.games.tables import person, started
from tests.notices.post import carried, mails_to, notices
from trekdip.games import services as games
from trekdip.games.models import Game
from trekdip.press.services import message_send

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A running game whose first notices have gone out."""
    made = started(title="The long night")
    carried()
    return made


def test_a_private_message_reaches_its_reader_alone(game: Game) -> None:
    message_send(by=person("italy"), game=game, key="austria+italy", text="Trieste is <yours>")
    sent = carried()
    assert [one.to for one in sent] == [[person("austria").email]]
    assert sent[0].subject == "The long night: Italy writes to you"
    assert "Trieste is <yours>" in sent[0].body
    assert "Trieste is &lt;yours&gt;" in sent[0].alternatives[0].content
    assert f"https://trekdip.example/games/{game.slug}/press/with/austria+italy/" in sent[0].body


def test_a_message_to_everybody_reaches_everybody_but_its_writer(game: Game) -> None:
    message_send(by=person("italy"), game=game, key="everybody", text="Peace")
    sent = carried()
    assert mails_to("italy", sent) == []
    assert len(sent) == 7
    assert {one.subject for one in sent} == {"The long night: Italy writes to everybody"}


def test_who_has_lost_the_seat_is_not_sent_what_was_said_to_it(game: Game) -> None:
    message_send(by=person("italy"), game=game, key="austria+italy", text="Trieste is yours")
    games.game_leave(by=person("austria"), game=game)
    assert mails_to("austria", carried()) == []
    assert [one.outcome for one in notices(game, "press")] == ["nothing"]
