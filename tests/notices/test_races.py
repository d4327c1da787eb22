"""Many postmen at once, and many mails at once: everything once. On real transactions."""

import pytest
from django.core import mail
from django.utils import timezone

from tests.games.tables import POWERS, current, person, started
from tests.games.test_exactly_once import at_once
from tests.notices.test_letters import address, letter, receive, sheet
from trekdip.games import signals
from trekdip.games.models import Game, OrderSheet
from trekdip.gm import services as desk
from trekdip.notices import postman, services
from trekdip.notices.models import Letterbox, Notice

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A running game; Austria's seat has an address."""
    made = started(title="The long night")
    services.letterbox_make(by=person("austria"), game=made)
    return made


def test_racing_postmen_send_every_mail_once(game: Game) -> None:
    for number in range(3):
        signals.announced.send(sender=Game, game=game, text=f"Hear this {number}")
    waiting = Notice.objects.filter(done_at=None).count()
    assert waiting == 4 * (len(POWERS) + 1)
    at = timezone.now()
    carried = at_once(*[lambda: postman.carry(at=at)] * 4)
    assert sum(carried) == waiting
    marks = [one.message()["Message-ID"] for one in mail.outbox]
    assert len(marks) == len(set(marks)) == waiting
    assert set(Notice.objects.values_list("outcome", flat=True)) == {"sent"}


def test_an_event_that_is_told_twice_at_once_exists_once(game: Game) -> None:
    phase = current(game)

    def tell() -> None:
        signals.grace_begun.send(sender=type(phase), phase=phase, powers=["turkey"])

    assert at_once(*[tell] * 4) == [None] * 4
    assert Notice.objects.filter(kind="grace").count() == len(POWERS) + 1


def test_the_same_mail_at_once_counts_once(game: Game) -> None:
    raw = letter(address(game), "A vie - gal")
    taken = at_once(*[lambda: receive(raw)] * 4)
    assert sorted(taken) == [False, False, False, True]
    assert sheet(game) == "A vie - gal"
    assert Notice.objects.filter(kind="receipt").count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_a_mail_racing_a_replacement_is_wholly_before_it_or_nothing(game: Game, attempt: int) -> None:
    raw = letter(address(game), f"A vie - gal {attempt}")
    newcomer = person("newcomer")
    taken, replaced = at_once(
        lambda: receive(raw),
        lambda: desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=newcomer, reason="ill"),
    )
    assert replaced is None
    assert taken in {True, False}
    assert OrderSheet.objects.filter(seat__power="austria").exists() is taken
    assert not Letterbox.objects.exists()
    mail.outbox.clear()
    postman.carry()
    assert person("austria").email not in {one.to[0] for one in mail.outbox}
