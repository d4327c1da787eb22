"""The moment between lock and resolution: a phase of its own, in which those who were told may amend."""

import datetime as dt

import pytest
from django.test import Client

from tests.games.quadrants_tables import SEED, began, current, declare, end, person, send
from trekdip.games import selectors, services
from trekdip.games.dispatches import seasons
from trekdip.games.errors import BadInput
from trekdip.games.models import Game, Order

pytestmark = pytest.mark.django_db
MOVES = {"klingon": ["F boreth - organia"], "gorn": ["F gornar - cestus"], "romulan": ["F romulus H"]}


def locked(**terms: object) -> Game:
    """A game whose first orders are locked, with two hours to amend."""
    game = began(options={"intel_window": 2}, **terms)
    for power, lines in MOVES.items():
        send(game, power, *lines)
    end(game)
    return game


def reports(game: Game, name: str) -> list[str]:
    """The kinds of reports somebody has now."""
    told = selectors.game_state(person(name), game).view_data()["reports"]
    return [one["kind"] for power in told.values() for one in power]


def test_orders_lock_into_a_phase_of_their_own() -> None:
    game = locked()
    before, phase = game.phases.get(ordinal=0), current(game)
    assert (before.status, before.orders.count()) == ("resolved", 0)
    assert (phase.ordinal, phase.turn, phase.status, phase.locked) == (1, "S2370M", "open", True)
    assert phase.title == "Spring 2370, movement: orders locked"
    assert set(phase.awaiting) == {"romulan", "cardassian"}
    assert phase.deadline is not None
    assert phase.deadline - phase.opened_at == dt.timedelta(hours=2)
    assert {sheet.seat.power: sheet.text.splitlines() for sheet in phase.sheets.all()} == MOVES


def test_only_the_two_are_told_and_only_they_may_amend() -> None:
    game = locked()
    assert {"tal_shiar"} == set(reports(game, "romulan"))
    assert reports(game, "cardassian") == ["obsidian_order"] * 6
    assert reports(game, "klingon") == reports(game, "stranger") == []
    refused = send(game, "klingon", "F boreth H")
    assert not refused.saved
    assert "Only Romulan and Cardassian may still amend theirs" in refused.problem
    assert current(game).sheets.get(seat__power="klingon").text == "F boreth - organia"
    assert send(game, "romulan", "F romulus - galorndon").saved
    end(game)
    order = Order.objects.get(phase__game=game, power="romulan", unit="F romulus")
    assert (order.phase.ordinal, order.counted) == (1, "F romulus - galorndon")
    assert set(reports(game, "romulan")) == {"tal_shiar"}
    assert current(game).turn == "F2370M"


def test_orders_in_advance_outlast_the_moment() -> None:
    game = locked()
    end(game)
    services.advance_save(by=person("gorn"), game=game, ordinal=current(game).ordinal, text="B F gornar")
    end(game)
    assert current(game).locked
    told = selectors.advance(person("gorn"), game, current(game).ordinal)
    assert told is not None
    assert told.text == "B F gornar"
    end(game)
    assert current(game).turn == "W2370A"
    end(game)
    assert "F gornar" in selectors.game_state(person("gorn"), game).view_data()["units"]["gorn"]


def test_both_final_end_the_moment_early() -> None:
    game = locked(early=True)
    phase = current(game)
    send(game, "romulan", "F romulus H")
    assert not current(game).ready
    send(game, "cardassian")
    assert current(game).ready
    assert services.phase_resolve(phase_id=phase.pk)
    assert current(game).turn == "F2370M"


def test_nothing_is_declared_any_more() -> None:
    game = locked()
    assert selectors.declarations(person("klingon"), game, 1).possible == []
    with pytest.raises(BadInput, match="orders are locked"):
        declare(game, "klingon", "PROPOSE gorn")


def test_what_was_declared_before_the_lock_stands() -> None:
    game = began(options={"intel_window": 2})
    declare(game, "klingon", "PROPOSE gorn")
    declare(game, "gorn", "ACCEPT klingon")
    end(game)
    end(game)
    view = selectors.game_state(person("gm"), game).view_data()
    assert view["memory"]["alliances"] == [["gorn", "klingon"]]


def test_without_the_option_reports_come_with_the_results() -> None:
    game = began()
    send(game, "klingon", "F boreth - organia")
    end(game)
    assert current(game).turn == "F2370M"
    assert reports(game, "cardassian") == ["obsidian_order"] * 6


def test_dispatches_tell_it_once() -> None:
    game = locked()

    def told() -> list[tuple[str, str]]:
        viewer, found = selectors.reported(person("cardassian"), game)
        shown = seasons("quadrants", viewer, found)
        return [(one.heading, one.sentence) for season in shown for one in season.dispatches]

    at_the_lock = told()
    assert ("Obsidian Order", "Klingon moves to Organia.") in at_the_lock
    assert ("Obsidian Order", "Breen orders no moves.") in at_the_lock
    end(game)
    assert told() == at_the_lock


def test_everybody_sees_on_their_page_that_orders_are_locked() -> None:
    game = locked()
    client = Client()
    client.force_login(person("klingon"))
    html = client.get(f"/games/{game.slug}/").content.decode()
    assert "The orders are locked. Romulan and Cardassian may still amend" in html
    assert SEED not in html
