"""Missing orders as the GM weighs them: the figures of Add 10, from public facts alone."""

from dataclasses import dataclass

from trekdip.games import gate
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game, Phase, Seat
from trekdip.games.selectors.viewers import Person, is_gm
from trekdip.games.services.missing import missing_powers
from trekdip.games.services.sizes import centres_of

LARGE = 4  # a power is "pretty important" from a quarter of the largest on (Add 10a)
_LATELY = 6


@dataclass(frozen=True)
class MissingRow:
    """A power whose movement orders are missing. `ratio` is its size by that of the largest power, in
    centres; `large` whether that is a quarter or more; `lately` how many of the last six movement phases it
    missed.
    """

    power: str
    title: str
    vacant: bool
    centres: int
    largest: int
    ratio: float
    large: bool
    lately: int


def nmr_figures(user: Person, game: Game) -> list[MissingRow]:
    """The powers that are publicly missing now, with the figures Add 10a asks for, for the GM of the game;
    empty where none is. Raises NotAllowed for anybody else. At most five queries.
    """
    if not is_gm(user, game):
        raise NotAllowed("The desk is for the GM of this game.")
    phase = (
        Phase.objects.filter(game=game, status=Phase.Status.OPEN, grace_at__isnull=False)
        .defer("truth", "trace")
        .first()
    )
    if phase is None:
        return []
    sizes = centres_of(phase)
    largest = max(sizes.values(), default=0)
    played = set(
        Seat.objects.filter(game=game, power__isnull=False, user__isnull=False).values_list(
            "power", flat=True
        )
    )
    missed = list(
        Phase.objects.filter(game=game, turn__endswith="M", status=Phase.Status.RESOLVED, locked=False)
        .filter(withdrawn=None)
        .order_by("-ordinal")
        .values_list("nmr", flat=True)[:_LATELY]
    )
    card = gate.variant(game.variant)
    return [
        MissingRow(
            power=power,
            title=card.power_title(power),
            vacant=power not in played,
            centres=sizes.get(power, 0),
            largest=largest,
            ratio=sizes.get(power, 0) / largest if largest else 0.0,
            large=sizes.get(power, 0) * LARGE >= largest > 0,
            lately=sum(power in powers for powers in missed),
        )
        for power in missing_powers(phase)
    ]
