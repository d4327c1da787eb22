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
    resolved, empty for what was told before the first orders.
    """

    ordinal: int
    turn: str
    title: str
    reports: dict[str, list[dict[str, Any]]]
    orders: list[dict[str, Any]]


def reported(user: Person, game: Game) -> tuple[str, list[Reported]]:
    """As whom the asker sees the game, and everything that viewer was ever told, oldest first.

    Two queries, and one for who asks.
    """
    viewer = viewer_of(user, game)
    phases = {
        ordinal: (turn, title)
        for ordinal, turn, title in Phase.objects.filter(game=game).values_list("ordinal", "turn", "title")
    }
    rows = PhaseView.objects.filter(phase__game=game, viewer=viewer).order_by("phase__ordinal")
    found = []
    for ordinal, view in rows.values_list("phase__ordinal", "view"):
        told = msgspec.json.decode(view, type=_Told)
        turn, title = phases.get(ordinal - 1, ("", ""))
        found.append(Reported(ordinal, turn, title, told.reports, told.orders))
    return viewer, found
