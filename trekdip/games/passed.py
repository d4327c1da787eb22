"""What goes in and out at the gate, as values and errors. Nothing here asks the adjudicator."""

from dataclasses import dataclass, field
from typing import Any

from trekdip.games import wire


class ImaginingError(Exception):
    """A board cannot be played out as its viewer knows it; the text says why."""


class AmendingError(Exception):
    """A position cannot be corrected in this way; the text says why."""


class DeclaringError(Exception):
    """Something cannot be declared now; the text says why."""


class AdjudicationError(Exception):
    """The adjudicator failed on a position. `trace` is for the GM: it may tell the truth of the game."""

    def __init__(self, trace: str) -> None:
        super().__init__("The adjudicator could not work out this phase.")
        self.trace = trace


@dataclass(frozen=True)
class Imagined:
    """What would come of orders on the board as one viewer knows it: the View after them and its drawing, how
    each power's lines were understood, and what each power could order then (nothing when the game is over).
    """

    view: dict[str, Any]
    title: str
    board: str
    lines: dict[str, list[wire.Line]]
    legal: dict[str, dict[str, list[str]]]


@dataclass(frozen=True)
class VariantCard:
    """A variant as forms and lists name it; `powers` are (id, title) in the variant's order."""

    id: str
    title: str
    powers: tuple[tuple[str, str], ...]

    def power_title(self, power: str) -> str:
        """The power's title; its id if the variant has no such power."""
        return dict(self.powers).get(power, power)


@dataclass(frozen=True)
class UnitRow:
    """A unit of the truth."""

    owner: str
    controller: str
    kind: str
    region: str
    marks: tuple[str, ...]
    text: str
    dislodged: bool


@dataclass(frozen=True)
class OrderRow:
    """An order of the truth as it counted, with its result words and the sentence that explains them."""

    power: str
    unit: str
    counted: str
    result: tuple[str, ...]
    because: str


@dataclass(frozen=True)
class Standing:
    """A unit as a correction wants it: its power and text, and its number among the units there were (None:
    it is new).
    """

    power: str
    unit: str
    was: int | None = None


@dataclass(frozen=True)
class Given:
    """A fact that a viewer is given: the part of the View it is in, what it says, and why this viewer gets
    it (a word and its particulars: `adjudicator.sight.explained`).
    """

    about: str
    says: Any
    veiled: bool
    why: tuple[str, ...]


@dataclass(frozen=True)
class DrawRow:
    """A draw of a game as it was made, and as its seed makes it again."""

    turn: str
    purpose: str
    pool: tuple[str, ...]
    drawn: str
    redrawn: str
    agrees: bool


@dataclass(frozen=True)
class Seen:
    """What one viewer knows on entering a phase: JSON texts of view and legal orders, and the board's
    changing part.
    """

    viewer: str
    view: str
    legal: str
    board: str


@dataclass(frozen=True)
class Entering:
    """A phase about to open (or, with a winner, the final position): the truth, and what everybody sees of
    it.

    `ending`: how it is over, as `adj.ending` says: solo, shared, draw; empty while it is on. `awaiting` and
    `winner` come from the public view, `declarable` (what each power may declare, at once and in public) is
    known to everybody.
    """

    truth: str
    turn: str
    title: str
    awaiting: tuple[str, ...]
    winner: tuple[str, ...]
    units: tuple[UnitRow, ...]
    seen: tuple[Seen, ...]
    declarable: dict[str, list[str]] = field(default_factory=dict)
    ending: str = ""


@dataclass(frozen=True)
class Resolved:
    """What became of a phase's orders, and the phase that follows."""

    orders: tuple[OrderRow, ...]
    entering: Entering


@dataclass(frozen=True)
class Declared:
    """What is public once something was declared: what each power may declare now, and what of the public
    View's `memory` is as of now.
    """

    declarable: dict[str, list[str]]
    memory: dict[str, Any]
