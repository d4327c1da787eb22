"""The terms of a table's clock beside its rhythm, and the presets of both. Values only: services keep them.

Source: Add 9 and 10; numbers the rulebook leaves open are chosen here and can be chosen anew for each table.
"""

import dataclasses
from collections.abc import Collection
from typing import Annotated, Any, Literal

import msgspec

from trekdip.games.rhythm import MAX_MINUTES, Length, Moment, Rhythm, only

HOUR = 60
DAY = 24 * HOUR

Minutes = Annotated[int, msgspec.Meta(ge=1, le=MAX_MINUTES)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]


class TermsError(ValueError):
    """Terms that cannot be; the text tells people what is wrong with them."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agreed on about missing orders and about changing the clock. Lengths are in minutes.

    `grace`: how long missing movement orders are waited for after the deadline, 0 not at all; `missing`: what
    comes then, NMR or a hold until somebody takes over; `vacates`: after so many NMRs running a seat is
    opened for a replacement, 0 never. `reminders`: how long before a deadline those who owe orders are
    reminded. `extensions`, `extension`: how often in the game the table may put a deadline off, and by how
    much at most; `pauses`, `pause` likewise. A GM who plays is bound by these numbers, too. `majority`: how
    many of the players a vote on the clock takes. `absences`: whether an absence announced ahead moves
    deadlines or is only shown; `absence`: by how much at most, for one power in the whole game.
    """

    grace: Annotated[int, msgspec.Meta(ge=0, le=7 * DAY)] = 12 * HOUR
    missing: Literal["nmr", "wait"] = "nmr"
    vacates: Count = 0
    reminders: Annotated[tuple[Minutes, ...], msgspec.Meta(max_length=5)] = (DAY, 3 * HOUR)
    extensions: Count = 12
    extension: Minutes = 2 * DAY
    pauses: Count = 3
    pause: Minutes = 14 * DAY
    majority: Literal["half", "two-thirds", "all"] = "half"
    absences: Literal["extend", "show"] = "extend"
    absence: Minutes = 14 * DAY


@dataclasses.dataclass(frozen=True)
class Preset:
    """A rhythm with the terms that go with it. `name` is what forms send."""

    name: str
    title: str
    rhythm: Rhythm
    terms: Terms

    def rhythm_of(self, kinds: Collection[str]) -> Rhythm:
        """The rhythm for a variant with these kinds of phase."""
        return only(self.rhythm, kinds)


def from_data(data: object) -> Terms:
    """The terms stored as JSON data; raises TermsError if they are none."""
    try:
        return msgspec.convert(data, type=Terms)
    except msgspec.ValidationError as error:
        raise TermsError(f"These are no terms of a clock: {error}.") from error


def to_data(terms: Terms) -> dict[str, Any]:
    """The terms as JSON data; what is as usual is left out."""
    data: dict[str, Any] = msgspec.to_builtins(terms)
    return data


_THURSDAY, _FRIDAY, _SATURDAY = 3, 4, 5
_EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
_NINE = "21:00"
_SHORT = ("R", "B", "C", "A")  # every kind but movement

RULEBOOK = Preset(
    name="rulebook",
    title="Rulebook: Thursday, Friday, Saturday, 21:00 New York time",
    rhythm=Rhythm(
        kinds={
            "M": Moment((_THURSDAY,), _NINE),
            "R": Moment((_FRIDAY,), _NINE),
            # Phases of other variants that follow each other within a turn take the next of the three days.
            **{kind: Moment((_THURSDAY, _FRIDAY, _SATURDAY), _NINE) for kind in ("B", "C")},
            "A": Moment((_SATURDAY,), _NINE),
        },
        least={"M": 48 * HOUR, **dict.fromkeys(_SHORT, 12 * HOUR)},
        suspends=True,
    ),
    terms=Terms(),
)
DAILY = Preset(
    name="daily",
    title="A phase a day",
    rhythm=Rhythm(
        kinds=dict.fromkeys(("M", *_SHORT), Moment(_EVERY_DAY, _NINE)),
        least=dict.fromkeys(("M", *_SHORT), 12 * HOUR),
    ),
    terms=Terms(grace=6 * HOUR, reminders=(6 * HOUR, 90), extension=DAY, pause=7 * DAY, absence=7 * DAY),
)
FAST = Preset(
    name="fast",
    title="Fast: 8 hours, then 4",
    rhythm=Rhythm(kinds={"M": Length(8 * HOUR), **dict.fromkeys(_SHORT, Length(4 * HOUR))}),
    terms=Terms(
        grace=HOUR, reminders=(HOUR,), extension=8 * HOUR, pause=2 * DAY, absences="show", absence=2 * DAY
    ),
)
LIVE = Preset(
    name="live",
    title="Live: 5 minutes, 3 for retreats, 2 for builds",
    rhythm=Rhythm(kinds={"M": Length(5), "R": Length(3), **dict.fromkeys(("B", "C", "A"), Length(2))}),
    terms=Terms(
        grace=1,
        vacates=3,
        reminders=(1,),
        extensions=6,
        extension=5,
        pauses=2,
        pause=30,
        absences="show",
        absence=30,
    ),
)
PRESETS = {preset.name: preset for preset in (RULEBOOK, DAILY, FAST, LIVE)}
