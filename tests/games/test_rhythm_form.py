"""The clock of a new table as it is filled in; what was stored before there were rhythms; the preview."""

import datetime as dt
import importlib
from typing import Any

import pytest
from django.apps import apps

from tests.games.tables import forming, person
from trekdip.games import rhythm as r
from trekdip.games import services, terms
from trekdip.games.errors import BadInput
from trekdip.games.forms import GameForm
from trekdip.games.models import Game
from trekdip.games.rhythm import Length, Moment, Rhythm, Span
from trekdip.games.terms import DAY, HOUR, Terms

pytestmark = pytest.mark.django_db

DAY_1 = dt.date(2026, 5, 1)
TABLE = {"title": "New", "variant": "standard", "joining": "open", "seating": "lot"}


def filled(**given: Any) -> GameForm:
    """A form sent with these fields."""
    return GameForm({**TABLE, **given})


def made(**given: Any) -> tuple[Rhythm, Terms]:
    """What comes of such a form, stored and read again."""
    form = filled(**given)
    assert form.is_valid(), form.errors
    game = services.game_create(by=person("maker"), **form.arguments())
    return r.from_data(game.rhythm), terms.from_data(game.clock_terms)


@pytest.mark.parametrize("preset", terms.PRESETS.values(), ids=terms.PRESETS)
@pytest.mark.parametrize("variant", ["standard", "cosmic"])
def test_presets_are_taken_whole(preset: terms.Preset, variant: str) -> None:
    rhythm, agreed = made(pace=preset.name, variant=variant)
    kinds = ("M", "R", "A") if variant == "standard" else ("M", "R", "B", "C", "A")
    assert rhythm == preset.rhythm_of(kinds)
    assert set(rhythm.kinds) == set(kinds)
    assert agreed == preset.terms


def test_nothing_chosen_is_the_rulebook() -> None:
    assert made() == (terms.RULEBOOK.rhythm_of(("M", "R", "A")), terms.RULEBOOK.terms)


def test_a_rhythm_of_ones_own() -> None:
    rhythm, agreed = made(
        pace="own",
        zone="Europe/Berlin",
        way_M="moment", days_M=["0", "3"], time_M="20:30",
        way_R="length", length_R="90 min",
        way_A="gm",
        first="1 week",
        rest=["6"],
        countries="de, US",
        spans="2026-12-24 2027-01-01\n\n2026-05-01",
        grace="0",
        missing="wait",
        vacates="3",
        reminders="6 h, 30 min",
        extensions="0",
        pause="2 days",
        majority="two-thirds",
        absences="show",
    )  # fmt: skip
    assert rhythm.kinds == {"M": Moment((0, 3), "20:30"), "R": Length(90)}
    assert (rhythm.zone, rhythm.first, rhythm.rest, rhythm.countries) == (
        "Europe/Berlin", 7 * DAY, (6,), ("DE", "US"),
    )  # fmt: skip
    assert [str(span.last) for span in rhythm.spans] == ["2027-01-01", "2026-05-01"]
    assert (agreed.grace, agreed.missing, agreed.vacates, agreed.reminders) == (0, "wait", 3, (6 * HOUR, 30))
    assert (agreed.extensions, agreed.pause, agreed.majority, agreed.absences) == (
        0, 2 * DAY, "two-thirds", "show",
    )  # fmt: skip
    assert agreed.pauses == Terms().pauses


def test_a_phase_a_day_at_ones_own_hour() -> None:
    rhythm, _ = made(pace="daily", at="19:00", zone="Asia/Tokyo", reminders="none")
    assert rhythm.zone == "Asia/Tokyo"
    assert {pace.time for pace in rhythm.kinds.values() if isinstance(pace, Moment)} == {"19:00"}


def test_the_gm_ends_every_phase() -> None:
    rhythm, _ = made(pace="gm", first="3 days")
    assert rhythm == Rhythm()


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"pace": "weekly"}, "pace", "valid choice"),
        ({"pace": "own", "way_M": "moment"}, "pace", "weekdays and the time"),
        ({"pace": "own", "length_M": "soon"}, "length_M", "90 min"),
        ({"pace": "own", "length_M": "90 days"}, "length_M", "60 days"),
        ({"pace": "daily", "zone": "Mars/Olympus"}, "pace", "time zone"),
        ({"countries": "XX"}, "pace", "holidays"),
        ({"spans": "Christmas"}, "pace", "days of rest"),
        ({"spans": "2026-12-24 2026-12-25 2026-12-26"}, "pace", "days of rest"),
        ({"rest": ["0", "1", "2", "3", "4", "5", "6"]}, "pace", "Leave a day"),
        ({"rest": ["3"]}, "pace", "days of rest alone"),
        ({"reminders": "often"}, "reminders", "at most five"),
        ({"grace": "30 days"}, "grace", "no terms"),
        ({"extensions": "1000"}, "extensions", "100"),
    ],
)
def test_what_cannot_be_kept_is_told_at_its_field(given: dict[str, Any], field: str, words: str) -> None:
    form = filled(**given)
    assert not form.is_valid()
    assert words in str(form.errors[field])


def test_a_service_takes_no_rhythm_that_cannot_be_kept() -> None:
    for rhythm in (Rhythm(kinds={"B": Length(5)}), Rhythm(zone="Nowhere"), {"M": 0}):
        with pytest.raises(BadInput) as refusal:
            forming(rhythm=rhythm)
        assert refusal.value.field == "rhythm"


def test_the_preview_tells_ten_deadlines() -> None:
    preview = filled().preview()
    assert (preview.problem, len(preview.planned)) == ("", 10)
    assert [title for title, _ in preview.planned[:5]] == [
        "Spring, movement", "Spring, retreats", "Fall, movement", "Fall, retreats", "Winter, adjustments",
    ]  # fmt: skip
    assert GameForm().preview().planned
    assert GameForm({"variant": "standard", "pace": "live"}).preview().planned
    assert "time zone" in GameForm({"variant": "standard", "pace": "daily", "zone": "x"}).preview().problem
    assert GameForm({"variant": "chess"}).preview().problem
    assert GameForm({}).preview().problem


def test_old_rhythms_are_read_and_can_be_written_back() -> None:
    migration = importlib.import_module("trekdip.games.migrations.0010_rhythms")
    game = forming()
    unkept = forming(title="By the GM")
    Game.objects.filter(pk=game.pk).update(rhythm={"M": 24, "R": 12, "A": 1}, clock_terms={})
    Game.objects.filter(pk=unkept.pk).update(rhythm={}, clock_terms={})
    migration.forwards(apps, None)
    game.refresh_from_db()
    unkept.refresh_from_db()
    assert r.from_data(game.rhythm) == r.in_hours({"M": 24, "R": 12, "A": 1})
    assert r.from_data(unkept.rhythm) == Rhythm()
    assert terms.from_data(game.clock_terms).grace == 0
    Game.objects.filter(pk=unkept.pk).update(
        rhythm=r.to_data(
            Rhythm(kinds={"M": Moment((3,), "21:00"), "R": Length(30)}, spans=(Span(DAY_1, DAY_1),))
        )
    )
    migration.backwards(apps, None)
    game.refresh_from_db()
    unkept.refresh_from_db()
    assert game.rhythm == {"M": 24, "R": 12, "A": 1}
    assert unkept.rhythm == {"M": 24, "R": 1}
