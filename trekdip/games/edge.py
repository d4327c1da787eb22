"""How refusals reach people: as a page, as a message after a form, as JSON for scripts. Raises none."""

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from trekdip.games.errors import NotFound, Refusal

P = ParamSpec("P")
ARRIVED = "trekdip.arrived"  # under which the ASGI application notes it
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks: it says so in its Accept header."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def arrived(request: HttpRequest) -> float | None:
    """When the request came to this process (`time.monotonic`), before it waited for anything; None where
    nobody noted it.
    """
    moment: float | None = getattr(request, "scope", {}).get(ARRIVED)
    return moment


def tells_refusals(view: View[P]) -> View[P]:
    """A view whose refusals are told to whoever asked.

    Scripts get JSON `{"problem": …}` with the status; a refused form goes back to the page it came from with
    the message; everything else gets an error page with the status.
    """

    @functools.wraps(view)
    def told(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal)

    return told


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer to a request that was refused."""
    if wants_json(request):
        return JsonResponse({"type": "refusal", "problem": str(refusal)}, status=refusal.status)
    back = request.headers.get("Referer", "")
    own = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    if request.method == "POST" and own and not isinstance(refusal, NotFound):
        messages.error(request, str(refusal))
        return redirect(back)
    return render(request, "refused.html", {"refusal": refusal}, status=refusal.status)
