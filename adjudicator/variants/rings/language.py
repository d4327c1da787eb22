"""How orders of rings are written: ships and stacks (`2S bca - cba`), supports for a race, warp. Reads and
writes, judges nothing."""

from __future__ import annotations

import re

import msgspec

from adjudicator.notation import Notation, UnreadableError
from adjudicator.orders import (
    BUILD,
    DISBAND,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    Order,
    Piece,
)
from adjudicator.variants.rings.wheel import WORMHOLE, the_wheel

WARP = "warp"  # rest: the distance as written, "+5"
COURSE = "course"  # a ship in warp: to its end, `to`; rest: its destination, how many
RECALL = "recall"  # a ship in warp is disbanded; rest: its destination, how many
STAND, ATTACK = "H", "-"  # a support's second word

MOST = 99  # ships in one line
_SHIPS = re.compile(r"(\d{1,3})(?:s|ships?|starships?|cubes?)?", re.IGNORECASE)
_SHIP_WORDS = frozenset({"s", "ship", "ships", "starship", "starships", "cube", "cubes"})
_SIGNED = re.compile(r"([+-]?)(\d+)")
_FILLERS = frozenset({"on", "at", "of", "the", "in"})

Words = tuple[str, ...]


def read(notation: Notation, words: Words) -> Order | None:
    """The order a line says; None for what is written as everywhere (`WAIVE`).

    Raises `UnreadableError` saying what was expected."""
    words = _plain(notation, words)
    if not words or words[0] == "WAIVE":
        return None
    if words[0] in {"B", "D"}:
        return _winter(notation, words[0], words[1:])
    count, rest = _ships(words)
    if rest[:1] == (WARP,):
        return _course(notation, count, rest[1:])
    place, rest = _place(notation, rest)
    return _verb(notation, Piece("S", place, count=count), rest)


def _plain(notation: Notation, words: Words) -> Words:
    """Without brackets, fillers and the space in a race's name; verbs and `warp` as the parser knows them."""
    found: list[str] = []
    for raw in words:
        word = raw[1:-1].strip() if raw.startswith("(") else raw
        lower = word.lower()
        pair = f"{found[-1]} {word}".lower() if found else ""
        if pair in notation.powers:
            found[-1] = notation.powers[pair]
        elif lower in notation.chart.index or lower == WARP:
            found.append(lower)
        elif lower not in _FILLERS:
            found.append(word)
    return tuple(found)


def _ships(words: Words) -> tuple[int, Words]:
    """How many ships a line speaks of: `S`, `2S`, `2 ships`; nothing means one."""
    count, rest = 1, words
    found = _SHIPS.fullmatch(words[0]) if words else None
    if found is not None:
        count, rest = int(found[1]), words[1:]
        if not 1 <= count <= MOST:
            raise UnreadableError(f"“{words[0]}”: give a number of ships from 1 to {MOST}")
    if rest and rest[0].lower() in _SHIP_WORDS:
        rest = rest[1:]
    return count, rest


def _place(notation: Notation, words: Words) -> tuple[str, Words]:
    """A planet or the wormhole; a race's name means its homeworld, as on the printed map."""
    race = notation.powers.get(words[0].lower()) if words else None
    if race is not None:
        return the_wheel().homeworld[race], words[1:]
    return notation.place(words)


def _end(words: Words) -> None:
    if words:
        raise UnreadableError(f"“{' '.join(words)}” at the end of the line could not be understood")


def _winter(notation: Notation, verb: str, words: Words) -> Order:
    count, rest = _ships(words)
    if verb == "D" and rest[:1] == (WARP,):
        goal, rest = _place(notation, rest[1:])
        _end(rest)
        return Order(RECALL, rest=(goal, str(count)))
    place, rest = _place(notation, rest)
    _end(rest)
    return Order(BUILD if verb == "B" else REMOVE, Piece("S", place, count=count))


def _course(notation: Notation, count: int, words: Words) -> Order:
    """A ship in warp: `S warp aja - wormhole`; with nothing behind it, it arrives (G-o)."""
    bound, rest = _place(notation, words)
    if not rest:
        return Order(COURSE, to=bound, rest=(bound, str(count)))
    if rest[0] == "D":
        _end(rest[1:])
        return Order(RECALL, rest=(bound, str(count)))
    if rest[0] != "-":
        raise UnreadableError(
            f"“{rest[0]}”: a ship in warp arrives, or is turned: S warp {bound} - {WORMHOLE}"
        )
    goal, rest = _place(notation, rest[1:])
    _end(rest)
    return Order(COURSE, to=goal, rest=(bound, str(count)))


def _verb(notation: Notation, ships: Piece, words: Words) -> Order:
    if not words:
        raise UnreadableError(
            f"this says no order for the ship at {ships.place}: H, - planet, S race …, warp +5"
        )
    verb, rest = words[0], words[1:]
    if verb == "S":
        return _support(notation, ships, rest)
    if verb == WARP:
        return Order(WARP, ships, rest=(_distance(rest),))
    unsaid = verb in notation.chart.index  # `aga afa`: the dash is left out
    if verb in {"-", "R"} or unsaid:
        goal, rest = _place(notation, words if unsaid else rest)
        _end(rest)
        return Order(RETREAT if verb == "R" else MOVE, ships, goal)
    simple = {"H": HOLD, "D": DISBAND}.get(verb)
    if simple is None:
        raise UnreadableError(
            f"“{verb}” is no order: H, - planet, S race - planet, S race planet, warp +5 are"
        )
    _end(rest)
    return Order(simple, ships)


def _support(notation: Notation, ships: Piece, words: Words) -> Order:
    """`S romulan - cba` (an attack) or `S romulan cba` (a stand): for a race, never for one ship (paragraph
    9, G-e)."""
    race = notation.powers.get(words[0].rstrip(":").lower()) if words else None
    if race is None:
        raise UnreadableError(
            "a support names a race: S romulan - cba for its attack, S romulan cba for its stand"
        )
    how = ATTACK if words[1:2] == ("-",) else STAND
    goal, rest = _place(notation, words[2:] if how == ATTACK else words[1:])
    _end(rest[1:] if how == STAND and rest[:1] == ("H",) else rest)
    return Order(SUPPORT, ships, goal, rest=(race, how))


def _distance(words: Words) -> str:
    found = _SIGNED.fullmatch("".join(words))
    if found is None or not found[1]:
        raise UnreadableError(
            "a warp names direction and distance: warp +5 (anticlockwise) or warp -5 (clockwise)"
        )
    return f"{found[1]}{int(found[2])}"


def write(order: Order) -> str | None:
    """The canonical text of the orders that only rings has; `read(write(order)) == order`."""
    match order.verb:
        case "course":
            return f"{in_warp(order)} - {order.to}"
        case "recall":
            return f"D {in_warp(order)}"
    if order.unit is None:
        return None
    ships = f"{many(order.unit.count)} {order.unit.place}"
    if order.verb == WARP:
        return f"{ships} warp {order.rest[0]}"
    if order.verb == SUPPORT and order.rest:
        race, how = order.rest
        return f"{ships} S {race} - {order.to}" if how == ATTACK else f"{ships} S {race} {order.to}"
    return None


def many(count: int) -> str:
    """`S`, `2S`."""
    return "S" if count == 1 else f"{count}S"


def in_warp(order: Order) -> str:
    """`S warp aja`: the ships in warp that an order is for."""
    return f"{many(int(order.rest[1]))} warp {order.rest[0]}"


def resized(order: Order, count: int) -> Order:
    """The same order for another number of ships."""
    if order.verb in {COURSE, RECALL}:
        return Order(order.verb, to=order.to, rest=(order.rest[0], str(count)))
    ships = None if order.unit is None else msgspec.structs.replace(order.unit, count=count)
    return msgspec.structs.replace(order, unit=ships)


def size(order: Order) -> int:
    """How many ships an order is for."""
    return int(order.rest[1]) if order.verb in {COURSE, RECALL} else order.unit.count if order.unit else 1
