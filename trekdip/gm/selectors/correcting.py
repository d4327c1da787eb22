"""What a correction starts from, and what it would take back: for a GM who does not play."""

from dataclasses import dataclass
from typing import Any

import msgspec

from trekdip.games import gate
from trekdip.games.errors import NotFound
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.games.selectors import Person
from trekdip.games.words import Words
from trekdip.gm.knowledge import Item, Reader
from trekdip.gm.models import Correction
from trekdip.gm.selectors.seeing import require_truth, views_of
from trekdip.gm.services.corrections import Change, correction_plan, ordered_in


@dataclass(frozen=True)
class CentreRow:
    """A centre by name, and its owner (empty: nobody's)."""

    id: str
    name: str
    owner: str


@dataclass(frozen=True)
class SheetRow:
    """What a power sent for the phase."""

    power: str
    title: str
    text: str


@dataclass(frozen=True)
class Base:
    """A phase as a correction finds it; `phases` are all one can go back to."""

    ordinal: int
    turn: str
    title: str
    newest: int
    units: list[gate.Standing]
    centres: list[CentreRow]
    sheets: list[SheetRow]
    phases: list[tuple[int, str]]


@dataclass(frozen=True)
class Harm:
    """What one viewer has been shown already and would now not be shown, and what would be new to it."""

    viewer: str
    title: str
    lost: list[Item]
    gained: list[Item]


@dataclass(frozen=True)
class Statement:
    """What a correction would do. `public`: what everybody has been shown and would not be; `harms`: what
    seats know beyond that.
    """

    title: str
    withdrawn: list[str]
    opens: str
    follows: str
    kind: str
    public: Harm
    harms: list[Harm]


def correction_base(user: Person, game: Game, ordinal: int | None) -> Base:
    """The phase to correct, the newest unless one is named.

    Raises NotAllowed for anybody but a GM who does not play, NotFound for a phase that does not count.
    """
    require_truth(user, game)
    phases = list(Phase.objects.filter(game=game, withdrawn=None).order_by("ordinal"))
    chosen = [phase for phase in phases if ordinal is None or phase.ordinal == ordinal]
    if not chosen:
        raise NotFound("There is no such phase in this game, or it was taken back.")
    base = chosen[-1]
    units, owners = gate.standing(base.truth)
    words = Words(game.variant)
    sheets = OrderSheet.objects.filter(phase=ordered_in(base, phases), nmr=False)
    sent = dict(sheets.values_list("seat__power", "text"))
    return Base(
        ordinal=base.ordinal,
        turn=base.turn,
        title=base.title,
        newest=phases[-1].ordinal,
        units=units,
        centres=[
            CentreRow(place, words.place(place), owners.get(place, ""))
            for place in gate.centres(game.variant)
        ],
        sheets=[
            SheetRow(power, title, sent.get(power, "")) for power, title in gate.variant(game.variant).powers
        ],
        phases=[(phase.ordinal, phase.title) for phase in reversed(phases)],
    )


def correction_statement(user: Person, game: Game, ordinal: int, change: Change) -> Statement:
    """What would happen, and who has seen what they would not see then. Nothing is written.

    Raises what `correction_base` and `correction_plan` raise.
    """
    require_truth(user, game)
    planned = correction_plan(game=game, ordinal=ordinal, change=change)
    reader = Reader(game.variant)
    comes = [planned.entering, *([planned.resolved.entering] if planned.resolved else [])]
    now: dict[str, list[Item]] = {}
    for entering in comes:
        for seen in entering.seen:
            now.setdefault(seen.viewer, []).extend(reader.items(msgspec.json.decode(seen.view)))
    was: dict[str, list[Item]] = {}
    for phase in planned.withdrawn:
        for viewer, view in views_of(phase).items():
            was.setdefault(viewer, []).extend(reader.items(view))
    titles: list[tuple[str, str]] = [*gate.variant(game.variant).powers]
    public = _harm(gate.PUBLIC, "Everybody", was, now, None)
    return Statement(
        title=planned.base.title,
        withdrawn=[phase.title for phase in planned.withdrawn],
        opens=planned.entering.title,
        follows=comes[1].title if len(comes) > 1 else "",
        kind=str(Correction.Kind(change.kind).label),
        public=public,
        harms=[_harm(power, title, was, now, public) for power, title in titles],
    )


def _harm(
    viewer: str,
    title: str,
    was: dict[str, list[Item]],
    now: dict[str, list[Item]],
    public: Harm | None,
) -> Harm:
    """What a viewer loses and gains; without what everybody does."""
    here, there = dict.fromkeys(was.get(viewer, ())), dict.fromkeys(now.get(viewer, ()))
    lost_by_all = set(public.lost) if public else set[Any]()
    gained_by_all = set(public.gained) if public else set[Any]()
    return Harm(
        viewer,
        title,
        [item for item in here if item not in there and item not in lost_by_all],
        [item for item in there if item not in here and item not in gained_by_all],
    )
