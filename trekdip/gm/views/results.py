"""Looking at results before they are out, changing sheets, publishing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import NotNow
from trekdip.gm import selectors, services
from trekdip.gm.forms import PublishForm, ReasonForm, SheetEditForm
from trekdip.gm.views.common import acting, done, ordinal_of
from trekdip.gm.views.pages import note_reading, renamed


@login_required
@require_safe
@never_cache
@tells_refusals
def preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What would come of the phase at work: the truth beside one seat (`?as=`), and who would know what."""
    game = games.game_get(request.user, slug)
    table = games.table(request.user, game)
    desk = selectors.desk(request.user, game)
    if desk.phase is None:
        raise NotNow("No phase of this game is at work.")
    viewer = request.GET.get("as") or table.powers[0][0]
    shown = selectors.preview(request.user, game, desk.phase.ordinal, viewer)
    note_reading(request, game, "preview", shown.turn, shown.ordinal)
    sheets = selectors.truth(request.user, game, shown.ordinal).sheets
    context = {
        "game": game,
        "table": table,
        "preview": shown,
        "viewer": viewer,
        "sheets": {sheet.power: sheet for sheet in sheets},
        "viewers": [one for one in selectors.viewers(table) if one[0] != "gm"],
        "titles": dict(table.powers),
        "seat_drawing": renamed(shown.seat.drawing) if shown.seat else "",
    }
    return render(request, "gm/preview.html", context)


@require_POST
@login_required
@tells_refusals
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish what was previewed."""
    by, game, form = acting(request, slug, PublishForm)
    data = form.cleaned_data
    services.result_publish(
        by=by, game=game, ordinal=ordinal_of(form), digest=data["digest"], reason=data["reason"]
    )
    return done(request, slug, "The results are published.")


@require_POST
@login_required
@tells_refusals
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Take orders again for a held phase."""
    by, game, form = acting(request, slug, ReasonForm)
    services.held_reopen(by=by, game=game, ordinal=ordinal_of(form), reason=form.cleaned_data["reason"])
    return done(request, slug, "Orders are taken again.")


@require_POST
@login_required
@tells_refusals
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a seat's sheet in its stead, then preview again."""
    by, game, form = acting(request, slug, SheetEditForm)
    data = form.cleaned_data
    lines = services.sheet_edit(
        by=by,
        game=game,
        ordinal=ordinal_of(form),
        power=data["power"],
        text=data["orders"],
        reason=data["reason"],
    )
    messages.success(request, "The sheet is changed. This is what would come of it.")
    for line in lines:
        if not line.ok:
            messages.warning(request, f"{line.text}: {line.problem}")
    return redirect(f"{reverse('desk_preview', args=[slug])}?as={data['power']}")
