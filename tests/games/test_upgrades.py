"""Every migration taken back and made again with rows in every table: nothing breaks, and what both versions
know of is there afterwards as it was before.
"""

import datetime as dt
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tests.games import quadrants_tables, tables
from tests.games.tables import person
from tests.notices.test_letters import address, letter
from trekdip.api import services as api
from trekdip.games import services
from trekdip.games.models import Game
from trekdip.gm import services as gm
from trekdip.notices import services as notices
from trekdip.press import services as press

pytestmark = pytest.mark.django_db(transaction=True)

Rows = list[tuple[Any, ...]]


def filled() -> None:
    """Something in every table of ours, by the services that write it."""
    game = tables.started(title="In play", early=False)
    austria, italy, turkey = (person(name) for name in ("austria", "italy", "turkey"))
    tables.submit_all(game, tables.OPENING, final=False)
    services.advance_save(by=austria, game=game, ordinal=0, text="B A vie")
    services.plan_save(by=austria, game=game, ordinal=0, name="mine", text="A vie - gal")
    api.token_make(by=austria, game=game, name="bot", orders=True)
    now = timezone.now()
    week = dt.timedelta(days=7)
    services.absence_announce(by=italy, game=game, begins=now + week, ends=now + 2 * week)
    services.clock_vote_call(by=italy, game=game, ordinal=0, kind="pause", minutes=600)
    watcher = services.observer_ask(by=person("watcher"), game=game)
    services.observer_agree(by=austria, game=game, observer_id=watcher.pk)
    talk(game)
    told(game)
    services.game_leave(by=turkey, game=game)
    services.takeover_ask(by=person("newcomer"), game=game, power="turkey")
    services.proposal_make(by=italy, game=game, ordinal=0, kind="end")
    gm.announcement_make(by=game.gm, game=game, text="Hear")
    gm.note_save(by=game.gm, game=game, text="mine")
    gm.invitation_send(
        by=game.gm, game=game, to="guest@trekdip.example", root="https://trekdip.example", power="turkey"
    )
    corrected = tables.started(title="Corrected", rhythm={}, early=False)
    gm.deadline_force(by=corrected.gm, game=corrected, ordinal=0)
    gm.correction_make(
        by=corrected.gm, game=corrected, ordinal=0, newest=1, change=gm.Change(), reason="a slip"
    )
    allies = quadrants_tables.began()
    quadrants_tables.declare(allies, "klingon", "PROPOSE gorn")


def talk(game: Game) -> None:
    """Press of all kinds."""
    austria, england = person("austria"), person("england")
    word = press.message_send(by=england, game=game, key="austria+england", text="Hello")
    press.mark_read(by=austria, game=game, key="austria+england", name=word.name)
    press.message_report(by=austria, game=game, key="austria+england", name=word.name, reason="spam")
    press.mute_set(by=austria, game=game, target="england", muted=True)
    press.handover_set(by=austria, game=game, agreed=True)


def told(game: Game) -> None:
    """What people want to be told and how, and a mail that came in."""
    austria = person("austria")
    notices.habit_save(by=austria, zone="Europe/Vienna", pace="daily", hour=7)
    notices.preferences_save(by=austria, game=game, wanted={("phase", "mail"): False})
    notices.device_add(by=austria, endpoint="https://push.example/a", p256dh="k" * 87, auth="a" * 22, name="")
    notices.hook_save(by=game.gm, game=game, url="https://chat.example/hook", style="discord")
    notices.letterbox_make(by=austria, game=game)
    assert notices.letter_receive(raw=letter(address(game), "A vie - gal"), recipients=[])


def stored(columns: dict[str, set[str]]) -> dict[str, Rows]:
    """All rows of these tables, these columns of them."""
    with connection.cursor() as cursor:
        found = {}
        for table, names in columns.items():
            picked = ", ".join(f'"{name}"' for name in sorted(names))
            cursor.execute(f'SELECT {picked} FROM "{table}"')  # noqa: S608  our own tables
            found[table] = sorted(cursor.fetchall(), key=repr)
        return found


def picked(rows: Rows, columns: set[str], kept: set[str]) -> Rows:
    """The same rows with some of their columns."""
    places = [place for place, name in enumerate(sorted(columns)) if name in kept]
    return sorted((tuple(row[place] for place in places) for row in rows), key=repr)


def shape() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The columns of all our tables, and their columns, keys, indexes and constraints told in words."""
    ours = {model._meta.db_table for model in apps.get_models() if model.__module__.startswith("trekdip.")}
    columns, words = {}, {}
    with connection.cursor() as cursor:
        for table in ours & set(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')  # noqa: S608  our own tables
            columns[table] = {column[0] for column in cursor.description}
            words[table] = {f"{column[0]} {column[1]}" for column in cursor.description}
            if connection.vendor == "postgresql":  # Django cannot read SQLite's constraints on JSON
                bound = connection.introspection.get_constraints(cursor, table)
                words[table] |= {f"{name} {sorted(what['columns'])}" for name, what in bound.items()}
    return columns, words


def ours() -> list[tuple[str, str]]:
    """Our migrations, in the order in which they are made."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    labels = {config.label for config in apps.get_app_configs() if config.name.startswith("trekdip.")}
    return [(made.app_label, made.name) for made, _ in plan if made.app_label in labels]


def migrate(*targets: tuple[str, str | None]) -> None:
    """Make or take back migrations until these are the newest of their apps; none: make all."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets) or executor.loader.graph.leaf_nodes())


def test_every_migration_goes_back_and_forth_with_rows_in_every_table() -> None:
    filled()
    columns, words = shape()
    assert [table for table, rows in stored(columns).items() if not rows] == []
    made = ours()
    try:
        while made:
            app, name = made.pop()
            earlier = [other for label, other in made if label == app]
            before = (app, earlier[-1] if earlier else None)
            with_it, rows = shape(), stored(shape()[0])
            migrate(before)
            without_it, _ = shape()
            migrate((app, name))
            assert shape() == with_it, name
            both = {table: names & with_it[0][table] for table, names in without_it.items()}
            kept = {table: picked(rows[table], with_it[0][table], both[table]) for table in both}
            assert stored(both) == kept, name
            migrate(before)
    finally:
        migrate()
    assert shape() == (columns, words)
