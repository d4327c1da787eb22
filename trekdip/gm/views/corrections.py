"""Putting a game right after the fact: choose, read what it would take back, confirm."""

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trekdip.games import gate
from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.errors import BadInput
from trekdip.games.views.tables import signed_in
from trekdip.gm import selectors, services
from trekdip.gm.services import Change
from trekdip.gm.views.common import asked_ordinal, done
from trekdip.gm.views.pages import note_reading

NEW_UNITS = 3


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_refusals
def correct(request: HttpRequest, slug: str) -> HttpResponseBase:
    """GET: what can be corrected in a phase (`?phase=`). POST: what that would take back, and with
    `step=do` doing it.
    """
    game = games.game_get(request.user, slug)
    sent = request.POST
    wanted = _number(sent, "ordinal") if request.method == "POST" else asked_ordinal(request)
    base = selectors.correction_base(request.user, game, wanted)
    note_reading(request, game, "correction", base.turn, base.ordinal)
    table = games.table(request.user, game)
    context = {"game": game, "table": table, "base": base, "titles": dict(table.powers)}
    if request.method != "POST":
        return render(request, "gm/correct.html", {**context, "new_units": range(NEW_UNITS)})
    change = _change(sent, base)
    if sent.get("step") == "do":
        services.correction_make(
            by=signed_in(request),
            game=game,
            ordinal=base.ordinal,
            newest=_number(sent, "newest"),
            change=change,
            reason=sent.get("reason", ""),
        )
        return done(request, slug, "The game is corrected, and everybody is told why.")
    if not sent.get("reason", "").strip():
        raise BadInput("Say why: everybody reads it.", field="reason")
    statement = selectors.correction_statement(request.user, game, base.ordinal, change)
    kept = [(name, value) for name, value in sent.items() if name not in {"csrfmiddlewaretoken", "step"}]
    context |= {"statement": statement, "kept": kept, "reason": sent["reason"], "change": change}
    return render(request, "gm/correct_confirm.html", context)


def _change(sent: Mapping[str, str], base: selectors.Base) -> Change:
    """What the form changes; what is as it was is no change."""
    stands = []
    for unit in base.units:
        if f"gone_{unit.was}" in sent:
            continue
        text = sent.get(f"unit_{unit.was}", unit.unit).strip()
        stands.append(gate.Standing(sent.get(f"owner_{unit.was}", unit.power), text, unit.was))
    stands.extend(
        gate.Standing(sent.get(f"new_owner_{number}", ""), text)
        for number in range(NEW_UNITS)
        if (text := sent.get(f"new_unit_{number}", "").strip())
    )
    centers = {
        row.id: owner or None
        for row in base.centres
        if (owner := sent.get(f"centre_{row.id}", row.owner)) != row.owner
    }
    sheets = {
        row.power: text
        for row in base.sheets
        if _lines(text := sent.get(f"sheet_{row.power}", row.text)) != _lines(row.text)
    }
    return Change(
        units=stands if stands != base.units else None,
        centers=centers,
        sheets=sheets,
        replay=bool(sent.get("replay")),
    )


def _lines(text: str) -> list[str]:
    """A sheet without what does not matter: browsers end lines in their own way."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _number(sent: Mapping[str, str], name: str) -> int:
    """A phase's number that the form carries."""
    text = sent.get(name, "")
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadInput("The form does not say which phase is meant. Reload the page.")
    return int(text)
