"""Plans: what somebody has thought out for a phase, saved, renamed, thrown away. No plan counts as orders."""

import datetime as dt

from django.db import transaction

from trekdip.accounts.models import User
from trekdip.games import clock
from trekdip.games.errors import BadInput, NotFound, NotNow
from trekdip.games.models import Game, Plan
from trekdip.games.services.locks import lock_phase

MAX_PLANS = 20
MAX_A_DAY = 200  # of one person, in all games: anybody can plan on any public board
MAX_NAME = 60
MAX_CHARACTERS = 20_000


@transaction.atomic
def plan_save(*, by: User, game: Game, ordinal: int, name: str, text: str) -> Plan:
    """Keep a plan for a phase under a name; a plan of that name is replaced.

    Raises BadInput for a name or text that cannot be kept, NotNow when there are too many, NotFound for a
    phase that does not exist.
    """
    name = _checked_name(name)
    if len(text) > MAX_CHARACTERS or "\x00" in text:
        raise BadInput(f"A plan is text of at most {MAX_CHARACTERS} characters.", field="text")
    phase = lock_phase(game.pk, ordinal)
    own = Plan.objects.filter(owner=by, phase=phase)
    plan = own.filter(name=name).first()
    if plan is None and own.count() >= MAX_PLANS:
        raise NotNow(f"You have {MAX_PLANS} plans for this phase. Delete one first.")
    now = clock.now_at(phase)
    lately = Plan.objects.filter(owner=by, saved_at__gt=now - dt.timedelta(days=1))
    if plan is None and lately.count() >= MAX_A_DAY:
        raise NotNow(f"You have kept {MAX_A_DAY} plans within a day. Wait a little, or delete some.")
    plan = plan or Plan(owner=by, phase=phase, name=name)
    plan.text = text
    plan.saved_at = now
    plan.save()
    return plan


@transaction.atomic
def plan_rename(*, by: User, game: Game, ordinal: int, name: str, to: str) -> Plan:
    """Give one's plan for a phase another name. Raises BadInput, NotNow if the name is taken, NotFound."""
    to = _checked_name(to)
    plan = _own(by, game, ordinal, name)
    if Plan.objects.filter(owner=by, phase=plan.phase_id, name=to).exclude(pk=plan.pk).exists():
        raise NotNow(f"You have a plan called “{to}” for this phase already.")
    plan.name = to
    plan.save(update_fields=["name"])
    return plan


@transaction.atomic
def plan_delete(*, by: User, game: Game, ordinal: int, name: str) -> None:
    """Throw one's plan for a phase away. Raises NotFound."""
    _own(by, game, ordinal, name).delete()


def _own(by: User, game: Game, ordinal: int, name: str) -> Plan:
    """The asker's plan of that name, locked; that others have plans is not told."""
    own = Plan.objects.select_for_update(of=("self",)).filter(
        owner=by, phase__game=game, phase__ordinal=ordinal, name=name
    )
    plan = None if "\x00" in name else own.first()  # no name holds it, and PostgreSQL does not even look
    if plan is None:
        raise NotFound("You have no such plan.")
    return plan


def _checked_name(name: str) -> str:
    """The name without blanks around it."""
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME or "\x00" in name:
        raise BadInput(f"Give the plan a name of at most {MAX_NAME} characters.", field="name")
    return name
