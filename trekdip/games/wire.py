"""The messages the site sends to browsers and bots, as closed types, and their encoding. Nothing else."""

import datetime as dt
from typing import Any, Literal

import msgspec

GameStatus = Literal["open", "stuck", "paused", "finished", "resolved"]


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


class GameState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="state"):
    """Everything one viewer's board shows at one phase.

    `view` and `legal` are JSON as the gate stored them.

    `viewer` is a power's id, `public` or `gm`. `deadline` is None where only the GM ends the phase, and
    while paused. `status` is "resolved" for a phase of the past. `sheet` is the asking seat's own, None for
    everybody else and in messages pushed for a new phase.
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

    def view_data(self) -> dict[str, Any]:
        """The View as plain data, for pages."""
        return msgspec.json.decode(self.view, type=dict[str, Any])

    def legal_data(self) -> dict[str, list[str]]:
        """The legal orders by unit as plain data, for pages. Empty where the viewer has nothing to order."""
        return msgspec.json.decode(self.legal, type=dict[str, list[str]])


Message = GameState | Receipt

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
