"""How stdip's own orders are written and read: scans, two steps, placements, the Borg's choice. Their
sense is elsewhere."""

from __future__ import annotations

from adjudicator.notation import Notation, UnreadableError
from adjudicator.orders import MOVE, Order, Piece

SCAN, PLACE, CHOOSE = "scan", "place", "choose"
MARKS = ("D", "E", "I", "M", "T")


def read_scan(notation: Notation, words: tuple[str, ...]) -> Order | None:
    """`A pru scan war`."""
    lower = [w.lower() for w in words]
    if "scan" not in lower and "scans" not in lower:
        return None
    unit, rest = notation.piece(words)
    if not rest or rest[0].lower() not in {"scan", "scans"}:
        return None
    goal, rest = notation.place(rest[1:])
    if rest:
        raise UnreadableError(f"“{' '.join(rest)}” behind the scanned place could not be understood")
    return Order(SCAN, unit, goal)


def read_placement(notation: Notation, words: tuple[str, ...]) -> Order | None:
    """`place 1: tyr`."""
    if words[0].lower() != "place":
        return None
    number = words[1].rstrip(":") if len(words) > 1 else ""
    if not number.isdecimal():
        raise UnreadableError("a placement is written like “place 1: tyr”")
    rest = words[3:] if len(words) > 2 and words[2] == ":" else words[2:]
    goal, rest = notation.place(rest)
    if rest:
        raise UnreadableError(f"“{' '.join(rest)}” behind the placement could not be understood")
    return Order(PLACE, None, goal.partition("/")[0], rest=(str(int(number)),))


def read_choice(notation: Notation, words: tuple[str, ...]) -> Order | None:
    """`CHOOSE F bul/sc`."""
    if words[0].lower() not in {"choose", "chooses"}:
        return None
    unit, rest = notation.piece(words[1:])
    if rest:
        raise UnreadableError(f"“{' '.join(rest)}” behind the choice could not be understood")
    return Order(CHOOSE, unit)


def read_two_steps(notation: Notation, words: tuple[str, ...]) -> Order | None:
    """`F por (T) - mao - wes`, `F por (T) - mao C A gas - naf`: a first step, then a move or a convoy."""
    owner = 1 if words[0].lower() in notation.powers else 0
    if "-" not in words or words.index("-") > 4 + owner:
        return None
    unit, rest = notation.piece(words)
    if rest[:1] != ("-",):
        return None
    first, rest = notation.place(rest[1:])
    if rest[:1] == ("-",):
        second, rest = notation.place(rest[1:])
        if rest and rest != ("via",):
            raise UnreadableError(f"“{' '.join(rest)}” behind the second step could not be understood")
        return Order(MOVE, unit, first, then=second)
    if rest[:1] == ("C",):
        aim, rest = notation.piece(rest[1:])
        if rest[:1] != ("-",):
            raise UnreadableError("the convoy does not say where the army goes")
        goal, rest = notation.place(rest[1:])
        if rest:
            raise UnreadableError(f"“{' '.join(rest)}” behind the convoy could not be understood")
        return Order(MOVE, unit, first, aim, then=goal)
    return None


def write_order(order: Order, piece: str, aim: str) -> str | None:
    """The canonical text of stdip's own forms, given the texts of the pieces; None for every other order."""
    match order.verb:
        case "scan":
            return f"{piece} scan {order.to}"
        case "place":
            return f"place {order.rest[0]}: {order.to}"
        case "choose":
            return f"CHOOSE {piece}"
        case "move" if order.then is not None:
            second = f"C {aim} - {order.then}" if order.aim is not None else f"- {order.then}"
            return f"{piece} - {order.to} {second}"
    return None


def _piece(piece: Piece | None) -> str:
    if piece is None:
        return ""
    name = f"{piece.kind} {piece.place}" if piece.kind else piece.place
    marks = "".join(f"({m})" for m in piece.marks)
    owner = f"{piece.owner} " if piece.owner else ""
    return f"{owner}{name} {marks}" if marks else f"{owner}{name}"


def writer(order: Order) -> str | None:
    """The notation's writer for stdip's forms."""
    return write_order(order, _piece(order.unit), _piece(order.aim))
