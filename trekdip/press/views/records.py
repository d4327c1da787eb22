"""What press leaves to take away: all of one's own as text or JSON, and the positions that were shared."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import NotFound
from trekdip.games.pace import keep_pace
from trekdip.press import attachments, selectors

FORMS = {"txt", "json"}


@require_safe
@never_cache
@tells_refusals
def press_export(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All press of a game the asker may read, as a file: `txt` or `json`."""
    game = games.game_get(request.user, slug)
    if form not in FORMS:
        raise NotFound("Press can be taken away as export.txt or export.json.")
    keep_pace(request, "press-export", a_minute=10)
    said = selectors.exported(request.user, game)
    answer: HttpResponse
    if form == "json":
        answer = JsonResponse({"game": game.slug, "title": game.title, "messages": _rows(said)})
    else:
        told = [(one, selectors.heading(game, one)) for one in said]
        answer = render(
            request,
            "press/export.txt",
            {"game": game, "told": told},
            content_type="text/plain; charset=utf-8",
        )
    answer["Content-Disposition"] = f'attachment; filename="press-{game.slug}.{form}"'
    return answer


@require_safe
@never_cache
@tells_refusals
def press_board(request: HttpRequest, slug: str, parties: str, message: str) -> HttpResponseBase:
    """The board that was attached to a message, as its sender saw it."""
    game = games.game_get(request.user, slug)
    found = selectors.message(request.user, game, parties, message)
    if not found.attached or found.attached["kind"] != "position":
        raise NotFound("No board is attached to this message.")
    return HttpResponse(attachments.drawing(game, found.attached), content_type="image/svg+xml")


def _rows(said: list[selectors.Said]) -> list[dict[str, object]]:
    """Messages as plain data."""
    return [
        {
            "conversation": one.key,
            "from": one.party,
            "at": one.at.isoformat(),
            "turn": one.turn,
            "text": one.text,
            "attached": one.attached,
        }
        for one in said
    ]
