"""The messages the site sends to browsers and bots, as closed types, and their encoding. Nothing else."""

import datetime as dt
from typing import Any, Literal

import msgspec

GameStatus = Literal["open", "held", "stuck", "paused", "finished", "resolved"]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one line of an order sheet was understood, as it looks to its writer.

    `order` is the canonical order, `unit` the unit it is for; both are None where nothing was understood.
    `ok` says whether it will count; if not, `problem` says why and what to do.
    """

    text: str
    order: str | None
    unit: str | None
    ok: bool
    problem: str | None


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's own sheet as stored. `nmr`: the GM has declared that this power sends no orders this phase."""

    text: str
    lines: list[Line]
    final: bool
    nmr: bool
    saved_at: dt.datetime


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="receipt"):
    """The answer to an order sheet.

    `saved` False: nothing changed, `problem` says why, an older sheet stands.
    """

    ordinal: int
    saved: bool
    saved_at: dt.datetime | None
    final: bool
    lines: list[Line]
    problem: str | None


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open proposal to end the game: a `draw` among `powers`, to `concede` to the one in it, or an `end`
    without a winner, as the asker may know it.

    `by` None: who made it is not told. `answer` is the asker's own, `waits` whether theirs is asked for and
    not given. How others have answered, or whether, is told to nobody.
    """

    id: int
    kind: Literal["draw", "concede", "end"]
    powers: list[str]
    by: str | None
    mine: bool
    answer: bool | None
    waits: bool


class GameState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="state"):
    """Everything one viewer's board shows at one phase.

    `view` and `legal` are JSON as the gate stored them.

    `viewer` is a power's id, `public` or `gm`. `deadline` is None where only the GM ends the phase, and
    while paused. `status` is "held" while the GM has the orders, "resolved" for a phase of the past.
    `sheet` is the asking seat's own, None for everybody else and in messages pushed for a new phase.
    `declared` counts what was declared in the phase, in public: another number means that there is news.
    `proposals` are those that are open on this board; None in messages pushed for a new phase.
    """

    game: str
    ordinal: int
    turn: str
    title: str
    status: GameStatus
    viewer: str
    deadline: dt.datetime | None
    now: dt.datetime
    view: msgspec.Raw
    legal: msgspec.Raw
    board: str
    sheet: Sheet | None
    declared: int = 0
    proposals: list[Proposal] | None = None

    def view_data(self) -> dict[str, Any]:
        """The View as plain data, for pages."""
        return msgspec.json.decode(self.view, type=dict[str, Any])

    def legal_data(self) -> dict[str, list[str]]:
        """The legal orders by unit as plain data, for pages. Empty where the viewer has nothing to order."""
        return msgspec.json.decode(self.legal, type=dict[str, list[str]])


class Advance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's own orders in advance. `lines`: those that will count in the phase at hand if it sends no
    sheet; none in a movement phase.
    """

    text: str
    lines: list[Line]
    saved_at: dt.datetime


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script sends to play out orders: lines by power, on the asker's board of a phase (None: the
    newest). `before` are the orders already played out, phase by phase, that lead to the board they are for.
    """

    orders: dict[str, list[str]]
    ordinal: int | None = None
    before: list[dict[str, list[str]]] = []


class Imaginable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="imaginable"):
    """What could be ordered on the asker's board of a phase: power -> unit -> orders."""

    ordinal: int
    viewer: str
    legal: dict[str, dict[str, list[str]]]


class Imagined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="imagined"):
    """What would come of orders on the asker's board of phase `ordinal`.

    `turn`, `title` and `view` are of the phase that would follow, `board` is its drawing's changing part,
    `results` the orders with their results as a piece of a page. `lines`: how each power's lines were
    understood. `legal`: what could be ordered then, as in `Imaginable`.
    """

    ordinal: int
    viewer: str
    turn: str
    title: str
    view: msgspec.Raw
    board: str
    results: str
    lines: dict[str, list[Line]]
    legal: dict[str, dict[str, list[str]]]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan of one's own for a phase: lines of the form `austria: A vie - gal`. Its name is all it is called
    by: a number would count the plans of others.
    """

    name: str
    text: str


class Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="plans"):
    """All plans one has for a phase, by name; `saved` names the one just written."""

    ordinal: int
    plans: list[Plan]
    saved: str | None = None


Message = GameState | Receipt | Imaginable | Imagined | Plans

_encoder = msgspec.json.Encoder()


def encode(message: Message) -> bytes:
    """The message as JSON, UTF-8. The same value always gives the same bytes."""
    return _encoder.encode(message)


def lines_to_data(lines: list[Line]) -> list[dict[str, Any]]:
    """Lines as plain data, for storage in a JSON column."""
    return [msgspec.to_builtins(line) for line in lines]


def lines_from_data(data: list[dict[str, Any]]) -> list[Line]:
    """Lines from a JSON column; raises msgspec.ValidationError if the data are not lines."""
    return msgspec.convert(data, type=list[Line])
