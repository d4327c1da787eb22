"""Tokens of seats: who gets one, what it opens, and when it opens nothing any more."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.games import tables
from trekdip.api import selectors, services
from trekdip.api.models import SeatToken
from trekdip.games.errors import BadInput, NotAllowed, NotFound
from trekdip.gm import services as gm

pytestmark = pytest.mark.django_db


def secret_of(power: str, game: Any, **terms: Any) -> str:
    return services.token_make(by=tables.person(power), game=game, name="bot", **terms)[1]


def test_only_a_hash_of_a_token_is_kept() -> None:
    game = tables.started()
    token, secret = services.token_make(by=tables.person("austria"), game=game, name="bot")
    assert secret not in str(list(SeatToken.objects.values()))
    bearer = selectors.bearer(secret)
    assert bearer is not None
    assert (bearer.user, bearer.slug, bearer.scopes) == (token.user, game.slug, frozenset({"reads"}))
    assert selectors.bearer(secret[:-1]) is None
    assert selectors.bearer("x" * 10_000) is None


def test_who_has_no_seat_gets_no_token() -> None:
    game = tables.started()
    for somebody in (game.gm, tables.person("stranger")):
        with pytest.raises(NotAllowed, match="no seat"):
            services.token_make(by=somebody, game=game, name="bot")


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ({"name": " "}, "name of at most"),
        ({"name": "n" * 41}, "name of at most"),
        ({"name": "BOT"}, "already"),
        ({"name": "late", "days": 0}, "between one day"),
        ({"name": "late", "days": 731}, "between one day"),
    ],
)
def test_bad_terms_are_refused_in_words(terms: dict[str, Any], problem: str) -> None:
    game = tables.started()
    secret_of("austria", game)
    with pytest.raises(BadInput, match=problem):
        services.token_make(by=tables.person("austria"), game=game, **terms)


def test_ten_tokens_are_enough() -> None:
    game = tables.started()
    for number in range(services.MAX_TOKENS):
        services.token_make(by=tables.person("austria"), game=game, name=str(number))
    with pytest.raises(BadInput, match="Revoke one"):
        services.token_make(by=tables.person("austria"), game=game, name="one more")


def test_a_token_ends_with_its_day_its_revocation_its_account_and_its_seat() -> None:
    game = tables.started()
    austria, turkey = secret_of("austria", game, days=1), secret_of("turkey", game)
    italy, russia = secret_of("italy", game), secret_of("russia", game)

    ago = timezone.now() - dt.timedelta(days=3)
    SeatToken.objects.filter(user__username="austria").update(
        made_at=ago, expires_at=ago + dt.timedelta(days=1)
    )
    services.token_revoke(by=tables.person("italy"), game=game, name="bot")
    gm.seat_replace(by=game.gm, game=game, power="turkey", newcomer=tables.person("new"), reason="ill")
    left = tables.person("russia")
    left.is_active = False
    left.save()

    assert [selectors.bearer(secret) for secret in (austria, italy, turkey, russia)] == [None] * 4
    assert selectors.tokens(tables.person("turkey"), game) == []
    with pytest.raises(NotFound):
        services.token_revoke(by=tables.person("italy"), game=game, name="bot")


def test_nobody_revokes_the_token_of_somebody_else() -> None:
    game = tables.started()
    secret = secret_of("austria", game)
    with pytest.raises(NotFound):
        services.token_revoke(by=tables.person("italy"), game=game, name="bot")
    assert selectors.bearer(secret) is not None


def test_a_new_password_ends_all_tokens() -> None:
    game = tables.started()
    secret = secret_of("austria", game)
    player = tables.person("austria")
    player.set_password("four horses in a field")
    player.save()
    client = Client()
    client.force_login(player)
    answer = client.post(
        "/accounts/password/change/",
        {
            "oldpassword": "four horses in a field",
            "password1": "five horses in a field",
            "password2": "five horses in a field",
        },
    )
    assert answer.status_code == 302
    assert selectors.bearer(secret) is None


def test_the_page_shows_a_secret_once_and_only_to_its_owner() -> None:
    game = tables.started()
    client = Client()
    client.force_login(tables.person("austria"))
    page = client.post(f"/games/{game.slug}/tokens", {"act": "make", "name": "bot", "orders": "on"})
    secret = page.context["secret"]
    assert secret in page.content.decode()
    assert page.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert secret not in client.get(f"/games/{game.slug}/tokens").content.decode()
    other = Client()
    other.force_login(tables.person("italy"))
    assert "bot" not in other.get(f"/games/{game.slug}/tokens").context["rows"]
    refused = client.post(f"/games/{game.slug}/tokens", {"act": "make", "name": "bot"})
    assert (refused.status_code, "already" in refused.content.decode()) == (400, True)
    client.post(f"/games/{game.slug}/tokens", {"act": "revoke", "name": "bot"})
    assert selectors.bearer(secret) is None
