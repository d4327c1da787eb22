"""How the orders are written that only cosmic has: warps of types A, B and C, their supports, empires. Reads
and writes, judges nothing."""

from __future__ import annotations

from adjudicator.notation import Notation, UnreadableError
from adjudicator.orders import Order
from adjudicator.variants.cosmic.lanes import CONNECT, CUT, Warp

WARP = "warp"  # a fold's warp of type A; without a unit, one of type B. rest: two spaces and the sign
BACK = "back"  # the support of such a warp
SPEND = "spend"  # a warp of type C; rest: two spaces, the sign, the folds' spaces
EMPIRE = "empire"  # rest: the power whose home set is taken into the empire

Words = tuple[str, ...]


def read(notation: Notation, words: Words) -> Order | None:
    """The order a line says; None for what is written as everywhere.

    Raises `UnreadableError` saying what was expected."""
    if any(word.lower() == "q-14" for word in words):  # the system's name with a plain hyphen
        return notation.read(" ".join("q14" if word.lower() == "q-14" else word for word in words))
    if words[0].lower() == EMPIRE:
        return _empire(notation, words[1:])
    for at, word in enumerate(words):
        if word.lower() == "w":
            piece, rest = notation.piece(words[:at])
            if rest:
                raise UnreadableError(f"“{' '.join(rest)}” before W could not be understood")
            return Order(WARP, piece, rest=_ends(_warp(notation, words[at + 1 :])))
    if not any(CONNECT in word or CUT in word for word in words):
        return None
    if words[0] == "S":
        return Order(BACK, rest=_ends(_warp(notation, words[1:])))
    if "S" in words[1:]:
        at = words.index("S", 1)
        piece, rest = notation.piece(words[:at])
        if not rest:
            return Order(BACK, piece, rest=_ends(_warp(notation, words[at + 1 :])))
    whole = _found(notation, words)
    if whole is not None:
        return Order(WARP, rest=_ends(whole))
    return _spend(notation, words)


def _ends(warp: Warp) -> Words:
    return warp.a, warp.b, warp.sign


def _found(notation: Notation, words: Words) -> Warp | None:
    """Two spaces with a sign between them; names of systems may hold a plus (`K+49`)."""
    text = "".join(words).lower()
    for at, sign in enumerate(text):
        if sign in {CONNECT, CUT}:
            a, b = (_space(notation, part) for part in (text[:at], text[at + 1 :]))
            if a is not None and b is not None:
                return Warp(a, b, sign)
    return None


def _warp(notation: Notation, words: Words) -> Warp:
    found = _found(notation, words)
    if found is None:
        raise UnreadableError(
            f"“{' '.join(words)}” names no warp: write 2+86 to connect two spaces, 2/86 to disconnect them"
        )
    return found


def _space(notation: Notation, text: str) -> str | None:
    try:
        place, rest = notation.place(notation.tokens(text))
    except UnreadableError:
        return None
    return None if rest else place


def _spend(notation: Notation, words: Words) -> Order:
    """`Q16,Q72,Q51 28+16`: the folds, then the warp, which begins at the last gap that leaves one."""
    for at in range(len(words) - 1, 0, -1):
        warp = _found(notation, words[at:])
        if warp is not None and not words[at - 1].endswith((CONNECT, CUT)):
            folds = [_fold(notation, text) for text in _listed(words[:at])]
            return Order(SPEND, rest=(*_ends(warp), *folds))
    raise UnreadableError(
        f"“{' '.join(words)}” is no warp: write 2+86, S 2+86, or folds and a warp such as Q16,Q72,Q51 28+16"
    )


def _listed(words: Words) -> list[str]:
    text = " ".join(words).replace(" and ", ",").replace("q ", "q").replace("Q ", "Q")
    return [part for part in text.replace(" ", ",").split(",") if part]


def _fold(notation: Notation, text: str) -> str:
    """`Q16` is the fold in space 16; the one in the system Q-14 is `Qq14`."""
    place = _space(notation, text[1:].lstrip(": ")) if text[:1] in {"Q", "q"} else None
    place = place or _space(notation, text)
    if place is None:
        raise UnreadableError(f"“{text}” names no fold: write Q16 for the one in 16")
    return place


def _empire(notation: Notation, words: Words) -> Order:
    power = notation.powers.get(" ".join(words).lower())
    if power is None:
        raise UnreadableError("EMPIRE names the power whose home systems are taken in: EMPIRE newstate")
    return Order(EMPIRE, rest=(power,))


def write(order: Order) -> str | None:
    """The canonical text of the orders that only cosmic has; `read(write(order)) == order`."""
    if order.verb == EMPIRE:
        return f"EMPIRE {order.rest[0]}"
    if order.verb not in {WARP, BACK, SPEND}:
        return None
    warp = warp_in(order).text
    if order.verb == SPEND:
        return f"{','.join(f'Q{place}' for place in order.rest[3:])} {warp}"
    verb = "W" if order.verb == WARP else "S"
    if order.unit is None:
        return warp if order.verb == WARP else f"S {warp}"
    unit = f"{order.unit.kind} {order.unit.place}" if order.unit.kind else order.unit.place
    return f"{unit} {verb} {warp}"


def warp_in(order: Order) -> Warp:
    """The warp an order of this file names."""
    return Warp(order.rest[0], order.rest[1], order.rest[2])
