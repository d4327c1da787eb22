"""The gate: the one module of the site that holds a Position and calls the adjudicator.

Texts and plain rows go in and out. It reads no table and knows no user; who may see which result is decided
by the selectors, which hand out a viewer's own stored view and nothing else.
"""

import dataclasses
import functools
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import adjudicator as adj
from adjudicator import drawing
from adjudicator.position import Position
from trekdip.games import wire
from trekdip.games.passed import (
    AdjudicationError,
    AmendingError,
    Declared,
    DeclaringError,
    DrawRow,
    Entering,
    Given,
    Imagined,
    ImaginingError,
    OrderRow,
    Resolved,
    Seen,
    Standing,
    UnitRow,
    VariantCard,
)

__all__ = [
    "AdjudicationError",
    "AmendingError",
    "Declared",
    "DeclaringError",
    "DrawRow",
    "Entering",
    "Given",
    "Imagined",
    "ImaginingError",
    "OrderRow",
    "Resolved",
    "Seen",
    "Standing",
    "UnitRow",
    "VariantCard",
]

PUBLIC = "public"
GM = "gm"
Declaration = tuple[str, str]  # a power and what it declared
Sheets = Mapping[str, Sequence[str]]  # order lines by power


@functools.cache
def variants() -> tuple[VariantCard, ...]:
    """All variants that can be played."""
    return tuple(variant(name) for name in adj.variants())


@functools.cache
def variant(name: str) -> VariantCard:
    """One variant's card; raises KeyError for a name that is none."""
    if name not in adj.variants():
        raise KeyError(name)
    record = adj.variant(name)
    return VariantCard(name, record.title, tuple((power.id, power.name) for power in record.powers))


@functools.cache
def home_centres(name: str) -> frozenset[str]:
    """The provinces of a variant's map that are some country's home centre."""
    return frozenset(province.id for province in adj.variant(name).chart.provinces if province.home)


@functools.cache
def homes(name: str) -> dict[str, tuple[str, ...]]:
    """The home centres of each country of a variant's map."""
    return {country.id: tuple(country.homes) for country in adj.variant(name).chart.countries}


@functools.cache
def kinds(name: str) -> dict[str, str]:
    """The kinds of units of a variant: the letter in orders, and the word."""
    return {letter: kind.name for letter, kind in adj.variant(name).kinds.items()}


@functools.cache
def countries(name: str) -> tuple[tuple[str, str], ...]:
    """The countries that powers of a variant can begin in, (id, title); none where each power has its own."""
    record = adj.variant(name)
    found = tuple((country.id, country.name) for country in record.chart.countries)
    return () if {country for country, _ in found} & set(record.ids) else found


@functools.cache
def centres(name: str) -> tuple[str, ...]:
    """The provinces of a variant's map with a centre, in the chart's order."""
    return tuple(adj.variant(name).chart.centres)


@functools.cache
def start(name: str) -> dict[str, Any]:
    """The first position of the variant as everybody would see it; where powers draw lots for countries, one
    of the ways in which they may fall.
    """
    return adj.view(adj.new(name, seed=0), PUBLIC)


def opening(name: str, *, seed: int, options: Mapping[str, Any]) -> Entering:
    """The first phase of a new game of the variant; raises AdjudicationError."""
    try:
        return _entering(adj.new(name, seed=seed, options=dict(options)))
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


def options_problem(name: str, options: Mapping[str, Any]) -> str | None:
    """Why no game of the variant can begin with these options; None if one can."""
    try:
        adj.new(name, seed=0, options=dict(options))
    except adj.AdjudicatorError as error:
        return str(error)
    return None


def example(
    name: str, setup: Mapping[str, Any], orders: Mapping[str, Sequence[str]], viewer: str
) -> tuple[str, dict[str, Any]]:
    """A made-up position with orders played out: the drawing of what came of it, and the View it shows.

    No game is touched: everything comes from the arguments. Raises adj.AdjudicatorError for a setup that is
    none.
    """
    position = adj.setup({"variant": name, **setup})
    before = adj.view(position, viewer)
    if orders:
        position = adj.resolve(position, {power: list(lines) for power, lines in orders.items()}).state
    view = adj.view(position, viewer)
    shown = drawing.as_it_lay(view, before, name)
    return drawing.draw(shown, variant=name, part="inline"), view


def read_sheet(truth: str, power: str, lines: Sequence[str]) -> list[wire.Line]:
    """How each line of a sheet is understood, judged by what that power may know (R-i)."""
    return _readings(_position(truth), power, lines)


def declare(truth: str, made: Sequence[Declaration], power: str, text: str) -> Declared:
    """What is public once a power has declared something, after what was declared before in the phase.

    Raises DeclaringError.
    """
    try:
        position = adj.declare(_declared(_position(truth), made), power, text)
    except adj.AdjudicatorError as error:
        raise DeclaringError(str(error)) from error
    return Declared(_declarable(position), dict(adj.view(position, PUBLIC).get("memory", {})))


def locked(
    truth: str, orders: Mapping[str, Sequence[str]], made: Sequence[Declaration] = ()
) -> Entering | None:
    """The phase between the lock of these orders and their resolution, in which those it awaits may still
    amend theirs; None where there is no such moment or nobody could. Raises AdjudicationError.
    """
    try:
        position = _declared(_position(truth), made)
        between = adj.lock(position, {power: list(lines) for power, lines in orders.items()})
        entering = None if between is None else _entering(between)
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error
    if entering is None or not entering.awaiting:
        return None
    return dataclasses.replace(entering, title=f"{entering.title}: orders locked")


def resolve(truth: str, orders: Mapping[str, Sequence[str]], made: Sequence[Declaration] = ()) -> Resolved:
    """Adjudicate the phase with each power's order lines; a power left out has sent none. `made`: what was
    declared in it, in order.

    Everything is worked out here, views and drawings included, so that an error leaves nothing half done.
    Raises AdjudicationError with the trace.
    """
    try:
        position = _declared(_position(truth), made)
        outcome = adj.resolve(position, {power: list(lines) for power, lines in orders.items()})
        rows = tuple(
            OrderRow(
                entry["power"],
                entry["unit"] or "",
                entry["order"],
                tuple(entry["result"]),
                entry.get("because") or "",
            )
            for entry in outcome.orders
        )
        return Resolved(rows, _entering(outcome.state))
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


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
            lines = {power: _readings(position, power, given) for power, given in orders.items()}
            outcome = adj.resolve(position, {power: list(given) for power, given in orders.items()})
            if outcome.winner is not None and orders is not sheets[-1]:
                raise ImaginingError("The game would be over before that: there is nothing left to play out.")
            position = outcome.state
        after = adj.view(position, GM)  # all of a truth that was made up of what the viewer knows
    except adj.AdjudicatorError as error:
        raise ImaginingError(f"This cannot be played out: {error}.") from error
    after["viewer"] = view["viewer"]
    drawn = drawing.draw(after, variant=name, part="dynamic")
    legal = {} if after["winner"] else _offered(name, position, after)
    return Imagined(after, turn_title(name, after["turn"]), drawn, lines, legal)


def _offered(name: str, position: Position, view: Mapping[str, Any]) -> dict[str, dict[str, list[str]]]:
    """What every power that has a say in this phase could order: power -> unit -> orders."""
    found = {
        power: adj.offers(position, power)
        for power in adj.variant(name).ids
        if view["turn"][-1] == "M" or power in view["awaiting"]
    }
    return {power: legal for power, legal in found.items() if legal}


def entered(truth: str) -> Entering:
    """A phase opened once more with the same position; raises AdjudicationError."""
    try:
        return _entering(_position(truth))
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


def amended(truth: str, units: Sequence[Standing], centers: Mapping[str, str | None]) -> Entering:
    """A phase opened with a corrected position: exactly these units, and these centres owned so.

    Raises AmendingError saying what is wrong, AdjudicationError with the trace.
    """
    given = [adj.Standing(one.power, one.unit, one.was) for one in units]
    try:
        position = adj.amend(_position(truth), given, centers)
    except adj.AdjudicatorError as error:
        raise AmendingError(f"This cannot be: {error}.") from error
    try:
        return _entering(position)
    except Exception as error:
        raise AdjudicationError(traceback.format_exc()) from error


def explained(truth: str, viewer: str) -> list[Given]:
    """Every fact of a position that a viewer is given, with the reason. For the desk alone."""
    return [
        Given(one["about"], one["says"], one["veiled"], tuple(one["why"]))
        for one in adj.explain(_position(truth), viewer)
    ]


def standing(truth: str) -> tuple[list[Standing], dict[str, str]]:
    """The units of a position by number, and who owns which centre: what a correction starts from."""
    position = _position(truth)
    units = [Standing(unit.owner, unit.name, number) for number, unit in enumerate(position.units)]
    return units, dict(position.centers)


def redrawn(seed: int, truths: Sequence[str]) -> tuple[DrawRow, ...]:
    """Every draw of a game made again: `truths` are its positions, oldest first."""
    made = [one for truth in truths for one in adj.drawn(_position(truth))]
    return tuple(
        DrawRow(
            turn=str(one["turn"]),
            purpose=str(one["purpose"]),
            pool=tuple(map(str, one["pool"])),
            drawn=str(one["drawn"]),
            redrawn=str(one["redrawn"]),
            agrees=bool(one["agrees"]),
        )
        for one in adj.verify(seed, made)["draws"]
    )


def turn_title(name: str, turn: str) -> str:
    """A turn code in the variant's words: `S1901M` is "Spring 1901, movement"."""
    record = adj.variant(name)
    return f"{record.seasons[turn[0]]} {turn[1:-1]}, {record.phases[turn[-1]].name}"


@functools.cache
def phase_kinds() -> tuple[tuple[str, str], ...]:
    """The kinds of phase a rhythm can name, of all variants: (letter that ends a turn code, title)."""
    kinds = {
        letter: phase.name for name in adj.variants() for letter, phase in adj.variant(name).phases.items()
    }
    return tuple(kinds.items())


@functools.cache
def year_of(name: str) -> tuple[tuple[str, str], ...]:
    """The phases of a year of the variant in their order, as (the letters of season and phase in turn codes,
    title): "SM", "Spring, movement".
    """
    record = adj.variant(name)
    return tuple(
        (step.season + step.phase, f"{record.seasons[step.season]}, {record.phases[step.phase].name}")
        for step in record.steps
    )


@functools.cache
def kinds_of(name: str) -> tuple[tuple[str, str], ...]:
    """The kinds of phase of one variant: (letter that ends a turn code, title)."""
    return tuple((letter, phase.name) for letter, phase in adj.variant(name).phases.items())


def board(name: str, view: Mapping[str, Any]) -> str:
    """The whole drawing of a View of that variant, for embedding in a page."""
    return drawing.draw(dict(view), variant=name, part="inline")


def board_file(name: str, view: Mapping[str, Any]) -> str:
    """The whole drawing of a View of that variant, as a file that stands alone."""
    return drawing.draw(dict(view), variant=name, part="all")


def stylesheet(name: str) -> str:
    """The style of a variant's boards as a CSS text."""
    return drawing.stylesheet(name)


def geometry(name: str, view: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Where a variant's provinces and places are drawn: plain data for the board's script. `view`: whose
    board it is, where boards turn.
    """
    return drawing.geometry(name, view)


def reach(name: str, view: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Where units from the places of a View can be after 1, 2 … seasons, on boards that turn."""
    return adj.reach(view, variant=name)


def notes(name: str, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a variant notes on the board of a View, in words: `words`, `title`, where."""
    return drawing.notes(view, name)


def look(name: str) -> dict[str, Any]:
    """Colours, pattern and emblem of each power: plain data for legends."""
    return drawing.look(name)


def marks(name: str) -> dict[str, str]:
    """The letters beside units on a variant's boards and what they mean."""
    return drawing.marks(name)


def emblem(name: str, power: str) -> str:
    """A power's emblem as a small SVG."""
    return drawing.emblem(name, power)


@functools.lru_cache(maxsize=256)
def _position(truth: str) -> Position:
    """The Position of a stored text.

    Positions are frozen, so they can be shared; many sheets ask for the same one.
    """
    return adj.loads(truth)


def _declared(position: Position, made: Sequence[Declaration]) -> Position:
    """The position after what was declared in it."""
    for power, text in made:
        position = adj.declare(position, power, text)
    return position


def _declarable(position: Position) -> dict[str, list[str]]:
    """What each power may declare now; only powers that may declare anything."""
    found = {power: adj.declarations(position, power) for power in adj.variant(position.variant).ids}
    return {power: texts for power, texts in found.items() if texts}


def _readings(position: Position, power: str, lines: Sequence[str]) -> list[wire.Line]:
    """How each line is understood, as it looks to that power."""
    return [
        wire.Line(text=read.text, order=read.order, unit=read.unit, ok=read.ok, problem=read.problem)
        for read in adj.check(position, power, list(lines))
    ]


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


def _entering(position: Position) -> Entering:
    """The phase that opens with this position, as everybody sees it."""
    views = adj.views(position)
    public = views[PUBLIC]
    return Entering(
        truth=adj.dumps(position),
        turn=public["turn"],
        title=turn_title(position.variant, public["turn"]),
        awaiting=tuple(public["awaiting"]),
        winner=tuple(public["winner"] or ()),
        units=_unit_rows(position),
        seen=tuple(_seen(position, viewer, view) for viewer, view in views.items()),
        declarable=_declarable(position),
        ending=adj.ending(position) or "",
    )


def _unit_rows(position: Position) -> tuple[UnitRow, ...]:
    """All units of the truth, those waiting for a retreat last."""
    standing = [(unit, False) for unit in position.units]
    waiting = [(entry.unit, True) for entry in position.dislodged]
    return tuple(
        UnitRow(unit.owner, unit.commander, unit.kind, unit.place, unit.marks, unit.name, dislodged)
        for unit, dislodged in (*standing, *waiting)
    )


def _seen(position: Position, viewer: str, view: Mapping[str, Any]) -> Seen:
    """What one viewer gets to know on entering the position."""
    legal = {} if viewer in {PUBLIC, GM} else adj.offers(position, viewer)
    drawn = drawing.draw(dict(view), variant=position.variant, part="dynamic")
    return Seen(viewer, _json(view), _json(legal), drawn)


def _json(data: object) -> str:
    """JSON with sorted keys, so that no order of insertion can tell anything."""
    return msgspec.json.encode(data, order="deterministic").decode()
