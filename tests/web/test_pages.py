"""Each page for each kind of visitor: what it shows, what it never shows, and how it answers mistakes."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.games import tables
from trekdip.games import selectors, services
from trekdip.games.models import Game
from trekdip.games.selectors import lists
from trekdip.gm import services as gm

pytestmark = pytest.mark.django_db

AUSTRIA = "A bud - ser\nA vie - tri\nF tri - alb"


def visitor(name: str | None) -> Client:
    """A browser in which that person is signed in; nobody for None."""
    client = Client()
    if name is not None:
        client.force_login(tables.person(name))
    return client


def body(client: Client, url: str, *, status: int = 200) -> str:
    """The page at a URL, which must answer with that status."""
    response = client.get(url)
    assert response.status_code == status, response.content[:2000]
    return response.content.decode()


@pytest.fixture
def game() -> Game:
    """A running game at its first phase; Austria has sent orders that nobody else may know."""
    game = tables.started(title="The long night")
    tables.submit(game, "austria", AUSTRIA.splitlines())
    return game


def sheet_in(page: str) -> dict[str, object] | None:
    """The asker's sheet in the data block of a game page."""
    found = re.search(r'<script id="state-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    sheet: dict[str, object] | None = json.loads(found[1])["sheet"]
    return sheet


@pytest.mark.parametrize("name", [None, "austria", "gm"])
def test_every_page_is_under_a_strict_policy_and_carries_no_inline_code(game: Game, name: str | None) -> None:
    client = visitor(name)
    urls = [
        "/",
        "/games/",
        "/rules",
        f"/games/{game.slug}/",
        f"/games/{game.slug}/phases/0/",
        "/accounts/login/",
    ]
    if name == "gm":
        urls += [f"/games/{game.slug}/desk/", f"/games/{game.slug}/desk/truth/", "/games/new"]
    for url in urls:
        response = client.get(url, follow=True)
        assert response.status_code == 200, url
        policy = response.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        page = response.content.decode()
        assert not re.search(r"<script(?![^>]*\b(?:src|type=\"application/json\"))", page), url
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page), url


@pytest.mark.usefixtures("game")
def test_lobby_puts_what_is_awaited_first() -> None:
    other = tables.forming(by=tables.person("france"), title="Still forming")
    services.game_join(by=tables.person("austria"), game=other, power="italy")
    page = body(visitor("austria"), "/")
    assert page.index("The long night") < page.index("Still forming")
    assert "your orders are awaited" in page
    assert "You are Austria." in page


def test_a_full_table_tells_its_gm_alone_to_start_it() -> None:
    game = tables.full(title="Harbour lights")
    waits = "The game waits for you to start it."
    assert waits in body(visitor("gm"), "/")
    assert waits not in body(visitor("austria"), "/")
    services.game_start(by=game.gm, game=game)
    assert waits not in body(visitor("gm"), "/")


def test_a_gm_who_plays_is_told_so_too_and_finds_the_desk() -> None:
    game = tables.full(by=tables.person("austria"), gm_plays=True, title="Harbour lights")
    page = body(visitor("austria"), "/")
    assert "You are Austria. You are the GM too. The game waits for you to start it." in page
    services.game_start(by=game.gm, game=game)
    assert f'href="/games/{game.slug}/desk/"' in body(visitor("austria"), "/")
    assert f'href="/games/{game.slug}/desk/"' not in body(visitor("italy"), "/")


def test_the_head_of_a_game_tells_players_who_they_are(game: Game) -> None:
    for url in (f"/games/{game.slug}/", f"/games/{game.slug}/panels"):
        assert "You are </span>Austria" in body(visitor("austria"), url)
        for name in ("gm", "stranger", None):
            assert "You are </span>" not in body(visitor(name), url)


def test_the_head_of_a_game_tells_saved_orders_from_none(game: Game) -> None:
    url = f"/games/{game.slug}/"
    assert "Your orders are awaited" in body(visitor("france"), url)
    tables.submit(game, "france", ["A par - bur"])
    page = body(visitor("france"), url)
    assert "Saved, not final" in page
    assert "Your orders are awaited" not in page
    tables.submit(game, "france", ["A par - bur"], final=True)
    page = body(visitor("france"), url)
    assert "Saved, not final" not in page
    assert "Your orders are awaited" not in page


def test_lobby_without_account_offers_open_and_running_games(game: Game) -> None:
    tables.forming(by=tables.person("france"), title="Come in")
    page = body(visitor(None), "/")
    assert "Come in" in page
    assert game.title in page
    assert reverse("account_signup") in page


def test_player_sees_own_sheet_and_nobody_elses(game: Game) -> None:
    own = body(visitor("austria"), f"/games/{game.slug}/")
    sheet = sheet_in(own)
    assert sheet is not None
    assert sheet["text"] == AUSTRIA
    for name in ("italy", "gm", "stranger", None):
        page = body(visitor(name), f"/games/{game.slug}/")
        assert sheet_in(page) is None
        assert "F tri - alb" not in page


@pytest.mark.parametrize("name", ["gm", "stranger", None])
def test_spectators_get_no_form_to_order(game: Game, name: str | None) -> None:
    page = body(visitor(name), f"/games/{game.slug}/")
    assert 'id="order-form"' not in page
    assert 'class="board map-standard"' in page


def test_nobody_but_the_gm_learns_who_has_submitted(game: Game) -> None:
    def seen(name: str | None) -> str:
        """All words of the game page, without the tokens that differ from answer to answer."""
        return re.sub(r'value="\w{64}"', "", body(visitor(name), f"/games/{game.slug}/panels"))

    before = {name: seen(name) for name in ("italy", None)}
    tables.submit(game, "russia", ["A mos - ukr"], final=True)
    for name, words in before.items():
        assert seen(name) == words
    desk = body(visitor("gm"), f"/games/{game.slug}/desk/")
    assert "final" in desk
    assert "submitted, not final" in desk


def test_public_page_reads_without_scripts(game: Game) -> None:
    tables.submit_all(game, tables.OPENING)
    services.phase_resolve(phase_id=tables.current(game).pk)
    page = body(visitor(None), f"/games/{game.slug}/phases/1/")
    assert "Army Budapest moves to Serbia" in page
    assert "Fall 1901, movement" in page
    assert f"/games/{game.slug}/phases/0/" in page


def test_results_say_which_phase_they_are_of(game: Game) -> None:
    results = re.compile(r'data-live="results">(.*?)</section>', re.DOTALL)
    url = f"/games/{game.slug}/"

    def told(page: str) -> str:
        found = results.search(page)
        assert found is not None
        return found[1]

    assert "Spring 1901, movement" not in told(body(visitor(None), url))
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    assert "Spring 1901, movement" in told(body(visitor(None), url))
    gm.correction_make(by=game.gm, game=game, ordinal=1, newest=1, change=gm.Change(), reason="once more")
    assert "Spring 1901, movement" in told(body(visitor(None), url))
    assert "Spring 1901, movement" not in told(body(visitor(None), f"{url}phases/1/"))


def test_state_is_the_askers_own(game: Game) -> None:
    for name, viewer in (("austria", "austria"), ("gm", "gm"), (None, "public"), ("stranger", "public")):
        response = visitor(name).get(f"/games/{game.slug}/state")
        state = response.json()
        assert state["viewer"] == viewer
        assert (state["sheet"] is None) == (viewer != "austria")
        assert bool(state["legal"]) == (viewer == "austria")
        assert "no-store" in response.headers["Cache-Control"]


def test_orders_by_script_are_answered_with_a_receipt(game: Game) -> None:
    answer = visitor("italy").post(
        f"/games/{game.slug}/orders",
        {"ordinal": 0, "orders": "A ven - tri\nA rom - xyz", "final": "on"},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 200
    receipt = answer.json()
    assert receipt["saved"]
    assert receipt["final"]
    assert [line["ok"] for line in receipt["lines"]] == [True, False]


def test_orders_without_script_come_back_to_the_page_with_what_was_understood(game: Game) -> None:
    answer = visitor("italy").post(
        f"/games/{game.slug}/orders", {"ordinal": 0, "orders": "A ven - tri\nA rom - xyz"}, follow=True
    )
    page = answer.content.decode()
    assert "Saved at" in page
    assert "A rom - xyz:" in page


@pytest.mark.parametrize(("name", "status"), [("stranger", 403), ("gm", 403), (None, 403)])
def test_orders_are_refused_to_those_without_a_seat(game: Game, name: str | None, status: int) -> None:
    answer = visitor(name).post(
        f"/games/{game.slug}/orders",
        {"ordinal": 0, "orders": "A vie H"},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == status
    assert answer.json()["problem"]


def test_a_late_sheet_is_refused_in_words(game: Game) -> None:
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    answer = visitor("italy").post(
        f"/games/{game.slug}/orders",
        {"ordinal": 0, "orders": "A ven H"},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 409
    assert not answer.json()["saved"]
    assert answer.json()["problem"]


@pytest.mark.parametrize("path", ["desk/", "desk/truth/", "desk/truth/0/"])
@pytest.mark.parametrize("name", ["austria", "stranger"])
def test_the_desk_is_for_the_gm(game: Game, path: str, name: str) -> None:
    page = body(visitor(name), f"/games/{game.slug}/{path}", status=403)
    assert "F tri - alb" not in page


def test_a_playing_gm_sees_no_truth() -> None:
    own = tables.full(by=tables.person("gina"), gm_plays=True)
    services.game_start(by=own.gm, game=own)
    tables.submit(own, "austria", ["A vie - gal"])
    assert "A vie - gal" not in body(visitor("gina"), f"/games/{own.slug}/desk/")
    body(visitor("gina"), f"/games/{own.slug}/desk/truth/", status=403)


def test_the_gm_sees_sheets_and_orders_in_the_truth(game: Game) -> None:
    assert "F tri - alb" in body(visitor("gm"), f"/games/{game.slug}/desk/truth/")
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    page = body(visitor("gm"), f"/games/{game.slug}/desk/truth/0/")
    assert "Orders as they counted" in page


def test_the_gm_acts_by_the_desks_forms(game: Game) -> None:
    client = visitor("gm")
    desk = f"/games/{game.slug}/desk/"
    answers = [
        client.post(f"{desk}move", {"ordinal": 0, "hours": "48", "reason": "holidays"}, follow=True),
        client.post(f"{desk}nmr", {"ordinal": 0, "power": "turkey", "reason": "asked to"}, follow=True),
        client.post(f"{desk}pause", {"reason": "a breath"}, follow=True),
        client.post(f"{desk}resume", {}, follow=True),
        client.post(
            f"{desk}replace",
            {"power": "turkey", "newcomer": tables.person("tess").username, "reason": "ill"},
            follow=True,
        ),
        client.post(f"{desk}force", {"ordinal": 0, "reason": "now"}, follow=True),
    ]
    for answer in answers:
        page = answer.content.decode()
        assert 'class="note success"' in page, page[:3000]
        assert 'class="note error"' not in page
    page = body(client, desk)
    for reason in ("holidays", "asked to", "a breath", "ill", "now"):
        assert reason in page
    assert selectors.ordinal_of(game.pk) == 1


def test_a_desk_form_filled_in_wrongly_says_what_is_wrong(game: Game) -> None:
    desk = f"/games/{game.slug}/desk/"
    answer = visitor("gm").post(
        f"{desk}move",
        {"ordinal": 0, "reason": "no time given"},
        headers={"Referer": f"http://testserver{desk}"},
        follow=True,
    )
    assert "Give either hours from now, or a time, or no deadline." in answer.content.decode()


def test_audit_opens_when_the_game_is_over(game: Game) -> None:
    body(visitor("austria"), f"/games/{game.slug}/audit", status=403)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, outcome="ended", ended_at=game.started_at
    )
    assert "Acts at this table" in body(visitor("austria"), f"/games/{game.slug}/audit")


def test_a_table_is_made_joined_and_started_by_forms() -> None:
    maker = visitor("maker")
    terms = {"title": "Fresh", "variant": "standard", "joining": "invite", "seating": "lot", "pace": "own"}
    terms |= {"way_M": "length", "length_M": "24 h"}
    answer = maker.post("/games/new", terms, follow=True)
    game = Game.objects.get()
    assert game.rhythm == {"kinds": {"M": {"type": "length", "minutes": 24 * 60}}}
    assert game.invite_token in answer.content.decode()
    assert game.invite_token not in body(visitor("somebody"), f"/games/{game.slug}/")
    for number in range(7):
        client = visitor(f"player{number}")
        invite = f"/games/{game.slug}/join/{game.invite_token}"
        assert "Join this game" in body(client, invite)
        assert client.post(invite).status_code == 302
    assert "Start the game" in body(maker, f"/games/{game.slug}/")
    page = maker.post(f"/games/{game.slug}/start", follow=True).content.decode()
    assert "Spring 1901, movement" in page


def test_an_invitation_says_to_what_and_leads_back_through_signing_up() -> None:
    game = tables.forming(joining="invite", seating="lot", title="Come in")
    invite = f"/games/{game.slug}/join/{game.invite_token}"
    page = body(visitor(None), invite)
    assert "gm invites you to play" in page
    assert "Seven great powers" in page  # what the game is like
    assert f"{reverse('account_signup')}?next={invite}" in page
    assert reverse("rules") in page
    assert "Sign up to take a seat" not in body(visitor(None), f"/games/{game.slug}/")
    assert "invites you" not in body(visitor("gm"), invite)
    joined = visitor("austria")
    assert "begins when all 7 seats are taken" in joined.post(invite, follow=True).content.decode()
    assert "invites you" not in body(joined, invite)


def test_a_stranger_cannot_join_without_the_link() -> None:
    game = tables.forming(joining="invite", seating="lot")
    client = visitor("stranger")
    assert "Join this game" not in body(client, f"/games/{game.slug}/")
    answer = client.post(f"/games/{game.slug}/join")
    assert answer.status_code == 403
    assert not game.seats.exists()


def test_a_game_with_faults_in_its_form_is_not_made() -> None:
    answer = visitor("maker").post("/games/new", {"title": "", "variant": "standard", "length_M": "-3"})
    assert answer.status_code == 400
    assert "This field is required." in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "path", ["/games/new", "/games/{slug}/desk/", "/games/{slug}/desk/truth/"], ids=["new", "desk", "truth"]
)
def test_pages_for_accounts_send_visitors_to_sign_in(game: Game, path: str) -> None:
    answer = visitor(None).get(path.format(slug=game.slug))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/games/nosuchgame/", "/games/{slug}/phases/99/", "/looks/none.css"]
)
def test_what_is_not_there_is_said_in_words(game: Game, path: str) -> None:
    page = body(visitor(None), path.format(slug=game.slug), status=404)
    assert "To the games" in page


def test_a_form_without_its_token_is_answered_for_people(game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(tables.person("austria"))
    answer = client.post(f"/games/{game.slug}/orders", {"ordinal": 0, "orders": ""})
    assert answer.status_code == 403
    assert "Nothing was changed" in answer.content.decode()


def test_a_fault_of_ours_is_told_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the secret detail")

    monkeypatch.setattr(selectors, "lobby", fail)
    client = Client(raise_request_exception=False)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.content.decode()
    assert "secret detail" not in answer.content.decode()


@pytest.mark.parametrize("name", ["login", "signup", "reset_password"])
def test_account_pages_wear_the_sites_dress(name: str) -> None:
    page = body(visitor(None), reverse(f"account_{name}"))
    assert 'class="masthead"' in page
    assert 'class="card stack"' in page
    assert "<label for=" in page


def test_pages_of_a_search_keep_what_was_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "A_PAGE", 1)
    for number in range(2):
        tables.forming(title=f"Table & chair {number}")
    page = body(visitor(None), "/games/?stage=open&words=table+%26&variant=nonsense")
    assert 'href="?stage=open&amp;variant=&amp;words=table+%26&amp;page=2"' in page
    assert "Table &amp; chair 1" in page
    assert "Table &amp; chair 0" not in page
