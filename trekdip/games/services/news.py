"""Telling people that there is something new: the outbox and the poke.

Carries a game's number and a phase's, no content.
"""

from django.db import transaction
from django.db.models.functions import Now

from trekdip.games.models import Outbox, Phase
from trekdip.live import announce


def outbox_send(*, phase_id: int) -> None:
    """Announce a phase and note it as sent.

    Repeating it is harmless; the sweep calls it for what stayed unsent.

    Raises what the carrier raises (a channel layer that is down); the phase then stays unsent.
    """
    game_id, ordinal = Phase.objects.values_list("game_id", "ordinal").get(pk=phase_id)
    announce.poke(game_id, ordinal)
    Outbox.objects.filter(phase_id=phase_id).update(sent_at=Now())


def announce_phase(phase: Phase) -> None:
    """Put a phase's news (it opened, moved its deadline, stuck, went on) in the outbox and send it on
    commit.

    An error of the carrier is logged and left to the sweep: what was written stands, whoever wrote it gets
    an answer.
    """
    Outbox.objects.bulk_create(
        [Outbox(phase=phase, created_at=phase.opened_at, sent_at=None)],
        update_conflicts=True,
        unique_fields=["phase"],
        update_fields=["sent_at"],
    )

    def send() -> None:
        outbox_send(phase_id=phase.pk)

    transaction.on_commit(send, robust=True)


def announce_seats(phase: Phase) -> None:
    """On commit, have open sockets of the game asked again who they are: a seat has changed hands."""

    def send() -> None:
        announce.poke(phase.game_id, phase.ordinal, kind="seats")

    transaction.on_commit(send, robust=True)
