"""Two phases side by side, each as the asker saw it."""

import re

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from trekdip.games import selectors
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput, NotFound
from trekdip.games.pace import keeps_pace_of_looks
from trekdip.games.panels import holdings, panels
from trekdip.games.views.play import BEFORE_PLAY

_NAMES = re.compile(r'(\bid="|href="#|url\(#)')


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def compare(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Compare two phases (`?left=&right=`; without them the newest and the one before)."""
    game = selectors.game_get(request.user, slug)
    if game.status in BEFORE_PLAY:
        raise NotFound("This game has not begun: there are no phases to compare.")
    newest = selectors.game_state(request.user, game)
    right = selectors.game_state(request.user, game, _ordinal(request, "right", newest.ordinal))
    entries = selectors.history(request.user, game, newest.ordinal).entries
    earlier = [one.ordinal for one in entries if one.ordinal < right.ordinal and not one.withdrawn]
    left = selectors.game_state(request.user, game, _ordinal(request, "left", max(earlier, default=0)))
    table = selectors.table(request.user, game)
    boards = [selectors.board(game, left), _NAMES.sub(r"\1other-", selectors.board(game, right))]
    context = {
        "table": table,
        "entries": entries,
        "sides": [
            {"name": name, "label": label, "state": state, "drawing": board, "panels": panels(table, state)}
            for name, label, state, board in zip(
                ("left", "right"), ("One phase", "The other"), (left, right), boards, strict=True
            )
        ],
        "holdings": holdings(table, left.view_data(), right.view_data()),
    }
    return render(request, "games/compare.html", context)


def _ordinal(request: HttpRequest, side: str, otherwise: int) -> int:
    """The phase asked for on one side."""
    text = request.GET.get(side, "")
    if not text:
        return otherwise
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadInput("Choose two phases of the list.")
    return int(text)
