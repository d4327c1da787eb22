"""Rhythms and terms of a clock in words for people, and lengths of time both ways. Decides nothing."""

import re
from collections.abc import Sequence

from trekdip.games.rhythm import Length, Rhythm, countries
from trekdip.games.terms import DAY, HOUR, Terms

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_UNITS = {
    "m": 1,
    "min": 1,
    "minute": 1,
    "h": HOUR,
    "hour": HOUR,
    "d": DAY,
    "day": DAY,
    "w": 7 * DAY,
    "week": 7 * DAY,
}
_MAJORITIES = {
    "half": "more than half of the players",
    "two-thirds": "two thirds of the players",
    "all": "all players",
}


def length_words(minutes: int) -> str:
    """A length for people: `90` is "90 minutes", `720` "12 hours", `4320` "3 days"."""
    size, name = next(
        (size, name) for size, name in ((DAY, "day"), (HOUR, "hour"), (1, "minute")) if minutes % size == 0
    )
    return f"{minutes // size} {name}{'' if minutes == size else 's'}"


def length_read(text: str) -> int | None:
    """The minutes somebody has typed: "90 min", "12 h", "3 days"; a bare number is hours. None for anything
    else, and for none at all.
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*([a-z]*?)s?\s*", text.lower())
    size = _UNITS.get(match[2] or "h") if match else None
    return int(match[1]) * size or None if match and size else None


def rhythm_words(rhythm: Rhythm, kinds: Sequence[tuple[str, str]]) -> list[str]:
    """The rhythm in short sentences; `kinds` are the variant's, as (letter, title)."""
    if not rhythm.kinds:
        return ["The GM ends every phase."]
    told = [f"{title[:1].upper()}{title[1:]}: {_pace(rhythm, letter)}." for letter, title in kinds]
    if rhythm.first:
        told.append(f"The first turn takes {length_words(rhythm.first)}.")
    off = [WEEKDAYS[day] for day in rhythm.rest]
    off += [f"holidays of {countries().get(code, code)}" for code in rhythm.countries]
    off += [
        f"{span.first.day} {span.first:%B %Y}"
        + (f" to {span.last.day} {span.last:%B %Y}" if span.last > span.first else "")
        for span in rhythm.spans
    ]
    if off:
        told.append(f"No phase ends on: {', '.join(off)}.")
    if rhythm.suspends:
        least = [
            f"{length_words(rhythm.least[letter])} for {title}"
            for letter, title in kinds
            if letter in rhythm.least
        ]
        told.append(
            f"Results so late that less than {', '.join(least)} would be left: the GM sets the deadline."
        )
    return told


def terms_words(terms: Terms) -> list[str]:
    """What the table agreed on about missing orders and changes of the clock, in short sentences."""
    then = (
        "all units of the power hold (NMR, “no moves received”)"
        if terms.missing == "nmr"
        else "the game waits for a replacement"
    )
    told = [
        f"Missing movement orders are waited for {length_words(terms.grace)}, then {then}."
        if terms.grace
        else f"Missing movement orders are not waited for: {then}."
    ]
    if terms.vacates:
        phases = "a movement phase" if terms.vacates == 1 else f"{terms.vacates} movement phases in a row"
        told.append(f"Whoever sends no orders in {phases} loses the seat to a replacement.")
    if terms.reminders:
        before = " and ".join(length_words(minutes) for minutes in sorted(terms.reminders, reverse=True))
        told.append(f"Whoever owes orders is reminded {before} before the deadline.")
    voters = _MAJORITIES[terms.majority]
    if terms.extensions:
        told.append(
            f"{voters.capitalize()} may put deadlines off, {_times(terms.extensions)} in the game, "
            f"by at most {length_words(terms.extension)}."
        )
    if terms.pauses:
        told.append(
            f"{voters.capitalize()} may pause the game, {_times(terms.pauses)}, for at most "
            f"{length_words(terms.pause)}."
        )
    told.append(
        "An absence announced a day ahead moves deadlines, in the whole game by at most "
        f"{length_words(terms.absence)} for a power."
        if terms.absences == "extend"
        else "Absences are shown and move no deadline."
    )
    return told


def _pace(rhythm: Rhythm, letter: str) -> str:
    """When phases of a kind end."""
    pace = rhythm.kinds.get(letter)
    if pace is None:
        return "until the GM ends it"
    if isinstance(pace, Length):
        return length_words(pace.minutes)
    days = "every day" if len(set(pace.weekdays)) == 7 else ", ".join(WEEKDAYS[day] for day in pace.weekdays)
    return f"{days} at {pace.time}, {rhythm.zone.partition('/')[2].replace('_', ' ') or rhythm.zone} time"


def _times(count: int) -> str:
    """How often."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
