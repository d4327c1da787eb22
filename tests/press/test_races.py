"""Many at once, on real transactions: messages keep their order, and a seat changes hands before or after."""

import pytest

from tests.games.tables import person, started
from tests.games.test_exactly_once import at_once
from tests.press.talk import hears, say
from trekdip.games.errors import NotFound
from trekdip.gm import services as desk
from trekdip.press.models import Conversation, Copy, Message

pytestmark = pytest.mark.django_db(transaction=True)


def test_messages_sent_at_once_all_come_each_with_a_number_of_its_own() -> None:
    game = started()
    senders = ["austria", "turkey"] * 4
    results = at_once(
        *[
            lambda who=who, number=number: say(game, who, "austria+turkey", str(number))
            for number, who in enumerate(senders)
        ]
    )
    assert all(isinstance(result, Message) for result in results), results
    conversation = Conversation.objects.get(game=game)
    numbers = list(conversation.messages.values_list("number", flat=True))
    assert numbers == list(range(1, 9))
    assert conversation.count == 8
    assert sorted(hears(game, "turkey", "austria+turkey")) == sorted(map(str, range(8)))


@pytest.mark.parametrize("attempt", range(3))
def test_a_message_racing_a_takeover_is_the_old_players_or_refused(attempt: int) -> None:
    game = started(title=f"Race {attempt}")
    said, heard, _ = at_once(
        lambda: say(game, "turkey", "austria+turkey", "by the old player"),
        lambda: say(game, "austria", "austria+turkey", "to whoever sits there"),
        lambda: desk.seat_replace(
            by=game.gm, game=game, power="turkey", newcomer=person("newcomer"), reason="ill"
        ),
    )
    assert isinstance(said, (Message, NotFound))
    assert isinstance(heard, Message)
    holder = Copy.objects.get(message=heard, party="turkey").holder
    assert holder is not None
    theirs = ["to whoever sits there"] if holder.username == "newcomer" else []
    assert hears(game, "newcomer", "austria+turkey") == theirs
