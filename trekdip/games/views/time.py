"""A game's clock: what it waits for and why, votes, absences. Who may do what is the services' business."""

import datetime as dt
import zoneinfo
from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trekdip.games import selectors, services
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace, keeps_pace_of_looks
from trekdip.games.rhythm import from_data
from trekdip.games.views.tables import signed_in

# The services know what is too far off; what is farther cannot be told as a moment in every time zone.
_IN_REACH = [MinValueValidator(dt.date(2000, 1, 1)), MaxValueValidator(dt.date(3000, 1, 1))]
_UNITS = {"minutes": 1, "hours": 60, "days": 24 * 60}


class VoteForm(forms.Form):
    """A vote to be called: how much of which unit, and why."""

    ordinal = forms.IntegerField(min_value=0)
    kind = forms.CharField(max_length=12)
    amount = forms.IntegerField(required=False, min_value=1, max_value=100_000)
    unit = forms.ChoiceField(required=False, choices=[(unit, unit) for unit in _UNITS])
    reason = forms.CharField(required=False, max_length=500)


class AnswerForm(forms.Form):
    """An answer to a vote, or its withdrawal."""

    ordinal = forms.IntegerField(min_value=0)
    vote = forms.IntegerField(min_value=1)


class AbsenceForm(forms.Form):
    """The first and the last day away."""

    first = forms.DateField(label="First day away", validators=_IN_REACH)
    last = forms.DateField(label="Last day away", validators=_IN_REACH)
    everywhere = forms.BooleanField(required=False)
    note = forms.CharField(required=False, max_length=120)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
@keeps_pace_of_looks
def clock_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The clock of a game (GET); a vote, an answer, an absence (POST)."""
    game = selectors.game_get(request.user, slug)
    if request.method == "POST":
        return _act(request, game)
    context = {
        "game": game,
        "table": selectors.table(request.user, game),
        "clock": selectors.clock(request.user, game),
        "units": list(_UNITS),
        "is_gm": selectors.is_gm(request.user, game),
    }
    piece = "games/_time.html" if request.GET.get("part") == "words" else "games/time.html"
    return render(request, piece, context)


def _act(request: HttpRequest, game: Game) -> HttpResponse:
    """Do what was sent, and say what came of it."""
    by, act = signed_in(request), request.POST.get("act", "")
    keep_pace(request, "clock", a_minute=60)
    if act == "call":
        asked = _read(VoteForm(request.POST))
        vote = services.clock_vote_call(
            by=by,
            game=game,
            ordinal=asked["ordinal"],
            kind=asked["kind"],
            minutes=(asked["amount"] or 0) * _UNITS[asked["unit"] or "minutes"],
            reason=asked["reason"],
        )
        words = "The vote has begun." if vote.outcome == vote.Outcome.OPEN else "The vote is decided."
    elif act in {"yes", "no"}:
        asked = _read(AnswerForm(request.POST))
        services.clock_vote_answer(
            by=by, game=game, ordinal=asked["ordinal"], vote_id=asked["vote"], yes=act == "yes"
        )
        words = "Your answer is counted."
    elif act == "withdraw":
        asked = _read(AnswerForm(request.POST))
        services.clock_vote_withdraw(by=by, game=game, ordinal=asked["ordinal"], vote_id=asked["vote"])
        words = "The vote is taken back."
    elif act == "away":
        asked = _read(AbsenceForm(request.POST))
        zone = zoneinfo.ZoneInfo(from_data(game.rhythm).zone)
        services.absence_announce(
            by=by,
            begins=dt.datetime.combine(asked["first"], dt.time(), zone),
            ends=dt.datetime.combine(asked["last"] + dt.timedelta(days=1), dt.time(), zone),
            game=None if asked["everywhere"] else game,
            note=asked["note"],
        )
        words = "Your absence is announced."
    elif act == "back":
        services.absence_cancel(by=by, absence_id=_number(request.POST.get("absence", "")))
        words = "Your absence is taken back."
    else:
        raise BadInput("The page does not know that. Reload it.")
    messages.success(request, words)
    return redirect("clock", game.slug)


def _read(form: forms.Form) -> dict[str, Any]:
    """What a form says; raises BadInput naming what is wrong with it."""
    if form.is_valid():
        return form.cleaned_data
    raise BadInput(
        "; ".join(f"{form[name].label}: {' '.join(map(str, wrong))}" for name, wrong in form.errors.items())
    )


def _number(text: str) -> int:
    """A row's number as it was sent; raises BadInput."""
    if not text.isdecimal() or len(text) > 18:
        raise BadInput("The page does not know that. Reload it.")
    return int(text)
