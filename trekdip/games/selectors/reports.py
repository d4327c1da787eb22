"""What a viewer has been told in private, phase by phase, from that viewer's own stored views alone."""

from dataclasses import dataclass
from typing import Any

import msgspec

from trekdip.games.models import Game, Phase, PhaseView
from trekdip.games.selectors.viewers import Person, viewer_of


class _Told(msgspec.Struct):
    """The parts of a stored view that dispatches are made of."""

    reports: dict[str, list[dict[str, Any]]]
    orders: list[dict[str, Any]]


@dataclass(frozen=True)
class Reported:
    """What came with one phase's results: reports by the power they went to, and all orders as posted.

    `ordinal` is the phase whose board shows them; `turn` and `title` are those of the phase that was
    resolved, empty for what was told before the first orders. `withdrawn`: the GM has taken that back since.
    """

    ordinal: int
    turn: str
    title: str
    reports: dict[str, list[dict[str, Any]]]
    orders: list[dict[str, Any]]
    withdrawn: bool = False


def reported(user: Person, game: Game) -> tuple[str, list[Reported]]:
    """As whom the asker sees the game, and everything that viewer was ever told, oldest first.

    Two queries, and one for who asks.
    """
    viewer = viewer_of(user, game)
    phases = list(
        Phase.objects.filter(game=game).order_by("ordinal").select_related("withdrawn").defer("truth")
    )
    rows = PhaseView.objects.filter(phase__game=game, viewer=viewer).order_by("phase__ordinal")
    views = dict(rows.values_list("phase__ordinal", "view"))
    found = []
    for phase in phases:
        if phase.ordinal not in views:
            continue
        told = msgspec.json.decode(views[phase.ordinal], type=_Told)
        before = _before(phase, phases)
        if phase.locked:
            if phase is not phases[-1]:
                continue  # what was told at the lock is told again with the results
            earlier = views.get(before.ordinal) if before else None
            told = _fresh(told, msgspec.json.decode(earlier, type=_Told) if earlier else None)
        turn, title = (before.turn, before.title) if before else ("", "")
        taken_back = phase.withdrawn is not None
        found.append(Reported(phase.ordinal, turn, title, told.reports, told.orders, taken_back))
    return viewer, found


def _fresh(told: _Told, earlier: _Told | None) -> _Told:
    """What was told when orders were locked: the view holds what came before as well."""
    old = earlier.reports if earlier else {}
    return _Told(
        {to: [one for one in new if one not in old.get(to, ())] for to, new in told.reports.items()}, []
    )


def _before(phase: Phase, phases: list[Phase]) -> Phase | None:
    """The phase whose results opened this one: the last before it that counted at that time."""
    counted = (
        other
        for other in reversed(phases)
        if other.ordinal < phase.ordinal and (other.withdrawn is None or other.withdrawn.at > phase.opened_at)
    )
    return next(counted, None)
