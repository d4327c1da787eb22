"""What the page says on which people choose a game: one entry a variant. Nothing here depends on who asks."""

from dataclasses import dataclass

from trekdip.accounts.models import User
from trekdip.games import demonstration, gate
from trekdip.games.models import Game
from trekdip.parts import part_of
from trekdip.parts.part import Card


@dataclass(frozen=True)
class Watchable:
    """A game in play that everybody can look at; whether it is the demonstration."""

    slug: str
    demonstrates: bool


@dataclass(frozen=True)
class Choosable:
    """A variant to choose: its powers as (id, title), how many centres its board has, the width and height of
    its drawing, what its part says of it, a game to look at if one is played.
    """

    id: str
    title: str
    powers: tuple[tuple[str, str], ...]
    centres: int
    width: int
    height: int
    card: Card
    game: Watchable | None


def choosable() -> list[Choosable]:
    """All variants that can be played. One query."""
    games = _watchable()
    found = []
    for one in gate.variants():
        width, height = gate.geometry(one.id)["size"]
        found.append(
            Choosable(
                id=one.id,
                title=one.title,
                powers=one.powers,
                centres=len(gate.centres(one.id)),
                width=round(width),
                height=round(height),
                card=part_of(one.id).card,
                game=games.get(one.id),
            )
        )
    return found


def demonstrated() -> bool:
    """Whether the demonstration's accounts are there to sign in with: they are made where it is wanted."""
    master = {"username": demonstration.GM_NAME, "email": demonstration.address(demonstration.GM_NAME)}
    return User.objects.filter(**master).exists()


def _watchable() -> dict[str, Watchable]:
    """A game in play by variant: its demonstration, or the one begun last."""
    playing = Game.objects.filter(status__in=[Game.Status.RUNNING, Game.Status.PAUSED])
    rows = playing.order_by("started_at").values_list("variant", "slug", "gm__username")
    found: dict[str, Watchable] = {}
    for variant, slug, master in rows:
        demonstrates = master == demonstration.GM_NAME
        if demonstrates or variant not in found or not found[variant].demonstrates:
            found[variant] = Watchable(slug, demonstrates)
    return found
