"""Press tells nothing hidden: games that differ only in what third parties say to each other in secret give
a bystander the same bytes, everywhere.
"""

import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client

from tests.games.tables import person, started
from tests.games.twins import SLUG, _quiet, differing, rolled_back
from tests.press.talk import say
from trekdip.games import selectors as games
from trekdip.games.models import Game
from trekdip.live import payloads
from trekdip.press import selectors, services
from trekdip.press.models import Message

pytestmark = pytest.mark.django_db

ASKED = (
    "/",
    f"/games/{SLUG}/",
    f"/games/{SLUG}/state",
    f"/games/{SLUG}/panels",
    f"/games/{SLUG}/phases/0/",
    f"/games/{SLUG}/observers",
    f"/games/{SLUG}/audit",
    f"/games/{SLUG}/desk/",
    f"/games/{SLUG}/press/",
    f"/games/{SLUG}/press/?q=xyzzy",
    f"/games/{SLUG}/press/?q=peace",
    f"/games/{SLUG}/press/unread",
    f"/games/{SLUG}/press/export.txt",
    f"/games/{SLUG}/press/export.json",
    f"/games/{SLUG}/press/reports",
    f"/games/{SLUG}/press/with/everybody/",
    f"/games/{SLUG}/press/with/everybody/?after=shared0",
    f"/games/{SLUG}/press/with/austria+italy/",
    f"/games/{SLUG}/press/with/gm+italy/",
    f"/games/{SLUG}/press/with/austria+turkey/",
    f"/games/{SLUG}/press/with/austria+england/",
    f"/games/{SLUG}/press/with/austria+turkey/secret0/board.svg",
    f"/games/{SLUG}/press/with/austria+turkey/?after=secret0",
    f"/games/{SLUG}/press/to?to=austria&to=turkey",
)
POSTED = (
    (f"/games/{SLUG}/press/with/austria+turkey/", {"text": "let me in"}),
    (f"/games/{SLUG}/press/with/austria+turkey/secret0/report", {"reason": "so"}),
    (f"/games/{SLUG}/press/mute", {"target": "austria+turkey", "on": "on"}),
    (f"/games/{SLUG}/press/reports/austria+turkey", {"reason": "so"}),
)


def talked(*, busy: bool) -> Game:
    """A game in which all hear the same; where it is `busy`, others have many secrets besides."""
    game = started(title="Twins", rhythm={})
    Game.objects.filter(pk=game.pk).update(slug=SLUG, invite_token="t" * 22, seed_hash="0" * 64)
    game.refresh_from_db()

    def whisper(number: int) -> None:
        if not busy:
            return
        say(game, "austria", "austria+turkey", f"xyzzy {number}", "position:0" if number % 2 else "")
        say(game, "turkey", "austria+england+turkey", f"xyzzy {number}")
        say(game, "russia", "gm+russia", "hidden from the bystander")
        services.mute_set(by=person("turkey"), game=game, target="italy", muted=True)
        services.handover_set(by=person("austria"), game=game, agreed=True)

    shared = []
    for number in range(3):
        whisper(number)
        shared.append(say(game, "france", "everybody", "peace"))
        whisper(number)
        shared.append(say(game, "austria", "austria+italy", "peace between us"))
        shared.append(say(game, "gm", "gm+italy", "mind the deadline"))
        if busy:
            last = shared[-2]  # somebody else reads what the bystander wrote to them
            services.mark_read(by=person("austria"), game=game, key="austria+italy", name=last.name)
    shared.append(say(game, "italy", "austria+italy", "peace then"))
    if busy:
        services.mark_read(by=person("austria"), game=game, key="austria+italy", name=shared[-1].name)
        secret = Message.objects.filter(conversation__key="austria+turkey").earliest("pk")
        Message.objects.filter(pk=secret.pk).update(name="secret0")
        services.message_report(
            by=person("turkey"), game=game, key="austria+turkey", name="secret0", reason="xyzzy"
        )
    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    for number, message in enumerate(shared):
        moment = at + dt.timedelta(minutes=number)
        Message.objects.filter(pk=message.pk).update(name=f"shared{number}", at=moment)
    return game


def received(who: str | None, *, busy: bool) -> dict[str, bytes]:
    """Everything a bystander can ask for, and what their socket goes by."""
    got = {}
    with rolled_back():
        game = talked(busy=busy)
        client = Client()
        if who is not None:
            client.force_login(person(who))
        for url in ASKED:
            answer = client.get(url)
            headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.items()))
            got[url] = _quiet(f"{answer.status_code}\n{headers}\n{answer.getvalue().decode()}")
        for url, data in POSTED:
            answer = client.post(url, data)
            got[f"POST {url}"] = _quiet(f"{answer.status_code}\n{answer.getvalue().decode()}")
        user = person(who) if who else AnonymousUser()
        viewer = games.viewer_of(user, game)
        tallies = selectors.tallies(game.pk)
        assert tallies is not None
        got["tally"] = str(tallies.of(user.pk, viewer)).encode()
        pushed = payloads._payload(game.pk, viewer)
        got["pushed"] = _quiet(pushed.text if pushed else "")
        got["mails"] = repr([sent.body for sent in mail.outbox if who and who in sent.to[0]]).encode()
    return got


@pytest.mark.parametrize("who", ["italy", "germany", "stranger", None])
def test_a_bystander_gets_the_same_bytes_whatever_others_whisper(who: str | None) -> None:
    quiet, busy = received(who, busy=False), received(who, busy=True)
    assert quiet.keys() == busy.keys()
    assert {
        asked: differing(quiet[asked], busy[asked]) for asked in quiet if quiet[asked] != busy[asked]
    } == {}
    assert not any(b"xyzzy " in answer for answer in busy.values())
    assert b"peace" in busy[f"/games/{SLUG}/press/with/everybody/"]


def test_the_gm_learns_of_what_was_reported_and_nothing_else() -> None:
    with rolled_back():
        game = talked(busy=True)
        client = Client()
        client.force_login(game.gm)
        told = b"".join(client.get(url).getvalue() for url in ASKED if "press/reports" not in url)
        assert b"hidden from the bystander" in told  # the GM's own conversation with Russia
        assert b"xyzzy 0" not in told
        assert b"austria+turkey" not in told
        reports = client.get(f"/games/{SLUG}/press/reports").getvalue()
        assert b"xyzzy 0" not in reports
        assert b"Turkey" in reports
