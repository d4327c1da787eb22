"""Reading tokens: whose a secret is, and which ones somebody has. Nothing is written here."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import F, Q
from django.db.models.functions import Now

from trekdip.accounts.models import User
from trekdip.api.models import SeatToken
from trekdip.api.services import digest_of
from trekdip.games.models import Game
from trekdip.games.selectors import Person

MAX_SECRET = 100
SCOPES = {"reads": "reads", "orders": "orders", "votes": "votes", "press": "reads and writes press"}


@dataclass(frozen=True)
class Bearer:
    """Who a token stands for: a person at one table, with what the token may do there."""

    user: User
    game_id: int
    slug: str
    scopes: frozenset[str]


@dataclass(frozen=True)
class TokenRow:
    """A token as its owner sees it, with what it `may` do in words; the secret is not kept."""

    name: str
    may: list[str]
    made_at: dt.datetime
    expires_at: dt.datetime | None


def bearer(secret: str) -> Bearer | None:
    """Who bears this secret; None if it is no token, has run out, or its seat has gone to somebody else."""
    if len(secret) > MAX_SECRET:
        return None
    token = (
        SeatToken.objects.select_related("user", "seat__game")
        .filter(digest=digest_of(secret), seat__user=F("user"), user__is_active=True)
        .filter(Q(expires_at__isnull=True) | Q(expires_at__gt=Now()))
        .first()
    )
    if token is None:
        return None
    return Bearer(token.user, token.seat.game_id, token.seat.game.slug, frozenset(_scopes(token)))


def tokens(user: Person, game: Game) -> list[TokenRow]:
    """The asker's own tokens for a game, those that work, by name."""
    if not isinstance(user, User):
        return []
    own = SeatToken.objects.filter(user=user, seat__game=game, seat__user=user).order_by("name")
    return [
        TokenRow(token.name, [SCOPES[scope] for scope in _scopes(token)], token.made_at, token.expires_at)
        for token in own
    ]


def _scopes(token: SeatToken) -> list[str]:
    """What a token may do."""
    return [scope for scope in SCOPES if getattr(token, scope)]
