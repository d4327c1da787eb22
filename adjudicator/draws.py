"""Chance: draws from a game's one secret seed, each keyed by its purpose and turn. No state: asked again, the
same answer.

The seed's hash can be shown from the start and the seed at the end, so that anybody can check every draw."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.errors import BadDrawsError

T = TypeVar("T")


def draw(seed: int, purpose: str, turn: str, among: Sequence[T]) -> T:
    """One of `among`, all equally likely.

    The bytes of SHA-256 over seed, purpose, turn and a counter are read as a number; numbers in the uneven
    rest at the top are thrown away and the counter goes on, so that no choice is favoured. Raises
    `ValueError` if there is nothing to draw from."""
    if not among:
        raise ValueError(f"nothing to draw from for {purpose} in {turn}")
    size, space = len(among), 1 << 256
    fair = space - space % size
    tries = 0
    while True:
        digest = hashlib.sha256(f"{seed}|{purpose}|{turn}|{tries}".encode()).digest()
        number = int.from_bytes(digest, "big")
        if number < fair:
            return among[number % size]
        tries += 1


def shuffled(seed: int, purpose: str, among: Sequence[T]) -> list[T]:
    """`among` in drawn order."""
    rest = list(among)
    order: list[T] = []
    while rest:
        one = draw(seed, f"{purpose} {len(order)}", "start", rest)
        rest.remove(one)
        order.append(one)
    return order


def seed_hash(seed: int) -> str:
    """The fingerprint of a seed that may be public from the start: SHA-256 in hexadecimal."""
    return hashlib.sha256(f"trekdip seed {seed}".encode()).hexdigest()


def redrawn(seed: int, made: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every draw of a finished game made again from its seed.

    `made`: draws as `adjudicator.drawn` lists them (`turn`, `purpose`, `pool`, `drawn`). Each comes back with
    `redrawn` and whether that `agrees`. Raises `BadDrawsError` if one is not a draw."""
    found = []
    for number, one in enumerate(made, start=1):
        try:
            turn, purpose, pool, drawn = (one[k] for k in ("turn", "purpose", "pool", "drawn"))
            again = draw(seed, str(purpose), str(turn), list(pool))
        except (KeyError, TypeError, ValueError) as error:
            raise BadDrawsError(f"draw {number}: give turn, purpose, pool (not empty) and drawn") from error
        found.append({**one, "redrawn": again, "agrees": again == drawn})
    return found
