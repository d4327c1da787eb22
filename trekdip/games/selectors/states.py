"""A game as one viewer sees it, from stored views alone. Lists of games and tables of seats are elsewhere."""

import datetime as dt
import functools
import operator
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from trekdip.games import gate, wire
from trekdip.games.errors import NotFound
from trekdip.games.models import Declaration, Game, OrderSheet, Phase, PhaseView
from trekdip.games.selectors.agreements import proposals_on
from trekdip.games.selectors.viewers import Person, viewer_of


@dataclass(frozen=True)
class HistoryEntry:
    """A phase in a game's list of phases; `withdrawn`: why it counts no more, empty if it does."""

    ordinal: int
    turn: str
    title: str
    status: str
    withdrawn: str = ""


@dataclass(frozen=True)
class History:
    """A phase as the asker saw it, and the list of all phases up to now."""

    state: wire.GameState
    entries: list[HistoryEntry]


def game_state(user: Person, game: Game, ordinal: int | None = None) -> wire.GameState:
    """The asker's state of the newest phase, or of the one asked for, with the asker's own sheet and the
    proposals that are open on it.

    Raises NotFound while the game is forming and for a phase that does not exist.
    """
    viewer = viewer_of(user, game)
    state = state_for(game.pk, viewer, ordinal)
    if state is None:
        raise NotFound("There is no such phase in this game.")
    state = msgspec.structs.replace(state, proposals=proposals_on(user, game, state.ordinal))
    if viewer in {gate.PUBLIC, gate.GM}:
        return state
    sheet = OrderSheet.objects.filter(
        phase__game=game, phase__ordinal=state.ordinal, seat__user=user.pk, seat__power=viewer
    ).first()
    return msgspec.structs.replace(state, sheet=_sheet(sheet)) if sheet else state


def state_for(game_id: int, viewer: str, ordinal: int | None = None) -> wire.GameState | None:
    """A viewer's state of the newest phase, or of the one asked for, without a sheet; None if there is none.

    One query. Whoever calls this has settled with `viewer_of` that it goes to the right person.
    """
    if ordinal is None:
        return newest_states({game_id: {viewer}}).get((game_id, viewer))
    stored = PhaseView.objects.filter(phase__game_id=game_id, phase__ordinal=ordinal, viewer=viewer)
    return next((_state(row, newest=False) for row in _rows(stored)), None)


def newest_states(wanted: Mapping[int, Collection[str]]) -> dict[tuple[int, str], wire.GameState]:
    """What is pushed: the states of the newest phases, without sheets, by game and viewer; `wanted`: the
    viewers by game. Missing: what there is not.

    One query, for many games at once. Whoever calls this has settled with `viewers_of` that each goes to the
    right people.
    """
    newest = Phase.objects.filter(game=OuterRef("pk")).order_by("-ordinal").values("pk")[:1]
    games = Game.objects.filter(pk__in=list(wanted)).annotate(newest=Subquery(newest)).values("newest")
    theirs = (Q(phase__game_id=game, viewer__in=list(viewers)) for game, viewers in wanted.items())
    stored = PhaseView.objects.filter(functools.reduce(operator.or_, theirs), phase__in=games)
    return {(row.phase__game_id, row.viewer): _state(row, newest=True) for row in _rows(stored)}


def _rows(stored: QuerySet[PhaseView]) -> Iterable[Any]:
    """What a state is made of, of each of these stored views."""
    last = Declaration.objects.filter(phase=OuterRef("phase")).order_by("-index").values("index")[:1]
    return (
        stored.annotate(at=Now(), slug=F("phase__game__slug"), game_status=F("phase__game__status"))
        .annotate(declared=Subquery(last))
        .values_list(
            "at",
            "declared",
            "slug",
            "game_status",
            "phase__game_id",
            "phase__ordinal",
            "phase__turn",
            "phase__title",
            "phase__status",
            "phase__deadline",
            "viewer",
            "view",
            "legal",
            "board",
            named=True,
        )
    )


def _state(row: Any, *, newest: bool) -> wire.GameState:
    """A row of `_rows` as a message; `newest`: whether it was asked for as the newest phase."""
    return wire.GameState(
        game=row.slug,
        ordinal=row.phase__ordinal,
        turn=row.phase__turn,
        title=row.phase__title,
        status=_status(row.game_status, row.phase__status, newest=newest),
        viewer=row.viewer,
        deadline=row.phase__deadline if row.phase__status == Phase.Status.OPEN else None,
        now=row.at.astimezone(dt.UTC),
        view=msgspec.Raw(row.view.encode()),
        legal=msgspec.Raw(row.legal.encode()),
        board=row.board,
        sheet=None,
        declared=0 if row.declared is None else row.declared + 1,
    )


def ordinal_of(game_id: int) -> int | None:
    """The ordinal of a game's newest phase; None while it is forming."""
    return (
        Phase.objects.filter(game_id=game_id).order_by("-ordinal").values_list("ordinal", flat=True).first()
    )


def history(user: Person, game: Game, ordinal: int) -> History:
    """A phase through the asker's own stored view, and the phases there are. Raises NotFound."""
    state = game_state(user, game, ordinal)
    phases = Phase.objects.filter(game=game).order_by("ordinal")
    rows = phases.values_list("ordinal", "turn", "title", "status", "withdrawn__reason")
    return History(
        state,
        [HistoryEntry(number, turn, title, status, why or "") for number, turn, title, status, why in rows],
    )


def last_year(user: Person, game: Game, state: wire.GameState) -> dict[str, Any] | None:
    """The asker's View of the phase with which the year before the state's ended; None in the first year."""
    year = state.turn[1:-1]
    earlier = Phase.objects.filter(game=game, ordinal__lt=state.ordinal, withdrawn=None)
    earlier = earlier.exclude(turn__contains=year)
    ordinal = earlier.order_by("-ordinal").values_list("ordinal", flat=True).first()
    before = None if ordinal is None else state_for(game.pk, viewer_of(user, game), ordinal)
    return before.view_data() if before else None


def board(game: Game, state: wire.GameState) -> str:
    """The whole drawing of a state of the game, from the View in it."""
    return gate.board(game.variant, state.view_data())


def _status(game_status: str, phase_status: str, *, newest: bool) -> wire.GameStatus:
    """The one word for where a phase stands."""
    if phase_status == Phase.Status.RESOLVED:
        return "finished" if game_status == Game.Status.FINISHED and newest else "resolved"
    if phase_status == Phase.Status.STUCK:
        return "stuck"
    if phase_status == Phase.Status.HELD:
        return "held"
    return "paused" if game_status == Game.Status.PAUSED else "open"


def _sheet(sheet: OrderSheet) -> wire.Sheet:
    """A stored sheet as a message."""
    return wire.Sheet(
        text=sheet.text,
        lines=wire.lines_from_data(sheet.lines),
        final=sheet.final,
        nmr=sheet.nmr,
        saved_at=sheet.saved_at,
    )
