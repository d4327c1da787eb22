"""Games that differ in what somebody may not know send them the same mails, chats the same messages: byte for
byte with all headers, in the same order.

Only the Date header, which is the clock's, is left out.
"""

import datetime as dt
import re

import pytest
from django.core import mail
from django.utils import timezone

import adjudicator as adj
from tests.games.stdip_tables import POWERS, began, end, send
from tests.games.tables import current, person
from tests.games.twins import SLUG, Plan, planned, rolled_back
from trekdip.games import signals
from trekdip.games.models import Game
from trekdip.notices import outgoing, postman, services
from trekdip.notices.models import Notice
from trekdip.press.services import message_send

pytestmark = pytest.mark.django_db
PHASES = 5
SEEDS = ("5eed" * 8, "7eed" * 8)
VIEWERS = ["klingon", "public", "ferengi"]
_DATE = re.compile(rb"^Date: .*\n", re.MULTILINE)


def sent_to(plan: Plan, viewer: str, patch: pytest.MonkeyPatch, chatter: int) -> list[bytes]:
    """Every mail to the viewer's player, or (public) every message to the chat, while the game is played.

    The others write to each other meanwhile, `chatter` times a phase, change their sheets and are reminded.
    """
    got: list[bytes] = []
    moment = dt.datetime(2040, 1, 1, tzinfo=dt.UTC)
    with rolled_back():
        game = began(seed=plan.seed, title="Twins")
        Game.objects.filter(pk=game.pk).update(slug=SLUG)
        game.refresh_from_db()
        Notice.objects.all().delete()  # told under the table's first, random name
        services.hook_save(by=game.gm, game=game, url="https://chat.example/x", style="discord")
        for number, sheets in enumerate(plan.sheets):
            patch.setattr(timezone, "now", lambda day=number: moment + dt.timedelta(days=day))
            others = [power for power in POWERS if power != viewer]
            for count in range(chatter):
                key = "+".join(sorted(others[:2]))
                message_send(by=person(others[0]), game=game, key=key, text=f"Psst {number} {count}")
            for power, lines in sheets.items():
                send(game, power, *lines)
            seats = list(game.seats.filter(power__in=others[: 2 + chatter]))
            signals.reminder_due.send(sender=type(current(game)), phase=current(game), seats=seats)
            message_send(by=person(others[0]), game=game, key="everybody", text=f"Hear {number}")
            end(game)
            got.extend(_carried(viewer, patch, moment + dt.timedelta(days=number, hours=1)))
    return got


def _carried(viewer: str, patch: pytest.MonkeyPatch, at: dt.datetime) -> list[bytes]:
    """What goes to the viewer when the postman comes."""
    posted: list[bytes] = []

    def post(url: str, body: bytes, headers: dict[str, str]) -> int:
        assert (url, bool(headers["X-Trekdip-Signature"])) == ("https://chat.example/x", True)
        posted.append(body)
        return 204

    patch.setattr(outgoing, "post", post)
    mail.outbox.clear()
    postman.carry(at=at)
    if viewer not in POWERS:
        return posted
    own = [one.message().as_bytes() for one in mail.outbox if one.to == [person(viewer).email]]
    return [_DATE.sub(b"", one) for one in own]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_twin_games_send_the_same_bytes(viewer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*POWERS, "gm"):
        person(name)
    one, two = planned(viewer, PHASES, seeds=SEEDS, chance=3)
    assert any(adj.loads(a).units != adj.loads(b).units for a, b in zip(one.truths, two.truths, strict=True))
    first = sent_to(one, viewer, monkeypatch, chatter=1)
    second = sent_to(two, viewer, monkeypatch, chatter=3)
    assert len(first) >= len(one.sheets)
    marks = re.compile(rb"^Message-ID: .*\n", re.MULTILINE)
    pressed = [told for told in first if b"writes to everybody" in told]
    assert _plain(first, marks) == _plain(second, marks)
    if viewer in POWERS:
        assert len(pressed) == len(one.sheets)
        assert [told for told in first if told not in pressed] == [
            told for told in second if b"writes to everybody" not in told
        ]


def _plain(told: list[bytes], marks: re.Pattern[bytes]) -> list[bytes]:
    """Mails of press without their marks, which come from the random names of messages; all others whole."""
    return [
        re.sub(rb"={1,2}[0-9a-f]{32}", b"=mark", marks.sub(b"", one))
        if b"writes to everybody" in one
        else one
        for one in told
    ]
