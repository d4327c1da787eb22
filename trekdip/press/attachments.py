"""What can be attached to a message: a position, a plan, a sighting; each a snapshot of what the sender has.

Snapshots are made from the sender's own stored views and own plans and kept with the message; reading one
reads no view of anybody. Nothing here writes.
"""

from dataclasses import dataclass
from typing import Any

from trekdip.accounts.models import User
from trekdip.games import dispatches, gate, selectors
from trekdip.games.errors import BadInput, NotFound
from trekdip.games.models import Game, Plan
from trekdip.parts import part_of

# What a shared position tells: the board, not what the sender was told, ordered, or is awaited for.
_ON_EVERY_BOARD = ("turn", "units", "centers")


@dataclass(frozen=True)
class Choice:
    """Something that can be attached: `value` is what the form sends."""

    value: str
    label: str


@dataclass(frozen=True)
class Choices:
    """All that somebody can attach now."""

    positions: list[Choice]
    plans: list[Choice]
    sightings: list[Choice]


def choices(user: User, game: Game) -> Choices:
    """What the asker can attach: the phases of the game as they saw them, their plans, their dispatches,
    newest first.
    """
    state = selectors.game_state(user, game)
    entries = selectors.history(user, game, state.ordinal).entries
    return Choices(
        positions=[Choice(f"position:{entry.ordinal}", entry.title) for entry in reversed(entries)],
        plans=[Choice(f"plan:{plan.name}", plan.name) for plan in selectors.plans(user, game, state.ordinal)],
        sightings=[
            Choice(f"sighting:{season.ordinal}:{index}", f"{season.title}: {told.sentence}")
            for season in _told(user, game)
            for index, told in enumerate(season.dispatches)
        ],
    )


def snapshot(user: User, game: Game, wanted: str) -> dict[str, Any] | None:
    """What a message carries of the thing chosen; None if nothing was.

    Raises BadInput for a value of no known form, NotFound for what the sender does not have.
    """
    if not wanted:
        return None
    kind, _, which = wanted.partition(":")
    match kind:
        case "position":
            return _position(user, game, _number(which))
        case "plan":
            return _plan(user, game, which)
        case "sighting":
            ordinal, _, index = which.partition(":")
            return _sighting(user, game, _number(ordinal), _number(index))
        case _:
            raise BadInput("Choose what to attach from the list.", field="attach")


def drawing(game: Game, attached: dict[str, Any]) -> str:
    """A shared position as an SVG file, in the colours of light or dark as its reader's system has it."""
    drawn = gate.board_file(game.variant, attached["view"])
    # The style speaks of boards inside a page whose root says dark or light: so this one gets such a root.
    box = drawn[drawn.index("viewBox=") :].split('"')[1]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'


def _position(user: User, game: Game, ordinal: int) -> dict[str, Any]:
    """A phase as the sender saw it. A GM shows what everybody may see."""
    viewer = selectors.viewer_of(user, game)
    state = selectors.state_for(game.pk, gate.PUBLIC if viewer == gate.GM else viewer, ordinal)
    if state is None:
        raise NotFound("There is no such phase to attach.")
    seen = state.view_data()
    told = (*_ON_EVERY_BOARD, *part_of(game.variant).on_board)
    view = {name: seen[name] for name in told if name in seen}
    # Where a unit could retreat to is for whoever orders the retreat.
    view["dislodged"] = [{"power": row["power"], "unit": row["unit"]} for row in seen["dislodged"]]
    return {"kind": "position", "title": state.title, "view": view}


def _plan(user: User, game: Game, name: str) -> dict[str, Any]:
    """A plan of the sender's for the newest phase."""
    state = selectors.game_state(user, game)
    plan = Plan.objects.filter(owner=user, phase__game=game, phase__ordinal=state.ordinal, name=name).first()
    if plan is None:
        raise NotFound("You have no such plan for this phase.")
    return {"kind": "plan", "title": state.title, "name": plan.name, "text": plan.text}


def _sighting(user: User, game: Game, ordinal: int, index: int) -> dict[str, Any]:
    """An entry of the sender's dispatches."""
    for season in _told(user, game):
        if season.ordinal == ordinal and index < len(season.dispatches):
            told = season.dispatches[index]
            return {
                "kind": "sighting",
                "title": season.title,
                "heading": told.heading,
                "sentence": told.sentence,
            }
    raise NotFound("You have no such dispatch.")


def _told(user: User, game: Game) -> list[dispatches.Season]:
    """The sender's dispatches by season; none for a GM, to whom everybody's are shown."""
    viewer, told = selectors.reported(user, game)
    return dispatches.seasons(game.variant, viewer, told) if viewer not in {gate.GM, gate.PUBLIC} else []


def _number(text: str) -> int:
    """A number in a form's value."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadInput("Choose what to attach from the list.", field="attach")
    return int(text)
