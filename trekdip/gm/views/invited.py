"""The page behind the link of an invitation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.views.tables import signed_in
from trekdip.gm import services


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_refusals
def invitation(request: HttpRequest, token: str) -> HttpResponseBase:
    """Look at the offer (GET), take the seat or (`act` decline) do not (POST)."""
    found = services.invitation_of(token)
    if request.method == "POST" and request.POST.get("act") == "decline":
        services.invitation_decline(by=signed_in(request), token=token)
        messages.success(request, "You have declined. Nobody else is told.")
        return redirect("lobby")
    if request.method == "POST":
        services.invitation_accept(
            by=signed_in(request), token=token, power=request.POST.get("power") or None
        )
        messages.success(request, "You are in.")
        return redirect("game", found.game.slug)
    table = games.table(request.user, found.game)
    context = {"table": table, "invitation": found, "power": dict(table.powers).get(found.power, "")}
    return render(request, "gm/invitation.html", context)
