"""What nobody types by hand, sent by hand: no answer is an error of the server's, on either database."""

import pytest
from django.test import Client

from tests.games import tables
from trekdip.api import services as api
from trekdip.games.models import Game

pytestmark = pytest.mark.django_db

NUL = "a\x00b"
DEEP = '{"x":' + "[" * 60_000
SURROGATE = '{"ordinal":0,"name":"\\ud800","text":"\\ud800","orders":{"austria":["\\ud800"]}}'
LAST_DAY = {"act": "away", "first": "9999-12-30", "last": "9999-12-31"}
FIRST_DAY = {"act": "away", "first": "0001-01-01", "last": "0001-01-02"}


@pytest.fixture
def game() -> Game:
    """A running game at its first phase."""
    return tables.started(title="The long night")


def signed_in(name: str) -> Client:
    """A browser in which that person is signed in."""
    client = Client(raise_request_exception=False)
    client.force_login(tables.person(name))
    return client


@pytest.mark.parametrize(
    ("name", "path", "asked"),
    [
        ("austria", "press/", {"q": NUL}),
        ("austria", "press/", {"q": "\x00"}),
        ("austria", "press/to", {"to": NUL}),
        ("austria", "press/with/everybody/", {"after": NUL}),
        ("austria", "press/with/everybody/", {"before": NUL}),
        ("austria", f"press/with/{'austria+' * 500}england/", {}),
        ("gm", "desk/see/", {"as": NUL, "beside": NUL}),
        ("gm", "desk/preview/", {"as": NUL}),
        ("gm", "desk/truth/999999999999999999999999/", {}),
        ("austria", "compare", {"left": "999999", "right": "0"}),
        ("austria", "replay/", {"eyes": NUL}),
        ("austria", "agreements", {"power": NUL}),
        ("austria", "join/a%00b", {}),
        ("austria", "whatif", {"ordinal": "999999"}),
    ],
)
def test_what_is_asked_breaks_nothing(game: Game, name: str, path: str, asked: dict[str, str]) -> None:
    assert signed_in(name).get(f"/games/{game.slug}/{path}", asked).status_code < 500


@pytest.mark.parametrize(
    ("name", "path", "sent"),
    [
        ("austria", "press/mute", {"target": "italy", "on": "on", "back": "a/b"}),
        ("austria", "press/mute", {"target": "italy", "on": "on", "back": NUL}),
        ("austria", "press/mute", {"target": NUL, "on": "on"}),
        ("austria", "press/with/austria+italy/", {"text": NUL}),
        ("austria", "press/with/austria+italy/", {"text": "a", "attach": f"plan:{NUL}"}),
        ("austria", "press/with/austria+italy/", {"text": "a", "attach": "sighting:0:99999"}),
        ("austria", "clock", LAST_DAY),
        ("austria", "clock", FIRST_DAY),
        ("austria", "clock", {"act": "yes", "ordinal": 0, "vote": 10**30}),
        ("austria", "clock", {"act": "back", "absence": "9" * 18}),
        ("austria", "clock", {"act": "call", "kind": NUL, "ordinal": 0, "amount": 1}),
        (
            "austria",
            "clock",
            {"act": "call", "kind": "pause", "ordinal": 0, "amount": 100_000, "unit": "days"},
        ),
        ("austria", "declare", {"ordinal": 0, "declaration": NUL}),
        ("austria", "advance", {"ordinal": 0, "advance": NUL}),
        ("austria", "orders", {"ordinal": 0, "orders": NUL}),
        ("austria", "agreements", {"act": "propose", "ordinal": 0, "kind": "draw", "powers": NUL}),
        ("stranger", "agreements", {"act": "ask", "power": NUL, "note": NUL}),
        ("austria", "tokens", {"act": "revoke", "name": NUL}),
        ("austria", "tokens", {"act": "make", "name": NUL}),
        ("stranger", "observers", {"act": "object", "observer": "9" * 30}),
        ("austria", "observers", {"act": "agree", "observer": "9" * 30}),
        ("stranger", "join", {"power": NUL}),
        ("gm", "seats/99999999999999999999/kick", {"reason": "so"}),
        ("gm", "seats/1/assign", {"power": NUL}),
        ("gm", "desk/move", {"ordinal": 0, "moment": "9999-12-31T23:59", "reason": "so"}),
        ("gm", "desk/move", {"ordinal": 0, "moment": "0001-01-01T00:00", "reason": "so"}),
        ("gm", "desk/move", {"ordinal": 0, "hours": "nan", "reason": "so"}),
        ("gm", "desk/sheet", {"ordinal": 0, "power": "italy", "orders": NUL, "reason": "so"}),
        ("gm", "desk/announce", {"text": NUL}),
        ("gm", "desk/note", {"note": NUL}),
        ("gm", "desk/invite", {"to": "a@b.example\r\nBcc: c@d.example", "power": "italy"}),
        ("gm", "desk/correct/", {"ordinal": 0, "newest": 0, "reason": "so", "step": "do", "new_unit_0": NUL}),
        (
            "gm",
            "desk/correct/",
            {"ordinal": 0, "newest": 0, "reason": "so", "step": "do", "sheet_italy": NUL},
        ),
        ("gm", "desk/correct/", {"ordinal": 0, "newest": 0, "reason": "so", "centre_ber": NUL}),
        ("gm", "desk/correct/", {"ordinal": 0, "newest": 0, "reason": NUL, "step": "do", "sheet_italy": "A"}),
        ("gm", "desk/correct/", {"ordinal": 0, "newest": 0, "reason": "so", "sheet_italy": "A\n" * 30_000}),
        ("gm", "notices/chat", {"style": NUL, "url": "https://[::1"}),
        ("gm", "notices/", {"act": "switches", "on": NUL}),
    ],
)
def test_what_is_sent_breaks_nothing(game: Game, name: str, path: str, sent: dict[str, object]) -> None:
    assert signed_in(name).post(f"/games/{game.slug}/{path}", sent).status_code < 500


@pytest.mark.parametrize("path", ["whatif", "plans", "plans/rename"])
@pytest.mark.parametrize(
    "body",
    [DEEP, "[" * 60_000, SURROGATE, '{"ordinal":1e400}', '{"ordinal":' + "9" * 5_000 + "}", "\xff", ""],
    ids=str.__len__,
)
def test_json_of_no_sense_breaks_nothing(game: Game, path: str, body: str) -> None:
    url = f"/games/{game.slug}/{path}"
    assert signed_in("austria").post(url, body, content_type="application/json").status_code < 500


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        '{"ordinal":0,"orders":["\\ud800"]}',
        '{"ordinal":0,"orders":["a\\u0000b"]}',
        '{"ordinal":' + "9" * 5_000 + ',"orders":[]}',
        '{"ordinal":0,"orders":["' + "A" * 100_000 + '"]}',
        '{"ordinal":0,"orders":[],"x":' + "[" * 60_000 + "]" * 60_000 + "}",
    ],
    ids=str.__len__,
)
def test_a_program_breaks_nothing(game: Game, body: str) -> None:
    _, secret = api.token_make(by=tables.person("austria"), game=game, name="bot", orders=True)
    answer = Client(raise_request_exception=False).post(
        f"/api/v1/games/{game.slug}/orders",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert answer.status_code < 500
    for bearer in ("\u00ff", "x" * 5_000, secret.upper()):
        refused = Client(raise_request_exception=False).get(
            f"/api/v1/games/{game.slug}/state", headers={"Authorization": f"Bearer {bearer}"}
        )
        assert refused.status_code == 401
