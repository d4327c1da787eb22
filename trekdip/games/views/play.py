"""The game page and what it is fed with: the asker's own stored view and nothing else."""

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trekdip.games import gate, selectors, services, wire
from trekdip.games.edge import arrived, tells_refusals, wants_json
from trekdip.games.errors import BadInput
from trekdip.games.forms import AdvanceForm, DeclarationForm, SheetForm
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace, keep_pace_of_sheets, keeps_pace_of_looks
from trekdip.games.panels import came_from, neighbours, panels, withdrawn
from trekdip.games.views.tables import signed_in, table_page
from trekdip.parts import part_of

BEFORE_PLAY = {Game.Status.FORMING, Game.Status.CANCELLED}


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def game_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A game for whoever asks: the table while it forms, then the board as player, GM or spectator."""
    game = selectors.game_get(request.user, slug)
    if game.status in BEFORE_PLAY:
        return table_page(request, game)
    newest = selectors.game_state(request.user, game)
    return render(request, "games/game.html", _page(request, game, newest, live=True))


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def phase_page(request: HttpRequest, slug: str, ordinal: int) -> HttpResponseBase:
    """A phase of the past as the asker saw it."""
    game = selectors.game_get(request.user, slug)
    state = selectors.game_state(request.user, game, ordinal)
    return render(request, "games/game.html", _page(request, game, state, live=False))


@require_safe
@never_cache
@tells_refusals
def game_state(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The asker's newest state as JSON."""
    game = selectors.game_get(request.user, slug)
    state = selectors.game_state(request.user, game)
    return HttpResponse(wire.encode(state), content_type="application/json")


@require_safe
@never_cache
@tells_refusals
@keeps_pace_of_looks
def game_panels(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The words that go with the newest phase, as the pieces of the page they replace."""
    game = selectors.game_get(request.user, slug)
    newest = selectors.game_state(request.user, game)
    return render(request, "games/panels.html", _words(request, game, newest))


@require_POST
@never_cache
@tells_refusals
def orders(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Take a whole order sheet; answer with the receipt, or with the page again where no script asks."""
    game = selectors.game_get(request.user, slug)
    keep_pace_of_sheets(request, game.pk)
    form = SheetForm(request.POST)
    if not form.is_valid():
        raise BadInput("The sheet did not arrive in one piece. Reload the page and send it again.")
    receipt = services.sheet_submit(
        by=signed_in(request),
        game=game,
        ordinal=form.cleaned_data["ordinal"],
        text=form.cleaned_data["orders"],
        final=form.cleaned_data["final"],
        arrived=arrived(request),
    )
    if wants_json(request):
        status = 200 if receipt.saved else 409
        return HttpResponse(wire.encode(receipt), content_type="application/json", status=status)
    _tell(request, receipt)
    return redirect("game", slug)


@require_safe
@never_cache
@tells_refusals
def game_audit(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The list of acts: open to everybody when the game is over."""
    game = selectors.game_get(request.user, slug)
    context = {
        "game": game,
        "audit": selectors.audit(request.user, game),
        "table": selectors.table(request.user, game),
    }
    return render(request, "games/audit.html", context)


@require_POST
@never_cache
@tells_refusals
def advance(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Keep retreats and builds for later phases; back to the page."""
    game = selectors.game_get(request.user, slug)
    keep_pace_of_sheets(request, game.pk)
    form = AdvanceForm(request.POST)
    if not form.is_valid():
        raise BadInput("The orders in advance did not arrive in one piece. Reload the page and try again.")
    given = form.cleaned_data
    services.advance_save(by=signed_in(request), game=game, ordinal=given["ordinal"], text=given["advance"])
    messages.success(
        request, "Your orders in advance are kept." if given["advance"].strip() else "No orders in advance."
    )
    return redirect("game", slug)


@require_POST
@never_cache
@tells_refusals
def declare(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Declare something in public; back to the page, or an empty answer for the page's script."""
    game = selectors.game_get(request.user, slug)
    keep_pace(request, "declare", a_minute=30)
    form = DeclarationForm(request.POST)
    if not form.is_valid():
        raise BadInput("The declaration did not arrive in one piece. Reload the page and try again.")
    services.declaration_make(
        by=signed_in(request),
        game=game,
        ordinal=form.cleaned_data["ordinal"],
        text=form.cleaned_data["declaration"],
    )
    if wants_json(request):
        return HttpResponse(status=204)
    return redirect("game", slug)


def _tell(request: HttpRequest, receipt: wire.Receipt) -> None:
    """The receipt as messages, for people without scripts."""
    if not receipt.saved:
        messages.error(request, receipt.problem or "The sheet was not saved.")
        return
    when = f"{receipt.saved_at:%H:%M} UTC" if receipt.saved_at else "now"
    messages.success(request, f"Saved at {when}, {'final' if receipt.final else 'not final'}.")
    for line in receipt.lines:
        if not line.ok:
            messages.warning(request, f"{line.text}: {line.problem}")


def _words(request: HttpRequest, game: Game, state: wire.GameState) -> dict[str, object]:
    """What the pieces of the page in words are made of."""
    table = selectors.table(request.user, game)
    entries = selectors.history(request.user, game, state.ordinal).entries
    clock = selectors.clock_head(game)
    return {
        "game": game,
        "state": state,
        "clock": clock,
        "proposed": selectors.proposed(game),
        "table": table,
        "part": part_of(game.variant),
        "panels": panels(
            table,
            state,
            before=selectors.last_year(request.user, game, state),
            declared=selectors.declarations(request.user, game, state.ordinal),
        ),
        "entries": entries,
        "news": selectors.public_news(request.user, game, state.ordinal),
        "withdrawn": withdrawn(entries, state.ordinal),
        "came_from": came_from(entries, state.ordinal),
        "advance": selectors.advance(request.user, game, state.ordinal),
        "final_by_default": clock.grace or not state.turn.endswith("M"),
        **neighbours(entries, state.ordinal),
    }


def _page(request: HttpRequest, game: Game, state: wire.GameState, *, live: bool) -> dict[str, object]:
    """What the game page is made of. `live`: it shows the newest phase and takes what comes."""
    words = _words(request, game, state)
    # Drawing and panels stand in the page already: scripts need neither a second time.
    lean = msgspec.structs.replace(state, board="", view=msgspec.Raw(b"{}"))
    return {
        **words,
        "live": live,
        "drawing": selectors.board(game, state),
        "geometry": msgspec.json.encode(gate.geometry(game.variant)).decode(),
        "payload": wire.encode(lean).decode(),
        "may_order": live and state.status != "finished" and state.viewer not in {gate.PUBLIC, gate.GM},
        "is_gm": selectors.is_gm(request.user, game),
    }
