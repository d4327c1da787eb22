"""Everything of one's own in a file, nothing of anybody else's; and the way out."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client

from tests.games import tables
from trekdip.accounts.models import User
from trekdip.api import services as api
from trekdip.api.models import SeatToken
from trekdip.games import services
from trekdip.games.errors import BadInput, NotNow
from trekdip.games.models import Game, OrderSheet, Plan
from trekdip.gm import services as gm
from trekdip.gm.models import Invitation
from trekdip.press import selectors as heard
from trekdip.press import services as press
from trekdip.privacy import selectors
from trekdip.privacy.services import account_close

pytestmark = pytest.mark.django_db
PASSWORD = "four horses in a field"


@pytest.fixture
def game() -> Game:
    """Austria and Italy have sent orders and kept plans."""
    game = tables.started(title="The long night")
    for power in ("austria", "italy"):
        tables.submit(game, power, [f"orders of {power}"])
        services.plan_save(
            by=tables.person(power), game=game, ordinal=0, name="mine", text=f"plan of {power}"
        )
    api.token_make(by=tables.person("austria"), game=game, name="bot")
    austria = tables.person("austria")
    austria.set_password(PASSWORD)
    austria.save()
    return game


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(tables.person(name))
    return client


def test_the_file_holds_ones_own_and_nothing_of_others(game: Game) -> None:
    text = signed_in("austria").get("/accounts/data.json").content.decode()
    told = json.loads(text)
    assert told["account"]["address"] == "austria@example.org"
    assert told["order sheets"][0]["text"] == "orders of austria"
    assert told["plans"][0]["text"] == "plan of austria"
    assert told["tokens for programs"][0]["name"] == "bot"
    assert not [
        secret
        for secret in ("italy", game.seed, game.invite_token, SeatToken.objects.get().digest, "argon2")
        if secret in text
    ]


def test_every_account_has_a_file_also_an_empty_one() -> None:
    assert json.loads(signed_in("stranger").get("/accounts/data.json").content)["seats"] == []
    assert Client().get("/accounts/data.json").status_code == 302


def test_a_closed_account_leaves_nothing_of_the_person(game: Game) -> None:
    client = signed_in("austria")
    page = client.get("/accounts/data").content.decode()
    assert "The long night" in page
    assert client.post("/accounts/data", {"password": PASSWORD}).status_code == 302
    assert not User.objects.filter(username="austria").exists()
    assert not Plan.objects.filter(text="plan of austria").exists()
    assert not SeatToken.objects.exists()
    assert game.seats.get(power="austria").user is None
    assert OrderSheet.objects.get(seat__power="austria").text == "orders of austria"
    gone = User.objects.get(username__startswith="gone-")
    assert (gone.is_active, gone.has_usable_password()) == (False, False)
    assert client.get("/accounts/data").status_code == 302
    assert "austria@example.org" not in str(list(User.objects.values()))


@pytest.mark.usefixtures("game")
def test_the_address_of_a_closed_account_is_in_no_table() -> None:
    austria = tables.person("austria")
    EmailAddress.objects.create(user=austria, email="other@example.org")
    forming = tables.forming(title="Another")
    for to in ("Austria@example.org", "other@example.org", "friend@example.org"):
        gm.invitation_send(by=forming.gm, game=forming, to=to, root="https://trekdip.example")
    account_close(by=austria, password=PASSWORD)
    for model in apps.get_models():
        for row in model._base_manager.values():
            told = str(row).lower()
            assert "austria@" not in told, model
            assert "other@" not in told, model
    assert Invitation.objects.get().email == "friend@example.org"


def test_a_wrong_password_closes_nothing(game: Game) -> None:
    client = signed_in("austria")
    refused = client.post("/accounts/data", {"password": "a guess"})
    assert (refused.status_code, "not the password" in refused.content.decode()) == (400, True)
    assert game.seats.get(power="austria").user == tables.person("austria")
    codes = [client.post("/accounts/data", {"password": "a guess"}).status_code for _ in range(5)]
    assert 429 in codes


def test_who_manages_games_ends_them_first(game: Game) -> None:
    gm = tables.person("gm")
    gm.set_password(PASSWORD)
    gm.save()
    assert selectors.games_to_hand_over(gm) == [game]
    with pytest.raises(NotNow, match="The long night"):
        account_close(by=gm, password=PASSWORD)
    with pytest.raises(BadInput):
        account_close(by=gm, password="a guess")


def test_no_audit_names_a_closed_account_and_whoever_takes_the_name_is_somebody_else(game: Game) -> None:
    austria = tables.person("austria")
    press.message_send(by=austria, game=game, key="austria+italy", text="I said so")
    services.game_leave(by=austria, game=game)
    account_close(by=austria, password=PASSWORD)
    assert "austria" not in [
        name for entry in game.audit.all() for key, name in entry.details.items() if key != "power"
    ]
    assert [said.text for said in heard.exported(tables.person("italy"), game)] == ["I said so"]
    newcomer = tables.person("austria")
    assert newcomer != austria
    gm.seat_replace(by=game.gm, game=game, power="austria", newcomer=newcomer, reason="a seat is free")


def test_a_closed_account_is_asked_to_manage_nothing(game: Game) -> None:
    stranger = tables.person("stranger")
    stranger.set_password(PASSWORD)
    stranger.save()
    services.gm_offer(by=game.gm, game=game, to="stranger")
    account_close(by=stranger, password=PASSWORD)
    game.refresh_from_db()
    assert game.gm_next is None
