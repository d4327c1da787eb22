"""Everything an account has written and set, for its owner alone. Games have archives of their own."""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from django.forms.models import model_to_dict

from trekdip.accounts.models import User
from trekdip.api.models import SeatToken
from trekdip.games.models import Absence, Advance, Ballot, Game, Observer, OrderSheet, Plan, Seat, SeatRequest
from trekdip.notices.models import Preference
from trekdip.press.models import Message

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
        **{kind: read(user) for kind, read in _KINDS.items()},
    }


def games_to_hand_over(user: User) -> list[Game]:
    """The games that would be without a GM if the account were closed."""
    return list(Game.objects.filter(gm=user, status__in=_IN_PLAY).order_by("title", "slug"))


def seats_to_leave(user: User) -> list[Seat]:
    """The seats in games that are not over."""
    seats = Seat.objects.filter(user=user, game__status__in=_IN_PLAY)
    return list(seats.select_related("game").order_by("game__title", "pk"))


def _addresses(user: User) -> list[Any]:
    return list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary"))


def _seats(user: User) -> list[Any]:
    return list(Seat.objects.filter(user=user).values("game__slug", "game__title", "power", "joined_at"))


def _sheets(user: User) -> list[Any]:
    sheets = OrderSheet.objects.filter(seat__user=user).order_by("phase__game", "phase__ordinal")
    return list(sheets.values("phase__game__slug", "phase__turn", "text", "final", "saved_at"))


def _advances(user: User) -> list[Any]:
    given = Advance.objects.filter(seat__user=user).order_by("phase__game", "phase__ordinal")
    return list(given.values("phase__game__slug", "phase__turn", "text", "saved_at"))


def _plans(user: User) -> list[Any]:
    plans = Plan.objects.filter(owner=user).order_by("phase__game", "phase__ordinal", "name")
    return list(plans.values("phase__game__slug", "phase__turn", "name", "text", "saved_at"))


def _press(user: User) -> list[Any]:
    written = Message.objects.filter(user=user).order_by("pk")
    return list(written.values("conversation__game__slug", "conversation__key", "text", "at"))


def _absences(user: User) -> list[Any]:
    return list(Absence.objects.filter(user=user).values("game__slug", "begins", "ends", "note"))


def _requests(user: User) -> list[Any]:
    return list(Observer.objects.filter(user=user).values("game__slug", "asked_at", "granted_at"))


def _ballots(user: User) -> list[Any]:
    cast = Ballot.objects.filter(seat__user=user).order_by("pk")
    return list(cast.values("proposal__game__slug", "proposal__kind", "proposal__powers", "yes"))


def _seat_requests(user: User) -> list[Any]:
    return list(SeatRequest.objects.filter(user=user).values("game__slug", "seat__power", "note", "asked_at"))


def _tokens(user: User) -> list[Any]:
    return list(SeatToken.objects.filter(user=user).values("seat__game__slug", "name", "orders", "made_at"))


def _switches(user: User) -> list[Any]:
    rows = Preference.objects.filter(user=user).order_by("pk")
    return [{name: str(value) for name, value in model_to_dict(row).items() if name != "id"} for row in rows]


_KINDS: dict[str, Callable[[User], list[Any]]] = {
    "addresses": _addresses,
    "seats": _seats,
    "order sheets": _sheets,
    "orders in advance": _advances,
    "plans": _plans,
    "press written": _press,
    "absences": _absences,
    "requests to observe": _requests,
    "ballots": _ballots,
    "requests for seats": _seat_requests,
    "tokens for programs": _tokens,
    "notices": _switches,
}
