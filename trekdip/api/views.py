"""Pages about the API: how to use it, and a player's tokens."""

import functools
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trekdip.api import routes, selectors, services
from trekdip.api.forms import TokenForm
from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.views.tables import signed_in

EXAMPLE = Path("templates/api/example_bot.py")


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """What programs can ask for, from the API's own schema, and a bot to begin with."""
    # What stands between backticks is code: every second part of a text.
    calls = [
        {
            "method": method.upper(),
            "path": path,
            "words": (call.get("description") or call.get("summary", "")).split("`"),
        }
        for path, methods in _schema()["paths"].items()
        for method, call in methods.items()
    ]
    example = (settings.BASE_DIR / EXAMPLE).read_text(encoding="utf-8")
    description = [paragraph.split("`") for paragraph in routes.DESCRIPTION.split("\n\n")]
    context = {"calls": calls, "description": description, "example": example}
    return render(request, "api/documentation.html", context)


@require_safe
def schema(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """The API in the words of OpenAPI."""
    return JsonResponse(_schema())


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def tokens(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The asker's tokens for their seat (GET); make one, revoke one (POST `act`)."""
    game = games.game_get(request.user, slug)
    if request.method != "POST":
        return _page(request, game, TokenForm())
    if request.POST.get("act") == "revoke":
        services.token_revoke(by=signed_in(request), game=game, name=request.POST.get("name", ""))
        messages.success(request, "The token is revoked: it opens nothing any more.")
        return redirect("tokens", slug)
    form = TokenForm(request.POST)
    secret = ""
    if form.is_valid():
        try:
            _, secret = services.token_make(by=signed_in(request), game=game, **form.cleaned_data)
        except BadInput as refusal:
            form.add_error(refusal.field or None, str(refusal))
        else:
            form = TokenForm()
    return _page(request, game, form, secret=secret)


def _page(request: HttpRequest, game: Game, form: TokenForm, *, secret: str = "") -> HttpResponse:
    """The list of tokens; `secret` is the one just made, shown this once."""
    context = {
        "table": games.table(request.user, game),
        "rows": selectors.tokens(request.user, game),
        "form": form,
        "secret": secret,
    }
    return render(request, "api/tokens.html", context, status=400 if form.errors else 200)


@functools.cache
def _schema() -> dict[str, Any]:
    return routes.schema()
