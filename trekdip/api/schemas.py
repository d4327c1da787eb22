"""The shapes of what programs send and get, for the schema and its checks. Messages of games are `wire`'s."""

import datetime as dt
from typing import Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict


class Closed(Schema):
    """A shape without anything that is not named."""

    model_config = ConfigDict(extra="forbid")


class Problem(Closed):
    """A refusal: what is wrong and what to do, in words."""

    type: Literal["refusal"]
    problem: str


class Power(Closed):
    """A power of a variant."""

    id: str
    title: str


class Variant(Closed):
    """A game that can be played here."""

    id: str
    title: str
    powers: list[Power]


class GameRow(Closed):
    """A game in a list."""

    slug: str
    title: str
    variant: str = Field(description="The variant's title.")
    status: str
    players: int
    seats: int
    turn: str | None
    deadline: dt.datetime | None


class Games(Closed):
    """Tables that can be joined, and games that can be watched; at most 50 each."""

    open: list[GameRow]
    running: list[GameRow]


class Seat(Closed):
    """A seat at a table. Without `player` it is vacant, or names are hidden at this table."""

    power: str | None
    title: str | None
    player: str | None


class Table(Closed):
    """A table: its terms and its seats."""

    slug: str
    title: str
    variant: str
    status: str
    gm: str
    seats: list[Seat]
    winners: list[str]
    seed_hash: str = Field(description="SHA-256 of the secret seed that all chance is drawn from.")
    created_at: dt.datetime
    started_at: dt.datetime | None
    ended_at: dt.datetime | None


class PhaseRow(Closed):
    """A phase in a game's list of phases."""

    ordinal: int
    turn: str
    title: str
    status: str


class Line(Closed):
    """How one line of an order sheet was understood."""

    text: str
    order: str | None = Field(description="The canonical order; null where nothing was understood.")
    unit: str | None
    ok: bool = Field(description="Whether it will count.")
    problem: str | None


class Sheet(Closed):
    """The asking seat's own sheet."""

    text: str
    lines: list[Line]
    final: bool
    nmr: bool
    saved_at: dt.datetime


class Proposal(Closed):
    """An open proposal to end the game. How others have answered it, or whether, is told to nobody."""

    id: int
    kind: Literal["draw", "concede", "end"]
    powers: list[str] = Field(description="Who shares the draw, or to whom the win is conceded.")
    by: str | None = Field(description="The power that made it; null where that is not told.")
    mine: bool
    answer: bool | None = Field(description="Your own answer; null where you have given none.")
    waits: bool = Field(description="Whether your answer is asked for.")


class State(Closed):
    """Everything one viewer's board shows at one phase. The stream sends the same, with neither `sheet` nor
    `proposals` in it: ask for the state when they matter.
    """

    type: Literal["state"]
    game: str
    ordinal: int = Field(description="Counts up with every phase; drop what is older than you have.")
    turn: str
    title: str
    status: str
    viewer: str = Field(description="A power's id, or `public`.")
    deadline: dt.datetime | None
    now: dt.datetime
    view: dict[str, Any] = Field(description="The board as the viewer knows it.")
    legal: dict[str, Any] = Field(description="Orders that would be accepted, by unit.")
    board: str = Field(description="The changing part of the drawing, SVG.")
    sheet: Sheet | None
    declared: int = Field(description="How many public declarations this phase has seen so far.")
    proposals: list[Proposal] | None = Field(description="Open proposals to end the game.")


class Orders(Closed):
    """A whole order sheet: it replaces the one before."""

    ordinal: int = Field(ge=0, le=2**31 - 1, description="The phase it is for.")
    orders: list[str] = Field(max_length=300, description="One order each.")
    final: bool | None = Field(
        default=None, description="Null: movement starts as not final, all other phases as final."
    )


class Receipt(Closed):
    """The answer to a sheet. `saved` false: nothing changed and an older sheet stands."""

    type: Literal["receipt"]
    ordinal: int
    saved: bool
    saved_at: dt.datetime | None
    final: bool
    lines: list[Line]
    problem: str | None
