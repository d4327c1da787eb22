"""What people try who want to know or to be what they may not: attempts that once went through, or might."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from tests.games import stdip_tables, tables
from trekdip.accounts.models import User
from trekdip.games import selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Game, Order
from trekdip.games.services import sheets, table
from trekdip.gm import selectors as desk_reads
from trekdip.gm import services as gm
from trekdip.live import announce
from trekdip.settings import base

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def visitor(name: str | None) -> Client:
    """A browser in which that person is signed in; nobody for None."""
    client = Client()
    if name is not None:
        client.force_login(tables.person(name))
    return client


@pytest.fixture
def game() -> Game:
    """A running game at its first phase."""
    return tables.started(title="The long night")


@pytest.fixture
def own_game() -> Game:
    """A running game whose GM plays Austria."""
    game = tables.forming(gm_plays=True)
    for power in tables.POWERS:
        by = tables.person("gm" if power == "austria" else power)
        services.game_join(by=by, game=game, power=power)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


# Other seats -----------------------------------------------------------------------------------------------
def test_a_playing_gm_cannot_leave_one_power_for_the_secrets_of_another(own_game: Game) -> None:
    services.game_leave(by=own_game.gm, game=own_game)
    with pytest.raises(NotAllowed, match="only from a player whose orders are missing"):
        gm.seat_replace(by=own_game.gm, game=own_game, power="england", newcomer="gm", reason="curious")
    services.game_leave(by=tables.person("england"), game=own_game)
    with pytest.raises(BadInput, match="another power"):
        gm.seat_replace(by=own_game.gm, game=own_game, power="england", newcomer="gm", reason="curious")
    assert selectors.viewer_of(own_game.gm, own_game) == "public"
    gm.seat_replace(by=own_game.gm, game=own_game, power="austria", newcomer="gm", reason="back again")
    assert selectors.viewer_of(own_game.gm, own_game) == "austria"


@pytest.mark.parametrize("way", ["kicked", "left", "replaced"])
def test_an_ex_player_takes_no_other_power(game: Game, way: str) -> None:
    austria = tables.person("austria")
    if way == "kicked":
        seat = game.seats.get(user=austria)
        services.seat_kick(by=game.gm, game=game, seat_id=seat.pk, reason="idle")
    elif way == "left":
        services.game_leave(by=austria, game=game)
    else:
        gm.seat_replace(by=game.gm, game=game, power="austria", newcomer=tables.person("new"), reason="idle")
    with pytest.raises(BadInput, match="another power"):
        gm.seat_replace(by=game.gm, game=game, power="italy", newcomer=austria, reason="a friend")
    gm.seat_replace(by=game.gm, game=game, power="austria", newcomer=austria, reason="back again")


def test_seats_changed_before_the_game_began_bar_nobody() -> None:
    game = tables.full()
    services.game_leave(by=tables.person("austria"), game=game)
    services.game_join(by=tables.person("other"), game=game, power="austria")
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    gm.seat_replace(
        by=game.gm, game=game, power="italy", newcomer=tables.person("austria"), reason="a seat is free"
    )


def test_a_playing_gm_learns_of_others_sheets_only_that_they_are_there(own_game: Game) -> None:
    def of_england() -> desk_reads.DeskSeat:
        return next(s for s in desk_reads.desk(own_game.gm, own_game).seats if s.power == "england")

    assert not of_england().submitted
    tables.submit(own_game, "england", tables.OPENING["england"], final=False)
    draft = of_england()
    page = normal(visitor("gm").get(f"/games/{own_game.slug}/desk/").content)
    tables.submit(own_game, "england", tables.OPENING["england"], final=True)
    assert draft.submitted
    assert of_england() == draft
    assert normal(visitor("gm").get(f"/games/{own_game.slug}/desk/").content) == page


# Names -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["\u0410nna", "\uff21nna", "\uff41dmin", "anna\u200b", "ann\u0430"])
def test_nobody_passes_for_somebody_by_letters_that_look_alike(client: Client, name: str) -> None:
    User.objects.create_user("Anna", "anna@trekdip.example", PASSWORD)
    form = {"username": name, "email": "b@trekdip.example", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/signup/", form)
    assert answer.status_code == 200
    assert User.objects.count() == 1


def guess(login: str, address: str, word: str = "a guess") -> bool:
    """Try to sign in from an address; whether that worked."""
    client = Client()
    form = {"login": login, "password": word}
    lie = {"X-Forwarded-For": f"192.0.2.{len(login)}"}  # no proxy of ours has written it
    client.post("/accounts/login/", form, REMOTE_ADDR=address, headers=lie)
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("name", ["anna@trekdip.example", "@anna", "anna@gm"])
def test_nobody_passes_for_somebody_by_their_address(client: Client, name: str) -> None:
    User.objects.create_user("Anna", "anna@trekdip.example", PASSWORD)
    form = {"username": name, "email": "b@trekdip.example", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/accounts/signup/", form).status_code == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize("sign", ["\u202e", "\u2067", "\u200f", "\u061c", "\x07", "\x00", "\u2028"])
def test_no_title_turns_the_words_around_it(sign: str) -> None:
    terms = {"title": f"Mine{sign} eht", "variant": "standard", "joining": "open", "seating": "lot"}
    visitor("maker").post("/games/new", terms)
    assert all(sign not in title for title in Game.objects.values_list("title", flat=True))


def test_guesses_are_counted_however_the_name_is_written() -> None:
    User.objects.create_user("Lisa", "lisa@trekdip.example", PASSWORD)
    for login in ["lisa", "LISA", "Lisa", " lisa", "l\u0131\u017fa"]:
        assert not guess(login, "2001:db8::1")
    assert not guess("Lisa", "2001:db8::2", PASSWORD)  # another address of the same home
    assert guess("Lisa", "10.9.9.9", PASSWORD)


def test_a_stranger_who_guesses_keeps_the_player_out_from_nowhere(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**base.ACCOUNT_RATE_LIMITS, "login_failed_by_name": "9/h/key"}
    User.objects.create_user("Anna", "anna@trekdip.example", PASSWORD)
    assert guess("anna", "10.0.0.1", PASSWORD)
    for number in range(40):
        assert not guess("anna", f"192.0.2.{number % 8}")
    assert guess("anna", "10.0.0.1", PASSWORD)
    # From so many addresses nobody guesses on, even with the right word: only where she is known she gets in.
    assert not guess("anna", "192.0.2.200", PASSWORD)
    for _ in range(5):
        assert not guess("anna", "10.0.0.1")
    assert not guess("anna", "10.0.0.1", PASSWORD)


@pytest.mark.parametrize("act", ["action_add", "action_primary", "action_remove"])
def test_at_an_open_screen_nobody_gives_the_account_another_address(act: str) -> None:
    anna = User.objects.create_user("Anna", "anna@trekdip.example", PASSWORD)
    client = Client()
    client.force_login(anna)
    other = EmailAddress.objects.create(user=anna, email="old@trekdip.example", verified=True)
    before = set(EmailAddress.objects.values_list("email", "primary"))
    form = {act: "", "email": "mine@trekdip.example" if act == "action_add" else other.email}
    answer = client.post("/accounts/email/", form, follow=True)
    assert "reauthenticate" in answer.redirect_chain[-1][0]
    assert (
        set(
            EmailAddress.objects.filter(email__in=[email for email, _ in before]).values_list(
                "email", "primary"
            )
        )
        == before
    )
    assert not EmailAddress.objects.filter(email="mine@trekdip.example").exists()
    client.post(answer.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
    assert set(EmailAddress.objects.values_list("email", "primary")) != before


# Input that breaks things ----------------------------------------------------------------------------------
@pytest.mark.parametrize("days", [61, 365 * 7000])
def test_a_deadline_so_far_off_that_time_ends_is_refused(game: Game, days: int) -> None:
    with pytest.raises(BadInput, match="60 days"):
        gm.deadline_move(
            by=game.gm, game=game, ordinal=0, deadline=timezone.now() + dt.timedelta(days=days), reason="so"
        )


def test_a_reason_that_no_database_can_hold_is_refused(game: Game) -> None:
    with pytest.raises(BadInput, match="not text"):
        services.seat_kick(by=game.gm, game=game, seat_id=game.seats.all()[0].pk, reason="a\x00b")


@pytest.mark.parametrize("number", [2**31, 2**63, 10**20])
def test_numbers_beyond_all_tables_are_not_found(game: Game, number: int) -> None:
    for url in (f"/games/{game.slug}/phases/{number}/", f"/games/{game.slug}/desk/truth/{number}/"):
        assert visitor("gm").get(url).status_code == 404
    answer = visitor("austria").post(f"/games/{game.slug}/orders", {"ordinal": number, "orders": "A vie H"})
    assert answer.status_code == 404


@pytest.mark.parametrize("variant", ["standard", "stdip"])
def test_no_line_however_long_keeps_a_phase_from_being_resolved(variant: str) -> None:
    game = tables.started() if variant == "standard" else stdip_tables.began()
    longest = sheets.MAX_LINE
    power, unit = ("austria", "A bud") if variant == "standard" else ("borg", "A con")
    lines = ["x" * longest, f"{unit} - {'y' * longest}", f"{unit} S {'A war - ' * longest}"]
    services.sheet_submit(
        by=tables.person(power), game=game, ordinal=0, text="\n".join(line[:longest] for line in lines)
    )
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    rows = list(Order.objects.filter(phase__game=game))
    assert any(len(row.counted) == longest for row in rows)
    for row in rows:
        row.clean_fields(exclude={"unit"})  # SQLite takes what PostgreSQL would refuse
        assert len(row.unit) <= 80


NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(2)> {{ 7*7 }} ]]> --> & \" ' \u2028"


def test_what_people_type_never_becomes_markup(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(title=NASTY[:80])
    tables.submit(game, "austria", [NASTY, f"A vie - {NASTY}", f"A vie S {NASTY}"])
    gm.seat_replace(by=game.gm, game=game, power="italy", newcomer=tables.person("new"), reason=NASTY)
    gm.deadline_force(by=game.gm, game=game, ordinal=0, reason=NASTY)
    for name, paths in {
        "austria": ["", "state", "panels", "phases/0/", "phases/1/"],
        "gm": ["", "panels", "desk/", "desk/truth/0/"],
        None: ["", "panels"],
    }.items():
        for path in paths:
            answer = visitor(name).get(f"/games/{game.slug}/{path}")
            assert answer.status_code == 200
            if answer.headers["Content-Type"].startswith("text/html"):
                page = answer.content.decode()
                assert "<script>" not in page, path
                assert "<img" not in page, path


def test_what_people_imagine_never_becomes_markup(game: Game) -> None:
    orders = {"austria": [NASTY, f"A vie - {NASTY}"], "italy": [f"A ven S {NASTY}"]}
    answer = visitor(None).post(
        f"/games/{game.slug}/whatif", {"ordinal": 0, "orders": orders}, content_type="application/json"
    )
    assert answer.status_code == 200
    for part in ("results", "board"):
        assert "<script>" not in answer.json()[part]
        assert "<img" not in answer.json()[part]


def test_the_lobby_cannot_be_filled_by_one_person() -> None:
    for number in range(table.MAX_FORMING):
        tables.forming(title=f"Table {number}")
    with pytest.raises(NotNow, match="wait for players"):
        tables.forming(title="One too many")
    services.game_cancel(by=tables.person("gm"), game=Game.objects.all()[0])
    tables.forming(title="Another one")


# What tells by its form ------------------------------------------------------------------------------------
def normal(page: bytes) -> bytes:
    """A page without its tokens and clocks, in as many bytes."""
    page = re.sub(rb'name="csrfmiddlewaretoken" value="\w{64}"', b"", page)
    return re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?", b"", page)


def answers(game: Game, name: str | None) -> Iterator[tuple[str, int, bytes, list[tuple[str, str]]]]:
    """Every page about a game for somebody: status, body, headers without the time of day."""
    client = visitor(name)
    slug = game.slug
    passing = {"Expires", "Content-Length"}  # the time of day, and how many digits it has
    for path in (
        "/",
        *(f"/games/{slug}/{rest}" for rest in ("", "state", "panels", "phases/0/", "audit", "join")),
    ):
        answer = client.get(path)
        headers = [(key, value) for key, value in answer.headers.items() if key not in passing]
        yield path, answer.status_code, normal(answer.content), headers


@pytest.mark.parametrize("name", [None, "stranger", "england"])
def test_a_hidden_sheet_changes_no_byte_and_no_header(game: Game, name: str | None) -> None:
    before = list(answers(game, name))
    tables.submit(game, "austria", tables.OPENING["austria"], final=True)
    tables.submit(game, "russia", ["nonsense"])
    assert list(answers(game, name)) == before


@pytest.mark.parametrize("name", [None, "austria", "gm"])
def test_nothing_of_a_game_is_kept_by_caches_or_shown_in_frames(game: Game, name: str | None) -> None:
    client = visitor(name)
    for path in ("", "state", "panels", "phases/0/", "audit", "desk/", "desk/truth/"):
        answer = client.get(f"/games/{game.slug}/{path}")
        if answer.status_code == 302:
            continue  # to the sign-in page: nothing in it
        assert "no-store" in answer.headers["Cache-Control"], path
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "ETag" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/email/",
        "/accounts/password/change/",
        "/rules",
        "/help/notices",
        "/nowhere",
        "/games/nowhere/",
    ],
)
def test_no_page_that_knows_who_asks_is_kept(path: str) -> None:
    client = visitor("austria")
    answer = client.get(path)
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.get("/looks/stdip.css").headers["Cache-Control"] == "public, max-age=3600"


def test_a_form_cannot_choose_the_seed_or_the_options() -> None:
    mine = {
        "seed": "0" * 32,
        "options": '{"assignment": {}}',
        "gm": "1",
        "status": "running",
        "invite_token": "x",
    }
    terms = {"title": "Mine", "variant": "standard", "joining": "open", "seating": "lot", **mine}
    assert visitor("maker").post("/games/new", terms).status_code == 302
    game = Game.objects.get()
    assert game.seed != mine["seed"]
    assert (game.options, game.status, game.gm.username) == ({}, "forming", "maker")
    assert game.invite_token != "x"


@pytest.mark.parametrize("act", ["sheet", "nmr"])
def test_no_socket_moves_when_a_gm_acts_on_one_powers_orders(
    game: Game, act: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    tables.submit(game, "italy", tables.OPENING["italy"])
    pokes: list[object] = []
    monkeypatch.setattr(announce, "poke", lambda *told, **more: pokes.append((told, more)))
    with django_capture_on_commit_callbacks(execute=True):
        if act == "sheet":
            gm.sheet_edit(by=game.gm, game=game, ordinal=0, power="italy", text="A ven H", reason="asked to")
        else:
            gm.power_nmr(by=game.gm, game=game, ordinal=0, power="italy", reason="gone")
    assert pokes == []
