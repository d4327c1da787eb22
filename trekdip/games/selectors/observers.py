"""Who has asked to see what is private in a game, who agreed, and what the asker may do about it."""

from dataclasses import dataclass

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, Observer
from trekdip.games.selectors.viewers import Person, granted, is_gm, sees_truth


@dataclass(frozen=True)
class ObserverRow:
    """A request: `agreed` are players by name (by power where names are hidden), `missing` the seats
    that have not, vacant ones too.

    `granted`: the observer sees what is private now. `mine`: the asker made it.
    `agreeing`: the asker is a player and has agreed.
    """

    id: int
    name: str
    agreed: list[str]
    missing: int
    granted: bool
    mine: bool
    agreeing: bool


@dataclass(frozen=True)
class Observers:
    """All requests the asker may know of: players and the GM know all, everybody else their own."""

    rows: list[ObserverRow]
    may_ask: bool
    may_answer: bool


def observers(user: Person, game: Game) -> Observers:
    """The requests of a game as the asker may know them."""
    if not isinstance(user, User):
        return Observers([], may_ask=False, may_answer=False)
    seated = list(game.seats.values_list("user_id", flat=True))
    titles = _titles(game) if game.names_hidden and not sees_truth(user, game) else {}
    players = set(filter(None, seated))
    in_play = game.status in {Game.Status.RUNNING, Game.Status.PAUSED}
    insider = user.pk in players or is_gm(user, game)
    found = (
        Observer.objects.filter(game=game, asked_at__isnull=False)
        .select_related("user")
        .prefetch_related("consents__user")
    )
    told = [one for one in found if insider or one.user_id == user.pk]
    rows = [_row(one, user, players, len(seated), titles) for one in told]
    return Observers(
        rows=rows,
        may_ask=in_play and not insider and not any(row.mine for row in rows),
        may_answer=in_play and user.pk in players,
    )


def _titles(game: Game) -> dict[int, str]:
    """The powers of an anonymous table's players by title, to name them by."""
    card = gate.variant(game.variant)
    seats = game.seats.filter(user__isnull=False).exclude(power=None).values_list("user_id", "power")
    return {user_id: card.power_title(power) for user_id, power in seats if user_id and power}


def _row(
    observer: Observer, user: User, players: set[int], seats: int, titles: dict[int, str]
) -> ObserverRow:
    """One request. `titles` name players by their powers where they are not to be named."""
    consents = [consent for consent in observer.consents.all() if consent.user_id in players]
    return ObserverRow(
        id=observer.pk,
        name=observer.user.get_username(),
        agreed=sorted(titles.get(one.user_id) or one.user.get_username() for one in consents),
        missing=seats - len(consents),
        granted=granted(observer, players, {consent.user_id for consent in consents}),
        mine=observer.user_id == user.pk,
        agreeing=any(consent.user_id == user.pk for consent in consents),
    )
