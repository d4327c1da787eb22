"""What people choose: switches for all games and one, pace and zone, devices, and stopping by link."""

import datetime as dt
import email
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.games.tables import current, person, started
from tests.notices.post import carried, mails_to, notices
from trekdip.games import signals
from trekdip.games.errors import BadInput, NotFound
from trekdip.games.models import Game, Phase
from trekdip.notices import kinds, paces, postman, selectors, services, tokens
from trekdip.notices.models import Notice, Preference
from trekdip.notices.services.carrying import prune

pytestmark = pytest.mark.django_db
EVERYTHING = dict.fromkeys(((kind, channel) for kind in kinds.KINDS for channel in kinds.CHANNELS), True)


@pytest.fixture
def game() -> Game:
    """A running game whose first notices have gone out."""
    made = started(title="The long night")
    carried()
    return made


def without(kind: str) -> dict[tuple[str, str], bool]:
    """All switches on but those of one kind."""
    return {place: place[0] != kind for place in EVERYTHING}


def announce(game: Game, text: str = "Hear this") -> None:
    """An announcement by the GM."""
    signals.announced.send(sender=Game, game=game, text=text)


def test_what_is_switched_off_for_all_games_is_not_told(game: Game) -> None:
    services.preferences_save(by=person("austria"), game=None, wanted=without("desk"))
    announce(game)
    assert "austria" not in {one.recipient.username for one in notices(game, "desk")}
    assert len(carried()) == 7


def test_a_game_can_differ_from_the_rest(game: Game) -> None:
    austria = person("austria")
    services.preferences_save(by=austria, game=None, wanted=without("desk"))
    services.preferences_save(by=austria, game=game, wanted=EVERYTHING)
    other = started(title="Another")
    carried()
    announce(game)
    announce(other)
    (told,) = mails_to("austria", carried())
    assert told.subject.startswith("The long night")
    services.preferences_save(by=austria, game=game, wanted={})
    announce(game)
    assert mails_to("austria", carried()) == []


def test_what_is_switched_off_while_it_waits_is_not_sent(game: Game) -> None:
    announce(game)
    services.preferences_save(by=person("austria"), game=game, wanted=without("desk"))
    assert mails_to("austria", carried()) == []


def test_switches_that_do_not_exist_are_refused(game: Game) -> None:
    for place in (("phase", "pigeon"), ("receipt", "mail"), ("gossip", "push")):
        with pytest.raises(BadInput):
            services.preferences_save(by=person("austria"), game=game, wanted={place: True})


def test_a_daily_mail_gathers_and_comes_at_its_hour(game: Game) -> None:
    services.habit_save(by=person("austria"), zone="Australia/Sydney", pace="daily", hour=7)
    announce(game, "First")
    announce(game, "Second")
    due = {one.due_at for one in Notice.objects.filter(recipient=person("austria"), done_at=None)}
    (moment,) = due
    assert moment.astimezone(ZoneInfo("Australia/Sydney")).hour == 7
    mail.outbox.clear()
    postman.carry(at=moment - dt.timedelta(seconds=1))
    assert mails_to("austria", mail.outbox) == []
    postman.carry(at=moment)
    (one,) = mails_to("austria", mail.outbox)
    assert one.subject == "The long night: 2 notices"
    assert one.body.index("First") < one.body.index("Second")


def test_urgent_notices_do_not_wait(game: Game) -> None:
    services.habit_save(by=person("austria"), zone="UTC", pace="daily", hour=7)
    seats = list(game.seats.filter(power="austria"))
    signals.reminder_due.send(sender=Phase, phase=current(game), seats=seats)
    assert len(mails_to("austria", carried())) == 1


def test_a_change_of_pace_reaches_what_waits(game: Game) -> None:
    austria = person("austria")
    services.habit_save(by=austria, zone="UTC", pace="daily", hour=7)
    announce(game)
    services.habit_save(by=austria, zone="UTC", pace="now", hour=7)
    assert len(mails_to("austria", carried())) == 1


def test_a_digest_of_several_games_says_so(game: Game) -> None:
    austria = person("austria")
    other = started(title="Another")
    carried()
    services.habit_save(by=austria, zone="UTC", pace="hourly", hour=7)
    announce(game)
    announce(other)
    sent = carried(dt.timedelta(hours=1, seconds=1))
    (one,) = mails_to("austria", sent)
    assert one.subject == "2 notices from 2 games"
    assert "The long night" in one.body
    assert "Another" in one.body


@pytest.mark.parametrize(
    ("at", "zone", "hour", "expected"),
    [
        ("2030-06-01T04:59:00+00:00", "Europe/Berlin", 7, "2030-06-01T05:00:00+00:00"),
        ("2030-06-01T05:00:00+00:00", "Europe/Berlin", 7, "2030-06-02T05:00:00+00:00"),
        # The clocks go forward on 31 March 2030 and back on 27 October.
        ("2030-03-30T12:00:00+00:00", "Europe/Berlin", 7, "2030-03-31T05:00:00+00:00"),
        ("2030-10-26T12:00:00+00:00", "Europe/Berlin", 7, "2030-10-27T06:00:00+00:00"),
        ("2030-03-30T12:00:00+00:00", "Europe/Berlin", 2, "2030-03-31T01:00:00+00:00"),
        ("2030-06-01T12:00:00+00:00", "Asia/Kathmandu", 8, "2030-06-02T02:15:00+00:00"),
        ("2030-06-01T12:00:00+00:00", "Pacific/Kiritimati", 8, "2030-06-01T18:00:00+00:00"),
        ("2030-06-01T12:00:00+00:00", "Pacific/Pago_Pago", 8, "2030-06-01T19:00:00+00:00"),
    ],
)
def test_once_a_day_is_by_the_readers_wall_clock(at: str, zone: str, hour: int, expected: str) -> None:
    moment = dt.datetime.fromisoformat(at)
    assert paces.due(moment, pace="daily", zone=zone, hour=hour, urgent=False).isoformat() == expected


def test_once_an_hour_is_the_next_full_hour() -> None:
    at = dt.datetime(2030, 1, 1, 23, 0, 1, tzinfo=dt.UTC)
    due = paces.due(at, pace="hourly", zone="Asia/Kathmandu", hour=0, urgent=False)
    assert due == dt.datetime(2030, 1, 2, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("zone", "pace", "hour"), [("Mars/Olympus", "now", 1), ("UTC", "often", 1), ("UTC", "now", 24)]
)
def test_habits_that_do_not_exist_are_refused(zone: str, pace: str, hour: int) -> None:
    with pytest.raises(BadInput):
        services.habit_save(by=person("austria"), zone=zone, pace=pace, hour=hour)


def test_mails_carry_one_click_unsubscribing(game: Game) -> None:
    announce(game)
    (told,) = mails_to("austria", carried())
    headers = email.message_from_bytes(told.message().as_bytes())
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = headers["List-Unsubscribe"].strip().strip("<>")
    assert url.startswith("https://trekdip.example/notices/stop/")
    client = Client(enforce_csrf_checks=True)
    path = url.removeprefix("https://trekdip.example")
    assert client.get(path).status_code == 200
    assert not Preference.objects.exists()
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    announce(game)
    assert mails_to("austria", carried()) == []
    signals.vote_called.send(sender=Game, game=game, kind="draw", by_power=None)
    assert len(mails_to("austria", carried())) == 1


def test_a_stop_can_be_widened_to_the_game_and_to_everything(game: Game) -> None:
    austria = person("austria")
    token = tokens.stop_token(austria.pk, game.slug, "desk")
    services.mail_stop(token=token, scope="game")
    assert not any(one.switches[0].wanted for one in selectors.chosen(austria, game).rows)
    assert all(one.switches[0].wanted for one in selectors.chosen(austria, None).rows)
    assert all(one.switches[1].wanted for one in selectors.chosen(austria, game).rows)
    services.preferences_save(by=austria, game=game, wanted=EVERYTHING)
    services.mail_stop(token=token, scope="all")
    assert not any(one.switches[0].wanted for one in selectors.chosen(austria, game).rows)
    assert not any(one.switches[0].wanted for one in selectors.chosen(austria, None).rows)


def test_tokens_of_nobody_stop_nothing(game: Game) -> None:
    good = tokens.stop_token(person("austria").pk, game.slug, "desk")
    for token in ("", "x", good[:-1], good[1:], tokens.stop_token(987654, game.slug, "desk")):
        with pytest.raises(NotFound):
            services.mail_stop(token=token)
    assert not Preference.objects.exists()


def test_the_page_saves_switches_and_habits(game: Game, client: Client) -> None:
    austria = person("austria")
    client.force_login(austria)
    page = client.get(reverse("notices")).content.decode()
    assert "Results and new phase" in page
    client.post(reverse("notices"), {"act": "switches", "on": ["phase:mail", "press:push"]})
    rows = {row.kind.id: [one.wanted for one in row.switches] for row in selectors.chosen(austria, None).rows}
    assert rows["phase"] == [True, False]
    assert rows["press"] == [False, True]
    assert rows["vote"] == [False, False]
    client.post(reverse("notices"), {"act": "habit", "pace": "daily", "zone": "Asia/Tokyo", "hour": "6"})
    habit = selectors.habit(austria)
    assert (habit.pace, habit.zone, habit.hour) == ("daily", "Asia/Tokyo", 6)
    refused = client.post(
        reverse("notices"), {"act": "habit", "pace": "daily", "zone": "Nowhere", "hour": "6"}
    )
    assert refused.status_code == 200
    assert selectors.habit(austria).zone == "Asia/Tokyo"
    client.post(reverse("game_notices", args=[game.slug]), {"act": "switches", "on": ["vote:mail"]})
    assert selectors.chosen(austria, game).changed
    client.post(reverse("game_notices", args=[game.slug]), {"act": "follow"})
    assert not selectors.chosen(austria, game).changed


def test_what_was_sent_long_ago_is_removed(game: Game) -> None:
    announce(game)
    assert prune(at=timezone.now() + dt.timedelta(days=59)) == 0
    assert prune(at=timezone.now() + dt.timedelta(days=61)) == 8
    assert len(notices(game, "desk")) == 8  # not sent yet
