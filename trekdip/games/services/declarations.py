"""Declarations: what a power says at once and in public beside its orders, such as an alliance.

They are kept as they were made; the phase's truth stays what it was, and they are made on it anew when the
phase is resolved.
"""

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock, gate
from trekdip.games.errors import BadInput, NotNow
from trekdip.games.models import Declaration, Game, Phase
from trekdip.games.services.locks import lock_phase
from trekdip.games.services.news import announce_phase
from trekdip.games.services.sheets import seat_of

MOST = 100  # of one power in one phase: an endless to and fro is no diplomacy
_LONGEST = 80


@transaction.atomic
def declaration_make(*, by: User, game: Game, ordinal: int, text: str) -> Declaration:
    """Declare something for the asker's power, as `selectors.declarations` offers it; everybody is told.

    Raises NotAllowed for somebody without a power here, NotNow if the phase takes none any more, BadInput
    for what cannot be declared (the text says why), NotFound for a phase that does not exist.
    """
    phase = lock_phase(game.pk, ordinal)
    power = seat_of(by, game.pk).power or ""
    now = clock.now_at(phase)
    if phase.status != Phase.Status.OPEN or (phase.deadline is not None and now >= phase.deadline):
        raise NotNow(f"{phase.title} is over. Reload the page for the present phase.")
    text = " ".join(text.split())
    if not text or len(text) > _LONGEST:
        raise BadInput("Choose one of the declarations offered.", field="text")
    made = declarations_of(phase)
    if sum(1 for who, _ in made if who == power) >= MOST:
        raise NotNow(f"{MOST} declarations in one phase are the most. Wait for the next one.")
    try:
        declared = gate.declare(phase.truth, made, power, text)
    except gate.DeclaringError as problem:
        raise BadInput(f"{text} cannot be declared: {problem}.", field="text") from problem
    row = Declaration.objects.create(phase=phase, index=len(made), power=power, text=text, at=now)
    phase.declarable = declared.declarable
    phase.standing = declared.memory
    phase.save(update_fields=["declarable", "standing"])
    announce_phase(phase)
    return row


def declarations_of(phase: Phase) -> list[gate.Declaration]:
    """What was declared in a phase, oldest first. For services that hold the row's lock."""
    return list(Declaration.objects.filter(phase=phase).order_by("index").values_list("power", "text"))
