"""Every kind of notice: who gets it, what it says, and that it exists once."""

import datetime as dt

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from tests.games import stdip_tables
from tests.games.tables import OPENING, POWERS, current, person, started, submit, submit_all
from tests.notices.post import carried, mails_to, notices
from trekdip.games import dispatches, selectors, services, signals
from trekdip.games.models import Game, Phase
from trekdip.gm import services as desk
from trekdip.notices import postman
from trekdip.notices import services as choices
from trekdip.notices.models import Notice
from trekdip.notices.services.carrying import notices_claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A running game whose first notices have gone out."""
    made = started(title="The long night")
    carried()
    return made


def test_a_new_phase_is_told_to_everybody_with_the_results_in_words(game: Game) -> None:
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    sent = carried()
    assert sorted(one.to[0] for one in sent) == sorted(person(name).email for name in (*POWERS, "gm"))
    (austria,) = mails_to("austria", sent)
    assert austria.subject == f"The long night: {current(game).title}"
    assert "Army Budapest moves to Serbia" in austria.body
    assert f"https://trekdip.example/games/{game.slug}/phases/1/" in austria.body
    assert austria.alternatives[0].mimetype == "text/html"
    assert "Army Budapest moves to Serbia" in austria.alternatives[0].content
    assert carried() == []


def test_the_first_phase_is_told_when_the_game_begins() -> None:
    game = started()
    assert len(notices(game, "phase")) == 8
    assert len(carried()) == 8


def test_deadlines_are_told_by_the_readers_clock(game: Game) -> None:
    choices.habit_save(by=person("austria"), zone="America/New_York", pace="now", hour=8)
    deadline = (timezone.now() + dt.timedelta(days=3)).replace(microsecond=0)
    desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=deadline, reason="A holiday")
    sent = carried()
    (austria,), (england,) = mails_to("austria", sent), mails_to("england", sent)
    assert "A holiday" in austria.body
    assert "EST" in austria.body or "EDT" in austria.body
    assert "UTC" in england.body


def test_dispatches_go_to_their_own_reader_alone() -> None:
    game = stdip_tables.began(title="Secrets")
    stdip_tables.play(game, 4, chance=3)
    told = {}
    for power in stdip_tables.POWERS:
        viewer, reported = selectors.reported(person(power), game)
        told[power] = {
            one.sentence
            for season in dispatches.seasons("stdip", viewer, reported)
            for one in season.dispatches
        }
    assert any(told.values())
    sent = carried()
    for power in stdip_tables.POWERS:
        own = "\n".join(one.body for one in mails_to(power, sent))
        assert all(sentence in own for sentence in told[power])
        others = set().union(*(told[other] for other in stdip_tables.POWERS if other != power))
        assert [sentence for sentence in others - told[power] if sentence in own] == []


def test_reminders_go_to_those_who_owe_and_only_while_they_do(game: Game) -> None:
    phase, seats = current(game), list(game.seats.filter(power__in=["austria", "italy"]))
    signals.reminder_due.send(sender=Phase, phase=phase, seats=seats)
    signals.reminder_due.send(sender=Phase, phase=phase, seats=seats)
    assert [one.recipient.username for one in notices(game, "reminder")] == ["austria", "italy"]
    submit(game, "italy", ["A ven H"], final=True)
    sent = carried()
    assert [one.to for one in sent] == [[person("austria").email]]
    assert "awaited" in sent[0].subject


def test_grace_names_who_is_publicly_missing(game: Game) -> None:
    signals.grace_begun.send(sender=Phase, phase=current(game), powers=["turkey"])
    sent = carried()
    assert len(sent) == 8
    assert all("No orders have come from: Turkey." in one.body for one in sent)


def test_a_vote_says_who_called_it_only_where_that_is_open(game: Game) -> None:
    signals.vote_called.send(sender=Game, game=game, kind="draw", by_power=None)
    (secret,) = mails_to("austria", carried())
    assert "Who called it is not told." in secret.body
    signals.vote_called.send(sender=Game, game=game, kind="end", by_power="italy")
    (open_one,) = mails_to("austria", carried())
    assert "It was called by Italy." in open_one.body


def test_a_seat_that_changes_hands_is_told_and_the_old_player_hears_nothing(game: Game) -> None:
    newcomer = person("newcomer")
    desk.seat_replace(by=game.gm, game=game, power="turkey", newcomer=newcomer, reason="ill")
    sent = carried()
    assert mails_to("turkey", sent) == []
    (own,), (other,) = mails_to("newcomer", sent), mails_to("austria", sent)
    assert own.subject == "The long night: You play Turkey"
    assert "Turkey is played by newcomer" in other.body


def test_what_was_under_way_to_somebody_who_lost_the_seat_is_not_sent(game: Game) -> None:
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    assert Notice.objects.filter(recipient=person("turkey"), done_at=None, kind="phase").exists()
    services.game_leave(by=person("turkey"), game=game)
    assert mails_to("turkey", carried()) == []
    assert notices(game, "phase")[-1].outcome == "nothing"


def test_announcements_and_corrections_carry_the_gms_words(game: Game) -> None:
    signals.announced.send(sender=Game, game=game, text="Happy <new> year")
    signals.correction_made.send(sender=Game, game=game, reason="A typing error in Rome")
    first, second = mails_to("austria", carried())
    assert "Happy <new> year" in first.body
    assert "Happy &lt;new&gt; year" in first.alternatives[0].content
    assert "A typing error in Rome" in second.body
    assert "corrected" in second.body


def test_the_end_of_a_game_is_told(game: Game) -> None:
    Phase.objects.filter(game=game).update(status="resolved", resolved_at=timezone.now())
    Game.objects.filter(pk=game.pk).update(
        status="finished", outcome="solo", winner=["italy"], ended_at=timezone.now()
    )
    game.refresh_from_db()
    signals.game_ended.send(sender=Game, game=game)
    sent = carried()
    assert len(sent) == 8
    assert "Won by Italy." in sent[0].body


def test_events_that_are_undone_are_not_told(game: Game) -> None:
    with transaction.atomic():
        signals.announced.send(sender=Game, game=game, text="Never mind")
        transaction.set_rollback(True)
    assert notices(game, "desk") == []


def _away(*_: object) -> int:
    """A mail server that is not there."""
    raise ConnectionRefusedError


def test_mail_that_cannot_be_sent_is_tried_again_later(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    signals.announced.send(sender=Game, game=game, text="Hear this")
    now = timezone.now() + dt.timedelta(seconds=1)

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", _away)
        assert postman.carry(at=now) == 0
    mail.outbox.clear()
    assert postman.carry(at=now) == 0
    assert postman.carry(at=now + dt.timedelta(minutes=2)) == 8
    assert len(mail.outbox) == 8


def test_mail_is_given_up_after_many_attempts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    signals.announced.send(sender=Game, game=game, text="Hear this")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", _away)
    for hours in range(20):
        postman.carry(at=timezone.now() + dt.timedelta(hours=6 * hours, seconds=1))
    assert {one.outcome for one in notices(game, "desk")} == {"failed"}


def test_a_worker_that_died_leaves_its_claim_to_run_out(game: Game) -> None:
    signals.announced.send(sender=Game, game=game, text="Hear this")
    now = timezone.now() + dt.timedelta(seconds=1)
    (lost,) = notices_claim(channel="mail", at=now)
    assert postman.carry(at=now) == 7
    mail.outbox.clear()
    assert postman.carry(at=now + dt.timedelta(minutes=6)) == 1
    assert mail.outbox[0].to == [lost.recipient.email]


def test_accounts_that_no_mail_can_reach_get_none() -> None:
    person("gm")
    type(person("gm")).objects.filter(username="gm").update(email="gm@demo.invalid")
    started()
    assert mails_to("gm", carried()) == []
