"""The documented backup: dump, wipe, restore, and the games go on to the same boards.

`pg_dump` and `pg_restore` come with the PostgreSQL of the tests, so that they fit the server.
"""

import contextlib
import json
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.services.postgres import client_program
from tests.services.stack import ROOT, Stack, production_stack

OPERATING = ROOT / "docs" / "operating.md"
GAMES = """
from tests.games import stdip_tables, tables

hidden = stdip_tables.began(title="Hidden")
stdip_tables.play(hidden, 3)
open_board = tables.started(title="Open", rhythm={}, early=False)
tables.submit_all(open_board, tables.OPENING)
forming = tables.forming(title="Forming")
"""

# Sheets chosen by a fixed seed, then the phases are ended; everybody's boards.
GO_ON = """
import json
from tests.games import stdip_tables
from trekdip.games.models import Game, PhaseView
stdip_tables.play(Game.objects.get(title="Hidden"), 2, chance=7)
stdip_tables.end(Game.objects.get(title="Open"))
views = PhaseView.objects.order_by("phase__game__title", "phase__ordinal", "viewer")
shown = views.values_list("phase__game__title", "phase__ordinal", "viewer", "view", "board")
print("BOARDS " + json.dumps(list(shown)))
"""


@pytest.fixture
def stack(postgres_url: str, redis_url: str, tmp_path: Path) -> Iterator[Stack]:
    """The site's database and settings; no process is needed."""
    with production_stack(postgres_url, redis_url, tmp_path, started=()) as running:
        yield running


def documented(program: str) -> list[str]:
    """The words of the command that docs/operating.md tells operators to type."""
    found = re.search(rf"^{program} .*$", OPERATING.read_text(), re.MULTILINE)
    assert found is not None, f"docs/operating.md says nothing of {program}"
    return shlex.split(found[0])


def run_as_documented(program: str, database_url: str, folder: Path) -> None:
    """Type it, in `folder`, with the database's address in the environment."""
    _, *words = documented(program)
    words = [word.replace("$DATABASE_URL", database_url) for word in words]
    done = subprocess.run(  # noqa: S603
        [client_program(program), *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def rows(database_url: str) -> dict[str, int]:
    """How many rows each table has."""
    with psycopg.connect(database_url) as connection:
        names = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        ).fetchall()
        counts = {}
        for (name,) in names:
            counted = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()  # noqa: S608
            assert counted is not None
            counts[name] = counted[0]
        return counts


def wipe(database_url: str) -> None:
    """Nothing is left."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


def went_on(stack: Stack) -> list[list[object]]:
    """Play on; every View and drawing of every phase."""
    boards: list[list[object]] = json.loads(stack.manage("shell", "-v", "0", "-c", GO_ON).split("BOARDS ")[1])
    return boards


def test_games_go_on_from_a_restored_dump_to_the_same_boards(stack: Stack, tmp_path: Path) -> None:
    database_url = stack.environment["DATABASE_URL"]
    stack.manage("shell", "-v", "0", "-c", GAMES)
    kept = rows(database_url)
    assert kept["games_game"] == 3
    run_as_documented("pg_dump", database_url, tmp_path)
    unharmed = went_on(stack)
    assert len(unharmed) > kept["games_phaseview"]
    wipe(database_url)
    assert rows(database_url) == {}
    run_as_documented("pg_restore", database_url, tmp_path)
    assert rows(database_url) == kept
    stack.manage("migrate", "--check")
    assert went_on(stack) == unharmed


def test_a_restore_replaces_what_has_happened_since_the_dump(stack: Stack, tmp_path: Path) -> None:
    database_url = stack.environment["DATABASE_URL"]
    stack.manage("shell", "-v", "0", "-c", GAMES)
    kept = rows(database_url)
    run_as_documented("pg_dump", database_url, tmp_path)
    went_on(stack)
    assert rows(database_url) != kept
    run_as_documented("pg_restore", database_url, tmp_path)
    assert rows(database_url) == kept


@pytest.fixture
def embedded(tmp_path: Path) -> Stack:
    """The settings of an embedded site in a folder of its own."""
    environment = {
        "DJANGO_SETTINGS_MODULE": "trekdip.settings.embedded",
        "TREKDIP_DATA": str(tmp_path / ".trekdip"),
    }
    return Stack("", environment, tmp_path, {})


def test_an_embedded_site_is_copied_while_it_runs_and_goes_on_from_the_copy(
    embedded: Stack, tmp_path: Path
) -> None:
    embedded.manage("migrate", "--verbosity", "0")
    embedded.manage("shell", "-v", "0", "-c", GAMES)
    file = tmp_path / ".trekdip" / "trekdip.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as at_work:
        # What a running site has written and not yet moved into the file itself.
        at_work.execute("UPDATE games_game SET title = 'Hidden away' WHERE title = 'Forming'")
        at_work.commit()
        at_work.execute("SELECT count(*) FROM games_game").fetchone()
        assert Path(f"{file}-wal").stat().st_size > 0
        command = re.search(r"^python (-c) (\".*VACUUM.*\")$", OPERATING.read_text(), re.MULTILINE)
        assert command is not None
        words = [sys.executable, *shlex.split(" ".join(command.groups()))]
        subprocess.run(words, cwd=tmp_path, check=True)  # noqa: S603  what we tell people to type
    unharmed = went_on(embedded)
    for left in file.parent.glob("trekdip.sqlite3*"):
        left.unlink()
    (tmp_path / "copy.sqlite3").rename(file)
    embedded.manage("migrate", "--check")
    with contextlib.closing(sqlite3.connect(file)) as restored:
        titles = {title for (title,) in restored.execute("SELECT title FROM games_game")}
    assert titles == {"Hidden", "Open", "Hidden away"}
    assert went_on(embedded) == unharmed


def test_the_crontab_dumps_as_documented() -> None:
    (entry,) = re.findall(r"^10 3 \* \* \* .*$", OPERATING.read_text(), re.MULTILINE)
    dump = shlex.join(documented("pg_dump")).replace("trekdip.dump", "new.dump")
    assert dump.replace("'$DATABASE_URL'", '"$DATABASE_URL"') in entry
    assert not re.search(r"(?<!\\)%", entry)
