"""A small act for each button of the desk. Who may do what is the services' business."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.services import missing_hold, missing_nmr, seat_kick
from trekdip.gm import services
from trekdip.gm.forms import (
    AnnounceForm,
    DeadlineForm,
    InviteForm,
    NoteForm,
    PowerForm,
    ReasonForm,
    ReplaceForm,
)
from trekdip.gm.views.common import acting, done, ordinal_of


@require_POST
@login_required
@tells_refusals
def force(request: HttpRequest, slug: str) -> HttpResponse:
    """End the phase now."""
    by, game, form = acting(request, slug, ReasonForm)
    services.deadline_force(by=by, game=game, ordinal=ordinal_of(form), reason=form.cleaned_data["reason"])
    words = "The phase is closed: look at its results." if game.holds else "The phase is resolved."
    return done(request, slug, words)


@require_POST
@login_required
@tells_refusals
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Another deadline."""
    by, game, form = acting(request, slug, DeadlineForm)
    try:
        deadline = form.deadline()
    except ValueError as error:
        raise BadInput(str(error), field="deadline") from error
    reason = form.cleaned_data["reason"]
    services.deadline_move(by=by, game=game, ordinal=ordinal_of(form), deadline=deadline, reason=reason)
    return done(request, slug, "The deadline is moved.")


@require_POST
@login_required
@tells_refusals
def nmr(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare that a power sends no orders this phase."""
    by, game, form = acting(request, slug, PowerForm)
    data = form.cleaned_data
    services.power_nmr(by=by, game=game, ordinal=ordinal_of(form), power=data["power"], reason=data["reason"])
    return done(request, slug, "No orders will be taken from that power this phase.")


@require_POST
@login_required
@tells_refusals
def hold(request: HttpRequest, slug: str) -> HttpResponse:
    """Wait for a replacement of the powers whose orders are missing."""
    by, game, form = acting(request, slug, ReasonForm)
    missing_hold(by=by, game=game, ordinal=ordinal_of(form), reason=form.cleaned_data["reason"])
    return done(request, slug, "The game is on hold until somebody takes over.")


@require_POST
@login_required
@tells_refusals
def miss(request: HttpRequest, slug: str) -> HttpResponse:
    """Wait for missing orders no longer."""
    by, game, form = acting(request, slug, ReasonForm)
    missing_nmr(by=by, game=game, ordinal=ordinal_of(form), reason=form.cleaned_data["reason"])
    return done(request, slug, "The phase has ended without them.")


@require_POST
@login_required
@tells_refusals
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop the clock."""
    by, game, form = acting(request, slug, ReasonForm)
    services.game_pause(by=by, game=game, reason=form.cleaned_data["reason"])
    return done(request, slug, "The game is paused.")


@require_POST
@login_required
@tells_refusals
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the clock run on."""
    by, game, form = acting(request, slug, ReasonForm)
    services.game_resume(by=by, game=game, reason=form.cleaned_data["reason"])
    return done(request, slug, "The game goes on.")


@require_POST
@login_required
@tells_refusals
def rerun(request: HttpRequest, slug: str) -> HttpResponse:
    """Try a stuck phase again."""
    by, game, form = acting(request, slug, ReasonForm)
    services.phase_rerun(by=by, game=game, ordinal=ordinal_of(form), reason=form.cleaned_data["reason"])
    return done(request, slug, "The phase was run again.")


@require_POST
@login_required
@tells_refusals
def replace(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a power to somebody else, who takes over by accepting."""
    by, game, form = acting(request, slug, ReplaceForm)
    data = form.cleaned_data
    offer = services.seat_offer(
        by=by,
        game=game,
        power=data["power"],
        newcomer=data["newcomer"],
        reason=data["reason"],
        root=request.build_absolute_uri("/").rstrip("/"),
    )
    if offer is None:
        return done(request, slug, f"{data['newcomer']} has taken over.")
    return done(request, slug, f"{data['newcomer']} is asked, and takes over by accepting.", "people")


@require_POST
@login_required
@tells_refusals
def kick(request: HttpRequest, slug: str) -> HttpResponse:
    """A player loses the seat; it is vacant until somebody takes it."""
    by, game, form = acting(request, slug, PowerForm)
    seat = game.seats.filter(power=form.cleaned_data["power"]).first()
    if seat is None:
        raise BadInput("That power is not in this game.")
    seat_kick(by=by, game=game, seat_id=seat.pk, reason=form.cleaned_data["reason"])
    return done(request, slug, "The seat is vacant.", "seats")


@require_POST
@login_required
@tells_refusals
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Say something to everybody."""
    by, game, form = acting(request, slug, AnnounceForm)
    services.announcement_make(by=by, game=game, text=form.cleaned_data["text"])
    return done(request, slug, "It stands above the board now.", "people")


@require_POST
@login_required
@tells_refusals
def note(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the GM's own notes."""
    by, game, form = acting(request, slug, NoteForm)
    services.note_save(by=by, game=game, text=form.cleaned_data["note"])
    return done(request, slug, "Your notes are kept.", "people")


@require_POST
@login_required
@tells_refusals
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a seat to one person."""
    by, game, form = acting(request, slug, InviteForm)
    data = form.cleaned_data
    root = request.build_absolute_uri("/").rstrip("/")
    services.invitation_send(by=by, game=game, to=data["to"], power=data["power"], root=root)
    return done(request, slug, f"{data['to']} is invited.", "people")


@require_POST
@login_required
@tells_refusals
def uninvite(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    by, game, _ = acting(request, slug, ReasonForm)
    services.invitation_withdraw(by=by, game=game, invitation_id=invitation)
    return done(request, slug, "The invitation is taken back.", "people")
