"""What a GM has to do at all tables: the open tasks on one page, the most pressing first."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.models import Game, Observer, OrderSheet, Phase, Proposal, Seat, SeatRequest
from trekdip.games.selectors import Person
from trekdip.games.services.clock_votes import electorate
from trekdip.games.services.table import start_problem
from trekdip.press.selectors import unread_complaints

SOON = dt.timedelta(hours=12)
LIMIT = 200
_KINDS = (
    "stuck",
    "held",
    "due",
    "missing",
    "waiting",
    "report",
    "request",
    "vacant",
    "end",
    "observer",
    "offered",
    "start",
    "forming",
)


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
    """Everything that waits for the asker as GM: stuck phases first, then held, due, missing orders, reported
    messages, who asks for a seat, vacant seats, ends that players propose, requests of observers, tables they
    are asked to manage, tables that can begin. Nobody else's games. Nine queries.

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
            Prefetch(
                "seat_requests",
                SeatRequest.objects.filter(outcome=SeatRequest.Outcome.OPEN).select_related("user", "seat"),
                to_attr="wanted",
            ),
            Prefetch(
                "proposals",
                Proposal.objects.filter(
                    kind=Proposal.Kind.END, outcome=Proposal.Outcome.OPEN, gm_agrees=False
                ),
                to_attr="ends",
            ),
        )[:LIMIT]
    )
    now = timezone.now()
    reported = unread_complaints(user)
    tasks = [task for game in games for task in _tasks(game, now, reported.get(game.pk, 0))]
    tasks += [
        _task(game, None, "offered", "You are asked to manage this game from now on.")
        for game in Game.objects.filter(gm_next=user)[:LIMIT]
    ]
    return sorted(tasks, key=lambda task: (_KINDS.index(task.kind), _when(task.deadline), task.game))


def _when(deadline: dt.datetime | None) -> float:
    """Sooner first, none last."""
    return deadline.timestamp() if deadline else float("inf")


def _tasks(game: Game, now: dt.datetime, reported: int) -> list[Task]:
    """What waits at one table; `reported` messages have not been looked at."""
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
    if reported:
        found.append(
            _task(
                game,
                None,
                "report",
                "A reader reports a message." if reported == 1 else f"Readers report {reported} messages.",
            )
        )
    found += [_task(game, None, "request", _wanted(one, card)) for one in getattr(game, "wanted")]  # noqa: B009
    vacant = [card.power_title(seat.power) for seat in seats if seat.user is None and seat.power]
    if vacant:
        found.append(_task(game, None, "vacant", f"No player: {', '.join(vacant)}."))
    if getattr(game, "ends") and not _votes(game, seats, at_work):  # noqa: B009
        found.append(_task(game, None, "end", "An end without a winner is proposed: it takes you, too."))
    found += [
        _task(game, None, "observer", f"{one.user.get_username()} asks to see what is private.")
        for one in asking
    ]
    return [task for task in found if task.kind != "waiting" or task.words]


def _wanted(request: SeatRequest, card: gate.VariantCard) -> str:
    """Who asks for which seat."""
    return f"{request.user.get_username()} asks for {card.power_title(request.seat.power or '')}."


def _votes(game: Game, seats: list[Seat], at_work: list[Phase]) -> bool:
    """Whether the GM plays and has a vote of their own, which is asked for where all players give theirs."""
    own = {seat.pk for seat in seats if seat.user_id == game.gm_id}
    return any(seat.pk in own for phase in at_work for seat in electorate(game, phase)) if own else False


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
