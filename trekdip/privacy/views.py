"""One's own data: a page, a file, and the way out."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput, NotNow
from trekdip.games.pace import keep_pace
from trekdip.games.views.tables import signed_in
from trekdip.privacy import selectors, services
from trekdip.privacy.forms import CloseForm

TRIES_A_MINUTE = 5


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def own_data(request: HttpRequest) -> HttpResponseBase:
    """What is kept, and a form to close the account (GET); close it (POST `password`)."""
    user = signed_in(request)
    form = CloseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        keep_pace(request, "close", a_minute=TRIES_A_MINUTE)
        if form.is_valid():
            try:
                services.account_close(by=user, password=form.cleaned_data["password"])
            except BadInput as refusal:
                form.add_error("password", str(refusal))
            except NotNow as refusal:
                form.add_error(None, str(refusal))
            else:
                logout(request)
                messages.success(request, "Your account is closed. Safe travels.")
                return redirect("lobby")
    context = {
        "form": form,
        "managed": selectors.games_to_hand_over(user),
        "seats": selectors.seats_to_leave(user),
    }
    return render(request, "privacy/own_data.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@login_required
@tells_refusals
def own_file(request: HttpRequest) -> HttpResponseBase:
    """Everything of the account as JSON."""
    keep_pace(request, "own-data", a_minute=TRIES_A_MINUTE)
    answer = JsonResponse(selectors.own_data(signed_in(request)), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="trekdip-account.json"'
    return answer
