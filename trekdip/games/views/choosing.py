"""Choosing a game: the page that shows all variants, the boards on it and the colours of their powers."""

import functools

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from trekdip.games import gate, selectors


@require_safe
@never_cache
def game_choose(request: HttpRequest) -> HttpResponse:
    """All variants, each with its board, its powers, and what one should know before choosing it."""
    return render(request, "games/choose.html", {"games": selectors.choosable()})


@require_safe
@csp_replace({"style-src": ["'unsafe-inline'"]})  # type: ignore[arg-type]  # typed for views of no arguments
@cache_control(public=True, max_age=3600)
def start_board(request: HttpRequest, variant: str) -> HttpResponse:  # noqa: ARG001
    """The board of a variant before the first season, as a picture: it brings its style, and runs nothing."""
    if variant not in dict(selectors.variants()):
        raise Http404("There is no such variant.")
    return HttpResponse(_board(variant), content_type="image/svg+xml; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def colours(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The colours of all powers' emblems as a style sheet, those of each variant within `.of-<variant>`."""
    return HttpResponse(_colours(), content_type="text/css; charset=utf-8")


@functools.cache
def _board(variant: str) -> str:
    return gate.board_file(variant, gate.start(variant))


@functools.cache
def _colours() -> str:
    rules = []
    for card in gate.variants():
        for power, look in gate.look(card.id).items():
            for part, dark, light in (("circle", "dark", "light"), ("path", "ink", "ink_light")):
                night, day = look[dark], look[light]
                of = f".of-{card.id} .power-{power} {part}"
                rules.append(f"{of}{{fill:{night};fill:light-dark({day},{night})}}")
    return "\n".join(rules)
