"""What-if and the plans made with it: JSON for the game page's script, from the asker's own stored views."""

from typing import TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from trekdip.games import selectors, services, wire
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace
from trekdip.games.panels import panels
from trekdip.games.views.tables import signed_in

MAX_BYTES = 200_000
T = TypeVar("T")


class PlanGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as it is sent to be kept."""

    ordinal: int
    name: str
    text: str


class PlanNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan that is kept."""

    ordinal: int
    name: str


class Renaming(PlanNamed, frozen=True, forbid_unknown_fields=True):
    """Another name for a plan."""

    to: str


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_refusals
def whatif(request: HttpRequest, slug: str) -> HttpResponseBase:
    """GET: what could be ordered on the asker's board (`?ordinal=`). POST: what would come of orders."""
    game = selectors.game_get(request.user, slug)
    keep_pace(request, "whatif", a_minute=60)
    if request.method != "POST":
        return _json(selectors.imaginable(request.user, game, _ordinal(request)))
    return _json(imagined(request, game, _body(request, wire.WhatIf)))


def imagined(request: HttpRequest, game: Game, asked: wire.WhatIf) -> wire.Imagined:
    """What would come of orders on the asker's board; raises what `selectors.imagine` raises."""
    state, played = selectors.imagine(request.user, game, asked)
    after = selectors.imagined_state(state, played)
    table = selectors.table(request.user, game)
    words = {"panels": panels(table, after), "table": table}
    return wire.Imagined(
        ordinal=state.ordinal,
        viewer=state.viewer,
        turn=after.turn,
        title=after.title,
        view=after.view,
        board=after.board,
        results=render(request, "games/_results.html", words).content.decode(),
        lines=played.lines,
        legal=played.legal,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_refusals
def plans(request: HttpRequest, slug: str) -> HttpResponseBase:
    """GET: the asker's plans for a phase (`?ordinal=`). POST: keep one."""
    game = selectors.game_get(request.user, slug)
    keep_pace(request, "plans", a_minute=60)
    if request.method != "POST":
        ordinal = _ordinal(request)
        if ordinal is None:
            raise BadInput("Say for which phase: ordinal.")
        return _plans(request, game, ordinal)
    given = _body(request, PlanGiven)
    kept = services.plan_save(
        by=signed_in(request), game=game, ordinal=given.ordinal, name=given.name, text=given.text
    )
    return _plans(request, game, given.ordinal, kept.name)


@require_POST
@never_cache
@tells_refusals
def plan_rename(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Another name for a plan of one's own."""
    game = selectors.game_get(request.user, slug)
    given = _body(request, Renaming)
    renamed = services.plan_rename(
        by=signed_in(request), game=game, ordinal=given.ordinal, name=given.name, to=given.to
    )
    return _plans(request, game, given.ordinal, renamed.name)


@require_POST
@never_cache
@tells_refusals
def plan_delete(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A plan of one's own, thrown away."""
    game = selectors.game_get(request.user, slug)
    given = _body(request, PlanNamed)
    services.plan_delete(by=signed_in(request), game=game, ordinal=given.ordinal, name=given.name)
    return _plans(request, game, given.ordinal)


def _plans(request: HttpRequest, game: Game, ordinal: int, saved: str | None = None) -> HttpResponse:
    """All of the asker's plans for a phase."""
    kept = selectors.plans(request.user, game, ordinal)
    return _json(wire.Plans(ordinal=ordinal, plans=kept, saved=saved))


def _json(message: wire.Message) -> HttpResponse:
    return HttpResponse(wire.encode(message), content_type="application/json")


def _ordinal(request: HttpRequest) -> int | None:
    """The phase named in the query; None: the newest."""
    text = request.GET.get("ordinal", "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadInput("The ordinal of a phase is a whole number.")
    return int(text)


def _body(request: HttpRequest, kind: type[T]) -> T:
    """The JSON sent, as that kind of message."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
        raise BadInput("That is too much at once.")
    try:
        return msgspec.json.decode(request.body, type=kind)
    except msgspec.MsgspecError as error:
        raise BadInput(f"This could not be read: {error}.") from error
