"""Chance at a table: kept promises, and draws that nothing but the seed moves."""

import hashlib
from collections import Counter

from trekdip.games.models import new_seed
from trekdip.games.services.lots import adjudicator_seed, seed_hash, shuffled

SEED = "0123456789abcdef0123456789abcdef"


def test_the_hash_is_that_of_the_seed_and_does_not_hold_the_drawn_number() -> None:
    assert seed_hash(SEED) == hashlib.sha256(SEED.encode()).hexdigest()
    assert adjudicator_seed(SEED) == 0x0123456789ABCDE
    assert adjudicator_seed("f" * 32) < 2**63


def test_draws_depend_on_seed_and_purpose_and_not_on_the_order_of_names() -> None:
    names = ["austria", "england", "france", "germany", "italy", "russia", "turkey"]
    drawn = shuffled(SEED, "powers", names)
    assert sorted(drawn) == names
    assert shuffled(SEED, "powers", names[::-1]) == drawn
    assert shuffled(SEED, "something else", names) != drawn
    assert shuffled(SEED[::-1], "powers", names) != drawn


def test_lots_are_fair() -> None:
    firsts = Counter(shuffled(f"{number:032x}", "powers", ["a", "b", "c"])[0] for number in range(3000))
    assert set(firsts) == {"a", "b", "c"}
    assert all(abs(count - 1000) < 150 for count in firsts.values())


def test_seeds_are_long_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 32 for seed in seeds)
