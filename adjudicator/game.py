"""The public functions: new games, setups, resolving, what may be ordered, what may be known. Composes,
decides nothing."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator import sight
from adjudicator.amending import Standing, amended
from adjudicator.calendar import advance
from adjudicator.codec import loads as read_position
from adjudicator.draws import redrawn, seed_hash
from adjudicator.errors import (
    BadDeclarationError,
    BadDrawsError,
    BadOrdersError,
    BadSetupError,
    BadViewerError,
    GameOverError,
)
from adjudicator.outcomes import Entry, Record
from adjudicator.position import Dislodged, Position
from adjudicator.starting import position_from, sound
from adjudicator.variant import Reading, Sheets, Variant
from adjudicator.variants import NAMES
from adjudicator.variants import variant as variant_named


class Outcome:
    """What `resolve` answers. `state` is the next position; everything else is worked out when it is looked
    at."""

    __slots__ = ("_dislodged", "_variant", "state")

    def __init__(self, variant: Variant, state: Position, dislodged: tuple[Dislodged, ...]) -> None:
        self._variant = variant
        self._dislodged = dislodged
        self.state = state

    @property
    def turn(self) -> str:
        """Code of the phase the game is in now."""
        return self.state.turn

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What became of every order, as values: the truth, without what some viewers get in its place."""
        record = self.state.record
        return tuple(e for e in record.entries if not e.veiled) if record is not None else ()

    @property
    def orders(self) -> list[dict[str, Any]]:
        """What became of every order: power, unit, order, result words, because."""
        return [e.to_dict() for e in self.entries]

    @property
    def units(self) -> dict[str, list[str]]:
        """The true board: power -> units."""
        names: dict[str, list[str]] = {p: [] for p in self._variant.ids}
        for unit in self.state.units:
            names[unit.owner].append(unit.name)
        return {p: n for p, n in names.items() if n}

    @property
    def dislodged(self) -> list[dict[str, Any]]:
        """The units dislodged in this phase: power, unit, by, retreats as offered to who orders them."""
        return [
            {"power": d.unit.owner, "unit": d.unit.name, "by": d.by, "retreats": list(d.retreats)}
            for d in self._dislodged
        ]

    @property
    def centers(self) -> dict[str, list[str]]:
        """Power -> centres."""
        found: dict[str, list[str]] = {p: [] for p in self._variant.ids}
        for center, owner in self.state.centers.items():
            found[owner].append(center)
        return {p: sorted(c) for p, c in found.items() if c}

    @property
    def adjustments(self) -> dict[str, int]:
        """Builds (+) or disbands (-) due, when the next phase is adjustments."""
        return sight.adjustments(self._variant, self.state)

    @property
    def awaiting(self) -> list[str]:
        """The powers the next phase waits for."""
        return awaiting(self.state)

    @property
    def reports(self) -> dict[str, list[dict[str, Any]]]:
        """Power -> what the game tells it alone."""
        found: dict[str, list[dict[str, Any]]] = {}
        for report in self.state.record.reports if self.state.record is not None else ():
            found.setdefault(report.to, []).append(report.to_dict())
        return found

    @property
    def winner(self) -> list[str] | None:
        """None, or the sorted powers that share the win."""
        return list(self.state.winner) if self.state.winner is not None else None

    @property
    def further(self) -> dict[str, Any]:
        """What only this variant's outcomes say; the truth."""
        made = self._variant
        return made.further(made, self.state) if made.further is not None else {}

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain data, without the state's text."""
        return {
            "turn": self.turn,
            "orders": self.orders,
            "units": self.units,
            "dislodged": self.dislodged,
            "centers": self.centers,
            "adjustments": self.adjustments,
            "awaiting": self.awaiting,
            "reports": self.reports,
            "winner": self.winner,
            **self.further,
        }


def variants() -> list[str]:
    """The names of the variants that exist."""
    return list(NAMES)


def variant(name: str) -> Variant:
    """The record of a variant: name, title, powers, chart, calendar.

    Raises `UnknownVariantError`."""
    return variant_named(name)


def new(variant: str, *, seed: int = 0, options: Mapping[str, Any] | None = None) -> Position:
    """The first position of a game. All chance of the game is drawn from `seed`; `options` belong to the
    variant.

    Raises `UnknownVariantError`, `BadSetupError`."""
    if type(seed) is not int:
        raise BadSetupError("seed: give an integer")
    if options is not None and not isinstance(options, Mapping):
        raise BadSetupError("options: give an object")
    made = variant_named(variant)
    return made.begin(made, seed, dict(options or {}))


def setup(given: Mapping[str, Any]) -> Position:
    """A position in mid-game from its description (see the README).

    Raises `UnknownVariantError`, `BadSetupError`."""
    return position_from(given)


def amend(position: Position, units: Sequence[Standing], centers: Mapping[str, str | None]) -> Position:
    """A position corrected by hand: exactly these units, and these centres owned so (None: by nobody).

    Raises `BadSetupError` naming what is wrong."""
    return amended(variant_named(position.variant), position, units, centers)


def loads(text: str | bytes) -> Position:
    """The position `dumps` wrote.

    Raises `BadStateError`."""
    return sound(read_position(text))


def resolve(position: Position, orders: Sheets) -> Outcome:
    """Adjudicate a phase: `orders` holds a list of lines for each power; the order of the lists and of the
    lines for different units changes nothing. Powers left out give no orders. Bad orders are reported as
    illegal.

    Raises `BadOrdersError` if the sheets have the wrong shape, `GameOverError` if the game is won,
    `StuckError`."""
    made = variant_named(position.variant)
    if position.winner is not None:
        raise GameOverError(f"the game is over: {', '.join(position.winner)} won")
    _check_sheets(made, orders)
    phase = made.phases[position.turn[-1]]
    done = phase.resolve(made, position, orders)
    record = Record(position.turn, reports=done.reports, write=done.entries)
    if done.again:
        return Outcome(made, msgspec.structs.replace(done.position, record=record), done.dislodged)
    return Outcome(made, advance(made, done.position, record), done.dislodged)


def lock(position: Position, orders: Sheets) -> Position | None:
    """The position between the lock of a phase's orders and their resolution, if the game has such a moment;
    else None.

    In it powers may have been told something of the orders (`view(...)["reports"]`), and `awaiting` names
    those who may still change their own. `resolve` it with all sheets, the changed ones among them; what was
    told at the lock stays as it was told.

    Raises `BadOrdersError`, `GameOverError`."""
    made = variant_named(position.variant)
    if position.winner is not None:
        raise GameOverError(f"the game is over: {', '.join(position.winner)} won")
    _check_sheets(made, orders)
    return made.lock(made, position, orders) if made.lock is not None else None


def declarations(position: Position, power: str) -> list[str]:
    """What the power may declare now, at once and in public, beside its orders: `PROPOSE gorn` …

    Raises `BadViewerError`."""
    made = variant_named(position.variant)
    _power(made, power)
    if position.winner is not None or made.declarations is None:
        return []
    return made.declarations.possible(made, position, power)


def declare(position: Position, power: str, text: str) -> Position:
    """The position after a declaration, which takes effect at once; the phase goes on.

    Raises `BadDeclarationError` saying why it cannot be made, `BadViewerError`."""
    made = variant_named(position.variant)
    _power(made, power)
    if position.winner is not None or made.declarations is None:
        raise BadDeclarationError("there is nothing to declare in this game now")
    return made.declarations.made(made, position, power, text)


def _check_sheets(made: Variant, orders: object) -> None:
    if not isinstance(orders, Mapping):
        raise BadOrdersError("orders: give an object {power: [orders]}")
    powers = made.ids
    for power, lines in orders.items():
        if power not in powers:
            raise BadOrdersError(f"orders: there is no power {power!r}; there are {', '.join(powers)}")
        if not isinstance(lines, (list, tuple)):
            raise BadOrdersError(f"orders of {power}: give a list of texts")
        try:
            "".join(lines)  # the quickest way to see that all are texts
        except TypeError as error:
            odd = next(line for line in lines if not isinstance(line, str))
            raise BadOrdersError(f"orders of {power}: {odd!r} is not a text") from error


def _power(made: Variant, power: str) -> str:
    if power not in made.ids:
        raise BadViewerError(f"there is no power {power!r}; there are {', '.join(made.ids)}")
    return power


def legal(position: Position, power: str) -> dict[str, list[str]]:
    """Everything the power may order now, by unit, as it looks to that power. Exactly these orders count.

    Raises `BadViewerError`."""
    made = variant_named(position.variant)
    _power(made, power)
    if position.winner is not None:
        return {}
    return made.phases[position.turn[-1]].legal(made, position, power)


def offers(position: Position, power: str) -> dict[str, list[str]]:
    """`legal` in a form short enough to be sent: where a variant has too many orders to list, some lines are
    patterns in which each `*` stands for a space. `check` tells what is wrong with an order made of one.

    Raises `BadViewerError`."""
    made = variant_named(position.variant)
    if made.offers is None or position.winner is not None:
        return legal(position, power)
    return made.offers(made, position, _power(made, power))


def check(position: Position, power: str, lines: Sequence[str]) -> list[Reading]:
    """How each line of a sheet is understood, as it looks to that power.

    Raises `BadViewerError`, `BadOrdersError`."""
    made = variant_named(position.variant)
    _power(made, power)
    _check_sheets(made, {power: lines})
    return made.phases[position.turn[-1]].check(made, position, power, lines)


def drawn(position: Position) -> list[dict[str, Any]]:
    """The draws made since the last orders: turn, purpose, pool, drawn. Secret until the game is over.

    `verify` repeats them, from those of every position of a game and its seed."""
    made: list[dict[str, Any]] = position.memory.get("draws", [])
    return [dict(one) for one in made]


def verify(seed: int, made: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Repeat the draws of a finished game: the seed's hash as it was public from the start, each draw with
    `redrawn` and `agrees`, and `ok` if all agree.

    Raises `BadDrawsError`."""
    if type(seed) is not int or type(made) not in {list, tuple}:
        raise BadDrawsError("give the seed, an integer, and a list of draws")
    found = redrawn(seed, made)
    return {"seed_hash": seed_hash(seed), "draws": found, "ok": all(one["agrees"] for one in found)}


def awaiting(position: Position) -> list[str]:
    """The powers the phase waits for."""
    made = variant_named(position.variant)
    return [] if position.winner is not None else made.phases[position.turn[-1]].awaited(made, position)


def ending(position: Position) -> str | None:
    """How a game is over: `solo` (one power has won), `shared` (several have won together), `draw` (nobody
    has won: those that are left share it); None while it is on."""
    if position.winner is None:
        return None
    made = variant_named(position.variant)
    if made.is_draw is not None and made.is_draw(made, position):
        return "draw"
    return "shared" if len(position.winner) > 1 else "solo"


def explain(position: Position, viewer: str) -> list[dict[str, Any]]:
    """Every fact a viewer is given, with the reason why: `about` (the part of the view), `says`, `veiled`
    (it stands in for a truth that is not this viewer's), `why` (`sight.explained`).

    Raises `BadViewerError`."""
    made = variant_named(position.variant)
    if viewer not in {sight.PUBLIC, sight.GM} and viewer not in made.ids:
        raise BadViewerError(f"there is no viewer {viewer!r}; there are public, gm, {', '.join(made.ids)}")
    return sight.explained(sight.facts(made, position), viewer)


def view(position: Position, viewer: str) -> dict[str, Any]:
    """What a viewer may know: a power's id, `public` for spectators, `gm` for everything.

    Raises `BadViewerError`."""
    made = variant_named(position.variant)
    if viewer not in {sight.PUBLIC, sight.GM} and viewer not in made.ids:
        raise BadViewerError(f"there is no viewer {viewer!r}; there are public, gm, {', '.join(made.ids)}")
    return sight.view_of(made, sight.facts(made, position), viewer)


def views(position: Position) -> dict[str, dict[str, Any]]:
    """The view of every power, of spectators and of the GM. Views that say the same may share their parts."""
    made = variant_named(position.variant)
    return sight.views_of(made, sight.facts(made, position), (*made.ids, sight.PUBLIC, sight.GM))


def recall(view: Mapping[str, Any], *, variant: str) -> dict[str, Any]:
    """The notebook as a view tells it, as a setup's `memory`: what it says of it, and what its reader can
    tell from the orders it lists."""
    made = variant_named(variant)
    memory = dict(view.get("memory") or {})
    return memory if made.recall is None else memory | made.recall(view)


def reach(view: Mapping[str, Any], *, variant: str) -> dict[str, list[list[str]]]:
    """Where a unit from each place of a view can be after 1, 2 … seasons, whoever stands in the way; empty
    for variants whose board stays as it is."""
    made = variant_named(variant)
    return {} if made.reach is None else made.reach(view)


def render(view: Mapping[str, Any], *, variant: str = "standard", part: str = "all") -> str:
    """A view as SVG: `part` is `all` or `dynamic` (only the layers that change with the phase)."""
    drawing = importlib.import_module("adjudicator.drawing")  # loaded only by those who draw
    return str(drawing.draw(dict(view), variant=variant, part=part))
