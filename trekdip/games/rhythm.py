"""When phases end: a table's rhythm as a frozen value, and the next deadline by it. Reads no clock.

A kind of phase (the letter that ends a turn code) has a length, or a time of day on certain weekdays in the
rhythm's time zone; a kind without either ends when the GM says so. Days of rest move a deadline to a later
day. Source: Add 9; what it leaves open is in `docs/running-a-game.md`.
"""

import datetime as dt
import functools
import zoneinfo
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any

import holidays
import msgspec
from holidays.registry import COUNTRIES

BOSTON = "America/New_York"
MAX_MINUTES = 60 * 24 * 60
MAX_SPANS = 60
MAX_COUNTRIES = 5
# The site resolves within seconds of a deadline; only what comes later than this was published late.
SLACK = dt.timedelta(minutes=15)

Minutes = Annotated[int, msgspec.Meta(ge=1, le=MAX_MINUTES)]
Kind = Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
Weekday = Annotated[int, msgspec.Meta(ge=0, le=6)]


class RhythmError(ValueError):
    """A rhythm that cannot be kept; the text tells people what is wrong with it."""


class Length(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="length"):
    """A phase of this kind is open for so many minutes."""

    minutes: Minutes


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="moment"):
    """A phase of this kind ends on one of these weekdays (Monday is 0) at this time of day, `HH:MM`."""

    weekdays: Annotated[tuple[Weekday, ...], msgspec.Meta(min_length=1, max_length=7)]
    time: Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days of rest of the table's own, the first and the last of them included."""

    first: dt.date
    last: dt.date


class Rhythm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a table keeps time. Without any kind the GM ends every phase.

    `first`: minutes the game's first phase takes (at least, where it ends at a time of day). `least`: minutes
    of negotiation that a time of day must leave, by kind. `suspends`: where results come out so late that
    less would be left, there is no deadline until the GM sets one (Add 9); without it the next possible
    moment is taken. `rest` are weekdays, `spans` days, `countries` ISO codes of countries on whose holidays
    no phase ends; all of them by the calendar of `zone`.
    """

    kinds: dict[Kind, Length | Moment] = {}
    zone: str = BOSTON
    first: Minutes | None = None
    least: dict[Kind, Minutes] = {}
    suspends: bool = False
    rest: Annotated[tuple[Weekday, ...], msgspec.Meta(max_length=6)] = ()
    spans: Annotated[tuple[Span, ...], msgspec.Meta(max_length=MAX_SPANS)] = ()
    countries: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_COUNTRIES)] = ()


class Deadline(msgspec.Struct, frozen=True):
    """When a phase ends: None where the GM ends it. `late`: results came too late, the GM has to set it."""

    at: dt.datetime | None
    late: bool = False


class Planned(msgspec.Struct, frozen=True):
    """A deadline to come: the kind of phase that ends then."""

    kind: str
    at: dt.datetime


def from_data(data: object) -> Rhythm:
    """The rhythm stored as JSON data; raises RhythmError if it is none that can be kept."""
    try:
        rhythm = msgspec.convert(data, type=Rhythm)
    except msgspec.ValidationError as error:
        raise RhythmError(f"This is no rhythm: {error}.") from error
    return checked(rhythm)


def to_data(rhythm: Rhythm) -> dict[str, Any]:
    """The rhythm as JSON data; what is as usual is left out."""
    data: dict[str, Any] = msgspec.to_builtins(rhythm)
    return data


def in_hours(hours: Mapping[str, int]) -> Rhythm:
    """The rhythm in which each kind of phase takes so many hours; raises RhythmError for a length out of
    range.
    """
    return from_data({"kinds": {kind: {"type": "length", "minutes": 60 * n} for kind, n in hours.items()}})


def checked(rhythm: Rhythm, kinds: Collection[str] | None = None) -> Rhythm:
    """The rhythm, if it can be kept; `kinds` are those a variant has. Raises RhythmError."""
    if rhythm.zone not in zones():
        raise RhythmError(f"There is no time zone {rhythm.zone!r}.")
    strange = set(rhythm.countries) - set(countries())
    if strange:
        raise RhythmError(f"The holidays of {min(strange)!r} are not known here.")
    for span in rhythm.spans:
        if not dt.timedelta(0) <= span.last - span.first <= dt.timedelta(days=60):
            raise RhythmError(
                f"Days of rest from {span.first} to {span.last}: give the first day, then the last, "
                "at most sixty days later."
            )
    for kind, pace in rhythm.kinds.items():
        if kinds is not None and kind not in kinds:
            raise RhythmError(f"There is no kind of phase {kind!r}.")
        if isinstance(pace, Moment) and set(pace.weekdays) <= set(rhythm.rest):
            raise RhythmError("A phase would end on days of rest alone: leave it another weekday.")
    return rhythm


def only(rhythm: Rhythm, kinds: Collection[str]) -> Rhythm:
    """The rhythm without the kinds of phase a variant does not have."""
    return msgspec.structs.replace(
        rhythm,
        kinds={kind: pace for kind, pace in rhythm.kinds.items() if kind in kinds},
        least={kind: minutes for kind, minutes in rhythm.least.items() if kind in kinds},
    )


def next_deadline(
    rhythm: Rhythm,
    kind: str,
    opened: dt.datetime,
    *,
    due: dt.datetime | None = None,
    first: bool = False,
) -> Deadline:
    """When a phase of that kind ends that has opened at `opened` (aware, as all times here and in what
    comes back, which is UTC).

    `due` is the deadline of the phase before, None if it had none; from it follows whether results came in
    time. `first`: it is the game's first phase. The deadline is later than `opened`, on no day of rest, and
    leaves at least what `least` asks for, counted from `due` where the site itself was a moment late.
    """
    opened = opened.astimezone(dt.UTC)
    due = due.astimezone(dt.UTC) if due else None
    pace = rhythm.kinds.get(kind)
    if pace is None:
        return Deadline(None)
    own = rhythm.first if first else None
    if isinstance(pace, Length):
        return Deadline(_working(rhythm, opened + dt.timedelta(minutes=own or pace.minutes)))
    published = due if due is not None and due <= opened <= due + SLACK else opened
    least = dt.timedelta(minutes=own or rhythm.least.get(kind, 1))
    if rhythm.suspends and due is not None and opened >= due:
        scheduled = next(_moments(rhythm, pace, due))
        if scheduled - published < least:
            return Deadline(None, late=True)
    return Deadline(
        next(at for at in _moments(rhythm, pace, opened) if at > opened and at - published >= least)
    )


def resumed(rhythm: Rhythm, kind: str, at: dt.datetime, left: dt.timedelta) -> dt.datetime:
    """The deadline of a phase whose clock goes on at `at` with so much time left: after that time, or where
    phases of the kind end at a time of day, at that time on the first day that leaves as much (on any
    weekday but days of rest: a pause of an hour is not to cost a week).
    """
    at = at.astimezone(dt.UTC)
    pace = rhythm.kinds.get(kind)
    if not isinstance(pace, Moment):
        return at + left
    daily = Moment(tuple(range(7)), pace.time)
    return next(moment for moment in _moments(rhythm, daily, at) if moment - at >= left)


def following(rhythm: Rhythm, kind: str, at: dt.datetime) -> dt.datetime:
    """The first moment later than `at` at which a phase of the kind may end: where it has a length, `at`
    itself unless that is a day of rest.
    """
    pace = rhythm.kinds.get(kind)
    if isinstance(pace, Moment):
        return next(_moments(rhythm, pace, at))
    return _working(rhythm, at)


def plan(
    rhythm: Rhythm, kinds: Sequence[str], start: dt.datetime, *, count: int = 10, first: bool = True
) -> list[Planned]:
    """The next deadlines if every phase takes its full time: `kinds` follow each other again and again,
    the first of them opening at `start`. Empty where the GM ends the first of them; shorter than `count`
    where the GM ends a later one.
    """
    found: list[Planned] = []
    opened, due = start, None
    while len(found) < count:
        kind = kinds[len(found) % len(kinds)]
        at = next_deadline(rhythm, kind, opened, due=due, first=first and not found).at
        if at is None:
            break
        found.append(Planned(kind, at))
        opened = due = at
    return found


@functools.cache
def zones() -> frozenset[str]:
    """The names of all time zones, as `America/New_York`."""
    return frozenset(zoneinfo.available_timezones())


@functools.cache
def countries() -> Mapping[str, str]:
    """The countries whose holidays are known: title by ISO code, in the order of titles."""
    found = {code: name.replace("_", " ").title() for name, (_, code, *_) in COUNTRIES.items()}
    return dict(sorted(found.items(), key=lambda item: item[1]))


@functools.lru_cache(maxsize=1024)
def _holidays(country: str, year: int) -> frozenset[dt.date]:
    """The days of a year nobody in the country works."""
    return frozenset(holidays.country_holidays(country, years=year))


def rests(rhythm: Rhythm, day: dt.date) -> bool:
    """Whether no phase ends on that day."""
    return (
        day.weekday() in rhythm.rest
        or any(span.first <= day <= span.last for span in rhythm.spans)
        or any(day in _holidays(country, day.year) for country in rhythm.countries)
    )


def _moments(rhythm: Rhythm, pace: Moment, after: dt.datetime) -> Iterator[dt.datetime]:
    """The moments at which a phase may end, strictly after `after`, soonest first."""
    zone = zoneinfo.ZoneInfo(rhythm.zone)
    day = after.astimezone(zone).date() - dt.timedelta(days=1)
    while True:
        if day.weekday() in pace.weekdays and not rests(rhythm, day):
            at = _local(rhythm, day, dt.time.fromisoformat(pace.time))
            # Samoa had no 30 December 2011: what falls on a day that is none falls away.
            if at > after and at.astimezone(zone).date() == day:
                yield at
        day += dt.timedelta(days=1)


def _working(rhythm: Rhythm, at: dt.datetime) -> dt.datetime:
    """This moment, or on a day of rest the same time of day on the next day that is none."""
    local = at.astimezone(zoneinfo.ZoneInfo(rhythm.zone))
    if not rests(rhythm, local.date()):
        return at.astimezone(dt.UTC)
    day = local.date()
    while rests(rhythm, day):
        day += dt.timedelta(days=1)
    return _local(rhythm, day, local.time())


def _local(rhythm: Rhythm, day: dt.date, time: dt.time) -> dt.datetime:
    """A local time as UTC. A time the clocks skip in spring is as much later as they are put forward; of a
    time that comes twice in autumn the first is meant.
    """
    zone = zoneinfo.ZoneInfo(rhythm.zone)
    return dt.datetime.combine(day, time.replace(fold=0, tzinfo=None), zone).astimezone(dt.UTC)
