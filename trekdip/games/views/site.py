"""Pages that belong to no game: lobby, rules and credits, the looks of variants as style sheets."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from trekdip.games import gate, selectors


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """The front page: my games, what can be joined, what can be watched."""
    return render(request, "games/lobby.html", {"lobby": selectors.lobby(request.user)})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How to play, whose rules these are, and whose names."""
    return render(request, "site/rules.html")


@require_safe
@cache_control(public=True, max_age=3600)
def look(request: HttpRequest, variant: str) -> HttpResponse:  # noqa: ARG001
    """The style of a variant's boards."""
    if variant not in dict(selectors.variants()):
        raise Http404("There is no such variant.")
    return HttpResponse(gate.stylesheet(variant), content_type="text/css; charset=utf-8")
