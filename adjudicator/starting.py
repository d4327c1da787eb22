"""First positions and setups: from a variant's map or from a description to a Position. Says what is wrong
with a bad one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.board import Board
from adjudicator.calendar import read_turn
from adjudicator.errors import AdjudicatorError, BadSetupError, BadStateError
from adjudicator.orders import HOLD, Piece
from adjudicator.position import Dislodged, Position, Unit
from adjudicator.variant import Variant
from adjudicator.variants import variant as variant_named

_KEYS = {"variant", "turn", "seed", "options", "assignment", "units", "centers", "dislodged", "memory"}


def starting_position(variant: Variant, seed: int, options: dict[str, Any]) -> Position:
    """Units and centres of the countries as the chart prints them, each power in the country it is
    assigned."""
    assignment = countries_of(variant, options.get("assignment"))
    by_country = {country: power for power, country in assignment.items()} or {p: p for p in variant.ids}
    units: list[Unit] = []
    centers: dict[str, str] = {}
    for country in variant.chart.countries:
        power = by_country.get(country.id)
        if power is not None:
            units += [Unit(power, text[0], text[2:]) for text in country.start]
            centers |= dict.fromkeys(country.homes, power)
    turn = f"{variant.steps[0].season}{variant.year}{variant.steps[0].phase}"
    return Position(
        variant.name, turn, in_map_order(variant, units), in_centre_order(variant, centers),
        assignment=assignment, seed=seed, options=dict(options),
    )  # fmt: skip


def countries_of(variant: Variant, given: object) -> dict[str, str]:
    """A checked assignment power -> country, in the variant's order; empty if none was given."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise BadSetupError("assignment: give an object {power: country}")
    known = {c.id for c in variant.chart.countries}
    for power, country in given.items():
        if power not in variant.ids:
            raise BadSetupError(
                f"assignment: there is no power {power!r}; there are {', '.join(variant.ids)}"
            )
        if country not in known:
            raise BadSetupError(
                f"assignment of {power}: no country {country!r}; there are {', '.join(sorted(known))}"
            )
    if len(set(given.values())) < len(given):
        raise BadSetupError("assignment: two powers have the same country")
    return {p: given[p] for p in variant.ids if p in given}


def in_map_order(variant: Variant, units: list[Unit]) -> tuple[Unit, ...]:
    """Units sorted by province as the chart lists them."""
    chart = variant.chart
    return tuple(sorted(units, key=lambda u: (chart.province_of[chart.region[u.place]], u.owner, u.name)))


def in_centre_order(variant: Variant, centers: Mapping[str, str]) -> dict[str, str]:
    """Centres in map order."""
    return {c: centers[c] for c in variant.chart.centres if c in centers}


def position_from(given: object) -> Position:
    """The position a setup describes (keys: see the README).

    Raises `BadSetupError` naming the part that is wrong."""
    if not isinstance(given, Mapping):
        raise BadSetupError("a setup is an object with at least “variant”, “turn” and “units”")
    missing = [k for k in ("variant", "turn", "units") if k not in given]
    if missing:
        raise BadSetupError(f"the setup lacks {', '.join(missing)}")
    if strange := sorted(set(given) - _KEYS, key=str):
        raise BadSetupError(f"the setup has unknown parts: {', '.join(map(str, strange))}")
    if not isinstance(given["variant"], str):
        raise BadSetupError("variant: give a name")
    variant = variant_named(given["variant"])
    turn = read_turn(variant, given["turn"])
    assignment = countries_of(variant, given.get("assignment"))
    seed = given.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadSetupError("seed: give an integer")
    bare = Position(variant.name, turn.code, (), {}, memory=_plain(given, "memory"), assignment=assignment)
    board = variant.board(bare)
    units = _units(variant, board, given["units"])
    dislodged = _dislodged(variant, board, given.get("dislodged", ()), turn.phase)
    centers = _centers(variant, given.get("centers"), assignment)
    position = Position(
        variant.name, turn.code, in_map_order(variant, units), centers, dislodged, assignment, seed,
        _plain(given, "options"), bare.memory,
    )  # fmt: skip
    return variant.complete(variant, position)


def _plain(given: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = given.get(key, {})
    if not isinstance(value, Mapping):
        raise BadSetupError(f"{key}: give an object")
    return dict(value)


def _power(variant: Variant, power: object, part: str) -> str:
    if not isinstance(power, str) or power.lower() not in variant.ids:
        raise BadSetupError(f"{part}: there is no power {power!r}; there are {', '.join(variant.ids)}")
    return power.lower()


def read_unit(board: Board, power: str, text: object, part: str) -> Unit:
    """A unit from its text; checks that such a unit can stand there."""
    reading = board.read(f"{text} H") if isinstance(text, str) else "a unit is text such as “A bul”"
    if (
        isinstance(reading, str)
        or reading.order.verb != HOLD
        or reading.order.unit is None
        or reading.kind is None
    ):
        why = reading if isinstance(reading, str) else "write it like “A bul”"
        raise BadSetupError(f"{part}: {text!r} is no unit: {why}")
    piece = _standing(board, reading.order.unit)
    if piece is None:
        raise BadSetupError(f"{part}: {text!r} cannot stand there")
    return Unit(power, piece.kind or "", piece.place, None, piece.marks, count=reading.order.unit.count)


def _standing(board: Board, piece: Piece) -> Piece | None:
    kind = board.kinds[piece.kind or ""]
    province = board.chart.provinces[board.chart.index[piece.place.partition("/")[0]]]
    if province.kind not in kind.terrain:
        return None
    if not kind.keeps_coast:
        return Piece(piece.kind, province.id, piece.marks)
    return None if province.coasts and "/" not in piece.place else piece


def _units(variant: Variant, board: Board, given: object) -> list[Unit]:
    if not isinstance(given, Mapping):
        raise BadSetupError("units: give an object {power: [units]}")
    units: list[Unit] = []
    where: dict[str, list[Unit]] = {}
    contests = variant.rulebook.having("contests")
    for name, texts in given.items():
        power = _power(variant, name, "units")
        if isinstance(texts, str) or not hasattr(texts, "__iter__"):
            raise BadSetupError(f'units of {power}: give a list such as ["A bul"]')
        for text in texts:
            unit = read_unit(board, power, text, f"units of {power}")
            place = unit.place.partition("/")[0]
            if any(all(r.contests(unit, other) for r in contests) for other in where.get(place, ())):
                raise BadSetupError(f"units of {power}: {unit.name}: there is a unit in {place} already")
            where.setdefault(place, []).append(unit)
            units.append(unit)
    return units


def _dislodged(variant: Variant, board: Board, given: object, phase: str) -> tuple[Dislodged, ...]:
    if not given:
        return ()
    if phase != "R":
        raise BadSetupError("dislodged: only a retreat phase has dislodged units")
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        raise BadSetupError("dislodged: give a list of objects {power, unit, retreats}")
    found = []
    for row in given:
        if not isinstance(row, Mapping) or not {"power", "unit"} <= set(row):
            raise BadSetupError("dislodged: each is an object {power, unit, retreats}")
        power = _power(variant, row["power"], "dislodged")
        unit = read_unit(board, power, row["unit"], f"dislodged of {power}")
        retreats = []
        for goal in row.get("retreats", ()):
            if goal not in board.chart.region:
                raise BadSetupError(f"retreats of {unit.name}: {goal!r} is no place on the map")
            retreats.append(goal)
        by = row.get("by")
        found.append(Dislodged(unit, by if isinstance(by, str) else None, tuple(sorted(retreats))))
    chart = board.chart
    return tuple(sorted(found, key=lambda d: chart.province_of[chart.region[d.unit.place]]))


def _centers(variant: Variant, given: object, assignment: dict[str, str]) -> dict[str, str]:
    if given is None:
        by_country = {country: power for power, country in assignment.items()} or {p: p for p in variant.ids}
        starting = {
            h: by_country[c.id] for c in variant.chart.countries if c.id in by_country for h in c.homes
        }
        return in_centre_order(variant, starting)
    if not isinstance(given, Mapping):
        raise BadSetupError("centers: give an object {power: [centres]}")
    centers: dict[str, str] = {}
    for name, places in given.items():
        power = _power(variant, name, "centers")
        for place in places:
            if place not in variant.chart.centres:
                raise BadSetupError(f"centers of {power}: {place!r} is no centre")
            if place in centers:
                raise BadSetupError(f"centers: {place} has two owners")
            centers[place] = power
    return in_centre_order(variant, centers)


def sound(position: Position) -> Position:
    """The position itself, if it can be one of its variant.

    Raises `BadStateError`."""
    try:
        variant = variant_named(position.variant)
        read_turn(variant, position.turn)
        board = variant.board(position)
    except AdjudicatorError as error:
        raise BadStateError(f"this is no position: {error}") from error
    units = (*position.units, *(d.unit for d in position.dislodged))
    if not all(u.owner in variant.ids and u.kind in board.kinds and u.place in board.spot for u in units):
        raise BadStateError("this is no position: it has units that the variant does not know")
    if not all(r in board.spot for d in position.dislodged for r in d.retreats):
        raise BadStateError("this is no position: a unit may retreat to no place on the map")
    owners = {*position.centers.values(), *(position.winner or ())}
    if not owners <= set(variant.ids) or not set(position.centers) <= set(board.chart.centres):
        raise BadStateError("this is no position: its centres are not those of the variant")
    return position
