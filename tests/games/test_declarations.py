"""Declarations: at once, in public, and made anew on the phase's truth when it is resolved."""

import pytest
from django.test import Client

from tests.games import stdip_tables
from tests.games.quadrants_tables import began, current, declare, end, person, to_next_movement
from trekdip.games import selectors, services, wire
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Game
from trekdip.live import payloads

pytestmark = pytest.mark.django_db
WATCHERS = ("klingon", "gorn", "gm", "stranger")


def memory(game: Game, name: str) -> dict[str, object]:
    """The public notebook as somebody's newest View has it."""
    found: dict[str, object] = selectors.game_state(person(name), game).view_data()["memory"]
    return found


def possible(game: Game, name: str) -> list[str]:
    """What somebody may declare now."""
    return selectors.declarations(person(name), game, current(game).ordinal).possible


def test_an_alliance_is_proposed_accepted_and_in_the_next_phase_a_fact() -> None:
    game = began()
    truth = current(game).truth
    assert "PROPOSE gorn" in possible(game, "klingon")
    declare(game, "klingon", "PROPOSE gorn")
    assert "ACCEPT klingon" in possible(game, "gorn")
    assert "PROPOSE gorn" not in possible(game, "klingon")
    declare(game, "gorn", "accept Klingon")
    for name in WATCHERS:
        told = selectors.declarations(person(name), game, 0)
        assert [(one.power, one.text) for one in told.made] == [
            ("klingon", "PROPOSE gorn"),
            ("gorn", "accept Klingon"),
        ]
        assert told.standing["alliances"] == [["gorn", "klingon"]]
        assert told.standing["proposals"] == []
    assert possible(game, "stranger") == possible(game, "gm") == []
    assert current(game).truth == truth
    assert memory(game, "klingon")["alliances"] == []  # a View is never changed
    end(game)
    assert all(memory(game, name)["alliances"] == [["gorn", "klingon"]] for name in WATCHERS)


def test_it_is_broken_and_declined_as_it_was_made() -> None:
    game = began()
    for power, text in (
        ("klingon", "PROPOSE gorn"),
        ("gorn", "DECLINE klingon"),
        ("breen", "PROPOSE gorn"),
        ("gorn", "ACCEPT breen"),
        ("breen", "BREAK gorn"),
        ("romulan", "PROPOSE gorn"),
        ("romulan", "WITHDRAW gorn"),
    ):
        declare(game, power, text)
    assert selectors.declarations(person("stranger"), game, 0).standing["alliances"] == []
    end(game)
    assert memory(game, "gorn")["alliances"] == memory(game, "gorn")["proposals"] == []


def test_the_page_of_everybody_tells_it_and_offers_each_their_own() -> None:
    game = began()
    declare(game, "klingon", "PROPOSE gorn")
    said = "Klingon proposes an alliance to Gorn"
    for name, offered in (("gorn", True), ("klingon", False), ("stranger", False), ("gm", False)):
        client = Client()
        client.force_login(person(name))
        html = client.get(f"/games/{game.slug}/panels").content.decode()
        assert said in html
        assert ('value="ACCEPT klingon"' in html) is offered
    assert said in Client().get(f"/games/{game.slug}/").content.decode()


def test_sockets_are_told_that_something_was_declared() -> None:
    game = began()
    before = payloads._payload(game.pk, "public")
    declare(game, "klingon", "PROPOSE gorn")
    after = payloads._payload(game.pk, "public")
    assert before is not None
    assert after is not None
    assert '"declared":0' in before.text
    assert '"declared":1' in after.text
    assert isinstance(selectors.game_state(person("gm"), game), wire.GameState)


@pytest.mark.parametrize(
    ("power", "text", "why"),
    [
        ("klingon", "ACCEPT gorn", "has not proposed"),
        ("klingon", "PROPOSE klingon", "takes two powers"),
        ("klingon", "PROPOSE nobody", "names no power"),
        ("klingon", "CONQUER gorn", "none of PROPOSE"),
        ("klingon", "", "offered"),
        ("klingon", "P" * 90, "offered"),
    ],
)
def test_what_cannot_be_declared_is_refused_with_the_reason(power: str, text: str, why: str) -> None:
    game = began()
    with pytest.raises(BadInput, match=why):
        declare(game, power, text)
    assert current(game).declarations.count() == 0


def test_one_proposal_between_two_and_one_ally_each() -> None:
    game = began()
    declare(game, "klingon", "PROPOSE gorn")
    with pytest.raises(BadInput, match="pending"):
        declare(game, "gorn", "PROPOSE klingon")
    declare(game, "gorn", "ACCEPT klingon")
    declare(game, "breen", "PROPOSE gorn")
    with pytest.raises(BadInput, match="one is the most"):
        declare(game, "gorn", "ACCEPT breen")


def test_only_players_declare_and_only_while_the_phase_is_open() -> None:
    game = began()
    for name in ("stranger", "gm"):
        with pytest.raises(NotAllowed):
            declare(game, name, "PROPOSE gorn")
    end(game)
    with pytest.raises(NotNow, match="is over"):
        services.declaration_make(by=person("klingon"), game=game, ordinal=0, text="PROPOSE gorn")


def test_an_endless_to_and_fro_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trekdip.games.services.declarations.MOST", 2)
    game = began()
    declare(game, "klingon", "PROPOSE gorn")
    declare(game, "klingon", "WITHDRAW gorn")
    with pytest.raises(NotNow, match="Wait for the next one"):
        declare(game, "klingon", "PROPOSE gorn")
    declare(game, "gorn", "PROPOSE klingon")


def test_where_nothing_is_ever_declared_nothing_is_offered() -> None:
    game = stdip_tables.began()
    told = selectors.declarations(person("borg"), game, 0)
    assert (told.made, told.possible, told.standing) == ([], [], {})
    with pytest.raises(BadInput, match="nothing to declare"):
        declare(game, "borg", "PROPOSE romulan")


def test_a_declaration_lasts_through_retreats_and_winter() -> None:
    game = began()
    declare(game, "klingon", "PROPOSE gorn")
    assert to_next_movement(game).turn == "F2370M"
    assert memory(game, "gorn")["proposals"] == [["klingon", "gorn"]]
    declare(game, "gorn", "ACCEPT klingon")
    assert to_next_movement(game).turn == "S2371M"
    assert memory(game, "gorn")["alliances"] == [["gorn", "klingon"]]
