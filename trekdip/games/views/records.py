"""What a game leaves in writing: dispatches to whoever asks, and all of it once the game is over."""

import re

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from trekdip.games import gate, selectors
from trekdip.games.dispatches import seasons
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import NotNow
from trekdip.games.models import Game
from trekdip.games.pace import keeps_pace_of_looks
from trekdip.games.panels import neighbours, panels, withdrawn
from trekdip.games.views.play import BEFORE_PLAY

_NAMES = re.compile(r'(\bid="|href="#|url\(#)')


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def dispatches(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Everything the asker was told in private, by season."""
    game = _begun(request, slug)
    viewer, told = selectors.reported(request.user, game)
    context = {
        "table": selectors.table(request.user, game),
        "viewer": viewer,
        "private": viewer != gate.PUBLIC,
        "seasons": seasons(game.variant, viewer, told),
        "viewer_title": gate.variant(game.variant).power_title(viewer),
    }
    return render(request, "games/dispatches.html", context)


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def replay(request: HttpRequest, slug: str, ordinal: int | None = None) -> HttpResponseBase:
    """A finished game as it really was, beside what somebody saw of it (`?eyes=`)."""
    game = _begun(request, slug)
    card = gate.variant(game.variant)
    eyes = request.GET.get("eyes") or gate.PUBLIC
    shown = selectors.revealed(request.user, game, ordinal, eyes)
    table = selectors.table(request.user, game)
    entries = selectors.history(request.user, game, shown.truth.ordinal).entries
    context = {
        "table": table,
        "state": shown.truth,
        "eyes": eyes,
        "viewers": [(gate.PUBLIC, "Everybody"), *card.powers],
        "eyes_title": "everybody" if eyes == gate.PUBLIC else card.power_title(eyes),
        "truth": panels(table, shown.truth),
        "seen": panels(table, shown.seen),
        "truth_drawing": selectors.board(game, shown.truth),
        "seen_drawing": _NAMES.sub(r"\1seen-", selectors.board(game, shown.seen)),
        "entries": entries,
        "withdrawn": withdrawn(entries, shown.truth.ordinal),
        **neighbours(entries, shown.truth.ordinal),
    }
    return render(request, "games/replay.html", context)


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def draws(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The seed of a finished game, and everything that was drawn from it drawn again."""
    game = _begun(request, slug)
    context = {
        "table": selectors.table(request.user, game),
        "draws": selectors.draws(request.user, game),
    }
    return render(request, "games/draws.html", context)


def _begun(request: HttpRequest, slug: str) -> Game:
    """The game, if it has begun; raises NotFound, or NotNow before that."""
    game = selectors.game_get(request.user, slug)
    if game.status in BEFORE_PLAY:
        raise NotNow("This game has not begun.")
    return game
