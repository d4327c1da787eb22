"""Observers: asking to see what is private, and the players' answers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trekdip.games import selectors, services
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace
from trekdip.games.views.tables import signed_in


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def observers_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The requests the asker may know of (GET); ask, take back, agree, object (POST `act`, `observer`)."""
    game = selectors.game_get(request.user, slug)
    if request.method == "POST":
        messages.success(request, _act(request, game))
        return redirect("observers", slug)
    context = {
        "table": selectors.table(request.user, game),
        "observers": selectors.observers(request.user, game),
    }
    return render(request, "games/observers.html", context)


def _act(request: HttpRequest, game: Game) -> str:
    """Do what the form says; the word about it."""
    by = signed_in(request)
    keep_pace(request, "observers", a_minute=60)
    match request.POST.get("act"):
        case "ask":
            services.observer_ask(by=by, game=game)
            return "Your request is told to the players. Until all agree you see what is public."
        case "withdraw":
            services.observer_withdraw(by=by, game=game)
            return "Your request is taken back."
        case "agree":
            services.observer_agree(by=by, game=game, observer_id=_number(request))
            return "You have agreed. You may object at any time."
        case "object":
            services.observer_object(by=by, game=game, observer_id=_number(request))
            return "You have objected: what is private stays, or is again, hidden from them."
        case _:
            raise BadInput("The form does not say what to do. Reload the page.")


def _number(request: HttpRequest) -> int:
    """The request that is meant; raises BadInput where the form does not say."""
    try:
        return int(request.POST.get("observer", ""))
    except ValueError:
        raise BadInput("The form does not say which observer is meant. Reload the page.") from None
