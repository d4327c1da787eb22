"""When a gathered mail goes out: wall clocks of the reader's zone as moments. No clock, no tables."""

import datetime as dt
from zoneinfo import ZoneInfo, available_timezones

NOW, HOURLY, DAILY = "now", "hourly", "daily"


def due(at: dt.datetime, *, pace: str, zone: str, hour: int, urgent: bool) -> dt.datetime:
    """When something that happened `at` (aware) is told: at once, at the next full hour, or at the next
    `hour` o'clock of the reader's zone.

    An hour that daylight saving leaves out on a day is told when the clock would have shown it.
    """
    if urgent or pace == NOW:
        return at
    local = at.astimezone(ZoneInfo(zone))
    if pace == HOURLY:
        begun = at.replace(minute=0, second=0, microsecond=0)
        return begun + dt.timedelta(hours=1)
    morning = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if morning.astimezone(dt.UTC) <= at.astimezone(dt.UTC):
        tomorrow = local.date() + dt.timedelta(days=1)
        morning = dt.datetime.combine(tomorrow, dt.time(hour), tzinfo=local.tzinfo)
    return morning.astimezone(dt.UTC)


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    return name in available_timezones()


def zones() -> list[str]:
    """All time zones to choose from: places by continent, and UTC."""
    places = {name for name in available_timezones() if name.partition("/")[0] in _CONTINENTS}
    return ["UTC", *sorted(places)]


def in_zone(at: dt.datetime, zone: str) -> str:
    """A moment in words on the reader's wall clock: "Thursday 7 November, 21:00 (EST)"."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{local:%A} {local.day} {local:%B}, {local:%H:%M} ({local.tzname()})"


_CONTINENTS = frozenset(
    {"Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)
