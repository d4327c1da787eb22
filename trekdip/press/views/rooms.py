"""One's conversations: the list, one of them, writing into it; muting and handing over."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace
from trekdip.games.views.tables import signed_in
from trekdip.press import attachments, selectors, services
from trekdip.press.forms import HandoverForm, MessageForm, MuteForm
from trekdip.press.models import MAX_TEXT
from trekdip.press.parties import EVERYBODY, GM, key_of

_DRAFTS = uuid.UUID("f1d2a5a6-6a4e-4a7e-9d53-6f3c1f6f2b10")  # a namespace of our own


@require_safe
@never_cache
@tells_refusals
def press(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The asker's conversations; with `?q=` the messages that hold these words."""
    game = games.game_get(request.user, slug)
    asked = request.GET.get("q", "").strip()[:100]
    if asked:
        keep_pace(request, "press-search", a_minute=30)
    found = selectors.search(request.user, game, asked) if asked else None
    return render(request, "press/press.html", {**_page(request, game), "asked": asked, "found": found})


@require_safe
@never_cache
@tells_refusals
def press_to(request: HttpRequest, slug: str) -> HttpResponseBase:
    """To the conversation with the parties named (`?to=`, as often as there are), begun or not."""
    game = games.game_get(request.user, slug)
    who = selectors.standing(request.user, game)
    wanted = set(request.GET.getlist("to"))
    if not wanted:
        raise BadInput("Choose whom to write to.")
    voice = who.power or (GM if who.gm else None)
    key = EVERYBODY if EVERYBODY in wanted else key_of(gate.variant(game.variant), {*wanted, voice or ""})
    return redirect("press_thread", slug, key)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_refusals
def press_thread(request: HttpRequest, slug: str, parties: str) -> HttpResponseBase:
    """GET: a conversation, which is thereby read; `?after=` and `?before=` a message. POST: say something."""
    game = games.game_get(request.user, slug)
    if request.method == "POST":
        keep_pace(request, "press", a_minute=20)
        form = MessageForm(request.POST)
        if not form.is_valid():
            raise BadInput(f"Keep a message under {MAX_TEXT} characters.")
        services.message_send(by=signed_in(request), game=game, key=parties, **form.cleaned_data)
        return redirect("press_thread", slug, parties)
    after, before = request.GET.get("after", ""), request.GET.get("before", "")
    thread = selectors.thread(request.user, game, parties, after=after, before=before)
    if thread.messages and isinstance(request.user, User) and thread.voice:
        newest = thread.messages[-1].name
        services.mark_read(by=request.user, game=game, key=thread.key, name=newest)
    context: dict[str, object] = {**_page(request, game), "thread": thread, "longest": MAX_TEXT}
    if isinstance(request.user, User) and thread.voice and thread.silent is None:
        context["choices"] = attachments.choices(request.user, game)
    return render(request, "press/press.html", context)


@require_safe
@never_cache
@tells_refusals
def press_unread(request: HttpRequest, slug: str) -> HttpResponseBase:
    """How many messages of the game are new to the asker, as JSON."""
    game = games.game_get(request.user, slug)
    return JsonResponse({"type": "unread", "unread": selectors.unread(request.user, game)})


@require_POST
@tells_refusals
def press_mute(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Mute a conversation or a power, or hear it again; back to where the form was."""
    game = games.game_get(request.user, slug)
    form = MuteForm(request.POST)
    if not form.is_valid():
        raise BadInput("The form does not say what to mute. Reload the page.")
    target, on = form.cleaned_data["target"], form.cleaned_data["on"]
    services.mute_set(by=signed_in(request), game=game, target=target, muted=on)
    messages.success(request, "Muted: it is not counted any more." if on else "It is counted again.")
    back = request.POST.get("back", "")
    here = back and "/" not in back  # a conversation's key: what is none is told so there
    return redirect("press_thread", slug, back) if here else redirect("press", slug)


@require_POST
@tells_refusals
def press_handover(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Say whether whoever takes over one's seat may read its press."""
    game = games.game_get(request.user, slug)
    form = HandoverForm(request.POST)
    agreed = form.is_valid() and form.cleaned_data["agreed"]
    services.handover_set(by=signed_in(request), game=game, agreed=agreed)
    told = "Whoever takes over your seat will read its press." if agreed else "Your press stays yours."
    messages.success(request, told)
    return redirect("press", slug)


def _page(request: HttpRequest, game: Game) -> dict[str, object]:
    """What every page of press is made of."""
    # Drafts are kept in the browser by person: a name for that which tells nothing.
    owner = uuid.uuid5(_DRAFTS, str(request.user.pk)).hex[:12] if request.user.is_authenticated else ""
    return {
        "game": game,
        "press": selectors.rooms(request.user, game),
        "ordinal": games.ordinal_of(game.pk),
        "owner": owner,
        "here": request.get_full_path(),
        "base": reverse("press", args=[game.slug]),
    }
