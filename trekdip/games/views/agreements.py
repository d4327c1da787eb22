"""The page of a table: how the game could end by agreement, and how seats and the GM's part change hands."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trekdip.accounts.models import User
from trekdip.games import selectors, services
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace, keeps_pace_of_looks
from trekdip.games.views.tables import signed_in


class ActForm(forms.Form):
    """What the forms of the page send; each act uses some of it."""

    ordinal = forms.IntegerField(required=False, min_value=0)
    proposal = forms.IntegerField(required=False, min_value=1)
    request = forms.IntegerField(required=False, min_value=1)
    kind = forms.CharField(required=False, max_length=12)
    power = forms.CharField(required=False, max_length=40)
    named = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)
    note = forms.CharField(required=False, max_length=300)
    to = forms.CharField(required=False, max_length=150)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
@keeps_pace_of_looks
def agreements_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Proposals, vacant seats, leaving, the GM's part (GET); an act on one of them (POST `act`)."""
    game = selectors.game_get(request.user, slug)
    if request.method == "POST":
        return _act(request, game)
    context = {
        "game": game,
        "table": selectors.table(request.user, game),
        "agreements": selectors.agreements(request.user, game),
        "seats": selectors.seats_of(request.user, game),
        "is_gm": selectors.is_gm(request.user, game),
        "wanted": request.GET.get("power", ""),
    }
    return render(request, "games/agreements.html", context)


def _act(request: HttpRequest, game: Game) -> HttpResponse:
    """Do what was sent, say what came of it, and go where that leads."""
    by, act = signed_in(request), request.POST.get("act", "")
    keep_pace(request, "agreements", a_minute=60)
    form = ActForm(request.POST)
    if not form.is_valid():
        raise BadInput("The form did not arrive in one piece. Reload the page and try again.")
    if act in _BALLOTS:
        words = _vote(by, game, act, form.cleaned_data, request.POST.getlist("powers"))
    else:
        words = _change(by, game, act, form.cleaned_data)
    messages.success(request, words)
    game.refresh_from_db()
    if act == "surrender":
        return redirect("lobby")
    back = request.POST.get("back") == "desk"
    over = game.status == Game.Status.FINISHED
    taken = act == "ask" and words == _TAKEN
    return redirect("desk" if back and not over else "game" if over or taken else "agreements", game.slug)


_BALLOTS = {"propose", "yes", "no", "withdraw", "gm_yes", "gm_no"}
_KEPT = "Your answer is kept. Nobody else learns of it."
_OVER = "All agree: the game is over."
_TAKEN = "The seat is yours. What this power has seen and was told, you can see, too."


def _vote(by: User, game: Game, act: str, sent: dict[str, Any], powers: list[str]) -> str:
    """A proposal, an answer, a withdrawal; what came of it."""
    ordinal, number = sent["ordinal"], sent["proposal"] or 0
    if ordinal is None:
        raise BadInput("The form does not say which board it is about. Reload the page.")
    if act == "propose":
        services.proposal_make(
            by=by, game=game, ordinal=ordinal, kind=sent["kind"], powers=powers, named=sent["named"]
        )
        return "It is proposed. Everybody at the table can read it."
    if act == "withdraw":
        services.proposal_withdraw(by=by, game=game, ordinal=ordinal, proposal_id=number)
        return "The proposal is taken back."
    if act in {"gm_yes", "gm_no"}:
        proposal = services.end_agree(
            by=by, game=game, ordinal=ordinal, proposal_id=number, agrees=act == "gm_yes"
        )
    else:
        proposal = services.ballot_cast(
            by=by, game=game, ordinal=ordinal, proposal_id=number, yes=act == "yes"
        )
    return _OVER if proposal.outcome == proposal.Outcome.PASSED else _KEPT


def _change(by: User, game: Game, act: str, sent: dict[str, Any]) -> str:
    """Seats and the GM's part; what came of it."""
    match act:
        case "surrender":
            if not sent["sure"]:
                raise BadInput("Tick the box to say that you are sure.", field="sure")
            services.game_leave(by=by, game=game)
            return f"You have given up your seat in {game.title}."
        case "ask":
            asked = services.takeover_ask(by=by, game=game, power=sent["power"], note=sent["note"])
            return (
                _TAKEN if asked.outcome == asked.Outcome.TAKEN else "The GM is asked, and answers you here."
            )
        case "unask":
            services.takeover_withdraw(by=by, game=game)
            return "Your request is taken back."
        case "accept" | "decline":
            services.takeover_answer(
                by=by, game=game, request_id=sent["request"] or 0, accept=act == "accept"
            )
            return "The seat has its new player." if act == "accept" else "The request is declined."
        case "offer":
            services.gm_offer(by=by, game=game, to=sent["to"])
            return "They are asked." if sent["to"].strip() else "The offer is taken back."
        case "manage":
            services.gm_accept(by=by, game=game)
            return f"You manage {game.title} from now on."
        case "refuse":
            services.gm_decline(by=by, game=game)
            return "You have declined."
    raise BadInput("The page does not know that. Reload it.")
