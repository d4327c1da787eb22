"""A game through any seat's eyes, what would be published, and who knows what: for a GM who does not play."""

import copy
import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from trekdip.games import gate, signals, wire
from trekdip.games.dispatches import Dispatch, seasons
from trekdip.games.errors import NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Phase, PhaseView
from trekdip.games.panels import Panels, panels
from trekdip.games.selectors import Person, Reported, Table, sees_truth, state_for, table
from trekdip.games.services.locking import window_of
from trekdip.games.services.timing import deadline_of
from trekdip.gm.knowledge import Item, Reader, Reason
from trekdip.gm.selectors.matrix import Matrix, Views, matrix
from trekdip.gm.services.publishing import Outcome, outcome_of


@dataclass(frozen=True)
class Eyes:
    """One viewer's board of a phase with all that stands beside it. `only`: what the viewer beside does not
    know; `reasons`: why this one knows what is not everybody's.
    """

    viewer: str
    title: str
    state: wire.GameState
    drawing: str
    panels: Panels
    dispatches: list[Dispatch]
    only: list[Item]
    reasons: list[Reason]


@dataclass(frozen=True)
class Seen:
    """A phase through two pairs of eyes."""

    ordinal: int
    turn: str
    title: str
    left: Eyes
    right: Eyes


@dataclass(frozen=True)
class Letter:
    """A mail as it would go out. `lines`: each with whether the spectators' mail has it not."""

    subject: str
    lines: list[tuple[str, bool]]


@dataclass(frozen=True)
class Told:
    """What a viewer would be told: dispatches, and the mail for whoever wants one (None: no mails here)."""

    viewer: str
    title: str
    dispatches: list[Dispatch]
    letter: Letter | None


@dataclass(frozen=True)
class Preview:
    """What would be published: through whose eyes it is looked at beside the truth, who would know what, and
    the digest by which exactly this is published. `locks`: orders are locked then, not resolved yet.
    `problem` instead: the trace of an adjudicator that failed.
    """

    ordinal: int
    turn: str
    title: str
    status: str
    locks: bool
    digest: str
    next_title: str
    winner: list[str]
    truth: Eyes | None
    seat: Eyes | None
    told: list[Told]
    matrix: Matrix | None
    problem: str


def see(user: Person, game: Game, ordinal: int | None, viewer: str, beside: str) -> Seen:
    """A phase (None: the newest) as two viewers see it.

    Raises NotAllowed for anybody but a GM who does not play, NotFound for a phase or a viewer there is none
    of.
    """
    require_truth(user, game)
    whole = table(user, game)
    for name in (viewer, beside):
        _require_viewer(whole, name)
    states = [_state(game, ordinal, name) for name in (viewer, beside)]
    views = [state.view_data() for state in states]
    truth = Phase.objects.values_list("truth", flat=True).get(game=game, ordinal=states[0].ordinal)
    left, right = (
        _eyes(whole, state, view, other, gate.explained(truth, state.viewer))
        for state, view, other in zip(states, views, reversed(views), strict=True)
    )
    return Seen(states[0].ordinal, states[0].turn, states[0].title, left, right)


def preview(user: Person, game: Game, ordinal: int, viewer: str) -> Preview:
    """What would come of the phase at work, beside the truth as `viewer` would see it. Nothing is written.

    Raises NotAllowed for anybody but a GM who does not play, NotNow if the game has moved on, NotFound for a
    viewer there is none of.
    """
    require_truth(user, game)
    phase = Phase.objects.filter(game=game, ordinal=ordinal).first()
    if phase is None:
        raise NotFound("There is no such phase in this game.")
    if phase.status not in Phase.AT_WORK:
        raise NotNow(f"{phase.title} is over: there is nothing to preview.")
    whole = table(user, game)
    _require_viewer(whole, viewer)
    try:
        outcome = outcome_of(phase)
    except gate.AdjudicationError as error:
        return _failed(phase, error.trace)
    entering = outcome.entering
    now = timezone.now()
    deadline = _deadline(game, phase, outcome, now)
    states = {one.viewer: _coming(game, phase, entering, one, now, deadline) for one in entering.seen}
    views: dict[str, dict[str, Any]] = {name: state.view_data() for name, state in states.items()}
    explained = {name: gate.explained(entering.truth, name) for name in (gate.GM, viewer)}
    earlier = _earlier(game, phase.ordinal + 1)
    return Preview(
        ordinal=phase.ordinal,
        turn=phase.turn,
        title=phase.title,
        status=phase.status,
        locks=outcome.locks,
        digest=outcome.digest,
        next_title=entering.title,
        winner=[dict(whole.powers).get(power, power) for power in entering.winner],
        truth=_eyes(whole, states[gate.GM], views[gate.GM], views[viewer], explained[gate.GM]),
        seat=_eyes(whole, states[viewer], views[viewer], views[gate.GM], explained[viewer]),
        told=_told(whole, _ended(game, entering, now), states, views),
        matrix=matrix(game.variant, "new", views, earlier),
        problem="",
    )


def who_knows(user: Person, game: Game, ordinal: int | None = None) -> tuple[Phase, Matrix]:
    """What is hidden in a phase (None: the newest that counts), who knows it, and since when.

    Raises NotAllowed for anybody but a GM who does not play, NotFound for a phase there is none of.
    """
    require_truth(user, game)
    phases = Phase.objects.filter(game=game).defer("truth", "trace")
    phase = phases.order_by("-ordinal").first() if ordinal is None else phases.filter(ordinal=ordinal).first()
    if phase is None:
        raise NotFound("There is no such phase in this game.")
    return phase, matrix(game.variant, phase.title, views_of(phase), _earlier(game, phase.ordinal))


def views_of(phase: Phase) -> dict[str, dict[str, Any]]:
    """Every viewer's stored View of a phase."""
    rows = PhaseView.objects.filter(phase=phase).values_list("viewer", "view")
    return {viewer: msgspec.json.decode(view) for viewer, view in rows}


def require_truth(user: Person, game: Game) -> None:
    """Raises NotAllowed for anybody but a GM who does not play. Being staff changes nothing."""
    if not sees_truth(user, game):
        raise NotAllowed("The whole truth is for a GM who does not play in the game.")


def viewers(whole: Table) -> list[tuple[str, str]]:
    """Everybody through whose eyes a game can be seen: (viewer, title)."""
    return [*whole.powers, (gate.PUBLIC, "Everybody"), (gate.GM, "The truth")]


def _require_viewer(whole: Table, viewer: str) -> None:
    """Raises NotFound for a viewer there is none of."""
    if viewer not in dict(viewers(whole)):
        raise NotFound("Nobody of that name has eyes in this game.")


def _state(game: Game, ordinal: int | None, viewer: str) -> wire.GameState:
    """A viewer's stored state; raises NotFound."""
    state = state_for(game.pk, viewer, ordinal)
    if state is None:
        raise NotFound("There is no such phase, or nobody of that name, in this game.")
    return state


def _eyes(
    whole: Table,
    state: wire.GameState,
    view: dict[str, Any],
    other: dict[str, Any],
    given: list[gate.Given],
) -> Eyes:
    """One viewer's side; `other` is the View beside it."""
    reader = Reader(whole.variant)
    return Eyes(
        viewer=state.viewer,
        title=dict(viewers(whole))[state.viewer],
        state=state,
        drawing=gate.board(whole.variant, view),
        panels=panels(whole, state),
        dispatches=_dispatches(whole.variant, state, view),
        only=reader.only(view, other),
        reasons=[reason for reason in reader.reasons(given, state.viewer) if not reason.open],
    )


def _dispatches(variant: str, state: wire.GameState, view: dict[str, Any]) -> list[Dispatch]:
    """What a viewer is told with a phase, as the dispatches page and every notice have it."""
    told = Reported(state.ordinal, "", "", view["reports"], view["orders"])
    return [one for season in seasons(variant, state.viewer, [told]) for one in season.dispatches]


def _told(
    whole: Table, game: Game, states: Mapping[str, wire.GameState], views: Mapping[str, dict[str, Any]]
) -> list[Told]:
    """What every seat and the spectators would be told; what spectators are told is marked for nobody."""
    players = {seat.power: seat.user for seat in game.seats.select_related("user")}

    def mail(viewer: str, reader: str) -> tuple[str, list[str]] | None:
        user, clock = (players.get(who) or AnonymousUser() for who in (viewer, reader))
        told = signals.results_foreseen.send(
            sender=Game, user=user, game=game, state=states[viewer], reader=clock
        )
        answers = cast("list[tuple[object, tuple[str, str]]]", told)
        return next(((subject, text.splitlines()) for _, (subject, text) in answers), None)

    def letter(viewer: str) -> Letter | None:
        found, everybody = mail(viewer, viewer), mail(gate.PUBLIC, viewer)  # by one clock, to be compared
        known = set(everybody[1]) if everybody else set[str]()
        return found and Letter(found[0], [(line, line not in known) for line in found[1]])

    return [
        Told(viewer, title, _dispatches(whole.variant, states[viewer], views[viewer]), letter(viewer))
        for viewer, title in viewers(whole)
        if viewer != gate.GM
    ]


def _ended(game: Game, entering: gate.Entering, now: dt.datetime) -> Game:
    """The game as it would be after that, not stored: over, where there is a winner."""
    game = copy.copy(game)
    if entering.winner:
        game.status, game.outcome = Game.Status.FINISHED, Game.Outcome(entering.ending)
        game.winner, game.ended_at = list(entering.winner), now
    return game


def _deadline(game: Game, phase: Phase, outcome: Outcome, now: dt.datetime) -> dt.datetime | None:
    """Until when orders would be taken if it were published now, but for absences."""
    if outcome.entering.winner:
        return None
    window = window_of(game, phase) if outcome.locks else None
    return now + window if window else deadline_of(game, outcome.entering.turn, now, due=phase.deadline).at


def _coming(
    game: Game,
    phase: Phase,
    entering: gate.Entering,
    seen: gate.Seen,
    now: dt.datetime,
    deadline: dt.datetime | None,
) -> wire.GameState:
    """A state of the phase that would open."""
    return wire.GameState(
        game=game.slug,
        ordinal=phase.ordinal + 1,
        turn=entering.turn,
        title=entering.title,
        status="finished" if entering.winner else "open",
        viewer=seen.viewer,
        deadline=deadline,
        now=now,
        view=msgspec.Raw(seen.view.encode()),
        legal=msgspec.Raw(seen.legal.encode()),
        board=seen.board,
        sheet=None,
    )


def _failed(phase: Phase, trace: str) -> Preview:
    """A preview of a phase that the adjudicator cannot work out."""
    return Preview(
        ordinal=phase.ordinal,
        turn=phase.turn,
        title=phase.title,
        status=phase.status,
        locks=False,
        digest="",
        next_title="",
        winner=[],
        truth=None,
        seat=None,
        told=[],
        matrix=None,
        problem=trace,
    )


def _earlier(game: Game, ordinal: int) -> Iterator[tuple[str, Views]]:
    """The Views of the phases before one, newest first; each read when it is asked for."""
    before = Phase.objects.filter(game=game, ordinal__lt=ordinal, withdrawn=None).defer("truth", "trace")
    for phase in before.order_by("-ordinal"):
        yield phase.title, views_of(phase)
