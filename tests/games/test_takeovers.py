"""Giving up a seat, asking for one, handing the GM's part over: who may, and who sees what from then on."""

import pytest
from django.test import Client

from tests.games.clocks import heard
from tests.games.tables import OPENING, current, forming, full, person, started, submit
from trekdip.api import services as api
from trekdip.games import selectors, services, signals
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, OrderSheet, SeatRequest
from trekdip.games.press_terms import PressTerms
from trekdip.games.services.seats import newcomer_problem
from trekdip.gm import services as desk
from trekdip.notices import services as notices
from trekdip.notices.models import Letterbox

pytestmark = pytest.mark.django_db


def vacant(power: str = "austria", **terms: object) -> Game:
    """A game in which a player has given up."""
    game = started(**terms)
    services.game_leave(by=person(power), game=game)
    return game


def ask(game: Game, name: str = "new", power: str = "austria") -> SeatRequest:
    """Somebody asks for a seat."""
    return services.takeover_ask(by=person(name), game=game, power=power, note="I like them")


def post(name: str, game: Game, **sent: object) -> int:
    """The status of an act on the page."""
    client = Client()
    client.force_login(person(name))
    return client.post(f"/games/{game.slug}/table", sent).status_code


def page(name: str, url: str) -> str:
    """What somebody gets."""
    client = Client()
    client.force_login(person(name))
    return client.get(url).content.decode()


def test_surrender_is_public_and_ends_every_access() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    _, secret = api.token_make(by=person("austria"), game=game, name="bot", orders=True)
    notices.letterbox_make(by=person("austria"), game=game)
    assert post("austria", game, act="surrender") == 400
    with heard(signals.seat_filled) as told:
        assert post("austria", game, act="surrender", sure="on") == 302
    assert len(told) == 1
    assert selectors.viewer_of(person("austria"), game) == "public"
    assert "civil disorder" in page("england", f"/games/{game.slug}/")
    (event,) = selectors.clock(person("england"), game).events
    assert (event.act, event.powers, event.reason) == ("vacate", ["Austria"], "given up by its player")
    bot = Client(headers={"authorization": f"Bearer {secret}"})
    orders = bot.post(
        f"/api/v1/games/{game.slug}/orders", {"ordinal": 0, "orders": []}, content_type="application/json"
    )
    assert orders.status_code in {401, 403}
    assert not Letterbox.objects.exists()
    assert OrderSheet.objects.filter(seat__power="austria").exists()  # what was sent counts
    with pytest.raises(NotAllowed):
        submit(game, "austria", ["A vie H"])


def test_a_seat_is_asked_for_and_given_at_the_desk() -> None:
    game = vacant()
    request = ask(game)
    assert "I like them" in page("gm", f"/games/{game.slug}/desk/")
    assert "I like them" not in page("england", f"/games/{game.slug}/table")
    assert "I like them" not in page("england", f"/games/{game.slug}/")
    with pytest.raises(NotNow, match="asked for a seat here"):
        ask(game)
    with pytest.raises(NotAllowed):
        services.takeover_answer(by=person("england"), game=game, request_id=request.pk, accept=True)
    other = ask(game, "other")
    assert post("gm", game, act="accept", request=request.pk, back="desk") == 302
    assert selectors.viewer_of(person("new"), game) == "austria"
    assert selectors.viewer_of(person("austria"), game) == "public"
    other.refresh_from_db()
    request.refresh_from_db()
    assert (request.outcome, other.outcome) == ("taken", "closed")
    with pytest.raises(NotNow, match="over"):
        services.takeover_answer(by=game.gm, game=game, request_id=other.pk, accept=True)
    with pytest.raises(NotNow, match="not vacant"):
        ask(game, "late")


def test_a_request_is_declined_or_taken_back() -> None:
    game = vacant()
    services.takeover_answer(by=game.gm, game=game, request_id=ask(game).pk, accept=False)
    ask(game)
    services.takeover_withdraw(by=person("new"), game=game)
    with pytest.raises(NotFound):
        services.takeover_withdraw(by=person("new"), game=game)
    with pytest.raises(NotFound):
        services.takeover_answer(by=game.gm, game=game, request_id=0, accept=True)
    assert not game.seats.filter(user=person("new")).exists()


def test_where_the_table_agreed_so_a_seat_is_taken_at_once() -> None:
    game = vacant(takeovers="open")
    submitted = ask(game)
    assert submitted.outcome == "taken"
    assert selectors.viewer_of(person("new"), game) == "austria"
    entry = selectors.audit(game.gm, game)[-1]
    assert (entry.act, entry.by, entry.details["to"]) == ("seat_replace", None, "new")


def test_who_knows_too_much_takes_no_seat() -> None:
    game = vacant(takeovers="open")
    services.game_leave(by=person("england"), game=game)
    for name, words in (("gm", "GM sees"), ("italy", "has a seat"), ("england", "another power")):
        with pytest.raises(NotAllowed, match=words):
            ask(game, name)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert ask(game, "england", "england").outcome == "taken"  # one's own secrets again
    with pytest.raises(NotNow, match="while a game is played"):
        ask(forming(title="Early"))
    with pytest.raises(NotFound):
        ask(game, power="borg")


def test_the_lobby_lists_vacant_seats_to_those_outside() -> None:
    game = vacant()
    hidden = vacant(title="By link", joining="invite")
    (seat,) = selectors.seats_to_take(person("new"))
    assert (seat.slug, seat.title, seat.centers, seat.units) == (game.slug, "Austria", 3, 3)
    assert seat.deadline == current(game).deadline
    for name in ("gm", "england"):
        assert selectors.seats_to_take(person(name)) == []
    lobby = page("new", "/")
    assert f"/games/{game.slug}/table?power=austria" in lobby
    assert hidden.slug not in lobby.partition('id="vacant"')[2].partition("</section>")[0]


def test_the_game_is_handed_to_a_gm_who_does_not_play() -> None:
    game = started()
    for name, words in (("italy", "plays"), ("nobodyknown", "no account"), ("gm", "already")):
        with pytest.raises(BadInput, match=words):
            services.gm_offer(by=game.gm, game=game, to=name)
    services.game_leave(by=person("turkey"), game=game)
    with pytest.raises(BadInput, match="has played"):
        services.gm_offer(by=game.gm, game=game, to="turkey")
    old, new = game.gm, person("second")
    with pytest.raises(NotAllowed):
        services.gm_offer(by=new, game=game, to="second")
    services.gm_offer(by=old, game=game, to="SECOND")
    game.refresh_from_db()
    assert "asked to be the GM" in page("second", f"/games/{game.slug}/table")
    with pytest.raises(NotAllowed):
        services.gm_accept(by=person("italy"), game=game)
    services.gm_accept(by=new, game=game)
    game.refresh_from_db()
    assert (game.gm, game.gm_next) == (new, None)
    assert [selectors.viewer_of(who, game) for who in (old, new)] == ["public", "gm"]
    assert "seen what is private" in (newcomer_problem(game, old, "turkey") or "")
    with pytest.raises(NotAllowed):
        desk.game_pause(by=old, game=game, reason="r")
    desk.game_pause(by=new, game=game, reason="r")


def test_an_offer_is_declined_or_taken_back() -> None:
    game = started(by=person("austria"), gm_plays=True)
    services.gm_offer(by=game.gm, game=game, to="italy")
    services.gm_decline(by=person("italy"), game=game)
    services.gm_offer(by=game.gm, game=game, to="italy")
    services.gm_offer(by=game.gm, game=game, to="")
    with pytest.raises(NotAllowed):
        services.gm_accept(by=person("italy"), game=game)
    services.gm_offer(by=game.gm, game=game, to="italy")
    services.gm_accept(by=person("italy"), game=game)
    game.refresh_from_db()
    assert game.gm == person("italy")
    assert selectors.viewer_of(person("italy"), game) == "italy"  # a GM who plays has no truth
    assert newcomer_problem(game, person("stranger"), "turkey") is None


def test_who_managed_an_anonymous_table_cannot_join_it() -> None:
    """The old GM knows who will play what; at a table that shows names there is nothing to know."""
    for press, refused in (("anonymous", True), ("full", False)):
        game = forming(title=press, press=PressTerms(press=press))
        services.gm_offer(by=game.gm, game=game, to=person("second").username)
        services.gm_accept(by=person("second"), game=game)
        if refused:
            with pytest.raises(NotAllowed, match="seen what is hidden"):
                services.game_join(by=person("gm"), game=game, power="austria")
        else:
            assert services.game_join(by=person("gm"), game=game, power="austria").power == "austria"


def test_a_seat_in_play_is_not_given_up_by_a_single_click() -> None:
    game = started()
    client = Client()
    client.force_login(person("austria"))
    for path, sent in (("leave", {}), ("table", {"act": "surrender"})):
        assert client.post(f"/games/{game.slug}/{path}", sent).status_code == 400
        assert game.seats.get(power="austria").user == person("austria")
    assert client.post(f"/games/{game.slug}/leave", {"sure": "on"}).status_code == 302
    assert game.seats.get(power="austria").user is None
    table = full(title="Forming")
    assert client.post(f"/games/{table.slug}/leave").status_code == 302
    assert not table.seats.filter(power="austria").exists()


def test_nobody_gives_a_seat_up_and_takes_it_back_over_and_over() -> None:
    """Each time everybody would be mailed twice, and every proposal would lapse."""
    game = vacant(takeovers="open")
    with heard(signals.seat_filled) as told, pytest.raises(NotNow, match="in the next"):
        ask(game, "austria")
    assert told == []
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert ask(game, "austria").outcome == "taken"
    assert ask(vacant(title="Asked"), "austria").outcome == "open"  # there the GM answers


def test_whom_the_gm_has_sent_away_takes_no_seat_at_once() -> None:
    game = started(takeovers="open")
    seat = game.seats.get(power="austria")
    services.seat_kick(by=game.gm, game=game, seat_id=seat.pk, reason="abuse")
    with pytest.raises(NotAllowed, match="by an invitation"):
        services.takeover_ask(by=person("austria"), game=game, power="austria")
    services.takeover_ask(by=person("other"), game=game, power="austria")
    assert game.seats.get(power="austria").user == person("other")
