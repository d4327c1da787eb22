"""Making a table, taking and leaving seats, starting: what people do around a game except order."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trekdip.accounts.models import User
from trekdip.games import gate, selectors, services
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput, NotAllowed
from trekdip.games.forms import GameForm
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace


def signed_in(request: HttpRequest) -> User:
    """Whoever asks, as an account; raises NotAllowed for somebody who is not signed in."""
    if not isinstance(request.user, User):
        raise NotAllowed("Sign in first.")
    return request.user


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_new(request: HttpRequest) -> HttpResponseBase:
    """Create a game; its maker is the GM. `?variant=` chooses the game beforehand."""
    chosen = {"variant": request.GET.get("variant", "")}
    form = GameForm(request.POST if request.method == "POST" else None, initial=chosen)
    if request.method == "POST" and form.is_valid():
        try:
            game = services.game_create(by=signed_in(request), **form.arguments())
        except BadInput as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            return redirect("game", game.slug)
    return render(request, "games/new.html", {"form": form}, status=400 if form.errors else 200)


@login_required
@never_cache
@require_safe
@tells_refusals
def rhythm_preview(request: HttpRequest) -> HttpResponseBase:
    """What the rhythm being filled in means, as a piece of the page."""
    keep_pace(request, "rhythm", a_minute=120)
    return render(request, "games/_rhythm_preview.html", {"preview": GameForm(request.GET).preview()})


def table_page(request: HttpRequest, game: Game, *, token: str = "", status: int = 200) -> HttpResponse:
    """The page of a game that has not begun; `token` is the invite link's."""
    table = selectors.table(request.user, game, token=token)
    link = (
        request.build_absolute_uri(f"/games/{game.slug}/join/{table.invite_token}")
        if table.invite_token
        else ""
    )
    assigned = game.options.get("assignment", {})
    context = {
        "game": game,
        "table": table,
        "token": token,
        "invite_link": link,
        "countries": gate.countries(game.variant),
        "beginnings": [(power, title, assigned.get(power, "")) for power, title in table.powers],
    }
    return render(request, "games/table.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_join(request: HttpRequest, slug: str, token: str = "") -> HttpResponseBase:
    """The invite link: look at the table (GET), take a seat (POST)."""
    game = selectors.game_get(request.user, slug)
    if request.method == "POST":
        services.game_join(
            by=signed_in(request), game=game, token=token, power=request.POST.get("power") or None
        )
        messages.success(request, "You are in.")
        return redirect("game", slug)
    if game.status != Game.Status.FORMING:
        return redirect("game", slug)
    return table_page(request, game, token=token)


@require_POST
@tells_refusals
def game_leave(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Give up one's seat; in play only with the box ticked (`sure`) that the table's page has for it."""
    game = selectors.game_get(request.user, slug)
    if game.status != Game.Status.FORMING and not request.POST.get("sure"):
        raise BadInput(
            "Tick on the table's page that you are sure: your power goes on without you.", field="sure"
        )
    services.game_leave(by=signed_in(request), game=game)
    messages.success(request, f"You have left {game.title}.")
    return redirect("lobby")


@require_POST
@tells_refusals
def countries_assign(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Say where the powers begin; an empty field leaves it to the lot."""
    game = selectors.game_get(request.user, slug)
    given = {
        power: request.POST.get(f"country_{power}", "") for power, _ in gate.variant(game.variant).powers
    }
    chosen = {power: country for power, country in given.items() if country}
    services.countries_assign(by=signed_in(request), game=game, countries=chosen)
    messages.success(request, "The countries are noted.")
    return redirect("game", slug)


@require_POST
@tells_refusals
def game_start(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Begin the game."""
    game = selectors.game_get(request.user, slug)
    services.game_start(by=signed_in(request), game=game)
    messages.success(request, "The game has begun.")
    return redirect("game", slug)


@require_POST
@tells_refusals
def game_cancel(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Call the game off."""
    game = selectors.game_get(request.user, slug)
    services.game_cancel(by=signed_in(request), game=game, reason=request.POST.get("reason", ""))
    messages.success(request, f"{game.title} is called off.")
    return redirect("lobby")


@require_POST
@tells_refusals
def seat_kick(request: HttpRequest, slug: str, seat: int) -> HttpResponseBase:
    """Ask somebody to leave."""
    game = selectors.game_get(request.user, slug)
    services.seat_kick(by=signed_in(request), game=game, seat_id=seat, reason=request.POST.get("reason", ""))
    return redirect("desk" if request.POST.get("back") == "desk" else "game", slug)


@require_POST
@tells_refusals
def seat_assign(request: HttpRequest, slug: str, seat: int) -> HttpResponseBase:
    """Give a seat its power, or take it away."""
    game = selectors.game_get(request.user, slug)
    services.seat_assign(
        by=signed_in(request), game=game, seat_id=seat, power=request.POST.get("power") or None
    )
    return redirect("game", slug)
