"""Version 1 of the API: its calls brought together, and how it refuses. The calls are in `boards`, `deeds`,
`votes` and `press`, each a few lines around the site's own selectors and services.
"""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from trekdip.api import boards, deeds, press, votes
from trekdip.api.asking import SeatBearer
from trekdip.games.errors import Refusal

DESCRIPTION = """The same boards and order sheets as the site's pages, for programs.

Without a token you are the public. A token of a seat is made on the game's page, under "History", "Tokens for
programs", and sent as `Authorization: Bearer <token>`. You see what that seat sees, and do what the token was
made for: send orders and declare, propose and vote, or read and write press.

While your power is in `view.awaiting` and the status is `open`, send one order sheet for that `ordinal`; it
replaces the one before as a whole. `legal` lists what it could say: choose at most one order of each entry,
and write it as it stands there. In winter choose as many of the builds or disbands as
`view.adjustments` says are due to you. Entries named in capitals are for no unit (`WAIVE`, `FREEZE`, `WARP`).
An order with `*` is a pattern: put the id of a place for each `*`. Orders that are possible one by one may
exclude each other (two units with the same mark): the receipt tells line by line what will count, and why
the rest will not.

New phases come by WebSocket from `/api/v1/games/{slug}/stream`, with the same header. It sends a state on
connect, with every phase, and anew when something changes in public within a phase (a declaration, a
proposal, a deadline): a state with the same `ordinal` takes the place of the one you have. It sends
`{"type": "press"}` when somebody has written to you. Send `{"have": ordinal}` to ask whether there is
anything newer. Connect again when it ends, as it does when the site restarts; it closes with 4001 when you
have come to see the game as somebody else, with 4003 when the token opens nothing any more, and with 4008
when you say too much at once."""

api = NinjaAPI(
    title="Trekdip",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,  # `views.schema` serves it
    auth=SeatBearer(),
)
api.add_decorator(never_cache, mode="view")
for calls in (boards, deeds, votes, press):
    api.add_router("", calls.router)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A refusal in words."""
    return _problem(request, str(refusal), refusal.status)


@api.exception_handler(AuthenticationError)
def unknown_token(request: HttpRequest, error: AuthenticationError) -> HttpResponse:  # noqa: ARG001
    """A token that opens nothing."""
    words = "This token is unknown, has run out, or its seat is not yours any more."
    answer = _problem(request, words, HTTPStatus.UNAUTHORIZED)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(ValidationError)
def misshapen(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A request of the wrong shape: where, and what was expected."""
    words = "; ".join(
        f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}" for fault in error.errors
    )
    return _problem(request, f"The request has the wrong shape. {words}", HTTPStatus.BAD_REQUEST)


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return _problem(request, f"The request could not be read: {error}", error.status_code)


def _problem(request: HttpRequest, problem: str, status: int) -> HttpResponse:
    return api.create_response(request, {"type": "refusal", "problem": problem}, status=status)


def schema() -> dict[str, Any]:
    """The API in the words of OpenAPI. Only what does something asks for a token."""
    whole = dict(api.get_openapi_schema(path_prefix="/api/v1/"))
    for path, calls in whole["paths"].items():
        for method, call in calls.items():
            if method == "get" or path.endswith("/whatif"):
                call["security"].append({})
    return whole
