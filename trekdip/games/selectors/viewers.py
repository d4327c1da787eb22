"""Who somebody is at a table: the one place that says which stored view a person gets.

Everything else asks here.
"""

from collections import defaultdict
from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.errors import NotFound
from trekdip.games.models import Game, Observer, Seat

Person = User | AnonymousUser
SOMEBODY = "somebody"  # who plays, where nobody is to know


def game_get(user: Person, slug: str) -> Game:
    """The game of that name; raises NotFound if there is none.

    Every game has a public page, so anybody may ask; what the asker gets to see of it is decided by
    `viewer_of`.
    """
    del user  # part of every selector's signature: a table only some may know would be refused here
    try:
        return Game.objects.select_related("gm").get(slug=slug)
    except Game.DoesNotExist:
        raise NotFound("There is no such game.") from None


def viewer_of(user: Person, game: Game) -> str:
    """Whose eyes the asker has: the power of their seat; `gm` for a GM who does not play and for an observer
    to whom every player has agreed (Add 8); else `public`.
    """
    if not isinstance(user, User):
        return gate.PUBLIC
    seat = Seat.objects.filter(game=game, user=user).values_list("power", flat=True).first()
    if seat:
        return seat
    return gate.GM if sees_truth(user, game) or _observing([game.pk], user.pk) else gate.PUBLIC


def is_gm(user: Person, game: Game) -> bool:
    """Whether the asker manages the game."""
    return isinstance(user, User) and game.gm_id == user.pk


def shown_name(user: Person, game: Game, player: User) -> str:
    """What the asker may call a player of the game: by name, but where the table is anonymous only
    themselves, to everybody except its GM, until the game is over.
    """
    known = not game.names_hidden or player == user or sees_truth(user, game)
    return player.get_username() if known else SOMEBODY


def sees_truth(user: Person, game: Game) -> bool:
    """Whether the asker may see everything: the GM, unless the table was made for a GM who plays."""
    return is_gm(user, game) and not game.gm_plays


def granted(observer: Observer, players: set[int], agreed: set[int]) -> bool:
    """Whether an observer sees what is private: nobody has objected since all agreed, and whoever has sat
    down after that agreed as well.
    """
    return observer.granted_at is not None and players <= agreed


def viewers_of(game_ids: Collection[int]) -> dict[int, dict[int, str]]:
    """By game: viewer by user id, for everybody who is more than `public` there. Three queries (five with
    observers), for many games and sockets at once.
    """
    games = Game.objects.filter(pk__in=game_ids).values_list("pk", "gm_id", "gm_plays")
    found: dict[int, dict[int, str]] = {game: {} for game, _, _ in games}
    for game, user in _observing(game_ids):
        found[game][user] = gate.GM
    for game, gm, plays in games:
        if not plays:
            found[game][gm] = gate.GM
    seated = Seat.objects.filter(game__in=game_ids, user__isnull=False, power__isnull=False)
    for game, user, power in seated.values_list("game_id", "user_id", "power"):
        if user and power:
            found[game][user] = power
    return found


def _observing(game_ids: Collection[int], user_id: int | None = None) -> set[tuple[int, int]]:
    """Games and the users who see what is private there by everybody's leave; only this user's, if one is
    named.
    """
    asked = Observer.objects.filter(game__in=game_ids, granted_at__isnull=False).prefetch_related("consents")
    found = list(asked if user_id is None else asked.filter(user_id=user_id))
    if not found:
        return set()
    players: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(game__in={observer.game_id for observer in found}, user__isnull=False)
    for game, user in seats.values_list("game_id", "user_id"):
        if user:
            players[game].add(user)
    return {
        (observer.game_id, observer.user_id)
        for observer in found
        if granted(observer, players[observer.game_id], {given.user_id for given in observer.consents.all()})
    }
