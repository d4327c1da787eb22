"""What-if: a viewer's own board played on. Holds no position of the game, only Views."""

from collections.abc import Mapping, Sequence
from typing import Any

import adjudicator as adj
from adjudicator.position import Position
from trekdip.games.gate.cards import turn_title
from trekdip.games.gate.drawings import drawn
from trekdip.games.gate.names import GM, Sheets
from trekdip.games.gate.positions import readings_of
from trekdip.games.passed import Imagined, ImaginingError


def imagined_orders(
    name: str, view: Mapping[str, Any], first: Mapping[str, Any], options: Mapping[str, Any]
) -> dict[str, dict[str, list[str]]]:
    """What every power could order on the board as a View tells it: power -> unit -> orders.

    `first` is the same viewer's View of the game's first phase, `options` are the table's. Raises
    ImaginingError.
    """
    return _offered(name, _imagine(name, view, first, options), view)


def imagine(
    name: str,
    view: Mapping[str, Any],
    first: Mapping[str, Any],
    options: Mapping[str, Any],
    sheets: Sequence[Sheets],
) -> Imagined:
    """Play out orders on the board as a View tells it, phase after phase: one mapping of powers to lines
    each, at least one. Nothing of the game itself is read, its seed least of all: what is drawn by lot is
    drawn from a fixed seed.

    `first` is the same viewer's View of the game's first phase, `options` are the table's. The lines told are
    of the last phase. Raises ImaginingError.
    """
    position = _imagine(name, view, first, options)
    try:
        for orders in sheets:
            lines = {power: readings_of(position, power, given) for power, given in orders.items()}
            outcome = adj.resolve(position, {power: list(given) for power, given in orders.items()})
            if outcome.winner is not None and orders is not sheets[-1]:
                raise ImaginingError("The game would be over before that: there is nothing left to play out.")
            position = outcome.state
        after = adj.view(position, GM)  # all of a truth that was made up of what the viewer knows
    except adj.AdjudicatorError as error:
        raise ImaginingError(f"This cannot be played out: {error}.") from error
    after["viewer"] = view["viewer"]
    shown = drawn(name, after, "dynamic")
    legal = {} if after["winner"] else _offered(name, position, after)
    return Imagined(after, turn_title(name, after["turn"]), shown, lines, legal)


def _offered(name: str, position: Position, view: Mapping[str, Any]) -> dict[str, dict[str, list[str]]]:
    """What every power that has a say in this phase could order: power -> unit -> orders."""
    found = {
        power: adj.offers(position, power)
        for power in adj.variant(name).ids
        if view["turn"][-1] == "M" or power in view["awaiting"]
    }
    return {power: legal for power, legal in found.items() if legal}


def _imagine(
    name: str, view: Mapping[str, Any], first: Mapping[str, Any], options: Mapping[str, Any]
) -> Position:
    """The board a View tells of, as if it were the truth: what the viewer does not know is not there."""
    if view["winner"] is not None:
        raise ImaginingError("The game is over: there is nothing left to play out.")
    known = {
        "variant": name,
        "turn": view["turn"],
        "units": view["units"],
        "centers": view["centers"],
        "dislodged": [_as_setup(row) for row in view["dislodged"]] if view["turn"][-1] == "R" else [],
        "memory": adj.recall(view, variant=name),
        "assignment": _countries(name, first),
        "options": options,
    }
    try:
        return adj.setup(known)
    except adj.AdjudicatorError as error:
        raise ImaginingError(f"The board as you know it cannot be played out: {error}.") from error


def _as_setup(row: Mapping[str, Any]) -> dict[str, Any]:
    """A dislodged unit of a View as setups name it."""
    return {key: row[key] for key in ("power", "unit", "by", "retreats") if row.get(key) is not None}


def _countries(name: str, first: Mapping[str, Any]) -> dict[str, str]:
    """Which country each power began in, as everybody can tell from the centres it began with."""
    homes = {frozenset(country.homes): country.id for country in adj.variant(name).chart.countries}
    began = {power: homes.get(frozenset(centers)) for power, centers in first["centers"].items()}
    return {power: country for power, country in began.items() if country is not None}
