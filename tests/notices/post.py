"""What the tests of notices share: the mail that goes out, and a moment to shift the clock by."""

import datetime as dt
from typing import Any

from django.core import mail
from django.utils import timezone

from tests.games.tables import person
from trekdip.games.models import Game
from trekdip.notices import postman
from trekdip.notices.models import Notice


def carried(after: dt.timedelta = dt.timedelta(seconds=1)) -> list[Any]:
    """The mails that go out when the postman comes so long from now."""
    mail.outbox.clear()
    postman.carry(at=timezone.now() + after)
    return list(mail.outbox)


def mails_to(name: str, sent: list[Any]) -> list[Any]:
    """Those of the mails that go to the account of that name."""
    return [one for one in sent if one.to == [person(name).email]]


def notices(game: Game, kind: str) -> list[Notice]:
    """The notices of a kind about a game."""
    return list(Notice.objects.filter(game=game, kind=kind).order_by("recipient__username", "channel", "pk"))
