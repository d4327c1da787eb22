"""What the pages of the desk share: reading a form, naming the phase that was looked at, going back."""

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from trekdip.accounts.models import User
from trekdip.games import selectors as games
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.views.tables import signed_in
from trekdip.gm.forms import ReasonForm

F = TypeVar("F", bound=forms.Form)


def acting(request: HttpRequest, slug: str, form_class: Callable[..., F]) -> tuple[User, Game, F]:
    """Who acts, where, and the valid form; raises BadInput naming what is wrong with it."""
    game = games.game_get(request.user, slug)
    form = form_class(request.POST)
    if not form.is_valid():
        told = "; ".join(
            f"{form[name].label}: {' '.join(map(str, problems))}" for name, problems in form.errors.items()
        )
        raise BadInput(told)
    return signed_in(request), game, form


def ordinal_of(form: ReasonForm) -> int:
    """The phase the GM was looking at; raises BadInput where the form does not say."""
    ordinal: int | None = form.cleaned_data["ordinal"]
    if ordinal is None:
        raise BadInput("The form does not say which phase is meant. Reload the desk.")
    return ordinal


def asked_ordinal(request: HttpRequest, name: str = "phase") -> int | None:
    """The phase an address asks for, None for the newest; raises BadInput for what is no number."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadInput("Choose a phase of the list.")
    return int(text)


def done(request: HttpRequest, slug: str, words: str, part: str = "") -> HttpResponse:
    """Back to the desk, to one of its parts, with a word about what was done."""
    messages.success(request, words)
    return redirect(reverse("desk", args=[slug]) + (f"#{part}" if part else ""))
