"""Pages that belong to no game: lobby, rules and credits, the looks of variants as style sheets."""

import dataclasses
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from trekdip.games import demonstration, gate, selectors
from trekdip.games.edge import tells_refusals
from trekdip.games.forms import SearchForm
from trekdip.games.pace import keeps_pace_of_looks


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def lobby(request: HttpRequest) -> HttpResponseBase:
    """The front page: my games, what can be joined, what can be watched."""
    context: dict[str, object] = {
        "lobby": selectors.lobby(request.user),
        "vacant": selectors.seats_to_take(request.user),
    }
    if settings.DEMONSTRATION and not request.user.is_authenticated and selectors.demonstrated():
        context["demonstration"] = {"names": demonstration.names(), "password": demonstration.PASSWORD}
    return render(request, "games/lobby.html", context)


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def games(request: HttpRequest) -> HttpResponseBase:
    """All games, to look among: those that look for players, are being played, are over."""
    form = SearchForm(request.GET)
    wanted, page = form.wanted()
    found = selectors.games_found(request.user, wanted, page)
    kept = urlencode(dataclasses.asdict(wanted))
    return render(request, "games/games.html", {"form": form, "found": found, "kept": kept})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How to play, whose rules these are, and whose names."""
    return render(request, "site/rules.html")


@require_safe
def variant_rules(request: HttpRequest, variant: str) -> HttpResponse:
    """The rules of one variant."""
    title = dict(selectors.variants()).get(variant)
    if title is None:
        raise Http404("There is no such variant.")
    try:
        page = get_template(f"rules/{variant}.html")
    except TemplateDoesNotExist:
        raise Http404("The rules of this variant are not written down here yet.") from None
    return render(request, "site/variant.html", {"variant": variant, "title": title, "page": page})


@require_safe
@cache_control(public=True, max_age=3600)
def look(request: HttpRequest, variant: str) -> HttpResponse:  # noqa: ARG001
    """The style of a variant's boards."""
    if variant not in dict(selectors.variants()):
        raise Http404("There is no such variant.")
    return HttpResponse(gate.stylesheet(variant), content_type="text/css; charset=utf-8")
