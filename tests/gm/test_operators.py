"""The role for operators, on PostgreSQL: it reads what keeps a site running, and no column that is secret."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

ROOT = Path(__file__).resolve().parents[2]
ROLE = "trekdip_operator"
# Whole tables, and single columns, that tell of a game or a person what nobody beside may know.
SECRET_TABLES = (
    "games_unit",
    "games_order",
    "games_ordersheet",
    "games_phaseview",
    "games_advance",
    "games_plan",
    "gm_note",
    "gm_invitation",
    "press_message",
    "press_copy",
    "django_session",
    "api_seattoken",
    "account_emailaddress",
)
SECRET_COLUMNS = {
    "games_phase": ("truth", "trace"),
    "games_game": ("seed", "invite_token", "options"),
    "games_auditentry": ("details", "reason"),
    "gm_correction": ("changed",),
    "accounts_user": ("password", "email"),
}


@pytest.fixture(scope="module")
def site(postgres_url: str) -> Iterator[str]:
    """A database with the site's tables and the role; its URL."""
    name = f"operators_{secrets.token_hex(4)}"
    server = postgres_url.rpartition("/")[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        url = f"{server}/{name}"
        settings = {"DJANGO_SETTINGS_MODULE": "trekdip.settings.test", "TEST_DATABASE_URL": url}
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **settings})  # noqa: S603  our own
        script = (ROOT / "deploy" / "operators.sql").read_text(encoding="utf-8")
        with psycopg.connect(url, autocommit=True) as made:
            made.execute(script.encode())
            made.execute(script.encode())  # twice is as once
        yield url
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
        admin.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(ROLE)))


def readable(url: str, table: str, column: str) -> bool:
    """Whether the role may read the column."""
    with psycopg.connect(url) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(ROLE)))
        query = sql.SQL("SELECT {} FROM {} LIMIT 1").format(sql.Identifier(column), sql.Identifier(table))
        try:
            connection.execute(query)
        except psycopg.errors.InsufficientPrivilege:
            return False
    return True


def columns(url: str, table: str) -> list[str]:
    """The columns of a table."""
    query = "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute(query, [table])]


@pytest.mark.parametrize("table", SECRET_TABLES)
def test_no_column_of_a_secret_table_is_read(site: str, table: str) -> None:
    found = columns(site, table)
    assert found
    assert not [column for column in found if readable(site, table, column)]


@pytest.mark.parametrize("table", SECRET_COLUMNS)
def test_no_secret_column_is_read(site: str, table: str) -> None:
    assert not [column for column in SECRET_COLUMNS[table] if readable(site, table, column)]
    assert readable(site, table, "id")


def test_what_is_stuck_can_be_counted(site: str) -> None:
    with psycopg.connect(site) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(ROLE)))
        query = "SELECT count(*) FROM games_phase WHERE status = 'stuck'"
        row = connection.execute(query).fetchone()
    assert row == (0,)


def test_the_role_writes_nothing(site: str) -> None:
    with psycopg.connect(site) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(ROLE)))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("UPDATE games_phase SET status = 'open'")
