"""Calls with which a seat plays: order sheets, orders in advance, declarations, and thinking ahead."""

from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from trekdip.api import schemas
from trekdip.api.asking import require
from trekdip.api.edge import REFUSED, Slug, answer, pace
from trekdip.games import selectors, services, wire
from trekdip.games.edge import arrived
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace, keep_pace_of_sheets
from trekdip.games.views.tables import signed_in
from trekdip.games.views.whatif import imagined

router = Router(tags=["Playing"])

OfPhase = Annotated[
    int | None, Query(ge=0, le=2**31 - 1, description="The phase; without it the newest.", example=0)
]


@router.post("/games/{slug}/orders", response={**REFUSED, 200: schemas.Receipt, 409: schemas.Receipt})
def orders(request: HttpRequest, slug: Slug, sheet: schemas.Orders) -> HttpResponse:
    """Send a whole order sheet for the token's seat.

    A line that will not count is kept and told of in the receipt. 409 with a receipt: it was not saved,
    `problem` says why, and the older sheet stands.
    """
    require(request, slug, "orders")
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
    return answer(receipt, HTTPStatus.OK if receipt.saved else HTTPStatus.CONFLICT)


@router.get("/games/{slug}/advance", response={200: schemas.Advance, **REFUSED})
def advance_kept(request: HttpRequest, slug: Slug) -> dict[str, object]:
    """The seat's own orders in advance, as they stand in the newest phase."""
    pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    return _advance(request, game, selectors.game_state(request.user, game).ordinal)


@router.post("/games/{slug}/advance", response={200: schemas.Advance, **REFUSED})
def advance(request: HttpRequest, slug: Slug, given: schemas.AdvanceGiven) -> dict[str, object]:
    """Keep retreats and builds for the phases that follow a movement phase; no lines take back what was kept.

    They count where the seat sends no sheet for that phase: a retreat for the unit that has to, builds and
    disbands as many as are due, in this order.
    """
    require(request, slug, "orders")
    game = selectors.game_get(request.user, slug)
    keep_pace_of_sheets(request, game.pk)
    text = "\n".join(given.orders)
    services.advance_save(by=signed_in(request), game=game, ordinal=given.ordinal, text=text)
    return _advance(request, game, given.ordinal)


@router.get("/games/{slug}/declarations", response={200: schemas.Declarations, **REFUSED})
def declarations(request: HttpRequest, slug: Slug, ordinal: OfPhase = None) -> dict[str, object]:
    """What was declared in public in a phase, and what the token's seat may declare now."""
    pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    return _declarations(request, game, selectors.game_state(request.user, game, ordinal).ordinal)


@router.post("/games/{slug}/declarations", response={200: schemas.Declarations, **REFUSED})
def declare(request: HttpRequest, slug: Slug, said: schemas.Declaration) -> dict[str, object]:
    """Declare something for the token's seat, as `possible` offers it: at once, in public, not taken back."""
    require(request, slug, "orders")
    game = selectors.game_get(request.user, slug)
    keep_pace(request, "declare", a_minute=30)
    services.declaration_make(by=signed_in(request), game=game, ordinal=said.ordinal, text=said.declaration)
    return _declarations(request, game, said.ordinal)


@router.get("/games/{slug}/whatif", response={200: schemas.Imaginable, **REFUSED})
def whatif_orders(request: HttpRequest, slug: Slug, ordinal: OfPhase = None) -> HttpResponse:
    """What could be ordered for anybody on the asker's board of a phase."""
    keep_pace(request, "whatif", a_minute=60)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    return answer(selectors.imaginable(request.user, game, ordinal))


@router.post("/games/{slug}/whatif", response={200: schemas.Imagined, **REFUSED})
def whatif(request: HttpRequest, slug: Slug, asked: schemas.WhatIf) -> HttpResponse:
    """What would come of orders for anybody on the asker's board: what the asker does not know is not there.

    `before` are the orders already played out, phase by phase, that lead to the board they are for.
    """
    keep_pace(request, "whatif", a_minute=60)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    return answer(imagined(request, game, wire.WhatIf(**asked.dict())))


def _advance(request: HttpRequest, game: Game, ordinal: int) -> dict[str, object]:
    kept = selectors.advance(request.user, game, ordinal)
    if kept is None:
        return {"ordinal": ordinal, "orders": [], "lines": [], "saved_at": None}
    return {
        "ordinal": ordinal,
        "orders": kept.text.splitlines(),
        "lines": wire.lines_to_data(kept.lines),
        "saved_at": kept.saved_at,
    }


def _declarations(request: HttpRequest, game: Game, ordinal: int) -> dict[str, object]:
    found = selectors.declarations(request.user, game, ordinal)
    made = [{"power": one.power, "text": one.text, "at": one.at} for one in found.made]
    return {"ordinal": ordinal, "made": made, "possible": found.possible, "standing": found.standing}
