"""What the GM has told everybody: announcements, and corrections of what had been published."""

import datetime as dt
from dataclasses import dataclass

from trekdip.games.models import Game
from trekdip.games.selectors.viewers import Person

SHOWN = 5


@dataclass(frozen=True)
class Told:
    """An announcement."""

    at: dt.datetime
    by: str
    text: str


@dataclass(frozen=True)
class Corrected:
    """A correction as everybody may know it: to which phase the game went back, and why; `opened` is the
    phase that was played in its place. What was changed is not in here.
    """

    at: dt.datetime
    title: str
    reason: str
    opened: int | None


@dataclass(frozen=True)
class PublicNews:
    """What stands above a game's board: the newest first."""

    announcements: list[Told]
    corrections: list[Corrected]


def public_news(user: Person, game: Game, ordinal: int) -> PublicNews:
    """The last announcements, and the corrections that led to the phase shown or to the one before it.

    The same for everybody. Two queries.
    """
    del user  # it is public
    said = game.announcements.select_related("by")[:SHOWN]
    put_right = game.corrections.filter(opened__ordinal__in=[ordinal, ordinal - 1]).select_related("opened")
    return PublicNews(
        [Told(one.at, one.by.get_username(), one.text) for one in said],
        [
            Corrected(one.at, one.title, one.reason, one.opened.ordinal if one.opened else None)
            for one in put_right.order_by("-pk")
        ],
    )
