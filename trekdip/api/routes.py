"""Version 1 of the API: what programs can ask for, each a few lines around the site's own selectors and
services.
"""

from http import HTTPStatus
from typing import Annotated, Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from ninja import NinjaAPI, Path
from ninja.errors import AuthenticationError, HttpError, ValidationError

from trekdip.api import schemas
from trekdip.api.asking import SeatBearer, require
from trekdip.games import gate, selectors, services, wire
from trekdip.games.edge import arrived
from trekdip.games.errors import NotFound, Refusal
from trekdip.games.pace import keep_pace, keep_pace_of_sheets
from trekdip.games.views.tables import signed_in

DESCRIPTION = """The same boards and order sheets as the site's pages, for programs.

Without a token you are the public. With a token of a seat (made on the game's page, "Tokens for programs")
you see what that seat sees and, if the token may, send its orders. New phases come by WebSocket from
`/api/v1/games/{slug}/stream`, with the same header: it sends a state on connect and with every phase; send
`{"have": ordinal}` to ask whether there is anything newer."""

_TABLE = (
    "slug",
    "title",
    "variant",
    "status",
    "gm",
    "winners",
    "seed_hash",
    "created_at",
    "started_at",
    "ended_at",
)

Slug = Annotated[str, Path(pattern="^[a-z0-9]{1,40}$")]
Ordinal = Annotated[int, Path(ge=0, le=2**31 - 1)]

READS_A_MINUTE = 240

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

REFUSED: dict[Any, Any] = dict.fromkeys((400, 401, 403, 404, 409, 429), schemas.Problem)


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


@api.get("/variants", response={200: list[schemas.Variant], **REFUSED}, tags=["Games"])
def variants(request: HttpRequest) -> list[dict[str, object]]:
    """All games that can be played, with their powers."""
    _pace(request)
    return [
        {"id": card.id, "title": card.title, "powers": [_power(*power) for power in card.powers]}
        for card in gate.variants()
    ]


@api.get("/variants/{variant}/map", response={200: dict[str, Any], **REFUSED}, tags=["Games"])
def variant_map(request: HttpRequest, variant: Slug) -> dict[str, Any]:
    """Provinces, their neighbours and where they are drawn."""
    _pace(request)
    if variant not in dict(selectors.variants()):
        raise NotFound("There is no such variant.")
    return gate.geometry(variant)


@api.get("/games", response={200: schemas.Games, **REFUSED}, tags=["Games"])
def games(request: HttpRequest) -> dict[str, object]:
    """Tables that can be joined, and games that can be watched."""
    _pace(request)
    lobby = selectors.lobby(AnonymousUser())
    return {"open": [_row(card) for card in lobby.open], "running": [_row(card) for card in lobby.running]}


@api.get("/games/{slug}", response={200: schemas.Table, **REFUSED}, tags=["A game"])
def table(request: HttpRequest, slug: Slug) -> dict[str, object]:
    """A table: its terms and its seats."""
    _pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    found = selectors.table(request.user, game)
    seats = [{"power": seat.power, "title": seat.power_title, "player": seat.player} for seat in found.seats]
    return {**{name: getattr(found, name) for name in _TABLE}, "seats": seats}


@api.get("/games/{slug}/state", response={200: schemas.State, **REFUSED}, tags=["A game"])
def state(request: HttpRequest, slug: Slug) -> HttpResponse:
    """The newest phase as the asker sees it, with the asking seat's own sheet."""
    return _state(request, slug, None)


@api.get("/games/{slug}/phases", response={200: list[schemas.PhaseRow], **REFUSED}, tags=["A game"])
def phases(request: HttpRequest, slug: Slug) -> list[dict[str, object]]:
    """All phases up to now, oldest first."""
    _pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    newest = selectors.game_state(request.user, game)
    return [
        {"ordinal": entry.ordinal, "turn": entry.turn, "title": entry.title, "status": entry.status}
        for entry in selectors.history(request.user, game, newest.ordinal).entries
    ]


@api.get("/games/{slug}/phases/{ordinal}", response={200: schemas.State, **REFUSED}, tags=["A game"])
def phase(request: HttpRequest, slug: Slug, ordinal: Ordinal) -> HttpResponse:
    """A phase as the asker saw it."""
    return _state(request, slug, ordinal)


@api.post(
    "/games/{slug}/orders", response={**REFUSED, 200: schemas.Receipt, 409: schemas.Receipt}, tags=["A game"]
)
def orders(request: HttpRequest, slug: Slug, sheet: schemas.Orders) -> HttpResponse:
    """Send a whole order sheet for the token's seat.

    409 with a receipt: it was not saved, `problem` says why, and the older sheet stands.
    """
    require(request, slug, orders=True)
    game = selectors.game_get(request.user, slug)
    keep_pace_of_sheets(request, game.pk)
    receipt = services.sheet_submit(
        by=signed_in(request),
        game=game,
        ordinal=sheet.ordinal,
        text="\n".join(sheet.orders),
        final=sheet.final,
        arrived=arrived(request),
    )
    return _json(receipt, HTTPStatus.OK if receipt.saved else HTTPStatus.CONFLICT)


def _state(request: HttpRequest, slug: str, ordinal: int | None) -> HttpResponse:
    """A state, byte for byte as the site's own pages get it."""
    _pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    return _json(selectors.game_state(request.user, game, ordinal))


def _pace(request: HttpRequest) -> None:
    keep_pace(request, "api", a_minute=READS_A_MINUTE)


def _json(message: wire.Message, status: int = HTTPStatus.OK) -> HttpResponse:
    return HttpResponse(wire.encode(message), content_type="application/json", status=status)


def _problem(request: HttpRequest, problem: str, status: int) -> HttpResponse:
    return api.create_response(request, {"type": "refusal", "problem": problem}, status=status)


def _power(power: str, title: str) -> dict[str, str]:
    return {"id": power, "title": title}


def _row(card: selectors.GameCard) -> dict[str, object]:
    names = ("slug", "title", "variant", "status", "players", "seats", "turn", "deadline")
    return {name: getattr(card, name) for name in names}


def schema() -> dict[str, Any]:
    """The API in the words of OpenAPI: a token is asked for where orders are sent, and optional elsewhere."""
    whole = dict(api.get_openapi_schema(path_prefix="/api/v1/"))
    for calls in whole["paths"].values():
        for method, call in calls.items():
            if method == "get":
                call["security"].append({})
    return whole
