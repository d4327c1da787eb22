"""Observers of what is private (Add 8): asking, agreeing, objecting.

Whom that lets see what is `viewer_of`'s.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games.errors import NotAllowed, NotFound, NotNow
from trekdip.games.models import Consent, Game, Observer, Phase
from trekdip.games.services.audit import audit_record
from trekdip.games.services.locks import lock_game
from trekdip.games.services.news import announce_seats

_IN_PLAY = {Game.Status.RUNNING, Game.Status.PAUSED}


@transaction.atomic
def observer_ask(*, by: User, game: Game) -> Observer:
    """Ask to see what is private. Asking twice changes nothing.

    Raises NotAllowed for players and for a GM, NotNow unless the game is in play.
    """
    game = _lock_in_play(game)
    if game.gm_id == by.pk:
        raise NotAllowed("You manage this game: what you may see of it is settled.")
    if game.seats.filter(user=by).exists():
        raise NotAllowed("You play in this game, so you cannot watch it from all sides.")
    now = timezone.now()
    observer, _ = Observer.objects.get_or_create(game=game, user=by)
    if observer.asked_at is None:
        observer.asked_at = now
        observer.save(update_fields=["asked_at"])
        audit_record(game=game, act="observer_ask", by=by, at=now)
    return observer


@transaction.atomic
def observer_withdraw(*, by: User, game: Game) -> None:
    """Take one's request back; what it opened is closed at once. Raises NotFound without a request."""
    game = lock_game(game.pk)
    observer = _observer(game, _asking(game).filter(user=by).first())
    _close(game, observer)
    observer.consents.all().delete()
    observer.asked_at = None
    observer.save(update_fields=["asked_at"])
    audit_record(game=game, act="observer_withdraw", by=by, at=timezone.now())


@transaction.atomic
def observer_agree(*, by: User, game: Game, observer_id: int) -> None:
    """Agree, as a player; when everybody has, and no seat is vacant, the observer sees everything from now
    on: what a power knows whose seat is vacant belongs to whoever sits down there.

    Raises NotAllowed for somebody without a seat, NotFound for a request of another table, NotNow unless the
    game is in play.
    """
    game = _lock_in_play(game)
    _require_player(game, by)
    observer = _observer(game, _asking(game).filter(pk=observer_id).first())
    now = timezone.now()
    _, new = Consent.objects.get_or_create(observer=observer, user=by, defaults={"at": now})
    if not new:
        return
    details = {"observer": observer.user.get_username()}
    audit_record(game=game, act="observer_agree", by=by, at=now, details=details)
    players = set(game.seats.values_list("user_id", flat=True))  # with None for a vacant seat
    if players <= set(observer.consents.values_list("user_id", flat=True)):
        observer.granted_at = now
        observer.seen = True
        observer.save(update_fields=["granted_at", "seen"])
        audit_record(game=game, act="observer_grant", by=None, at=now, details=details)
        _announce(game)


@transaction.atomic
def observer_object(*, by: User, game: Game, observer_id: int, reason: str = "") -> None:
    """Object, as a player, before or after having agreed: from this moment on the observer sees what is
    public, on open sockets too.

    Raises NotAllowed for somebody without a seat, NotFound for a request of another table.
    """
    game = lock_game(game.pk)
    _require_player(game, by)
    observer = _observer(game, _asking(game).filter(pk=observer_id).first())
    Consent.objects.filter(observer=observer, user=by).delete()
    audit_record(
        game=game,
        act="observer_object",
        by=by,
        at=timezone.now(),
        reason=reason,
        details={"observer": observer.user.get_username()},
    )
    _close(game, observer)


def _close(game: Game, observer: Observer) -> None:
    """Let the observer fall back to what is public."""
    if observer.granted_at is not None:
        observer.granted_at = None
        observer.save(update_fields=["granted_at"])
        _announce(game)


def _announce(game: Game) -> None:
    """Have open sockets asked again who they are."""
    phase = Phase.objects.filter(game=game).order_by("-ordinal").first()
    if phase is not None:
        announce_seats(phase)


def _lock_in_play(game: Game) -> Game:
    """The game, locked; raises NotNow unless it is in play."""
    game = lock_game(game.pk)
    if game.status not in _IN_PLAY:
        raise NotNow("That is only possible while the game is played.")
    return game


def _require_player(game: Game, user: User) -> None:
    """Raises NotAllowed for somebody without a seat."""
    if not game.seats.filter(user=user).exists():
        raise NotAllowed("Only players of this game are asked.")


def _asking(game: Game) -> QuerySet[Observer]:
    """The requests of a game that were not taken back."""
    return Observer.objects.filter(game=game, asked_at__isnull=False)


def _observer(game: Game, observer: Observer | None) -> Observer:
    """The request; raises NotFound if there is none."""
    if observer is None:
        raise NotFound(f"Nobody of that kind has asked to watch {game.title}.")
    return observer
