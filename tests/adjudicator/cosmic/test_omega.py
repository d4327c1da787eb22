"""The lasting warps of Omega against a count of our own, on random sheets of all powers (X-k, X-l, X-v,
X-w)."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest

import adjudicator as adj
from tests.adjudicator.cosmic.board import CENTRES, HOLES, HOMES, IMPERIAL, LANES, POWERS, near

SHEETS = 150
Lane = frozenset[str]
Line = tuple[str, str, Lane, str, tuple[str, ...]]  # power, text, lane, sign, folds


EDGE = "bar"  # a centre that warps have left two lanes
KEPT = sorted(near(EDGE))[:2]
BEFORE = LANES - {frozenset((EDGE, other)) for other in near(EDGE) if other not in KEPT}
CUT = ["/".join(sorted((EDGE, other))) for other in near(EDGE) if other not in KEPT]


def warp(rng: random.Random) -> tuple[str, str]:
    """Two spaces: one of the centre's last lanes, often, or some that are far apart."""
    if rng.random() < 0.6:
        return EDGE, rng.choice(KEPT)
    a, b = rng.sample(["2", "40", "86", EDGE, "amo", "bh1", "44"], 2)
    return a, b


def opened(lanes: set[Lane], weights: dict[tuple[Lane, str], int]) -> tuple[set[Lane], set[Lane]]:
    """The lanes after a vote, and the cuts refused because a centre would stay alone."""
    pairs = {lane for lane, _ in weights}
    wins = {
        lane: max("+/", key=lambda sign: weights.get((lane, sign), 0))
        for lane in pairs
        if weights.get((lane, "+"), 0) != weights.get((lane, "/"), 0)
    }
    refused: set[Lane] = set()
    while True:
        after = set(lanes) | {lane for lane, sign in wins.items() if sign == "+"}
        cuts = {lane for lane, sign in wins.items() if sign == "/" and lane not in refused and lane in lanes}
        after -= cuts
        alone = [c for c in CENTRES if not any(c in lane for lane in after)]
        wrong = [lane for lane in cuts if any(c in lane for c in alone)]
        if not wrong:
            return after, refused
        refused.add(max(wrong, key=lambda lane: "".join(sorted(lane))))


def lanes_after(done: adj.Outcome) -> set[Lane]:
    found = set(LANES)
    for text in done.further["memory"]["warps"]:
        sign = "+" if "+" in text else "/"
        found ^= {frozenset(text.split(sign))}
    return found


@pytest.mark.parametrize("seed", range(3))
def test_type_b_is_counted(seed: int) -> None:
    rng = random.Random(f"B {seed}")
    seen: Counter[str] = Counter()
    for _ in range(SHEETS):
        owners = {p: list(HOMES[p]) for p in POWERS}
        owners["human"] += HOMES["newstate"] if rng.random() < 0.5 else []
        owners["newstate"] = [c for c in owners["newstate"] if c not in owners["human"]]
        declared = "amo" in owners["human"] and rng.random() < 0.5
        state = adj.setup(
            {
                "variant": "cosmic",
                "turn": "O2825B",
                "units": {},
                "centers": owners,
                "memory": {"warps": CUT} | ({"empires": {"human": ["newstate"]}} if declared else {}),
            }
        )
        sheets: dict[str, list[str]] = {}
        votes: list[tuple[Lane, str, bool]] = []
        for power in POWERS:
            right = (1 + (power == "human" and declared)) if set(owners[power]) & IMPERIAL else 0
            lines = []
            for n in range(rng.randint(0, 3)):
                a, b = warp(rng)
                sign, back = rng.choice("+/"), rng.random() < 0.3
                lines.append(f"{'S ' if back else ''}{a}{sign}{b}")
                if n < right and not {a, b} & HOLES:
                    votes.append((frozenset((a, b)), sign, back))
            sheets[power] = lines
        ordered = {(lane, sign) for lane, sign, back in votes if not back}
        weights = Counter((lane, sign) for lane, sign, _ in votes if (lane, sign) in ordered)
        wanted, refused = opened(set(BEFORE), weights)
        done = adj.resolve(state, sheets)
        assert lanes_after(done) == wanted, sheets
        seen["changed"] += wanted != BEFORE
        seen["refused"] += bool(refused)
        backwards = {p: sheets[p] for p in reversed(POWERS)}
        assert adj.resolve(state, backwards).to_dict() == done.to_dict()
    assert min(seen["changed"], seen["refused"]) > 0


@pytest.mark.parametrize("seed", range(3))
def test_type_c_is_weighed_and_paid_for(seed: int) -> None:
    rng = random.Random(f"C {seed}")
    seen: Counter[str] = Counter()
    places = [str(n) for n in range(43, 66)]
    for _ in range(SHEETS):
        spots = rng.sample(places, 18)
        folds = {p: spots[6 * n : 6 * n + 6] for n, p in enumerate(("human", "krass", "vulcan"))}
        state = adj.setup(
            {
                "variant": "cosmic",
                "turn": "O2825C",
                "units": {p: [f"Q {s}" for s in own] for p, own in folds.items()},
                "centers": {p: list(HOMES[p]) for p in POWERS},
                "memory": {"warps": CUT},
            }
        )
        sheets: dict[str, list[str]] = defaultdict(list)
        counted: list[Line] = []
        for power, own in folds.items():
            left = set(own)
            for _ in range(rng.randint(1, 2)):
                crew = tuple(
                    rng.sample(own, 3) if rng.random() < 0.7 else rng.choices(own, k=rng.randint(2, 5))
                )
                (a, b), sign = warp(rng), rng.choice("+/")
                text = f"{','.join(f'Q{s}' for s in crew)} {a}{sign}{b}"
                sheets[power].append(text)
                foreign = sign == "+" and any(c in CENTRES and c not in HOMES[power] for c in (a, b))
                if len(crew) < 3 or not set(crew) <= left or len(set(crew)) < len(crew):
                    continue
                if foreign or {a, b} & HOLES:
                    continue
                left -= set(crew)
                counted.append((power, text, frozenset((a, b)), sign, crew))
        weights: dict[tuple[Lane, str], int] = {}
        for _, _, lane, sign, spent in counted:
            weights[lane, sign] = max(len(spent), weights.get((lane, sign), 0))
        wanted, refused = opened(set(BEFORE), weights)
        void = {(lane, "/") for lane in refused}
        gone = {s for _, _, lane, sign, spent in counted if (lane, sign) not in void for s in spent}
        done = adj.resolve(state, sheets)
        assert lanes_after(done) == wanted, sheets
        assert {u.split()[1] for units in done.units.values() for u in units} == set(spots) - gone
        seen["changed"] += wanted != BEFORE
        seen["gone"] += bool(gone)
        seen["refused"] += bool(refused)
    assert min(seen["changed"], seen["gone"], seen["refused"]) > 0
