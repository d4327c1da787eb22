"""A running game by its rows, for tests of what carries news: no adjudicator is asked."""

import json
from dataclasses import dataclass

from django.test import Client
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games.models import Game, Outbox, Phase, PhaseView, Seat

VIEWERS = ("austria", "england", "public", "gm")


@dataclass(frozen=True)
class Table:
    """A game of two powers: Anna is Austria, Erik is England, Gina the GM; Stan stands by."""

    game: Game
    anna: User
    erik: User
    gina: User
    stan: User

    @property
    def path(self) -> str:
        """Where its socket is."""
        return f"/ws/games/{self.game.slug}/"


def laid() -> Table:
    """A new table in its first phase."""
    people = {
        name: User.objects.create_user(name, f"{name}@trekdip.example", "a long enough one")
        for name in ("anna", "erik", "gina", "stan")
    }
    now = timezone.now()
    game = Game.objects.create(
        title="Two powers",
        variant="standard",
        status=Game.Status.RUNNING,
        gm=people["gina"],
        seed_hash="0" * 64,
        created_at=now,
        started_at=now,
    )
    Seat.objects.create(game=game, user=people["anna"], power="austria", joined_at=now)
    Seat.objects.create(game=game, user=people["erik"], power="england", joined_at=now)
    open_phase(game)
    return Table(game, **people)


def open_phase(game: Game, *, announced: bool = True) -> Phase:
    """The next phase of `game`, whose view tells whose it is; what was open is resolved."""
    now = timezone.now()
    Phase.objects.filter(game=game, status="open").update(status="resolved", resolved_at=now)
    ordinal = Phase.objects.filter(game=game).count()
    phase = Phase.objects.create(
        game=game, ordinal=ordinal, turn="S1901M", title=f"phase {ordinal}", opened_at=now, truth="the truth"
    )
    PhaseView.objects.bulk_create(
        PhaseView(
            phase=phase,
            viewer=viewer,
            view=json.dumps({"seen by": viewer, "ordinal": ordinal}),
            legal="{}",
            board=f'<g id="dynamic" data-of="{viewer}"></g>',
        )
        for viewer in VIEWERS
    )
    Outbox.objects.create(phase=phase, created_at=now, sent_at=now if announced else None)
    return phase


def signed_in(user: User) -> Client:
    """A browser in which `user` is signed in."""
    client = Client()
    client.force_login(user)
    return client
