"""Reporting a message, and what a GM may look at."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace
from trekdip.games.views.tables import signed_in
from trekdip.press import selectors, services
from trekdip.press.forms import ReasonForm
from trekdip.press.models import Message


@require_POST
@tells_refusals
def press_report(request: HttpRequest, slug: str, parties: str, message: str) -> HttpResponseBase:
    """Show a message to the GM."""
    game = games.game_get(request.user, slug)
    keep_pace(request, "press-report", a_minute=10)
    services.message_report(
        by=signed_in(request), game=game, key=parties, name=message, reason=_reason(request)
    )
    messages.success(request, "The GM has been shown the message.")
    return redirect("press_thread", slug, parties)


@login_required
@require_safe
@never_cache
@tells_refusals
def press_reports(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What lies before the GM: reported messages, and where the table said so all conversations."""
    game = games.game_get(request.user, slug)
    context = {"game": game, "reviewed": selectors.reviewed(request.user, game)}
    return render(request, "press/reports.html", context)


@require_POST
@never_cache
@tells_refusals
def press_report_read(request: HttpRequest, slug: str, parties: str, message: str) -> HttpResponseBase:
    """A reported message, opened by the GM; the audit tells."""
    game = games.game_get(request.user, slug)
    found = services.report_read(by=signed_in(request), game=game, key=parties, name=message)
    return _opened(request, game, [found])


@require_POST
@never_cache
@tells_refusals
def press_archive(request: HttpRequest, slug: str, parties: str) -> HttpResponseBase:
    """A conversation, opened by a GM who may; the audit tells."""
    game = games.game_get(request.user, slug)
    found = services.archive_read(by=signed_in(request), game=game, key=parties, reason=_reason(request))
    return _opened(request, game, found)


def _opened(request: HttpRequest, game: Game, found: list[Message]) -> HttpResponseBase:
    """The list with what was opened."""
    context = {
        "game": game,
        "reviewed": selectors.reviewed(request.user, game),
        "opened": selectors.opened(request.user, game, found),
    }
    return render(request, "press/reports.html", context)


def _reason(request: HttpRequest) -> str:
    """The reason given."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        raise BadInput("Keep the reason under 500 characters.", field="reason")
    reason: str = form.cleaned_data["reason"]
    return reason
