"""Calls that read games: variants, tables, boards, phases. What is done there is in `deeds` and `votes`."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from ninja import Router

from trekdip.api import schemas
from trekdip.api.asking import require
from trekdip.api.edge import REFUSED, Ordinal, Slug, answer, pace
from trekdip.games import gate, selectors
from trekdip.games.errors import NotFound

router = Router()

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


@router.get("/variants", response={200: list[schemas.Variant], **REFUSED}, tags=["Games"])
def variants(request: HttpRequest) -> list[dict[str, object]]:
    """All games that can be played, with their powers."""
    pace(request)
    return [
        {"id": card.id, "title": card.title, "powers": [_power(*power) for power in card.powers]}
        for card in gate.variants()
    ]


@router.get("/variants/{variant}/map", response={200: dict[str, Any], **REFUSED}, tags=["Games"])
def variant_map(request: HttpRequest, variant: Slug) -> dict[str, Any]:
    """Provinces, their neighbours and where they are drawn."""
    pace(request)
    if variant not in dict(selectors.variants()):
        raise NotFound("There is no such variant.")
    return gate.geometry(variant)


@router.get("/games", response={200: schemas.Games, **REFUSED}, tags=["Games"])
def games(request: HttpRequest) -> dict[str, object]:
    """Tables that can be joined, and games that can be watched."""
    pace(request)
    lobby = selectors.lobby(AnonymousUser())
    return {"open": [_row(card) for card in lobby.open], "running": [_row(card) for card in lobby.running]}


@router.get("/games/{slug}", response={200: schemas.Table, **REFUSED}, tags=["A game"])
def table(request: HttpRequest, slug: Slug) -> dict[str, object]:
    """A table: its terms and its seats."""
    pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    found = selectors.table(request.user, game)
    seats = [{"power": seat.power, "title": seat.power_title, "player": seat.player} for seat in found.seats]
    return {**{name: getattr(found, name) for name in _TABLE}, "seats": seats}


@router.get("/games/{slug}/state", response={200: schemas.State, **REFUSED}, tags=["A game"])
def state(request: HttpRequest, slug: Slug) -> HttpResponse:
    """The newest phase as the asker sees it, with the asking seat's own sheet."""
    return _state(request, slug, None)


@router.get("/games/{slug}/phases", response={200: list[schemas.PhaseRow], **REFUSED}, tags=["A game"])
def phases(request: HttpRequest, slug: Slug) -> list[dict[str, object]]:
    """All phases up to now, oldest first."""
    pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    newest = selectors.game_state(request.user, game)
    return [
        {"ordinal": entry.ordinal, "turn": entry.turn, "title": entry.title, "status": entry.status}
        for entry in selectors.history(request.user, game, newest.ordinal).entries
    ]


@router.get("/games/{slug}/phases/{ordinal}", response={200: schemas.State, **REFUSED}, tags=["A game"])
def phase(request: HttpRequest, slug: Slug, ordinal: Ordinal) -> HttpResponse:
    """A phase as the asker saw it."""
    return _state(request, slug, ordinal)


def _state(request: HttpRequest, slug: str, ordinal: int | None) -> HttpResponse:
    pace(request)
    require(request, slug)
    game = selectors.game_get(request.user, slug)
    return answer(selectors.game_state(request.user, game, ordinal))


def _power(power: str, title: str) -> dict[str, str]:
    return {"id": power, "title": title}


def _row(card: selectors.GameCard) -> dict[str, object]:
    names = ("slug", "title", "status", "players", "seats", "turn", "deadline")
    row: dict[str, object] = {name: getattr(card, name) for name in names}
    return {**row, "variant": card.variant_id, "variant_title": card.variant}
