"""Deadlines by the rhythm and by hand, reminders, pauses and absences; and the limits of a GM who plays."""

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.games.clocks import SECOND, end, heard, pass_deadline, reach_reminders
from tests.games.tables import OPENING, POWERS, current, person, started, submit, submit_all
from trekdip.games import selectors, services, signals, terms
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Absence, ClockEvent, Game, Phase, Reminder
from trekdip.games.rhythm import Length, Rhythm
from trekdip.games.terms import DAY, HOUR, Terms
from trekdip.gm import services as desk
from trekdip.live import sweep

pytestmark = pytest.mark.django_db

MINUTE = dt.timedelta(minutes=1)
DAYS = dt.timedelta(days=1)
BOOK: dict[str, Any] = {"rhythm": None, "clock_terms": None}


def left(game: Game) -> dt.timedelta:
    """What is left until the deadline."""
    deadline = current(game).deadline
    assert deadline is not None
    return deadline - timezone.now()


def test_a_table_keeps_the_rulebooks_week_unless_it_says_otherwise() -> None:
    game = started(**BOOK)
    assert terms.from_data(game.clock_terms) == terms.RULEBOOK.terms
    deadline = current(game).deadline
    assert deadline is not None
    local = deadline.astimezone(dt.UTC) - dt.timedelta(hours=4)
    assert local.strftime("%a") in {
        "Thu",
        "Fri",
    }  # 21:00 in Boston is the next day in UTC, an hour more or less
    assert left(game) >= 2 * DAYS - MINUTE


def test_late_results_suspend_the_next_deadline_and_everybody_is_told() -> None:
    game = started(**BOOK, early=False)
    submit_all(game, OPENING, final=False)
    end(game, ago=dt.timedelta(days=6, hours=20))
    services.phase_resolve(phase_id=current(game).pk)
    assert current(game).turn == "F1901M"
    assert current(game).deadline is None
    assert selectors.clock_head(game).late
    later = timezone.now() + 3 * DAYS
    desk.deadline_move(by=game.gm, game=game, ordinal=1, deadline=later, reason="sorry, late")
    head = selectors.clock_head(game)
    assert not head.late
    assert head.news is not None
    assert head.news.reason == "sorry, late"


def test_a_moved_deadline_and_its_reason_are_for_everybody() -> None:
    game = started()
    before = current(game).deadline
    later = timezone.now() + 3 * DAYS
    with heard(signals.deadline_moved) as told:
        desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=later, reason="thanksgiving")
    assert told == [{"phase": current(game), "reason": "thanksgiving"}]
    (event,) = selectors.clock(person("stranger"), game).events
    assert (event.by, event.reason, event.was, event.deadline) == ("gm", "thanksgiving", before, later)


def test_the_first_turn_has_its_own_length() -> None:
    game = started(rhythm=Rhythm(kinds={"M": Length(HOUR)}, first=3 * DAY))
    assert left(game) > 3 * DAYS - MINUTE
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    assert left(game) < dt.timedelta(minutes=61)


# Reminders

REMINDING = Terms(grace=0, reminders=(12 * HOUR, 3 * HOUR))


def test_reminders_go_once_and_to_those_who_owe_orders_only() -> None:
    game = started(clock_terms=REMINDING)
    submit(game, "austria", OPENING["austria"])
    services.sheet_final(by=person("england"), game=game, ordinal=0, final=False)
    Phase.objects.filter(game=game).update(awaiting=[power for power in POWERS if power != "france"])
    assert Reminder.objects.filter(phase__game=game).count() == 2
    assert selectors.reminders_due() == []
    phase = reach_reminders(game)
    assert selectors.reminders_due() == [phase.pk]
    with heard(signals.reminder_due) as told:
        owing = services.phase_remind(phase_id=phase.pk)
        assert services.phase_remind(phase_id=phase.pk) == []
    assert [seat.power for seat in owing] == ["germany", "italy", "russia", "turkey"]
    assert [values["seats"] for values in told] == [owing]
    assert selectors.reminders_due() == []
    reach_reminders(game)
    assert selectors.reminders_due() == [phase.pk]


def test_several_reminders_that_are_due_at_once_go_as_one() -> None:
    game = started(clock_terms=REMINDING)
    phase = reach_reminders(game, 2)
    with heard(signals.reminder_due) as told:
        assert sweep.sweep().reminders == 1
        assert sweep.sweep().reminders == 0
    assert len(told) == 1
    assert told[0]["phase"] == phase


def test_reminders_follow_the_deadline() -> None:
    game = started(clock_terms=REMINDING)
    later = timezone.now() + 2 * DAYS
    desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=later, reason="r")
    due = Reminder.objects.filter(phase__game=game).values_list("due_at", flat=True)
    assert sorted(due) == [later - dt.timedelta(hours=12), later - dt.timedelta(hours=3)]
    desk.game_pause(by=game.gm, game=game, reason="r")
    assert not Reminder.objects.filter(phase__game=game).exists()
    desk.game_resume(by=game.gm, game=game)
    assert Reminder.objects.filter(phase__game=game).count() == 2
    soon = timezone.now() + dt.timedelta(hours=4)
    desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=soon, reason="r")
    assert Reminder.objects.filter(phase__game=game).count() == 1  # the other moment is past


def test_nobody_is_reminded_when_all_is_in_or_over() -> None:
    game = started(clock_terms=REMINDING)
    submit_all(game, OPENING, final=False)
    phase = reach_reminders(game)
    with heard(signals.reminder_due) as told:
        assert services.phase_remind(phase_id=phase.pk) == []
    end(game)
    reach_reminders(game)
    assert selectors.reminders_due() == []
    services.phase_resolve(phase_id=phase.pk)
    assert not Reminder.objects.filter(phase=phase, sent_at=None).exists()
    assert told == []


def test_in_grace_the_missing_are_reminded() -> None:
    game = started(clock_terms=Terms(grace=12 * HOUR, reminders=(3 * HOUR,)))
    submit_all(game, {power: OPENING[power] for power in POWERS if power != "italy"}, final=False)
    pass_deadline(game)
    reach_reminders(game)
    assert [seat.power for seat in services.phase_remind(phase_id=current(game).pk)] == ["italy"]


def test_a_reminder_is_before_its_deadline() -> None:
    phase = current(started())
    with pytest.raises(IntegrityError), transaction.atomic():
        Reminder.objects.create(phase=phase, due_at=timezone.now(), deadline=timezone.now() - SECOND)


# Pauses


def test_orders_sent_while_the_clock_stands_are_kept() -> None:
    game = started()
    desk.game_pause(by=game.gm, game=game, reason="holidays")
    assert submit(game, "austria", OPENING["austria"]).saved
    head = selectors.clock_head(game)
    assert head.news is not None
    assert (head.news.act, head.news.reason) == ("pause", "holidays")
    desk.game_resume(by=game.gm, game=game)
    assert current(game).sheets.get().seat.power == "austria"


def test_a_gms_pause_has_no_end_of_its_own() -> None:
    game = started()
    desk.game_pause(by=game.gm, game=game, reason="r")
    game.refresh_from_db()
    assert (game.pause, game.paused_until) == ("gm", None)
    assert selectors.pauses_over() == []


LIMITS = Terms(grace=0, extensions=2, extension=DAY, pauses=1, pause=2 * DAY)


def playing(**given: Any) -> Game:
    """A game whose GM plays Austria."""
    return started(by=person("austria"), gm_plays=True, clock_terms=LIMITS, **given)


def test_a_gm_who_plays_pauses_within_the_tables_limits() -> None:
    game = playing()
    desk.game_pause(by=game.gm, game=game, reason="r")
    game.refresh_from_db()
    assert game.paused_until is not None
    assert abs(game.paused_until - timezone.now() - 2 * DAYS) < MINUTE
    Game.objects.filter(pk=game.pk).update(paused_until=timezone.now() - SECOND)
    assert sweep.sweep().pauses == 1
    game.refresh_from_db()
    assert game.status == "running"
    with pytest.raises(NotNow, match="pause 1 times"):
        desk.game_pause(by=game.gm, game=game, reason="again")


def test_a_gm_who_plays_changes_deadlines_within_the_tables_limits() -> None:
    game = playing()
    deadline = current(game).deadline
    assert deadline is not None
    with pytest.raises(BadInput, match="1 day at most"):
        desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=deadline + 2 * DAYS, reason="r")
    with pytest.raises(BadInput, match="take it away"):
        desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=None, reason="r")
    desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=deadline + DAYS, reason="r")
    desk.deadline_force(by=game.gm, game=game, ordinal=0, reason="r")
    soon = timezone.now() + DAYS / 24
    with pytest.raises(NotNow, match="2 times"):
        desk.deadline_move(by=game.gm, game=game, ordinal=1, deadline=soon, reason="r")
    with pytest.raises(NotNow, match="2 times"):
        desk.deadline_force(by=game.gm, game=game, ordinal=1, reason="r")


def test_a_gm_who_does_not_play_is_not_bound() -> None:
    game = started(clock_terms=Terms(grace=0, extensions=0, pauses=0))
    for _ in range(2):
        desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=timezone.now() + DAYS, reason="r")
        desk.game_pause(by=game.gm, game=game, reason="r")
        desk.game_resume(by=game.gm, game=game)
    assert ClockEvent.objects.filter(game=game).count() == 6


# Absences


def away(power: str, first: float, last: float, **given: Any) -> Absence:
    """The player of a power is away from so many days on."""
    now = timezone.now()
    return services.absence_announce(
        by=person(power), begins=now + first * DAYS, ends=now + last * DAYS, **given
    )


HEEDING = Terms(grace=0, absences="extend", absence=7 * DAY)


def test_an_absence_announced_ahead_moves_the_deadline_behind_it() -> None:
    game = started(rhythm={"M": 48}, clock_terms=HEEDING)
    with heard(signals.deadline_moved) as told:
        away("italy", 1, 4, game=game, note="a wedding")
    assert abs(left(game) - 4 * DAYS) < MINUTE
    (event,) = ClockEvent.objects.filter(game=game)
    assert (event.act, event.powers) == ("absence", ["italy"])
    assert event.reason.startswith("Italy is away until")
    assert [values["reason"] for values in told] == [event.reason]
    planned = Reminder.objects.filter(phase__game=game).values_list("deadline", flat=True)
    assert list(planned) == [current(game).deadline] * 2


def test_an_absence_counts_for_phases_that_open_later() -> None:
    game = started(rhythm={"M": 24}, clock_terms=HEEDING)
    away("italy", 1.5, 4)
    assert left(game) < DAYS + MINUTE
    Phase.objects.filter(game=game).update(opened_at=timezone.now() - DAYS)
    end(game)
    Absence.objects.update(begins=timezone.now() + MINUTE, announced_at=timezone.now() - 2 * DAYS)
    services.phase_resolve(phase_id=current(game).pk)
    assert abs(left(game) - 4 * DAYS) < MINUTE


@pytest.mark.parametrize(
    ("agreed", "first", "last"),
    [
        (HEEDING, 1, 10),  # longer than the table puts up with
        (HEEDING, 3, 5),  # the deadline is before it
        (Terms(grace=0, absences="show"), 1, 4),
    ],
)
def test_absences_that_move_no_deadline(agreed: Terms, first: float, last: float) -> None:
    game = started(rhythm={"M": 48}, clock_terms=agreed)
    away("italy", first, last)
    assert abs(left(game) - 2 * DAYS) < MINUTE
    assert not ClockEvent.objects.filter(game=game).exists()


def test_absences_announced_too_late_or_used_up_move_nothing() -> None:
    late = started(rhythm={"M": 12}, clock_terms=HEEDING)
    away("italy", 0.1, 4, game=late)
    assert left(late) < DAYS
    used = started(rhythm={"M": 48}, clock_terms=HEEDING, title="Used")
    away("austria", 1, 6)
    assert left(used) > 5 * DAYS
    away("austria", 5, 10)
    assert left(used) < 7 * DAYS


def test_who_is_not_awaited_moves_nothing() -> None:
    game = started(rhythm={"M": 48}, clock_terms=HEEDING)
    Phase.objects.filter(game=game).update(awaiting=["austria"])
    away("italy", 1, 4)
    assert left(game) < 2 * DAYS + MINUTE


def test_everybody_sees_who_is_away_until_it_is_taken_back() -> None:
    game = started()
    other = started(title="Other")
    absence = away("italy", 0, 3, game=game, note="sailing")
    shown = selectors.clock(person("stranger"), game).away
    assert [(one.power, one.player, one.note, one.now, one.mine) for one in shown] == [
        ("italy", "italy", "sailing", True, False)
    ]
    assert set(selectors.clock_head(game).away) == {"italy"}
    assert selectors.clock(person("italy"), other).away == []
    with pytest.raises(NotFound):
        services.absence_cancel(by=person("austria"), absence_id=absence.pk)
    services.absence_cancel(by=person("italy"), absence_id=absence.pk)
    assert selectors.clock(person("stranger"), game).away == []


def test_at_an_anonymous_table_an_absence_from_all_games_is_not_told() -> None:
    game = started(rhythm={"M": 48}, clock_terms=HEEDING)
    Game.objects.filter(pk=game.pk).update(press="anonymous")
    game.refresh_from_db()
    assert game.names_hidden
    away("italy", 1, 4)
    assert selectors.clock(person("austria"), game).away == []
    assert left(game) < 2 * DAYS + MINUTE
    away("italy", 1, 4, game=game)
    (shown,) = selectors.clock(person("austria"), game).away
    assert shown.player != "italy"
    assert left(game) > 3 * DAYS


def test_absences_that_are_none() -> None:
    game = started()
    for first, last in ((2, 1), (-3, -1), (1, 90), (400, 401)):
        with pytest.raises(BadInput):
            away("italy", first, last)
    with pytest.raises(BadInput, match="note"):
        away("italy", 1, 2, note="x" * 121)
    with pytest.raises(NotAllowed):
        away("stranger", 1, 2, game=game)
    for _ in range(20):
        away("italy", 1, 2)
    with pytest.raises(NotNow):
        away("italy", 1, 2)
