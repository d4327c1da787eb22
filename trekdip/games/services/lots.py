"""Chance at a table: the seed and what is drawn from it. Each draw has a key, so none depends on another."""

import hashlib
import hmac
from collections.abc import Sequence


def seed_hash(seed: str) -> str:
    """The public promise: SHA-256 of the seed's 32 hexadecimal digits, shown from the start and checked at
    the end.
    """
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def adjudicator_seed(seed: str) -> int:
    """The number the adjudicator draws from: the first 60 bits of the seed, which fit a JSON number
    everywhere.
    """
    return int(seed[:15], 16)


def shuffled(seed: str, purpose: str, names: Sequence[str]) -> list[str]:
    """The names in an order drawn from the seed: by HMAC-SHA-256 of `purpose/name` under the seed."""
    return sorted(
        names,
        key=lambda name: hmac.new(
            seed.encode("ascii"), f"{purpose}/{name}".encode(), hashlib.sha256
        ).digest(),
    )
