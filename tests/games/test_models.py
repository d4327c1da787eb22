"""Invariants the database itself holds, and stored views that nobody can change."""

import datetime as dt
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tests.games.tables import current, person, started
from trekdip.games.models import (
    AuditEntry,
    Game,
    ImmutableError,
    Order,
    OrderSheet,
    Outbox,
    Phase,
    PhaseView,
    Seat,
    Unit,
)

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)


def refused(model: Any, **values: Any) -> None:
    """The database refuses such a row."""
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.create(**values)


def change_refused(row: Any, **values: Any) -> None:
    """The database refuses such a change."""
    with pytest.raises(IntegrityError), transaction.atomic():
        type(row).objects.filter(pk=row.pk).update(**values)


def test_games_keep_to_their_words() -> None:
    game = started()
    for values in (
        {"status": "lost"},
        {"joining": "whoever"},
        {"seating": "by height"},
        {"title": ""},
        {"seed_hash": ""},
        {"started_at": None},
        {"status": "finished"},
        {"ended_at": NOW},
    ):
        change_refused(game, **values)


def test_a_power_and_a_person_have_one_seat() -> None:
    game = started()
    refused(Seat, game=game, user=person("late"), power="austria", joined_at=NOW)
    refused(Seat, game=game, user=person("austria"), power=None, joined_at=NOW)
    refused(Seat, game=game, user=None, power=None, joined_at=NOW)
    refused(Seat, game=game, user=person("late"), power="", joined_at=NOW)


def test_one_phase_an_ordinal_and_one_at_work() -> None:
    game = started()
    phase: dict[str, Any] = {"game": game, "turn": "F1901M", "title": "x", "opened_at": NOW, "truth": "{}"}
    refused(Phase, ordinal=0, status="resolved", resolved_at=NOW, **phase)
    refused(Phase, ordinal=1, status="open", **phase)
    refused(Phase, ordinal=1, status="stuck", trace="why", **phase)
    Phase.objects.create(ordinal=1, status="resolved", resolved_at=NOW, **phase)


def test_phases_keep_to_their_words() -> None:
    phase = current(started())
    for values in (
        {"status": "late"},
        {"status": "resolved"},
        {"resolved_at": NOW},
        {"status": "stuck"},
        {"trace": "why"},
        {"turn": ""},
        {"truth": ""},
        {"remaining": dt.timedelta(1)},
    ):
        change_refused(phase, **values)


def test_rows_of_a_phase_are_there_once() -> None:
    phase = current(started())
    unit = {"owner": "austria", "controller": "austria", "kind": "A", "region": "bud", "text": "A bud"}
    refused(Unit, phase=phase, index=0, **unit)
    refused(Unit, phase=phase, index=99, **(unit | {"owner": ""}))
    order = {"power": "austria", "unit": "A bud", "counted": "A bud H"}
    Order.objects.create(phase=phase, index=0, **order)
    refused(Order, phase=phase, index=0, **order)
    refused(Order, phase=phase, index=1, **(order | {"power": ""}))
    refused(Outbox, phase=phase, created_at=NOW)
    refused(PhaseView, phase=phase, viewer="austria", view="{}", legal="{}", board="")
    refused(PhaseView, phase=phase, viewer="", view="{}", legal="{}", board="")
    refused(AuditEntry, game=phase.game, act="", at=NOW)


def test_a_seat_has_one_sheet_and_nmr_is_empty() -> None:
    game = started()
    phase, seat = current(game), game.seats.all()[0]
    refused(OrderSheet, phase=phase, seat=seat, nmr=True, final=True, text="A bud H", saved_at=NOW)
    refused(OrderSheet, phase=phase, seat=seat, nmr=True, final=False, saved_at=NOW)
    OrderSheet.objects.create(phase=phase, seat=seat, saved_at=NOW)
    refused(OrderSheet, phase=phase, seat=seat, saved_at=NOW)


def test_stored_views_cannot_be_changed() -> None:
    view = current(started()).views.get(viewer="public")
    with pytest.raises(ImmutableError):
        PhaseView.objects.filter(pk=view.pk).update(view="{}")
    with pytest.raises(ImmutableError):
        view.save()
    with pytest.raises(ImmutableError):
        PhaseView.objects.bulk_update([view], ["view"])


def test_names_in_urls_count_nothing() -> None:
    first, second = (started(title=title) for title in ("One", "Two"))
    assert len({first.slug, second.slug, first.invite_token, second.invite_token}) == 4
    assert len(first.slug) == 12
    assert str(first.pk) != first.slug


def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "games", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_shared_victories_are_told_apart_by_their_migration() -> None:
    game = started()
    finished = {"status": "finished", "outcome": "shared", "winner": ["austria", "italy"]}
    Game.objects.filter(pk=game.pk).update(ended_at=NOW, **finished)
    try:
        MigrationExecutor(connection).migrate([("games", "0012_endings")])
        with connection.cursor() as cursor:
            cursor.execute("SELECT outcome FROM games_game")
            assert cursor.fetchall() == [("solo",)]
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    assert Game.objects.get().outcome == "shared"
