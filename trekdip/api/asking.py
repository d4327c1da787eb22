"""Who a program asks for: a seat by its token, or the public. Cookies count for nothing here."""

from typing import Any, Literal, NoReturn

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer
from typing_extensions import override

from trekdip.api import selectors
from trekdip.api.selectors import Bearer
from trekdip.games.errors import NotAllowed

PUBLIC: Literal["public"] = "public"


class SeatBearer(HttpBearer):
    """`Authorization: Bearer <token>`. Without the header the public asks; a wrong token is refused.

    `request.auth` is then a `Bearer` or the word `public`, `request.user` the person or nobody.
    """

    @override
    def __call__(self, request: HttpRequest) -> Bearer | Literal["public"]:
        request.user = AnonymousUser()
        header = request.headers.get("Authorization")
        if header is None:
            return PUBLIC
        scheme, _, secret = header.partition(" ")
        found = selectors.bearer(secret.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise AuthenticationError
        request.user = found.user
        return found

    @override
    def authenticate(self, request: HttpRequest, token: str) -> NoReturn:  # pragma: no cover
        """Never asked: `__call__` answers by itself."""
        raise NotImplementedError


def require(request: Any, slug: str, scope: Literal["reads", "orders", "votes", "press"] = "reads") -> None:
    """See that whoever asks may: the public may read everything public, a token does at its own table what it
    was made for.

    Raises NotAllowed.
    """
    asker: Bearer | Literal["public"] = request.auth
    if asker == PUBLIC:
        if scope == "reads":
            return
        raise NotAllowed(
            f"{_ACTS[scope]} with a token of the seat: send the header `Authorization: Bearer` with it."
        )
    if asker.slug != slug:
        raise NotAllowed("This token is for another game. Ask without it to see what is public.")
    if scope not in asker.scopes:
        raise NotAllowed(
            f"This token may not {_DEEDS[scope]}. Make one that may on the game's page of tokens."
        )


def require_reader_of_press(request: Any, slug: str) -> None:
    """The same for reading press: the public reads what goes to everybody where the table is watched."""
    require(request, slug, "reads" if request.auth == PUBLIC else "press")


_ACTS = {"orders": "Orders are sent", "votes": "Votes are cast", "press": "Messages are written"}
_DEEDS = {
    "reads": "read the board",
    "orders": "send orders",
    "votes": "vote",
    "press": "read or write press",
}
