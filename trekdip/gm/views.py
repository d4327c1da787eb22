"""The GM's desk: a page, and a small act for each button. Who may do what is the services' business."""

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trekdip.accounts.models import User
from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.panels import neighbours
from trekdip.games.views.tables import signed_in
from trekdip.gm import selectors, services
from trekdip.gm.forms import DeadlineForm, PowerForm, ReasonForm, ReplaceForm

F = TypeVar("F", bound=forms.Form)


@login_required
@require_safe
@never_cache
@tells_refusals
def desk(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Seats, deadline and acts."""
    game = games.game_get(request.user, slug)
    shown = selectors.desk(request.user, game)
    context = {"game": game, "desk": shown, "table": shown.table, "audit": games.audit(request.user, game)}
    return render(request, "gm/desk.html", {**context, "deadline_form": DeadlineForm()})


@login_required
@require_safe
@never_cache
@tells_refusals
def truth(request: HttpRequest, slug: str, ordinal: int | None = None) -> HttpResponseBase:
    """A phase as it really is: board, units, orders, sheets."""
    game = games.game_get(request.user, slug)
    shown = selectors.truth(request.user, game, ordinal)
    table = games.table(request.user, game)
    context = {
        "game": game,
        "table": table,
        "truth": shown,
        "state": shown.state,
        "titles": dict(table.powers),
        "drawing": games.board(game, shown.state),
        **neighbours(games.history(request.user, game, shown.state.ordinal).entries, shown.state.ordinal),
    }
    return render(request, "gm/truth.html", context)


@require_POST
@login_required
@tells_refusals
def force(request: HttpRequest, slug: str) -> HttpResponse:
    """End the phase now."""
    by, game, form = _act(request, slug, ReasonForm)
    services.deadline_force(by=by, game=game, ordinal=_ordinal(form), reason=form.cleaned_data["reason"])
    return _done(request, slug, "The phase is resolved.")


@require_POST
@login_required
@tells_refusals
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Another deadline."""
    by, game, form = _act(request, slug, DeadlineForm)
    try:
        deadline = form.deadline()
    except ValueError as error:
        raise BadInput(str(error), field="deadline") from error
    reason = form.cleaned_data["reason"]
    services.deadline_move(by=by, game=game, ordinal=_ordinal(form), deadline=deadline, reason=reason)
    return _done(request, slug, "The deadline is moved.")


@require_POST
@login_required
@tells_refusals
def nmr(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare that a power sends no orders this phase."""
    by, game, form = _act(request, slug, PowerForm)
    data = form.cleaned_data
    services.power_nmr(by=by, game=game, ordinal=_ordinal(form), power=data["power"], reason=data["reason"])
    return _done(request, slug, "No orders will be taken from that power this phase.")


@require_POST
@login_required
@tells_refusals
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop the clock."""
    by, game, form = _act(request, slug, ReasonForm)
    services.game_pause(by=by, game=game, reason=form.cleaned_data["reason"])
    return _done(request, slug, "The game is paused.")


@require_POST
@login_required
@tells_refusals
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the clock run on."""
    by, game, form = _act(request, slug, ReasonForm)
    services.game_resume(by=by, game=game, reason=form.cleaned_data["reason"])
    return _done(request, slug, "The game goes on.")


@require_POST
@login_required
@tells_refusals
def rerun(request: HttpRequest, slug: str) -> HttpResponse:
    """Try a stuck phase again."""
    by, game, form = _act(request, slug, ReasonForm)
    services.phase_rerun(by=by, game=game, ordinal=_ordinal(form), reason=form.cleaned_data["reason"])
    return _done(request, slug, "The phase was run again.")


@require_POST
@login_required
@tells_refusals
def replace(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody else takes over a power."""
    by, game, form = _act(request, slug, ReplaceForm)
    data = form.cleaned_data
    services.seat_replace(
        by=by, game=game, power=data["power"], newcomer=data["newcomer"], reason=data["reason"]
    )
    return _done(request, slug, f"{data['newcomer']} has taken over.")


def _act(request: HttpRequest, slug: str, form_class: Callable[..., F]) -> tuple[User, Game, F]:
    """Who acts, where, and the valid form; raises BadInput naming what is wrong with it."""
    game = games.game_get(request.user, slug)
    form = form_class(request.POST)
    if not form.is_valid():
        told = "; ".join(
            f"{form[name].label}: {' '.join(map(str, problems))}" for name, problems in form.errors.items()
        )
        raise BadInput(told)
    return signed_in(request), game, form


def _ordinal(form: ReasonForm) -> int:
    """The phase the GM was looking at; raises BadInput where the form does not say."""
    ordinal: int | None = form.cleaned_data["ordinal"]
    if ordinal is None:
        raise BadInput("The form does not say which phase is meant. Reload the desk.")
    return ordinal


def _done(request: HttpRequest, slug: str, words: str) -> HttpResponse:
    """Back to the desk with a word about what was done."""
    messages.success(request, words)
    return redirect("desk", slug)
