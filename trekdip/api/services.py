"""Making and revoking tokens of seats. Reading them is in `selectors`."""

import datetime as dt
import hashlib
import secrets

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.api.models import SeatToken
from trekdip.games import clock
from trekdip.games.errors import BadInput, NotAllowed, NotFound
from trekdip.games.models import Game, Seat
from trekdip.games.services.locks import lock_game

PREFIX = "trekdip_"  # so that people and secret scanners know one when they see it
MAX_TOKENS = 10
MAX_DAYS = 730
MAX_NAME = 40


def digest_of(secret: str) -> str:
    """What is stored of a token. It has 192 random bits, so a plain hash cannot be guessed backwards."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def token_make(
    *,
    by: User,
    game: Game,
    name: str,
    orders: bool = False,
    votes: bool = False,
    press: bool = False,
    days: int | None = None,
) -> tuple[SeatToken, str]:
    """A new token for the asker's seat, and its secret, which is told this once.

    It reads the board; `orders`: it may send orders, too; `votes`: propose and answer what the table votes
    on; `press`: read and write the seat's press. `days`: how long it is good (None: as long as the seat is
    the asker's). Raises NotAllowed for somebody without a seat, BadInput for a name that is empty,
    too long or in use, for a span that is none, and above ten tokens.
    """
    game = lock_game(game.pk)
    seat = Seat.objects.filter(game=game, user=by).first()
    if seat is None:
        raise NotAllowed("You have no seat in this game, so there is nothing a program could do for you.")
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise BadInput(f"Give the token a name of at most {MAX_NAME} letters.", field="name")
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise BadInput(f"Choose between one day and {MAX_DAYS}, or no end.", field="days")
    own = SeatToken.objects.filter(seat=seat, user=by)
    if own.count() >= MAX_TOKENS:
        raise BadInput(f"You have {MAX_TOKENS} tokens here. Revoke one first.", field="name")
    if own.filter(name__iexact=name).exists():
        raise BadInput(f"You have a token called {name!r} here already.", field="name")
    now = clock.now_at(game)
    secret = PREFIX + secrets.token_urlsafe(24)
    token = SeatToken.objects.create(
        seat=seat,
        user=by,
        name=name,
        digest=digest_of(secret),
        orders=orders,
        votes=votes,
        press=press,
        made_at=now,
        expires_at=now + dt.timedelta(days=days) if days else None,
    )
    return token, secret


@transaction.atomic
def token_revoke(*, by: User, game: Game, name: str) -> None:
    """End one of the asker's tokens, at once; raises NotFound if there is none of that name."""
    own = SeatToken.objects.filter(seat__game=game, user=by)
    gone, _ = own.filter(name=name).delete() if "\x00" not in name else (0, {})
    if not gone:
        raise NotFound("You have no token of that name in this game.")


def tokens_end(*, user: User) -> None:
    """End all tokens of an account: whoever had its password may have made one."""
    SeatToken.objects.filter(user=user).delete()
