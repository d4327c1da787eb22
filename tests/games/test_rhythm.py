"""Rhythms: the rulebook's week, late results, days of rest, clocks put forward and back; and its laws."""

import datetime as dt
import zoneinfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trekdip.games import rhythm as r
from trekdip.games import terms
from trekdip.games.rhythm import Length, Moment, Rhythm, Span

BOSTON = zoneinfo.ZoneInfo("America/New_York")
BOOK = terms.RULEBOOK.rhythm
KINDS = ("M", "R", "M", "R", "A")


def boston(text: str) -> dt.datetime:
    """A time in Boston, as `2026-01-08 21:00`."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=BOSTON)


def local(at: dt.datetime | None, zone: str = "America/New_York") -> str:
    """A deadline in local words, as `Thu 2026-01-08 21:00`."""
    return f"{at.astimezone(zoneinfo.ZoneInfo(zone)):%a %Y-%m-%d %H:%M}" if at else "never"


def ends(rhythm: Rhythm, kind: str, opened: str, **given: dt.datetime | bool) -> str:
    """When a phase ends that opens at a time in Boston."""
    return local(r.next_deadline(rhythm, kind, boston(opened), **given).at)  # type: ignore[arg-type]


def test_the_rulebooks_week() -> None:
    planned = r.plan(BOOK, KINDS, boston("2026-01-05 12:00"), count=6)
    assert [(one.kind, local(one.at)) for one in planned] == [
        ("M", "Thu 2026-01-08 21:00"),
        ("R", "Fri 2026-01-09 21:00"),
        ("M", "Thu 2026-01-15 21:00"),
        ("R", "Fri 2026-01-16 21:00"),
        ("A", "Sat 2026-01-17 21:00"),
        ("M", "Thu 2026-01-22 21:00"),
    ]


def test_a_game_that_begins_late_in_the_week_begins_with_the_next() -> None:
    assert ends(BOOK, "M", "2026-01-07 12:00") == "Thu 2026-01-15 21:00"
    assert ends(BOOK, "M", "2026-01-06 21:00") == "Thu 2026-01-08 21:00"


@pytest.mark.parametrize(
    ("kind", "due", "opened", "deadline"),
    [
        ("R", "2026-01-08 21:00", "2026-01-08 21:00", "Fri 2026-01-09 21:00"),
        ("R", "2026-01-09 09:00", "2026-01-09 09:00", "Fri 2026-01-09 21:00"),  # after twelve hours of grace
        ("R", "2026-01-09 09:00", "2026-01-09 09:14", "Fri 2026-01-09 21:00"),  # the site was a moment late
        ("R", "2026-01-08 21:00", "2026-01-09 09:01", "never"),
        ("R", "2026-01-08 21:00", "2026-01-10 10:00", "never"),  # the day is past
        ("M", "2026-01-10 21:00", "2026-01-13 20:59", "Thu 2026-01-15 21:00"),
        ("M", "2026-01-10 21:00", "2026-01-13 21:01", "never"),
        ("R", "2026-01-15 21:00", "2026-01-09 15:00", "Fri 2026-01-16 21:00"),  # an early end is not late
    ],
)
def test_late_results_leave_the_deadline_to_the_gm(kind: str, due: str, opened: str, deadline: str) -> None:
    found = r.next_deadline(BOOK, kind, boston(opened), due=boston(due))
    assert local(found.at) == deadline
    assert found.late is (deadline == "never")


def test_where_late_results_do_not_suspend_the_next_moment_is_taken() -> None:
    daily = terms.DAILY.rhythm
    assert ends(daily, "M", "2026-01-09 10:00", due=boston("2026-01-08 21:00")) == "Sat 2026-01-10 21:00"
    assert ends(daily, "M", "2026-01-09 08:00", due=boston("2026-01-08 21:00")) == "Fri 2026-01-09 21:00"


def test_a_kind_without_a_pace_is_the_gms() -> None:
    found = r.next_deadline(r.in_hours({"M": 24}), "R", boston("2026-01-08 21:00"))
    assert (found.at, found.late) == (None, False)
    assert r.plan(Rhythm(), KINDS, boston("2026-01-08 21:00")) == []


def test_clocks_put_forward_and_back_keep_the_time_of_day() -> None:
    sundays = Rhythm(kinds={"M": Moment((6,), "02:30")})
    # On 8 March 2026 there is no 02:30 in Boston; on 1 November 01:30 comes twice.
    assert ends(sundays, "M", "2026-03-05 12:00") == "Sun 2026-03-08 03:30"
    assert ends(sundays, "M", "2026-03-09 12:00") == "Sun 2026-03-15 02:30"
    twice = Rhythm(kinds={"M": Moment((6,), "01:30")})
    at = r.next_deadline(twice, "M", boston("2026-10-30 12:00")).at
    assert at == dt.datetime(2026, 11, 1, 5, 30, tzinfo=dt.UTC)
    between = dt.datetime(2026, 11, 1, 6, 0, tzinfo=dt.UTC)  # 01:00 for the second time
    assert local(r.next_deadline(twice, "M", between).at) == "Sun 2026-11-08 01:30"
    assert ends(BOOK, "M", "2026-03-03 12:00") == "Thu 2026-03-05 21:00"
    week = r.plan(BOOK, ("M",), boston("2026-03-03 12:00"), count=2)
    assert week[1].at - week[0].at == dt.timedelta(days=7, hours=-1)


def test_a_length_is_hours_by_the_stopwatch() -> None:
    day = r.in_hours({"M": 24})
    assert ends(day, "M", "2026-03-07 21:00") == "Sun 2026-03-08 22:00"
    assert ends(day, "M", "2026-10-31 21:00") == "Sun 2026-11-01 20:00"


def test_days_of_rest_move_a_deadline_to_a_later_day() -> None:
    resting = Rhythm(
        kinds={"M": Length(24 * 60), "R": Moment((4,), "21:00")},
        rest=(5, 6),
        spans=(Span(dt.date(2026, 1, 16), dt.date(2026, 1, 16)),),
        countries=("US",),
    )
    assert ends(resting, "M", "2026-01-08 21:00") == "Fri 2026-01-09 21:00"
    assert ends(resting, "M", "2026-01-09 21:00") == "Mon 2026-01-12 21:00"
    assert ends(resting, "M", "2026-12-24 08:00") == "Mon 2026-12-28 08:00"  # Christmas is a Friday
    assert ends(resting, "R", "2026-01-10 08:00") == "Fri 2026-01-23 21:00"


def test_the_first_turn_has_its_own_length() -> None:
    fast = Rhythm(kinds={"M": Length(480)}, first=7 * 24 * 60)
    assert ends(fast, "M", "2026-01-05 12:00", first=True) == "Mon 2026-01-12 12:00"
    assert ends(fast, "M", "2026-01-05 12:00") == "Mon 2026-01-05 20:00"
    book = Rhythm(kinds={"M": Moment((3,), "21:00")}, first=7 * 24 * 60)
    assert ends(book, "M", "2026-01-05 12:00", first=True) == "Thu 2026-01-15 21:00"


def test_a_clock_that_goes_on_keeps_what_was_left() -> None:
    left = dt.timedelta(hours=30)
    at = boston("2026-01-13 12:00")
    assert r.resumed(r.in_hours({"M": 48}), "M", at, left) == at + left
    assert local(r.resumed(BOOK, "M", at, left)) == "Wed 2026-01-14 21:00"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kinds": {"M": {"type": "length", "minutes": 0}}}, "no rhythm"),
        ({"kinds": {"movement": {"type": "length", "minutes": 5}}}, "no rhythm"),
        ({"kinds": {"M": {"type": "moment", "weekdays": [7], "time": "21:00"}}}, "no rhythm"),
        ({"kinds": {"M": {"type": "moment", "weekdays": [], "time": "21:00"}}}, "no rhythm"),
        ({"kinds": {"M": {"type": "moment", "weekdays": [1], "time": "24:00"}}}, "no rhythm"),
        ({"kinds": {"M": {"type": "moment", "weekdays": [5, 6], "time": "21:00"}}, "rest": [5, 6]}, "rest"),
        ({"rest": [0, 1, 2, 3, 4, 5, 6]}, "no rhythm"),
        ({"zone": "Boston"}, "time zone"),
        ({"zone": "../secret"}, "time zone"),
        ({"countries": ["Atlantis"]}, "holidays"),
        ({"spans": [{"first": "2026-01-02", "last": "2026-01-01"}]}, "first day"),
        ({"spans": [{"first": "2026-01-02", "last": "2027-01-01"}]}, "sixty"),
        ({"pace": 1}, "no rhythm"),
        ([], "no rhythm"),
    ],
)
def test_what_is_no_rhythm(data: object, words: str) -> None:
    with pytest.raises(r.RhythmError, match=words):
        r.from_data(data)


def test_a_variant_takes_the_kinds_it_has() -> None:
    with pytest.raises(r.RhythmError, match="kind"):
        r.checked(BOOK, ("M", "R", "A"))
    assert set(terms.RULEBOOK.rhythm_of(("M", "R", "A")).kinds) == {"M", "R", "A"}


@pytest.mark.parametrize("preset", terms.PRESETS.values(), ids=terms.PRESETS)
def test_presets_survive_being_stored(preset: terms.Preset) -> None:
    assert r.from_data(r.to_data(preset.rhythm)) == preset.rhythm
    assert terms.from_data(terms.to_data(preset.terms)) == preset.terms
    for kinds in (("M", "R", "A"), ("M", "R", "B", "C", "A")):
        assert set(r.checked(preset.rhythm_of(kinds), kinds).kinds) == set(kinds)


def test_what_are_no_terms() -> None:
    for data in ({"grace": -1}, {"missing": "shrug"}, {"reminders": [0]}, {"votes": 1}):
        with pytest.raises(terms.TermsError, match="no terms"):
            terms.from_data(data)


ZONES = (
    "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
    "America/Sao_Paulo", "Africa/Casablanca", "UTC",
)  # fmt: skip
weekdays = st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days)))
times = st.times().map(lambda time: f"{time:%H:%M}")
lengths = st.builds(Length, st.integers(1, 14 * 24 * 60))
moments = st.builds(Moment, weekdays, times)
# Seconds from 2005 to 2045.
instants = st.integers(1_104_537_600, 2_366_841_600).map(lambda at: dt.datetime.fromtimestamp(at, dt.UTC))


@st.composite
def rhythms(draw: st.DrawFn, pace: st.SearchStrategy[Length | Moment]) -> Rhythm:
    """Rhythms that can be kept, with one kind of phase, M."""
    chosen = draw(pace)
    kept = {draw(st.sampled_from(chosen.weekdays))} if isinstance(chosen, Moment) else set()
    free = set(range(7)) - kept
    rest = draw(st.sets(st.sampled_from(sorted(free)), max_size=4)) if free else set()
    firsts = draw(st.lists(st.dates(dt.date(2005, 1, 1), dt.date(2045, 1, 1)), max_size=4))
    return r.checked(
        Rhythm(
            kinds={"M": chosen},
            zone=draw(st.sampled_from(ZONES)),
            first=draw(st.none() | st.integers(1, 10_000)),
            least={"M": draw(st.integers(1, 5_000))},
            suspends=draw(st.booleans()),
            rest=tuple(sorted(rest)),
            spans=tuple(Span(day, day + dt.timedelta(draw(st.integers(0, 30)))) for day in firsts),
            countries=tuple(draw(st.sets(st.sampled_from(["US", "DE", "JP", "BR"]), max_size=2))),
        )
    )


@settings(max_examples=150, deadline=None)
@given(rhythms(lengths | moments), instants, st.none() | st.integers(-20_000, 20_000), st.booleans())
def test_laws_of_every_rhythm(rhythm: Rhythm, opened: dt.datetime, before: int | None, first: bool) -> None:
    due = None if before is None else opened - dt.timedelta(minutes=before)
    found = r.next_deadline(rhythm, "M", opened, due=due, first=first)
    pace = rhythm.kinds["M"]
    if found.at is None:
        assert found.late
        assert rhythm.suspends
        assert isinstance(pace, Moment)
        assert due is not None
        assert due <= opened
        return
    zone = zoneinfo.ZoneInfo(rhythm.zone)
    there = found.at.astimezone(zone)
    assert found.at > opened
    assert found.at.tzinfo is dt.UTC
    assert not r.rests(rhythm, there.date())
    least = rhythm.first if first and rhythm.first else None
    if isinstance(pace, Length):
        assert found.at - opened >= dt.timedelta(minutes=least or pace.minutes)
        return
    asked = dt.datetime.combine(there.date(), dt.time.fromisoformat(pace.time), zone)
    assert there.weekday() in pace.weekdays
    assert asked.astimezone(dt.UTC) == found.at
    assert found.at - opened >= dt.timedelta(minutes=least or rhythm.least["M"]) - r.SLACK


@settings(max_examples=60, deadline=None)
@given(rhythms(moments), instants)
def test_no_moment_is_passed_over(rhythm: Rhythm, opened: dt.datetime) -> None:
    """Every working day with the weekday before the deadline was too soon."""
    at = r.next_deadline(rhythm, "M", opened).at
    assert at is not None
    pace = rhythm.kinds["M"]
    assert isinstance(pace, Moment)
    zone = zoneinfo.ZoneInfo(rhythm.zone)
    day = opened.astimezone(zone).date()
    while day < at.astimezone(zone).date():
        if day.weekday() in pace.weekdays and not r.rests(rhythm, day):
            moment = dt.datetime.combine(day, dt.time.fromisoformat(pace.time), zone).astimezone(dt.UTC)
            assert moment - opened < dt.timedelta(minutes=rhythm.least["M"])
        day += dt.timedelta(days=1)


@settings(max_examples=60, deadline=None)
@given(rhythms(lengths | moments), instants)
def test_plans_go_forward(rhythm: Rhythm, start: dt.datetime) -> None:
    planned = [one.at for one in r.plan(rhythm, ("M",), start, count=6)]
    assert planned == sorted(set(planned))
    assert all(at > start for at in planned)
    assert r.from_data(r.to_data(rhythm)) == rhythm
