"""Observers of what is private: every player's leave, any player's veto, all of it in the audit."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests.games.stdip_tables import POWERS, began, end, finish, send
from tests.games.tables import current, person
from trekdip.games import gate, selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import AuditEntry, Game, Observer
from trekdip.gm import selectors as desk_reads
from trekdip.gm import services as desk
from trekdip.live import announce

pytestmark = pytest.mark.django_db


def asked(game: Game, name: str = "watcher") -> int:
    """The id of a request."""
    return services.observer_ask(by=person(name), game=game).pk


def agree(game: Game, observer: int, *powers: str) -> None:
    """These players agree."""
    for power in powers:
        services.observer_agree(by=person(power), game=game, observer_id=observer)


def sees(game: Game, name: str = "watcher") -> str:
    """As whom somebody sees the game; pages and sockets must say the same."""
    found = selectors.viewer_of(person(name), game)
    assert selectors.viewers_of([game.pk])[game.pk].get(person(name).pk, gate.PUBLIC) == found
    return found


def acts(game: Game) -> list[tuple[str, str | None]]:
    """The audit's acts about observers, with who did them."""
    rows = AuditEntry.objects.filter(game=game, act__startswith="observer")
    return [(row.act, row.by.get_username() if row.by else None) for row in rows]


def test_every_player_has_to_agree() -> None:
    game = began()
    observer = asked(game)
    assert sees(game) == "public"
    agree(game, observer, *POWERS[:-1])
    assert sees(game) == "public"
    agree(game, observer, POWERS[-1])
    assert sees(game) == "gm"
    assert acts(game)[0] == ("observer_ask", "watcher")
    assert acts(game)[-1] == ("observer_grant", None)
    assert len(acts(game)) == 9


def test_who_observes_reads_and_has_no_desk() -> None:
    game = began()
    observer = asked(game)
    agree(game, observer, *POWERS)
    send(game, "romulan", "A ven (I) - tyr")
    watcher = person("watcher")
    state = selectors.game_state(watcher, game)
    assert (state.viewer, state.sheet) == ("gm", None)
    end(game)
    assert "A tyr (I)" in selectors.game_state(watcher, game).view_data()["units"]["romulan"]
    for read in (desk_reads.desk, desk_reads.truth, selectors.audit):
        with pytest.raises(NotAllowed):
            read(watcher, game)
    with pytest.raises(NotAllowed):
        services.sheet_submit(by=watcher, game=game, ordinal=current(game).ordinal, text="A con H")


@pytest.mark.parametrize("power", ["borg", "cardassian"])
def test_any_player_may_object_at_any_time(power: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = began()
    observer = asked(game)
    agree(game, observer, *POWERS)
    poked: list[str] = []
    monkeypatch.setattr(announce, "poke", lambda *_, kind="phase": poked.append(kind))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda send, **_: send())
    services.observer_object(by=person(power), game=game, observer_id=observer, reason="I changed my mind")
    assert sees(game) == "public"
    assert poked == ["seats"]  # open sockets are asked again who they are
    assert acts(game)[-1] == ("observer_object", power)
    agree(game, observer, *POWERS)
    assert sees(game) == "gm"


def test_a_new_player_is_asked_too() -> None:
    game = began()
    observer = asked(game)
    agree(game, observer, *POWERS)
    desk.seat_replace(by=game.gm, game=game, power="ferengi", newcomer=person("late"), reason="moved away")
    assert sees(game) == "public"
    agree(game, observer, "late")
    assert sees(game) == "gm"


def test_a_player_who_leaves_does_not_open_anything() -> None:
    game = began()
    observer = asked(game)
    agree(game, observer, *POWERS[1:])
    services.game_leave(by=person(POWERS[0]), game=game)
    assert sees(game) == "public"
    assert observer == Observer.objects.get().pk


def test_who_has_seen_all_takes_no_seat() -> None:
    game = began()
    observer = asked(game)
    agree(game, observer, *POWERS)
    services.observer_withdraw(by=person("watcher"), game=game)
    assert sees(game) == "public"
    with pytest.raises(BadInput, match="cannot play"):
        desk.seat_replace(by=game.gm, game=game, power="borg", newcomer=person("watcher"), reason="gone")


def test_who_may_ask_and_who_may_answer() -> None:
    game = began()
    for name in ("borg", "gm"):
        with pytest.raises(NotAllowed):
            asked(game, name)
    observer = asked(game)
    assert asked(game) == observer
    for name in ("watcher", "stranger", "gm"):
        with pytest.raises(NotAllowed):
            agree(game, observer, name)
    other = began(title="Another")
    with pytest.raises(NotFound):
        agree(other, observer, "borg")
    finish(game)
    with pytest.raises(NotNow):
        agree(game, observer, "borg")


def test_requests_are_told_to_players_and_the_gm_alone() -> None:
    game = began()
    asked(game)
    assert selectors.observers(person("borg"), game).may_answer
    assert [row.name for row in selectors.observers(person("gm"), game).rows] == ["watcher"]
    assert [row.mine for row in selectors.observers(person("watcher"), game).rows] == [True]
    assert selectors.observers(person("stranger"), game).rows == []
    assert selectors.observers(AnonymousUser(), game).rows == []


def test_by_the_page() -> None:
    game = began()
    watcher, url = Client(), f"/games/{game.slug}/observers"
    watcher.force_login(person("watcher"))
    assert "Ask the players" in watcher.get(url).content.decode()
    assert watcher.post(url, {"act": "ask"}).status_code == 302
    observer = Observer.objects.get()
    for power in POWERS:
        player = Client()
        player.force_login(person(power))
        assert "watcher" in player.get(url).content.decode()
        player.post(url, {"act": "agree", "observer": str(observer.pk)})
    assert "sees everything" in watcher.get(url).content.decode()
    assert 'data-unit="F nap"' in watcher.get(f"/games/{game.slug}/").content.decode()
    player.post(url, {"act": "object", "observer": str(observer.pk)})
    assert "sees what is public" in watcher.get(url).content.decode()
    assert player.post(url, {"act": "agree", "observer": "x"}).status_code == 400


def test_a_vacant_seat_agrees_to_nothing() -> None:
    game = began()
    observer = asked(game)
    services.game_leave(by=person(POWERS[0]), game=game)
    agree(game, observer, *POWERS[1:])
    assert sees(game) == "public"
    assert selectors.observers(person(POWERS[1]), game).rows[0].missing == 1
    desk.seat_replace(
        by=game.gm, game=game, power=POWERS[0], newcomer=person("late"), reason="a seat is free"
    )
    assert sees(game) == "public"
    agree(game, observer, "late")
    assert sees(game) == "gm"


def test_who_was_never_asked_does_not_agree_by_leaving() -> None:
    game = began()
    observer = asked(game)
    agree(game, observer, *POWERS)
    desk.seat_replace(by=game.gm, game=game, power="ferengi", newcomer=person("late"), reason="moved away")
    services.game_leave(by=person("late"), game=game)
    assert sees(game) == "public"
