"""Orders in advance: they count where a seat sends nothing, and only there; they are their seat's alone."""

import pytest
from django.test import Client

from tests.games.tables import current, person, started, submit
from trekdip.games import selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Advance, Game, Order, Phase
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db


def end(game: Game) -> Phase:
    """The GM ends the phase at work; the next one."""
    desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal, reason="on with it")
    return current(game)


def pushed_out(text: str) -> tuple[Game, Phase]:
    """A game in its first retreat phase: Austria's army in Tyrolia was pushed out by Italy's two. `text`:
    what Austria had given in advance.
    """
    game = started(early=False)
    submit(game, "austria", ["A vie - tyr", "A bud - ser"])
    submit(game, "italy", ["A rom - tus"])
    end(game)
    submit(game, "italy", ["A ven - tyr"])
    submit(game, "germany", ["A mun S A ven - tyr"])
    services.advance_save(by=person("austria"), game=game, ordinal=current(game).ordinal, text=text)
    phase = end(game)
    assert phase.turn == "F1901R"
    return game, phase


def fate(phase: Phase, unit: str = "A tyr") -> str:
    """What counted for a unit in a phase that is over."""
    return Order.objects.get(phase=phase, unit=unit, power="austria").counted


def test_a_retreat_in_advance_counts_where_nothing_is_sent() -> None:
    game, phase = pushed_out("A tyr R ven\nA tyr R boh\nA tyr R vie")
    told = selectors.advance(person("austria"), game, phase.ordinal)
    assert told is not None
    assert [line.order for line in told.lines] == ["A tyr R boh"]
    end(game)
    assert fate(phase) == "A tyr R boh"
    assert Order.objects.get(phase=phase, unit="A tyr", power="austria").submitted == "A tyr R boh"


@pytest.mark.parametrize(("sent", "counted"), [(["A tyr R vie"], "A tyr R vie"), ([], "A tyr D")])
def test_whoever_sends_a_sheet_means_the_sheet(sent: list[str], counted: str) -> None:
    game, phase = pushed_out("A tyr R boh")
    submit(game, "austria", sent)
    end(game)
    assert fate(phase) == counted


def test_what_the_gm_has_ruled_out_stays_out() -> None:
    game, phase = pushed_out("A tyr R boh")
    desk.power_nmr(by=game.gm, game=game, ordinal=phase.ordinal, power="austria", reason="asked for")
    end(game)
    assert fate(phase) == "A tyr D"


def test_builds_are_carried_past_the_retreats_and_no_further() -> None:
    game, _ = pushed_out("B F tri\nA tyr R boh\nB A vie\nB A bud")
    phase = end(game)
    assert phase.turn == "W1901A"
    told = selectors.advance(person("austria"), game, phase.ordinal)
    assert told is not None
    assert [line.order for line in told.lines] == ["B A vie"]  # one build is due, and Trieste is not free
    following = end(game)
    assert following.turn == "S1902M"
    state = selectors.game_state(person("austria"), game)
    assert "A vie" in state.view_data()["units"]["austria"]
    assert selectors.advance(person("austria"), game, following.ordinal) is None


def test_they_are_their_seats_alone() -> None:
    game, phase = pushed_out("A tyr R boh")
    for name in ("england", "gm", "italy"):
        assert selectors.advance(person(name), game, phase.ordinal) is None
        client = Client()
        client.force_login(person(name))
        assert b"A tyr R boh" not in client.get(f"/games/{game.slug}/").content
    own = Client()
    own.force_login(person("austria"))
    for page in ("", "panels"):
        assert b"Given in advance" in own.get(f"/games/{game.slug}/{page}").content


def test_given_by_form_and_taken_back() -> None:
    game, client = started(), Client()
    client.force_login(person("austria"))
    url = f"/games/{game.slug}/advance"
    page = client.post(url, {"ordinal": 0, "advance": "B A vie"}, follow=True)
    assert b"Your orders in advance are kept." in page.content
    assert Advance.objects.get().text == "B A vie"
    client.post(url, {"ordinal": 0, "advance": " "})
    assert not Advance.objects.exists()


def test_what_cannot_be_kept_is_refused() -> None:
    game, phase = pushed_out("A tyr R boh")
    with pytest.raises(NotNow, match="order sheet"):
        services.advance_save(by=person("austria"), game=game, ordinal=phase.ordinal, text="B A vie")
    with pytest.raises(NotNow, match="is over"):
        services.advance_save(by=person("austria"), game=game, ordinal=0, text="B A vie")
    fresh = started()
    with pytest.raises(NotAllowed):
        services.advance_save(by=person("stranger"), game=fresh, ordinal=0, text="B A vie")
    with pytest.raises(BadInput):
        services.advance_save(by=person("austria"), game=fresh, ordinal=0, text="B A vie\n" * 61)
