"""Everything an account has written and set, for its owner alone; which tables that is, says `kinds`. Games
have archives of their own.
"""

from typing import Any

from trekdip.accounts.models import User
from trekdip.games.models import Game, Seat
from trekdip.privacy.kinds import KINDS, Kind

_IN_PLAY = (Game.Status.FORMING, Game.Status.RUNNING, Game.Status.PAUSED)


def own_data(user: User) -> dict[str, Any]:
    """What is stored under the account, by kind, as plain data. Hashes and keys of devices are not told."""
    return {
        "account": {
            "name": user.username,
            "address": user.email,
            "joined": user.date_joined,
            "last signed in": user.last_login,
        },
        **{kind.title: _told(kind, user) for kind in KINDS},
    }


def games_to_hand_over(user: User) -> list[Game]:
    """The games that would be without a GM if the account were closed."""
    return list(Game.objects.filter(gm=user, status__in=_IN_PLAY).order_by("title", "slug"))


def seats_to_leave(user: User) -> list[Seat]:
    """The seats in games that are not over."""
    seats = Seat.objects.filter(user=user, game__status__in=_IN_PLAY)
    return list(seats.select_related("game").order_by("game__title", "pk"))


def _told(kind: Kind, user: User) -> list[dict[str, Any]]:
    """The rows of one kind, oldest first."""
    rows = kind.model._base_manager.filter(**{kind.owner: user}).order_by("pk")  # noqa: SLF001
    return list(rows.values(*kind.fields))
