"""What-if: orders played out on the asker's own stored views. Neither the truth nor the seed is read here."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from trekdip.games import gate, wire
from trekdip.games.errors import BadInput, NotFound, NotNow
from trekdip.games.models import Game
from trekdip.games.selectors.declarations import declarations
from trekdip.games.selectors.states import state_for
from trekdip.games.selectors.viewers import Person, viewer_of
from trekdip.parts import part_of

MAX_PHASES = 12
MAX_LINES = 300
MAX_LINE = 300


def imaginable(user: Person, game: Game, ordinal: int | None = None) -> wire.Imaginable:
    """What could be ordered for anybody on the asker's board of a phase (None: the newest).

    Raises NotFound, and NotNow where the board cannot be played out.
    """
    state, first = _stored(user, game, ordinal)
    try:
        legal = gate.imagined_orders(
            game.variant, _as_of_now(user, game, state), first.view_data(), _options(game)
        )
    except gate.ImaginingError as error:
        raise NotNow(str(error)) from error
    return wire.Imaginable(ordinal=state.ordinal, viewer=state.viewer, legal=legal)


def imagine(user: Person, game: Game, asked: wire.WhatIf) -> tuple[wire.GameState, gate.Imagined]:
    """The asker's state of the phase asked for, and what would come of these orders on its board.

    Raises NotFound, BadInput for too many lines or a power that is none, NotNow where the board cannot be
    played out.
    """
    sheets = [*asked.before, asked.orders]
    if len(sheets) > MAX_PHASES:
        raise BadInput(f"Plan at most {MAX_PHASES} phases ahead.")
    powers = dict(gate.variant(game.variant).powers)
    for orders in sheets:
        _check(orders, powers)
    state, first = _stored(user, game, asked.ordinal)
    try:
        return state, gate.imagine(
            game.variant, _as_of_now(user, game, state), first.view_data(), _options(game), sheets
        )
    except gate.ImaginingError as error:
        raise NotNow(str(error)) from error


def imagined_state(state: wire.GameState, imagined: gate.Imagined) -> wire.GameState:
    """The imagined board as the state of a phase that never was, for the panels of a page."""
    return msgspec.structs.replace(
        state,
        turn=imagined.view["turn"],
        title=imagined.title,
        view=msgspec.Raw(msgspec.json.encode(imagined.view, order="deterministic")),
        legal=msgspec.Raw(b"{}"),
        board=imagined.board,
        sheet=None,
    )


def _as_of_now(user: Person, game: Game, state: wire.GameState) -> dict[str, Any]:
    """The View of a state with what everybody has heard declared since its phase opened."""
    view = state.view_data()
    standing = declarations(user, game, state.ordinal).standing
    return {**view, "memory": {**view.get("memory", {}), **standing}} if standing else view


def _options(game: Game) -> dict[str, Any]:
    """What the table has agreed on, as its page tells everybody; who began where is seen on the board."""
    return {
        name: game.options[name] for name in part_of(game.variant).option_fields() if name in game.options
    }


def _check(orders: Mapping[str, Sequence[str]], powers: Mapping[str, str]) -> None:
    """Raises BadInput for a power that is none, and for more than a sheet can hold."""
    if strange := sorted(set(orders) - set(powers)):
        raise BadInput(f"There is no power called {strange[0][:40]} in this game.")
    if sum(len(lines) for lines in orders.values()) > MAX_LINES:
        raise BadInput(f"Too many orders: at most {MAX_LINES} lines.")
    if any(len(line) > MAX_LINE for lines in orders.values() for line in lines):
        raise BadInput(f"A line is too long: at most {MAX_LINE} characters, one order a line.")


def _stored(user: Person, game: Game, ordinal: int | None) -> tuple[wire.GameState, wire.GameState]:
    """The asker's stored states of the phase asked for and of the first phase."""
    viewer = viewer_of(user, game)
    state, first = state_for(game.pk, viewer, ordinal), state_for(game.pk, viewer, 0)
    if state is None or first is None:
        raise NotFound("There is no such phase in this game.")
    return state, first
