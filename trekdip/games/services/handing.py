"""Handing a game over to another GM: offered by the one, accepted by the other."""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Game, Observer
from trekdip.games.services.audit import audit_record, require_gm
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.news import announce_seats
from trekdip.games.services.seats import played_here


@transaction.atomic
def gm_offer(*, by: User, game: Game, to: str) -> None:
    """Ask an account to manage the game from now on; an empty name takes the offer back.

    Raises NotAllowed unless `by` is the GM, NotNow when the game is over, BadInput for somebody who cannot.
    """
    game = _lock(game)
    require_gm(by, game)
    asked = None
    if to.strip():
        asked = User.objects.filter(username__iexact=to.strip(), is_active=True).first()
        if asked is None:
            raise BadInput(f"There is no account {to.strip()!r}.", field="to")
        if problem := manager_problem(game, asked):
            raise BadInput(problem, field="to")
    game.gm_next = asked
    game.save(update_fields=["gm_next"])


@transaction.atomic
def gm_accept(*, by: User, game: Game) -> None:
    """Become the GM, as one was asked. The old GM sees what is public from this moment on, and, having seen
    the truth, takes no seat of the game.

    Raises NotAllowed for somebody who was not asked or cannot manage it any more, NotNow.
    """
    game = _lock(game)
    if game.gm_next_id != by.pk:
        raise NotAllowed("You are not asked to manage this game.")
    if problem := manager_problem(game, by):
        raise NotAllowed(problem)
    phase = lock_current(game.pk)
    left = game.gm
    # Where names are hidden a GM knows something before play, too: who will play what.
    if (phase is not None or game.names_hidden) and not game.gm_plays:
        Observer.objects.update_or_create(
            game=game, user=left, defaults={"seen": True, "asked_at": None, "granted_at": None}
        )
    Observer.objects.filter(game=game, user=by).update(asked_at=None, granted_at=None)
    game.gm = by
    game.gm_next = None
    game.save(update_fields=["gm", "gm_next"])
    details = {"from": left.get_username(), "to": by.get_username()}
    audit_record(game=game, act="gm_handover", by=by, at=clock.now_at(game), details=details)
    if phase is not None:
        announce_seats(phase)


@transaction.atomic
def gm_decline(*, by: User, game: Game) -> None:
    """Decline to manage the game. Raises NotAllowed for somebody who was not asked."""
    game = _lock(game)
    if game.gm_next_id != by.pk:
        raise NotAllowed("You are not asked to manage this game.")
    game.gm_next = None
    game.save(update_fields=["gm_next"])


def manager_problem(game: Game, user: User) -> str | None:
    """Why somebody cannot manage the game, in words for others; None if they can. Who sees the truth plays
    in no seat, and has not played; at the table of a GM who plays anybody can.
    """
    name = user.get_username()
    if user.pk == game.gm_id:
        return f"{name} manages the game already."
    if game.gm_plays:
        return None
    if game.seats.filter(user=user).exists():
        return f"{name} plays in this game, and its GM sees everything."
    if played_here(game, user):
        return f"{name} has played in this game, and its GM sees everything."
    return None


def _lock(game: Game) -> Game:
    """The game, locked; raises NotNow when it is over."""
    game = lock_game(game.pk)
    if game.status in {Game.Status.FINISHED, Game.Status.CANCELLED}:
        raise NotNow("The game is over.")
    return game
