"""What has been declared in a phase and what the asker may declare: public, but for who asks."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from trekdip.games.models import Declaration, Game, Phase
from trekdip.games.selectors.viewers import Person, viewer_of


@dataclass(frozen=True)
class Made:
    """A declaration as it was made."""

    power: str
    text: str
    at: dt.datetime


@dataclass(frozen=True)
class Declarations:
    """Those of one phase: `made`, newest last; `possible`: what the asker may declare now; `standing`: what
    they have changed of the memory that Views tell; `locked`: the phase is for amending locked orders.
    """

    made: list[Made]
    possible: list[str]
    standing: dict[str, Any]
    locked: bool = False


def declarations(user: Person, game: Game, ordinal: int) -> Declarations:
    """Public words of a phase for whoever asks; nothing for a phase that does not exist."""
    phase = (
        Phase.objects.filter(game=game, ordinal=ordinal)
        .only("status", "locked", "declarable", "standing")
        .first()
    )
    if phase is None:
        return Declarations([], [], {})
    rows = Declaration.objects.filter(phase=phase).order_by("index")
    offered = phase.declarable if phase.status == Phase.Status.OPEN else {}
    return Declarations(
        made=[Made(*row) for row in rows.values_list("power", "text", "at")],
        possible=list(offered.get(viewer_of(user, game), ())),
        standing=phase.standing,
        locked=phase.locked,
    )
