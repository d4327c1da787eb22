"""Going the round of one's tables: what is due or held is processed, each game on its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import NotNow, Refusal
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.games.services.phases import is_due, phase_resolve
from trekdip.gm.services.acts import deadline_force
from trekdip.gm.services.publishing import held_release


@dataclass(frozen=True)
class Processed:
    """What became of one game: its title and words; `done` False: nothing was written."""

    title: str
    words: str
    done: bool


def round_process(*, by: User, chosen: Iterable[tuple[str, int]]) -> list[Processed]:
    """Publish what is held and end what is due among the chosen (slug, ordinal of the phase).

    Each game is a transaction of its own: a refusal of one is told and stops no other. Games somebody else
    manages are refused like games there are none of.
    """
    return [_process(by, slug, ordinal) for slug, ordinal in chosen]


def _process(by: User, slug: str, ordinal: int) -> Processed:
    """One game of the round."""
    game = Game.objects.filter(slug=slug, gm=by).first()
    if game is None:
        return Processed(slug, "There is no such game of yours.", done=False)
    phase = Phase.objects.filter(game=game, ordinal=ordinal).first()
    try:
        if phase is None:
            raise NotNow("There is no such phase.")
        if phase.status == Phase.Status.HELD:
            held_release(by=by, game=game, ordinal=ordinal, reason="with others")
            words = f"{phase.title} is published."
        elif is_due(game, phase, clock.now_at(phase)) and phase_resolve(phase_id=phase.pk):
            words = f"{phase.title}: its time had come."
        elif phase.status == Phase.Status.OPEN and _waits_for_gm(phase):
            deadline_force(by=by, game=game, ordinal=ordinal, reason="with others")
            words = f"{phase.title} is closed and held." if game.holds else f"{phase.title} is resolved."
        else:
            raise NotNow(f"{phase.title} is neither due nor held.")
    except Refusal as refusal:
        return Processed(game.title, str(refusal), done=False)
    phase.refresh_from_db()
    if phase.status == Phase.Status.STUCK:
        return Processed(game.title, f"{phase.title} is stuck; its orders are kept.", done=False)
    return Processed(game.title, words, done=True)


def _waits_for_gm(phase: Phase) -> bool:
    """Whether an open phase waits for nothing but the GM: it has no deadline, and all orders are in."""
    sent = OrderSheet.objects.filter(phase=phase).values_list("seat__power", flat=True)
    return phase.deadline is None and set(phase.awaiting) <= set(sent)
