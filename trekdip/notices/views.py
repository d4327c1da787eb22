"""The pages about notices and mail, the link that ends mail, and the door for mail services. Thin."""

import hmac

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trekdip.games import selectors as games
from trekdip.games.edge import refused, tells_refusals, wants_json
from trekdip.games.errors import BadInput, NotAllowed, NotFound
from trekdip.games.models import Game
from trekdip.games.views.tables import signed_in
from trekdip.notices import inbound, kinds, push, selectors, services
from trekdip.notices.forms import DeviceForm, HabitForm, HookForm

_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@login_required
@require_http_methods(_METHODS)
@tells_refusals
def notices_page(request: HttpRequest) -> HttpResponseBase:
    """What I am told in all games, how and where (GET); change it (POST `act`: switches, habit)."""
    by = signed_in(request)
    habit = selectors.habit(by)
    form = HabitForm(initial={"pace": habit.pace, "zone": habit.zone, "hour": habit.hour})
    if request.method == "POST" and request.POST.get("act") == "habit":
        form = HabitForm(request.POST)
        if form.is_valid():
            services.habit_save(by=by, **form.cleaned_data)
            messages.success(request, "Saved. What waits is sent by it, too.")
            return redirect("notices")
    elif request.method == "POST":
        services.preferences_save(by=by, game=None, wanted=_switches(request))
        messages.success(request, "Saved.")
        return redirect("notices")
    context = {
        "chosen": selectors.chosen(by, None),
        "channels": kinds.CHANNELS,
        "form": form,
        "devices": selectors.devices(by),
        "games": selectors.games_with_switches(by),
        "push_key": push.public_key() if push.available() else "",
    }
    return render(request, "notices/notices.html", context)


@never_cache
@login_required
@require_http_methods(_METHODS)
@tells_refusals
def game_notices(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What I am told of this game, my seat's address for orders, and the GM's chat (GET); switches (POST)."""
    by = signed_in(request)
    game = _mine(request, slug)
    if request.method == "POST":
        follow = request.POST.get("act") == "follow"
        services.preferences_save(by=by, game=game, wanted={} if follow else _switches(request))
        told = "This game follows what you chose for all games." if follow else "Saved for this game."
        messages.success(request, told)
        return redirect("game_notices", slug)
    manages = games.is_gm(by, game)
    hook = selectors.hook(by, game) if manages else None
    context = {
        "table": games.table(by, game),
        "chosen": selectors.chosen(by, game),
        "channels": kinds.CHANNELS,
        "plays": games.viewer_of(by, game) in dict(games.table(by, game).powers),
        "takes_mail": bool(settings.ORDERS_DOMAIN),
        "address": selectors.address_of(by, game),
        "manages": manages,
        "hook": hook,
        "hook_form": HookForm(initial={"style": hook.style if hook else "discord"}) if manages else None,
    }
    return render(request, "notices/game.html", context)


@never_cache
@login_required
@require_POST
@tells_refusals
def address(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Draw a new address for orders by mail, or (`act` remove) have none."""
    by = signed_in(request)
    game = _mine(request, slug)
    if request.POST.get("act") == "remove":
        services.letterbox_remove(by=by, game=game)
        messages.success(request, "The address is gone. Mail to it is not read any more.")
    else:
        services.letterbox_make(by=by, game=game)
        messages.success(request, "Your seat has a new address.")
    return redirect("game_notices", slug)


@never_cache
@login_required
@require_POST
@tells_refusals
def chat(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The GM sets the club's chat, or (`act` remove) takes it away."""
    by = signed_in(request)
    game = games.game_get(by, slug)
    if request.POST.get("act") == "remove":
        services.hook_remove(by=by, game=game)
        messages.success(request, "The chat is told nothing any more.")
        return redirect("game_notices", slug)
    if not games.is_gm(by, game):
        raise NotAllowed("The chat of a game is set up by its GM.")
    form = HookForm(request.POST)
    if not form.is_valid():
        raise BadInput("Give the address of the chat's webhook and say which chat it is.", field="url")
    services.hook_save(by=by, game=game, **form.cleaned_data)
    messages.success(request, "The chat will be told what is public of this game.")
    return redirect("game_notices", slug)


@never_cache
@login_required
@require_POST
@tells_refusals
def device_add(request: HttpRequest) -> HttpResponseBase:
    """Take this browser's subscription to push messages; its script sends it and reads JSON."""
    form = DeviceForm(request.POST)
    if not form.is_valid():
        raise BadInput("The browser has not sent a whole subscription. Try again.")
    services.device_add(by=signed_in(request), **form.cleaned_data)
    if wants_json(request):
        return JsonResponse({"type": "device", "added": True})
    return redirect("notices")


@never_cache
@login_required
@require_POST
@tells_refusals
def device_remove(request: HttpRequest, device: int) -> HttpResponseBase:
    """Push nothing to this device any more."""
    services.device_remove(by=signed_in(request), device_id=device)
    messages.success(request, "That device gets no push messages any more.")
    return redirect("notices")


@csrf_exempt
@never_cache
@require_http_methods(_METHODS)
def stop(request: HttpRequest, token: str) -> HttpResponseBase:
    """End mail without signing in: the signed token says whose. A GET asks first and changes nothing."""
    try:
        asked = selectors.stop_asked(token)
        if request.method != "POST":
            return render(request, "notices/stop.html", {"asked": asked, "token": token})
        scope = request.POST.get("scope", "")
        done = services.mail_stop(token=token, scope=scope if scope in {"game", "all"} else "")
    except NotFound as refusal:
        return refused(request, NotAllowed(str(refusal)))
    return render(request, "notices/stopped.html", {"done": done})


@csrf_exempt
@never_cache
@require_POST
def inbound_mail(request: HttpRequest) -> HttpResponse:
    """Take a mail from a mail service that knows the secret: its bytes as the body, recipients as `to`.

    What became of the mail is nobody's business but the account's: the answer is the same for all.
    """
    secret = settings.INBOUND_SECRET
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not secret or not hmac.compare_digest(given.encode(), secret.encode()):
        return HttpResponse(
            "This door is for the site's own mail service.", status=403, content_type="text/plain"
        )
    if int(request.headers.get("Content-Length") or 0) > inbound.MAX_BYTES:
        return HttpResponse("The mail is too large.", status=413, content_type="text/plain")
    try:
        raw = request.body
    except RequestDataTooBig:
        return HttpResponse("The mail is too large.", status=413, content_type="text/plain")
    services.letter_receive(raw=raw, recipients=request.GET.getlist("to"))
    return HttpResponse("Taken.", content_type="text/plain")


@require_safe
def help_page(request: HttpRequest) -> HttpResponseBase:
    """How notices and orders by mail work, for players."""
    context = {"kinds": kinds.KINDS.values(), "takes_mail": bool(settings.ORDERS_DOMAIN)}
    return render(request, "notices/help.html", context)


def _mine(request: HttpRequest, slug: str) -> Game:
    """A game of the asker's, as player or GM; raises NotAllowed for others, who are told nothing."""
    game = games.game_get(request.user, slug)
    seated = any(seat.mine for seat in games.table(request.user, game).seats)
    if not seated and not games.is_gm(request.user, game):
        raise NotAllowed("You have no seat in this game, so you get no notices of it.")
    return game


def _switches(request: HttpRequest) -> dict[tuple[str, str], bool]:
    """All switches of the form: what is not ticked is off."""
    ticked = set(request.POST.getlist("on"))
    return {
        (kind, channel): f"{kind}:{channel}" in ticked for kind in kinds.KINDS for channel in kinds.CHANNELS
    }
