"""The part of the new table's form that is about the clock: a preset, or everything one by one."""

import dataclasses
import datetime as dt
import re
from typing import Any

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from typing_extensions import override

from trekdip.games import rhythm as rhythms
from trekdip.games import selectors, terms
from trekdip.games.clock_words import WEEKDAYS, length_read, length_words, rhythm_words, terms_words
from trekdip.games.rhythm import BOSTON, MAX_MINUTES, Length, Moment, Rhythm, RhythmError, Span
from trekdip.games.terms import Terms, TermsError

OWN, BY_GM = "own", "gm"
ZONES = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo",
    "Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Helsinki", "Africa/Johannesburg",
    "Asia/Jerusalem", "Asia/Kolkata", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney",
    "Pacific/Auckland", "UTC",
)  # fmt: skip
_DAYS = [(str(number), name) for number, name in enumerate(WEEKDAYS)]
_FALLBACK = {"M": "24 h"}


@dataclasses.dataclass(frozen=True)
class Preview:
    """What a rhythm means: deadlines as (title of the phase, moment), and sentences; or what is wrong."""

    problem: str = ""
    planned: list[tuple[str, dt.datetime]] = dataclasses.field(default_factory=list)
    words: tuple[str, ...] = ()


class LengthField(forms.CharField):
    """A length of time as people write it ("12 h", "3 days"), as minutes; None where nothing was given."""

    def __init__(self, label: str, *, help_text: str = "") -> None:
        attributes = {"placeholder": "12 h", "size": 8, "inputmode": "text"}
        super().__init__(
            label=label,
            required=False,
            max_length=20,
            help_text=help_text,
            widget=forms.TextInput(attributes),
        )

    @override
    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        minutes = 0 if text.strip() == "0" else length_read(text)
        if minutes is None:
            raise ValidationError("Write it like 90 min, 12 h or 3 days.")
        if minutes > MAX_MINUTES:
            raise ValidationError(f"At most {length_words(MAX_MINUTES)}.")
        return minutes


class RhythmFields(forms.Form):
    """How a table keeps time. What is left empty is as the preset has it (for one's own rhythm: as the
    rulebook has it).
    """

    pace = forms.ChoiceField(
        label="Rhythm",
        choices=[
            *((preset.name, preset.title) for preset in terms.PRESETS.values()),
            (OWN, "Our own: everything one by one"),
            (BY_GM, "No deadlines: I end every phase"),
        ],
        widget=forms.RadioSelect,
        initial=terms.RULEBOOK.name,
        required=False,
    )
    at = forms.TimeField(
        label="A phase a day ends at",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    zone = forms.CharField(
        label="Time zone",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"list": "zones", "placeholder": BOSTON}),
    )
    first = LengthField("The first turn takes", help_text="To get to know each other.")
    rest = forms.MultipleChoiceField(
        label="No phase ends on", choices=_DAYS, required=False, widget=forms.CheckboxSelectMultiple
    )
    countries = forms.CharField(
        label="Nor on the holidays of",
        required=False,
        max_length=60,
        help_text="Codes of countries, as US, GB, DE.",
        widget=forms.TextInput(attrs={"placeholder": "US, DE"}),
    )
    spans = forms.CharField(
        label="Nor on these days",
        required=False,
        max_length=2000,
        help_text="A day or two in a line: 2026-12-24 2027-01-01",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    grace = LengthField(
        "Missing movement orders are waited for",
        help_text="0 for not at all. Everybody is told who is missing.",
    )
    missing = forms.ChoiceField(
        label="And then",
        choices=[
            ("", "as usual: the units hold (NMR, “no moves received”)"),
            ("nmr", "the units hold (NMR)"),
            ("wait", "the game waits for a replacement"),
        ],
        required=False,
    )
    vacates = forms.IntegerField(
        label="Movement phases in a row without orders that open a seat",
        required=False,
        min_value=0,
        max_value=100,
        help_text="0 for never.",
    )
    reminders = forms.CharField(
        label="Reminders before a deadline",
        required=False,
        max_length=80,
        help_text="To those who owe orders. Write none for none.",
        widget=forms.TextInput(attrs={"placeholder": "24 h, 3 h"}),
    )
    extensions = forms.IntegerField(
        label="Deadlines the players may put off", required=False, min_value=0, max_value=100
    )
    extension = LengthField("each by at most")
    pauses = forms.IntegerField(
        label="Pauses the players may take", required=False, min_value=0, max_value=100
    )
    pause = LengthField("each of at most")
    majority = forms.ChoiceField(
        label="Such votes take",
        choices=[
            ("", "as usual: more than half"),
            ("half", "more than half"),
            ("two-thirds", "two thirds"),
            ("all", "all players"),
        ],
        required=False,
    )
    absences = forms.ChoiceField(
        label="Absences announced ahead",
        choices=[("", "as the rhythm has it"), ("extend", "move deadlines"), ("show", "are only shown")],
        required=False,
    )
    absence = LengthField("for one power by at most, in the whole game")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for letter, title in selectors.kinds_of_phase():
            named = f"{title[:1].upper()}{title[1:]}"
            self.fields[f"way_{letter}"] = forms.ChoiceField(
                label=f"{named} ends",
                choices=[
                    ("length", "after a while"),
                    ("moment", "at a time of day"),
                    ("gm", "when I say so"),
                ],
                required=False,
            )
            self.fields[f"length_{letter}"] = LengthField(f"{named}: after")
            self.fields[f"length_{letter}"].initial = _FALLBACK.get(letter, "12 h")
            self.fields[f"days_{letter}"] = forms.MultipleChoiceField(
                label=f"{named}: on", choices=_DAYS, required=False, widget=forms.CheckboxSelectMultiple
            )
            self.fields[f"time_{letter}"] = forms.TimeField(
                label=f"{named}: at",
                required=False,
                widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            )

    def own_kinds(self) -> list[tuple[str, str, str, list[forms.BoundField]]]:
        """The fields of one's own rhythm for each kind of phase: letter, title, the variants that have such
        phases, the fields.
        """
        return [
            (
                letter,
                title,
                " ".join(selectors.variants_with(letter)),
                [self[f"{name}_{letter}"] for name in ("way", "length", "days", "time")],
            )
            for letter, title in selectors.kinds_of_phase()
        ]

    def preview(self) -> Preview:
        """What the rhythm means: the next ten deadlines if the game began now, and the terms in words. Of a
        form not filled in yet: what its presets mean.
        """
        form = self if self.is_bound else type(self)(self._as_first_shown())
        form.is_valid()
        own = (*RhythmFields.base_fields, "variant")
        wrong = [name for name in form.errors if name in own or name[-2:-1] == "_"]
        if wrong:
            return Preview(" ".join(str(problem) for name in wrong for problem in form.errors[name]))
        variant = form.cleaned_data["variant"]
        try:
            rhythm, agreed = form.rhythm(), form.clock_terms()
        except (RhythmError, TermsError) as error:
            return Preview(str(error))
        return Preview(
            planned=selectors.rhythm_plan(variant, rhythm, timezone.now()),
            words=(
                *rhythm_words(rhythm, selectors.kinds_of(variant)),
                *terms_words(agreed),
            ),
        )

    def _as_first_shown(self) -> dict[str, Any]:
        """What the form would send if nothing were filled in."""
        initial = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
        return {name: value for name, value in initial.items() if value} | {
            "variant": selectors.variants()[0][0]
        }

    def zones(self) -> tuple[str, ...]:
        """Time zones to choose from; every other can be typed."""
        return ZONES

    def clean(self) -> dict[str, Any]:
        """Tell at once what no table could keep."""
        data = super().clean() or self.cleaned_data
        if self.errors or "variant" not in data:
            return data
        problems: dict[str, str] = {}  # noted only when all is read: a field with an error loses its value
        try:
            self.rhythm()
        except RhythmError as error:
            problems["pace"] = str(error)
        try:
            self.clock_terms()
        except TermsError as error:
            problems["grace"] = str(error)
        for name, problem in problems.items():
            self.add_error(name, problem)
        return data

    def clean_reminders(self) -> list[int] | None:
        """The reminders in minutes; None for what is usual."""
        text: str = self.cleaned_data["reminders"].strip()
        if not text:
            return None
        found = [] if text.lower() == "none" else [length_read(one) for one in text.split(",")]
        lengths = [minutes for minutes in found if minutes is not None and minutes <= MAX_MINUTES]
        if len(lengths) < len(found) or len(found) > 5:
            raise ValidationError("Write at most five, like 24 h, 3 h, or none.")
        return lengths

    def rhythm(self) -> Rhythm:
        """The rhythm asked for, with the chosen variant's kinds of phase; raises RhythmError."""
        data = self.cleaned_data
        kinds = [letter for letter, _ in selectors.kinds_of(data["variant"])]
        if len(data["rest"]) == 7:
            raise RhythmError("Leave a day of the week on which phases can end.")
        pace = data["pace"] or terms.RULEBOOK.name
        if pace == BY_GM:
            return Rhythm()
        preset = terms.PRESETS.get(pace)
        if preset is None:
            found = {letter: self._own(letter) for letter in kinds}
            rhythm = Rhythm(kinds={letter: one for letter, one in found.items() if one is not None})
        else:
            rhythm = preset.rhythm_of(kinds)
        if preset is terms.DAILY and data["at"]:
            daily = Moment(tuple(range(7)), f"{data['at']:%H:%M}")
            rhythm = msgspec.structs.replace(rhythm, kinds=dict.fromkeys(kinds, daily))
        rhythm = msgspec.structs.replace(
            rhythm,
            zone=rhythm.zone if preset is terms.RULEBOOK else data["zone"] or rhythm.zone,
            first=data["first"] or None,
            rest=tuple(map(int, data["rest"])),
            countries=tuple(re.findall(r"[A-Z]+", data["countries"].upper())),
            spans=_spans(data["spans"]),
        )
        return rhythms.checked(rhythms.from_data(rhythms.to_data(rhythm)), kinds)

    def clock_terms(self) -> Terms:
        """The terms asked for; raises TermsError."""
        data = self.cleaned_data
        preset = terms.PRESETS.get(data["pace"], terms.RULEBOOK)
        given = {
            name: data[name]
            for name in (
                "missing", "vacates", "extensions", "extension", "pauses", "pause", "majority", "absences",
                "absence", "grace",
            )
            if data[name] not in {None, ""}
        }  # fmt: skip
        if data["reminders"] is not None:
            given["reminders"] = data["reminders"]
        return terms.from_data({**msgspec.to_builtins(preset.terms), **given})

    def _own(self, letter: str) -> Length | Moment | None:
        """When phases of a kind end, as typed; raises RhythmError."""
        data = self.cleaned_data
        if data[f"way_{letter}"] == "gm":
            return None
        if data[f"way_{letter}"] == "moment":
            if not data[f"days_{letter}"] or not data[f"time_{letter}"]:
                raise RhythmError("Give the weekdays and the time at which phases end.")
            return Moment(tuple(map(int, data[f"days_{letter}"])), f"{data[f'time_{letter}']:%H:%M}")
        return Length(data[f"length_{letter}"]) if data[f"length_{letter}"] else None


def _spans(text: str) -> tuple[Span, ...]:
    """Days of rest from lines with a day, or a first and a last one; raises RhythmError."""
    found = []
    for line in filter(str.strip, text.splitlines()):
        days = re.findall(r"\d{4}-\d{2}-\d{2}", line)
        try:
            first, *rest = [dt.date.fromisoformat(day) for day in days]
            (last,) = rest or [first]
        except ValueError as error:
            raise RhythmError(
                f"Write days of rest like 2026-12-24 2027-01-01, not {line.strip()!r}."
            ) from error
        found.append(Span(first, last))
    return tuple(found)
