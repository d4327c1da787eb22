"""What a GM has to do at all tables: the open tasks on one page, the most pressing first."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, Observer, OrderSheet, Phase, Seat
from trekdip.games.selectors import Person
from trekdip.games.services.table import start_problem

SOON = dt.timedelta(hours=12)
LIMIT = 200
_KINDS = ("stuck", "held", "due", "missing", "waiting", "vacant", "observer", "start", "forming")


@dataclass(frozen=True)
class Task:
    """One thing to do. `bulk`: it can be done together with others; `ordinal` is the phase it is about."""

    kind: str
    slug: str
    game: str
    variant: str
    ordinal: int | None
    phase: str
    words: str
    deadline: dt.datetime | None
    bulk: bool


def open_tasks(user: Person) -> list[Task]:
    """Everything that waits for the asker as GM: stuck phases first, then held, due, missing orders, vacant
    seats, requests of observers, tables that can begin. Nobody else's games. Five queries.

    What sheets say is not in here, and of a table whose GM plays no more than its desk tells.
    """
    if not isinstance(user, User):
        return []
    games = (
        Game.objects.filter(gm=user)
        .exclude(status__in=[Game.Status.FINISHED, Game.Status.CANCELLED])
        .order_by("pk")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("user").order_by("pk"), to_attr="all_seats"),
            Prefetch(
                "phases",
                Phase.objects.filter(status__in=Phase.AT_WORK)
                .defer("truth", "trace")
                .prefetch_related(
                    Prefetch("sheets", OrderSheet.objects.select_related("seat"), to_attr="all_sheets")
                ),
                to_attr="at_work",
            ),
            Prefetch(
                "observers",
                Observer.objects.filter(asked_at__isnull=False, granted_at=None).select_related("user"),
                to_attr="asking",
            ),
        )[:LIMIT]
    )
    now = timezone.now()
    tasks = [task for game in games for task in _tasks(game, now)]
    return sorted(tasks, key=lambda task: (_KINDS.index(task.kind), _when(task.deadline), task.game))


def _when(deadline: dt.datetime | None) -> float:
    """Sooner first, none last."""
    return deadline.timestamp() if deadline else float("inf")


def _tasks(game: Game, now: dt.datetime) -> list[Task]:
    """What waits at one table."""
    seats: list[Seat] = getattr(game, "all_seats")  # noqa: B009  set by Prefetch, unknown to the type
    if game.status == Game.Status.FORMING:
        problem = start_problem(game, seats)
        return [
            _task(game, None, "forming", problem) if problem else _task(game, None, "start", "All are in.")
        ]
    at_work: list[Phase] = getattr(game, "at_work")  # noqa: B009
    asking: list[Observer] = getattr(game, "asking")  # noqa: B009
    card = gate.variant(game.variant)
    found = [_task(game, phase, *_standing(game, card, phase, now)) for phase in at_work]
    vacant = [card.power_title(seat.power) for seat in seats if seat.user is None and seat.power]
    if vacant:
        found.append(_task(game, None, "vacant", f"No player: {', '.join(vacant)}."))
    found += [
        _task(game, None, "observer", f"{one.user.get_username()} asks to see what is private.")
        for one in asking
    ]
    return [task for task in found if task.kind != "waiting" or task.words]


def _standing(game: Game, card: gate.VariantCard, phase: Phase, now: dt.datetime) -> tuple[str, str]:
    """The kind of task that the phase at work is, and words; no words where there is nothing to do."""
    if phase.status == Phase.Status.STUCK:
        return "stuck", "The adjudicator failed. All orders are kept."
    if phase.status == Phase.Status.HELD:
        return "held", "Closed for orders: look at the results and publish them."
    if game.status == Game.Status.PAUSED:
        return "waiting", "Paused."
    sheets: list[OrderSheet] = getattr(phase, "all_sheets")  # noqa: B009
    sent = {sheet.seat.power for sheet in sheets}
    lacking = [card.power_title(power) for power in phase.awaiting if power not in sent]
    if (phase.deadline is not None and phase.deadline <= now) or (game.early and phase.ready):
        return "due", "Due now."
    if phase.deadline is None and not lacking:
        return "due", "All orders are in, and you end this phase."
    if lacking and (phase.deadline is None or phase.deadline - now <= SOON):
        return "missing", f"No orders yet: {', '.join(lacking)}."
    return "waiting", ""


def _task(game: Game, phase: Phase | None, kind: str, words: str) -> Task:
    """One row of the page."""
    return Task(
        kind=kind,
        slug=game.slug,
        game=game.title,
        variant=game.variant,
        ordinal=phase.ordinal if phase else None,
        phase=phase.title if phase else "",
        words=words,
        deadline=phase.deadline if phase else None,
        bulk=kind in {"held", "due"} and not (kind == "held" and game.gm_plays),
    )
