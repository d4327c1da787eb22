"""The pages of the desk: the desk itself, a phase through anybody's eyes, who knows what, all tables at once.

What is secret is noted in the audit before it is shown.
"""

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trekdip.games import gate
from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.panels import neighbours
from trekdip.games.views.tables import signed_in
from trekdip.gm import selectors, services
from trekdip.gm.forms import DeadlineForm
from trekdip.gm.views.common import asked_ordinal

ACTS = 30  # a page of their own has all of them

_NAMES = re.compile(r'(\bid="|href="#|url\(#)')


@login_required
@require_safe
@never_cache
@tells_refusals
def desk(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Seats, deadline, people and acts."""
    game = games.game_get(request.user, slug)
    shown = selectors.desk(request.user, game)
    root = request.build_absolute_uri("/").rstrip("/")
    context = {
        "game": game,
        "desk": shown,
        "table": shown.table,
        "audit": games.audit(request.user, game, newest=ACTS)[::-1],
        "deadline_form": DeadlineForm(),
        "missing": games.nmr_figures(request.user, game),
        "news": games.public_news(request.user, game, shown.phase.ordinal if shown.phase else 0),
        "invitations": selectors.invitations(request.user, game),
        "note": selectors.note(request.user, game),
        "observers": games.observers(request.user, game),
        "seats": games.seats_of(request.user, game),
        "agreements": games.agreements(request.user, game),
        "vacant": [seat for seat in shown.seats if seat.player is None and seat.power],
        "root": root,
    }
    return render(request, "gm/desk.html", context)


@login_required
@require_safe
@never_cache
@tells_refusals
def truth(request: HttpRequest, slug: str, ordinal: int | None = None) -> HttpResponseBase:
    """A phase as it really is: board, units, orders, sheets."""
    game = games.game_get(request.user, slug)
    shown = selectors.truth(request.user, game, ordinal)
    note_reading(request, game, "truth", shown.state.turn, shown.state.ordinal)
    table = games.table(request.user, game)
    entries = games.history(request.user, game, shown.state.ordinal).entries
    context = {
        "game": game,
        "table": table,
        "truth": shown,
        "state": shown.state,
        "titles": dict(table.powers),
        "drawing": games.board(game, shown.state),
        **neighbours(entries, shown.state.ordinal),
    }
    return render(request, "gm/truth.html", context)


@login_required
@require_safe
@never_cache
@tells_refusals
def see(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A phase as two viewers see it (`?phase=&as=&beside=`), and why."""
    game = games.game_get(request.user, slug)
    table = games.table(request.user, game)
    viewer = request.GET.get("as") or table.powers[0][0]
    beside = request.GET.get("beside") or gate.GM
    shown = selectors.see(request.user, game, asked_ordinal(request), viewer, beside)
    for one in (shown.left, shown.right):
        if one.viewer == gate.GM:
            note_reading(request, game, "truth", shown.turn, shown.ordinal)
        elif one.viewer != gate.PUBLIC:
            note_reading(request, game, "see", shown.turn, shown.ordinal, seat=one.viewer)
    entries = games.history(request.user, game, shown.ordinal).entries
    context = {
        "game": game,
        "table": table,
        "seen": shown,
        "left_drawing": shown.left.drawing,
        "right_drawing": renamed(shown.right.drawing),
        "viewers": selectors.viewers(table),
        "titles": dict(table.powers),
        "entries": entries,
        **neighbours(entries, shown.ordinal),
    }
    return render(request, "gm/see.html", context)


@login_required
@require_safe
@never_cache
@tells_refusals
def knowledge(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who knows what of a phase (`?phase=`), and since when."""
    game = games.game_get(request.user, slug)
    phase, matrix = selectors.who_knows(request.user, game, asked_ordinal(request))
    note_reading(request, game, "knowledge", phase.turn, phase.ordinal)
    table = games.table(request.user, game)
    context = {
        "game": game,
        "table": table,
        "phase": phase,
        "matrix": matrix,
        "titles": dict(table.powers),
        "entries": games.history(request.user, game, phase.ordinal).entries,
    }
    return render(request, "gm/knowledge.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_refusals
def tasks(request: HttpRequest) -> HttpResponseBase:
    """What waits at all of one's tables; POST processes those that are chosen."""
    if request.method == "POST":
        for one in services.round_process(by=signed_in(request), chosen=_chosen(request)):
            tell = messages.success if one.done else messages.warning
            tell(request, f"{one.title}: {one.words}")
        return redirect("desk_tasks")
    found = selectors.open_tasks(request.user)
    context = {
        "tasks": found,
        "bulk": any(task.bulk for task in found),
        "tables": [card for card in games.my_games(request.user) if card.gm == request.user.get_username()],
    }
    return render(request, "gm/tasks.html", context)


def note_reading(
    request: HttpRequest, game: Game, kind: str, turn: str, ordinal: int, *, seat: str = ""
) -> None:
    """Write in the audit that the GM reads this."""
    services.reading_record(
        by=signed_in(request), game=game, kind=kind, turn=turn, ordinal=ordinal, seat=seat
    )


def renamed(drawing: str) -> str:
    """A drawing whose names differ from those of another on the same page."""
    return _NAMES.sub(r"\1other-", drawing)


def _chosen(request: HttpRequest) -> list[tuple[str, int]]:
    """The phases ticked: `<slug>:<ordinal>` each."""
    found = []
    for text in request.POST.getlist("chosen"):
        slug, _, ordinal = text.rpartition(":")
        if not slug or not ordinal.isascii() or not ordinal.isdigit() or len(ordinal) > 6:
            raise BadInput("Choose phases of the list.")
        found.append((slug, int(ordinal)))
    if not found:
        raise BadInput("Choose at least one phase.")
    return found
