"""Queries of a page and of a push: as many with many games, phases and spectators as with few."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.games import stdip_tables, tables
from trekdip.games import selectors
from trekdip.games.models import Game
from trekdip.live import payloads, sweep
from trekdip.press import selectors as press

pytestmark = pytest.mark.django_db

POWER = "klingon"
PAGES = (
    "/",
    "/games/",
    "/games/{}/",
    "/games/{}/state",
    "/games/{}/panels",
    "/games/{}/phases/1/",
    "/games/{}/clock",
)


@dataclass(frozen=True)
class Visitor:
    """Somebody who looks at a game: the account, or nobody."""

    name: str | None

    def asks(self, path: str) -> int:
        """How many queries this page takes them; a first visit fills what processes remember."""
        client = Client()
        if self.name:
            client.force_login(tables.person(self.name))
        return queries(lambda: client.get(path), status=200)

    def sends(self, game: Game) -> int:
        """How many queries an order sheet of theirs takes."""
        client = signed_in(self.name or "")
        sheet = {"ordinal": tables.current(game).ordinal, "orders": "A mos H", "final": "false"}
        accepting = {"Accept": "application/json"}
        return queries(
            lambda: client.post(f"/games/{game.slug}/orders", sheet, headers=accepting), status=200
        )


VISITORS = (Visitor(POWER), Visitor("gm"), Visitor("passer-by"), Visitor(None))


def queries(act: Callable[[], object], *, status: int | None = None) -> int:
    """How many queries it takes the second time."""
    act()
    with CaptureQueriesContext(connection) as captured:
        answer = act()
    if status is not None:
        assert getattr(answer, "status_code", None) == status
    return len(captured)


def everything(game: Game) -> dict[str, int]:
    """Queries by what was asked."""
    viewers = frozenset({*stdip_tables.POWERS, "public", "gm"})
    counts = {
        f"{path} for {visitor.name}": visitor.asks(path.format(game.slug))
        for visitor in VISITORS
        for path in PAGES
    }
    counts["sheet"] = Visitor(POWER).sends(game)
    counts["push"] = queries(lambda: payloads._news({game.pk: viewers}, frozenset()))
    counts["who listens"] = queries(lambda: payloads._seated(tables.person(POWER), game.slug))
    counts["press of all"] = queries(lambda: press.tallies(game.pk))
    counts["due"] = queries(selectors.phases_due)
    return counts


def test_queries_do_not_grow_with_games_phases_and_spectators() -> None:
    game = stdip_tables.began()
    stdip_tables.play(game, 6)  # into the second year: pages look back to the end of the first
    others(1)
    few = everything(game)
    stdip_tables.play(game, 3)
    others(5)
    for number in range(5):
        selectors.game_state(tables.person(f"spectator{number}"), game)
    many = everything(game)
    assert {what: (few[what], many[what]) for what in few if many[what] > few[what]} == {}
    assert max(few.values()) <= 40


def others(number: int) -> None:
    """So many more games of each kind that lists show."""
    for _ in range(number):
        tables.started(title="Another")
        tables.full(title="Forming")


def test_a_push_reads_all_viewers_and_games_at_once() -> None:
    games = [stdip_tables.began(), tables.started(title="Another")]
    viewers = frozenset({*stdip_tables.POWERS, "public", "gm"})

    def asked(wanted: dict[int, frozenset[str]]) -> int:
        found = payloads._news(wanted, frozenset()).payloads
        assert found.keys() == {(game, viewer) for game, viewers in wanted.items() for viewer in viewers}
        return queries(lambda: payloads._news(wanted, frozenset()))

    assert (
        asked({games[0].pk: frozenset({"public"})})
        == asked({games[0].pk: viewers})
        == asked({games[0].pk: viewers, games[1].pk: frozenset({"public", "austria"})})
    )


def test_a_push_asks_for_all_sessions_at_once() -> None:
    game = stdip_tables.began()

    def asked(*names: str) -> int:
        keys = frozenset(str(signed_in(name).session.session_key) for name in names)
        wanted = {game.pk: frozenset({POWER})}
        assert payloads._news(wanted, keys).holders.keys() == keys
        return queries(lambda: payloads._news(wanted, keys))

    assert asked(*stdip_tables.POWERS, "gm") == asked(POWER)


def signed_in(name: str) -> Client:
    """A browser of somebody's."""
    client = Client()
    client.force_login(tables.person(name))
    return client


def test_a_sweep_with_nothing_to_do_asks_the_same_however_many_games_there_are() -> None:
    tables.started()
    before = queries(sweep.sweep)
    for number in range(4):
        tables.started(title=f"Another {number}")
    assert queries(sweep.sweep) == before
