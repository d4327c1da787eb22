"""A game that is over, with everything revealed: the truth beside any viewer's eyes, and every draw again."""

import functools
import hashlib
from dataclasses import dataclass

from trekdip.games import gate, wire
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import Game, Phase
from trekdip.games.selectors.states import state_for
from trekdip.games.selectors.viewers import Person
from trekdip.games.services.lots import adjudicator_seed


@dataclass(frozen=True)
class Revealed:
    """A phase as it really was, and as `eyes` saw it; `ordinals` are all phases there are."""

    truth: wire.GameState
    seen: wire.GameState
    eyes: str
    ordinals: list[int]


@dataclass(frozen=True)
class Draws:
    """The chance of a finished game: its seed, whether that is the seed whose hash was shown from the start,
    the number the adjudicator drew from, and every draw with the one made again.
    """

    seed: str
    seed_hash: str
    kept: bool
    engine_seed: int
    rows: tuple[gate.DrawRow, ...]

    @property
    def all_agree(self) -> bool:
        """Whether seed and draws are as promised."""
        return self.kept and all(row.agrees for row in self.rows)


def revealed(user: Person, game: Game, ordinal: int | None, eyes: str) -> Revealed:
    """A phase with everything revealed, the newest unless one is named, and what `eyes` saw: a power's id or
    `public`.

    Raises NotAllowed while the game is on, NotFound for a phase or a viewer there is none of.
    """
    _require_over(user, game)
    if eyes != gate.PUBLIC and eyes not in dict(gate.variant(game.variant).powers):
        raise NotFound("Nobody of that name has eyes in this game.")
    truth, seen = (state_for(game.pk, viewer, ordinal) for viewer in (gate.GM, eyes))
    if truth is None or seen is None:
        raise NotFound("There is no such phase in this game.")
    ordinals = Phase.objects.filter(game=game).order_by("ordinal").values_list("ordinal", flat=True)
    return Revealed(truth, seen, eyes, list(ordinals))


def draws(user: Person, game: Game) -> Draws:
    """Every draw of a finished game, made again from its seed. Raises NotAllowed while the game is on."""
    _require_over(user, game)
    return Draws(
        seed=game.seed,
        seed_hash=game.seed_hash,
        kept=hashlib.sha256(game.seed.encode("ascii")).hexdigest() == game.seed_hash,
        engine_seed=adjudicator_seed(game.seed),
        rows=_redrawn(game.slug, adjudicator_seed(game.seed)),
    )


@functools.lru_cache(maxsize=64)
def _redrawn(slug: str, seed: int) -> tuple[gate.DrawRow, ...]:
    """The draws of a finished game, which change no more."""
    phases = Phase.objects.filter(game__slug=slug, withdrawn=None).order_by("ordinal")
    truths = phases.values_list("truth", flat=True)
    return gate.redrawn(seed, list(truths))


def _require_over(user: Person, game: Game) -> None:
    """Raises NotAllowed while anything of the game is still secret, whoever asks."""
    del user  # what is open to everybody does not depend on who asks
    if game.status != Game.Status.FINISHED:
        raise NotAllowed("Everything is revealed when the game is over, not before.")
