"""The stream of phases for programs: the site's socket, opened with a seat's token instead of a session."""

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from typing_extensions import override

from trekdip.api import selectors
from trekdip.api.selectors import Bearer
from trekdip.games.selectors import Person
from trekdip.live.consumers import GameSocket

_bearer = database_sync_to_async(selectors.bearer, thread_sensitive=False)


class TokenSocket(GameSocket):
    """`/api/v1/games/<slug>/stream`: what `GameSocket` sends, to the bearer of a token.

    Without a token the public listens. A token that is wrong, of another game or without the right to read
    is refused; one that is revoked ends the socket before anything more is sent. Browsers cannot send the
    header, so no page can open this socket with somebody else's rights: its origin does not matter. Of press
    it tells the public, and tokens that may read it.
    """

    may_hear = True

    @override
    def session_key(self) -> str | None:
        return None

    @override
    async def person(self) -> Person | None:
        headers = dict(self.scope["headers"])
        if b"authorization" not in headers:
            return AnonymousUser()
        scheme, _, secret = headers[b"authorization"].decode("latin-1").partition(" ")
        found: Bearer | None = await _bearer(secret.strip()) if scheme.lower() == "bearer" else None
        if (
            found is None
            or "reads" not in found.scopes
            or found.slug != self.scope["url_route"]["kwargs"]["slug"]
        ):
            return None
        self.may_hear = "press" in found.scopes
        return found.user

    @override
    def hears_press(self) -> bool:
        return self.may_hear
