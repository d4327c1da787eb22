"""The shapes of what programs send and get, for the schema and its checks. Messages of games are `wire`'s."""

import datetime as dt
from typing import Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict

from trekdip.press.models import MAX_TEXT


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
    variant: str = Field(description="The variant's id.")
    variant_title: str
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


class Result(Schema):
    """An order of the phase before, and what became of it."""

    model_config = ConfigDict(extra="allow")

    power: str
    unit: str | None = Field(description="Null where the order is for no unit.")
    order: str
    result: list[str] = Field(description="Empty: it succeeded.", examples=[["bounce"], ["dislodged"]])
    because: str = Field(description="Why, in a sentence.")


class Dislodged(Schema):
    """A unit that was pushed out."""

    model_config = ConfigDict(extra="allow")

    power: str
    unit: str
    by: str | None = Field(default=None, description="What stands there now, where that is told.")
    retreats: list[str] | None = Field(default=None, description="Where it can go, where that is told.")


class View(Schema):
    """A board as somebody knows it; what they do not know is not there. Each game adds fields of its own."""

    model_config = ConfigDict(extra="allow")

    viewer: str
    turn: str = Field(
        description="Season, year, kind: M movement, R retreats, A adjustments, and what games add.",
        examples=["S1901M"],
    )
    units: dict[str, list[str]] = Field(
        description="By power: kind and place, and marks where the game has them.",
        examples=[{"austria": ["A vie"]}],
    )
    dislodged: list[Dislodged]
    centers: dict[str, list[str]]
    orders: list[Result] = Field(description="Of the phase before, each with its result.")
    reports: dict[str, list[dict[str, Any]]] = Field(description="What you were told in private.")
    awaiting: list[str] = Field(description="The powers that may order now.")
    adjustments: dict[str, int] = Field(description="In winter: builds due by power; below zero disbands.")
    winner: list[str] | None


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
    view: View
    legal: dict[str, list[str]] = Field(
        description="What the viewer could order: by unit, and in capitals what is for no unit.",
        examples=[{"A vie": ["A vie H", "A vie - gal"]}],
    )
    board: str = Field(description="The changing part of the drawing, SVG.")
    sheet: Sheet | None = Field(description="The asking seat's own sheet for this phase.")
    declared: int = Field(description="How many public declarations this phase has seen so far.")
    proposals: list[Proposal] | None = Field(description="Open proposals to end the game.")


class Orders(Closed):
    """A whole order sheet: it replaces the one before."""

    ordinal: int = Field(ge=0, le=2**31 - 1, description="The phase it is for.", examples=[0])
    orders: list[str] = Field(
        max_length=300, description="One order each.", examples=[["A vie - gal", "F tri S A vie - ven"]]
    )
    final: bool | None = Field(
        default=None, description="Null: movement starts as not final, all other phases as final."
    )


class OfPhase(Closed):
    """Which board something is about."""

    ordinal: int = Field(ge=0, le=2**31 - 1, description="The phase; what is over is refused.", examples=[4])


class AdvanceGiven(OfPhase):
    """Orders in advance: they replace those before."""

    orders: list[str] = Field(
        max_length=60, description="One order each.", examples=[["A mun R ruh", "B F kie"]]
    )


class Declaration(OfPhase):
    """Something to be declared in public."""

    declaration: str = Field(max_length=80, description="One of `possible`.", examples=["PROPOSE klingon"])


class WhatIf(Closed):
    """Orders to be played out, by power."""

    orders: dict[str, list[str]] = Field(examples=[{"austria": ["A vie - gal"]}])
    ordinal: int | None = Field(default=None, ge=0, le=2**31 - 1, description="Null: the newest phase.")
    before: list[dict[str, list[str]]] = Field(default_factory=list, max_length=12)


class Proposing(OfPhase):
    """A proposal to end the game."""

    kind: Literal["draw", "concede", "end"] = Field(
        description=(
            "A draw among `powers`, the win of the one in it, or an end without a winner. "
            "To an end a GM who does not play agrees as well."
        ),
        examples=["draw"],
    )
    powers: list[str] = Field(
        default_factory=list,
        max_length=20,
        description="Not asked for an `end`, nor for a draw where `draws` is `survivors`.",
        examples=[["austria", "turkey"]],
    )
    named: bool = Field(default=False, description="Whether to tell who proposes a draw; all else tells it.")


class Answer(OfPhase):
    """An answer to a proposal or a vote."""

    yes: bool


class ClockCall(OfPhase):
    """A vote on the clock."""

    kind: Literal["extension", "pause", "resume"] = Field(examples=["extension"])
    minutes: int = Field(
        default=0, ge=0, le=10_000_000, description="For how long; not for `resume`.", examples=[720]
    )
    reason: str = Field(default="", max_length=500, examples=["A short night."])


class Saying(Closed):
    """A message."""

    text: str = Field(max_length=MAX_TEXT, examples=["Shall we leave Galicia empty?"])
    attach: str = Field(
        default="",
        max_length=80,
        description="`position:<ordinal>`: the board of that phase as you saw it. Empty: nothing.",
        examples=["position:3"],
    )


class LastRead(Closed):
    """How far a conversation is read."""

    message: str = Field(pattern="^[a-z0-9]{1,40}$", description="The id of the last message read.")


class Advance(Closed):
    """A seat's own orders in advance."""

    ordinal: int
    orders: list[str]
    lines: list[Line] = Field(description="Those that will count in this phase if no sheet comes.")
    saved_at: dt.datetime | None


class Declared(Closed):
    """A declaration as it was made."""

    power: str
    text: str
    at: dt.datetime


class Declarations(Closed):
    """What was declared in a phase, and what the asker may declare now."""

    ordinal: int
    made: list[Declared] = Field(description="Oldest first.")
    possible: list[str] = Field(description="Empty where nothing can be declared, or you have no seat.")
    standing: dict[str, Any] = Field(
        description="What they have changed in the `memory` of the phase's view."
    )


class Imaginable(Closed):
    """What could be ordered on the asker's board of a phase."""

    type: Literal["imaginable"]
    ordinal: int
    viewer: str
    legal: dict[str, dict[str, list[str]]] = Field(description="Orders by power and unit.")


class Imagined(Closed):
    """What would come of orders."""

    type: Literal["imagined"]
    ordinal: int
    viewer: str
    turn: str = Field(description="Of the phase that would follow.")
    title: str
    view: View = Field(description="The board then, with what became of the orders.")
    board: str = Field(description="The changing part of its drawing, SVG.")
    results: str = Field(description="The orders with their results, as a piece of a page.")
    lines: dict[str, list[Line]] = Field(description="How each power's lines were understood.")
    legal: dict[str, dict[str, list[str]]] = Field(description="What could be ordered then.")


class Agreements(Closed):
    """How the game could end by agreement."""

    ordinal: int | None = Field(description="The phase at work; null when there is none.")
    status: str = Field(description="Of the game: `finished` once all have agreed.")
    proposals: list[Proposal]
    may_propose: bool
    draws: Literal["named", "survivors", "none"] = Field(
        description="Draws among the powers a proposal names, among all that are left, or no draws."
    )
    left: list[str] = Field(description="The powers that are still in the game.")


class ClockVote(Closed):
    """The open vote on the clock."""

    id: int
    kind: Literal["extension", "pause", "resume"]
    minutes: int
    reason: str
    by: str = Field(description="The power that called it.")
    mine: bool
    yes: int
    no: int
    needed: int = Field(description="So many have to say yes.")
    voters: int
    answer: bool | None = Field(description="Your own answer; null where you have given none.")
    waits: bool = Field(description="Whether your answer is asked for.")


class Clock(Closed):
    """A game's clock."""

    ordinal: int | None = Field(description="The phase at work; null when there is none.")
    status: str
    deadline: dt.datetime | None
    paused_until: dt.datetime | None
    may_call: list[Literal["extension", "pause", "resume"]]
    vote: ClockVote | None


class Room(Closed):
    """A conversation in the seat's list."""

    parties: str = Field(description="What it is called: `austria+italy`, `austria+gm`, `everybody`.")
    unread: int
    muted: bool
    last_at: dt.datetime | None


class Rooms(Closed):
    """The seat's press."""

    power: str | None
    conversations: list[Room]
    may_write_to: list[str] = Field(description="Powers, `gm` and `everybody`, as things stand.")
    may_gather: bool = Field(description="Whether several can be written to at once.")


class Said(Closed):
    """A message."""

    id: str
    by: str = Field(description="A power, or `gm`.")
    mine: bool
    text: str
    turn: str
    at: dt.datetime
    attached: dict[str, Any] | None


class Thread(Closed):
    """A conversation."""

    parties: str
    voice: str | None = Field(description="As whom you speak there; null: you only read.")
    silent: str | None = Field(description="Why you may not write there now; null if you may.")
    earlier: bool = Field(description="Whether there is more before the first message.")
    messages: list[Said] = Field(description="Oldest first.")


class Receipt(Closed):
    """The answer to a sheet. `saved` false: nothing changed and an older sheet stands."""

    type: Literal["receipt"]
    ordinal: int
    saved: bool
    saved_at: dt.datetime | None
    final: bool
    lines: list[Line]
    problem: str | None
