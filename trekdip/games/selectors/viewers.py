"""Who somebody is at a table: the one place that says which stored view a person gets.

Everything else asks here.
"""

from django.contrib.auth.models import AnonymousUser

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.errors import NotFound
from trekdip.games.models import Game, Seat

Person = User | AnonymousUser


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
    """Whose eyes the asker has: the power of their seat, `gm` for a GM who does not play, else `public`."""
    if not isinstance(user, User):
        return gate.PUBLIC
    seat = Seat.objects.filter(game=game, user=user).values_list("power", flat=True).first()
    if seat:
        return seat
    return gate.GM if sees_truth(user, game) else gate.PUBLIC


def is_gm(user: Person, game: Game) -> bool:
    """Whether the asker manages the game."""
    return isinstance(user, User) and game.gm_id == user.pk


def sees_truth(user: Person, game: Game) -> bool:
    """Whether the asker may see everything: the GM, unless the table was made for a GM who plays."""
    return is_gm(user, game) and not game.gm_plays


def viewers_of(game_id: int) -> dict[int, str]:
    """Viewer by user id, for everybody who is more than `public` in the game: two queries, for many sockets
    at once.
    """
    game = Game.objects.filter(pk=game_id).only("gm_id", "gm_plays").first()
    if game is None:
        return {}
    seated = Seat.objects.filter(game_id=game_id, user__isnull=False).exclude(power=None)
    players = {seat.user_id: seat.power for seat in seated if seat.user_id and seat.power}
    return players if game.gm_plays else {game.gm_id: gate.GM, **players}
