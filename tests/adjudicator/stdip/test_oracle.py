"""The engine against the brute-force oracle on small crowded boards with all seven powers' rules on.

`STDIP_ORACLE=20000 pytest …` runs the long comparison.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import adjudicator as adj
from tests.adjudicator.board import province_of
from tests.adjudicator.stdip.oracle import Piece, Result, UndecidedError, piece, rule
from tests.adjudicator.stdip.play import COUNTRIES, NONSENSE, POWERS, sheets

BOARDS = int(os.environ.get("STDIP_ORACLE", "500"))
HOLES = (("por", "swe"), ("mao", "aeg"), ("bur", "gal"), ("nwg", "tys"), ("hol", "ruh"), ("gre", "tun"))
CHART = adj.variant("stdip").chart
Json = dict[str, Any]


def near(province: str) -> set[str]:
    names = {province, *(r for r in CHART.regions if province_of(r) == province)}
    return {province_of(link.goal) for link in CHART.links if link.origin in names}


def small_board(rng: random.Random) -> Json:
    """Four to nine units of several powers in one corner of the map, traders among them, a wormhole."""
    seas = [p.id for p in CHART.provinces if p.kind == "sea"]
    hole = rng.choice(HOLES)
    area = (
        set(hole)
        if rng.random() < 0.2
        else {rng.choice(seas if rng.random() < 0.6 else [p.id for p in CHART.provinces])}
    )
    while len(area) < 9:
        around = sorted({n for p in area for n in near(p)} - area)
        area |= set(rng.sample(around, min(2, len(around))))
    units: dict[str, list[str]] = {p: [] for p in POWERS}
    powers = [*rng.sample(POWERS, rng.randint(2, 3)), *(["borg"] if rng.random() < 0.4 else [])]
    for name in rng.sample(sorted(area), rng.randint(4, 8)):
        spot = CHART.provinces[CHART.index[name]]
        power = rng.choice(powers)
        kind = (
            "C" if power == "cardassian" else rng.choice({"sea": "F", "land": "A", "coast": "AAF"}[spot.kind])
        )
        coast = f"/{rng.choice(spot.coasts)}" if kind == "F" and spot.coasts else ""
        mark = " (T)" if power == "ferengi" and rng.random() < 0.5 else ""
        units[power].append(f"{kind} {name}{coast}{mark}")
        if power != "ferengi" and "ferengi" in powers and rng.random() < 0.15:
            beside = rng.choice({"sea": "F", "land": "A", "coast": "A"}[spot.kind])
            units["ferengi"].append(f"{beside} {name} (T)")
    deal = dict(zip(POWERS, rng.sample(COUNTRIES, 7), strict=True))
    centres = [p.id for p in CHART.provinces if p.centre][:14]
    return {
        "variant": "stdip", "turn": "S2374M", "seed": 1, "assignment": deal,
        "units": {p: u for p, u in units.items() if u}, "centers": {"federation": centres},
        "memory": {"wormhole": list(hole)},
    }  # fmt: skip


def pieces_of(given: Json, outcome: adj.Outcome) -> list[Piece]:
    """The orders as they were posted, each for its unit."""
    traders = {("ferengi", t.split(" (")[0]) for t in given["units"].get("ferengi", []) if "(T)" in t}
    return [
        piece(e.power, e.order.replace(" scan ", " H "), was_trader=(e.power, e.unit) in traders)
        for e in outcome.entries
        if e.unit is not None and "superseded" not in e.result and "illegal" not in e.result
    ]


def told(outcome: adj.Outcome, pieces: list[Piece]) -> tuple[Result, bool]:
    """What the engine says, in the oracle's terms; False if a unit has no order to compare (illegal ones)."""
    words = {(e.power, e.unit): set(e.result) for e in outcome.entries if "illegal" not in e.result}
    names = [(p.power, f"{p.kind} {p.region}") for p in pieces]
    said = [words[n] for n in names]
    moves = [i for i, p in enumerate(pieces) if p.act == "M"]
    failed = {"bounce", "no convoy", "disrupted", "assimilates"}
    enters = frozenset(i for i in moves if not said[i] & failed)
    wins = enters | {i for i in moves if "assimilates" in said[i]}
    open_ways = frozenset(i for i in moves if not said[i] & {"no convoy", "disrupted"})
    lost = {"cut", "dislodged", "assimilated"}
    cut = frozenset(i for i, p in enumerate(pieces) if p.act == "S" and said[i] & lost)
    out = dict.fromkeys((i for i in range(len(pieces)) if "dislodged" in said[i]), 0)
    taken = dict.fromkeys((i for i in range(len(pieces)) if "assimilated" in said[i]), 0)
    return Result(enters, wins, cut, open_ways, out, taken), len(outcome.entries) == len(pieces)


def compare(number: int, seen: Counter[str]) -> str | None:
    rng = random.Random(number)
    given = small_board(rng)
    state = adj.setup(given)
    played = {
        p: [o for o in lines if o not in NONSENSE] for p, lines in sheets(rng, state, helpful=0.6).items()
    }
    outcome = adj.resolve(state, played)
    pieces = pieces_of(given, outcome)
    engine, whole = told(outcome, pieces)
    if not whole or len(pieces) != len(state.units) or len([p for p in pieces if p.act in "MS"]) > 11:
        seen["skipped"] += 1
        return None
    try:
        oracle = rule(pieces, tuple(given["memory"]["wormhole"]))
    except UndecidedError:
        seen["undecided"] += 1
        return None
    void = {i for i, p in enumerate(pieces) if p.act == "S" and not any(i in q.backers for q in pieces)}
    seen["compared"] += 1
    seen["bounced"] += len(oracle.wins) < sum(p.act == "M" for p in pieces)
    seen["cut"] += bool(oracle.cut - void)
    seen["dislodged"] += bool(oracle.dislodged)
    seen["assimilated"] += bool(oracle.assimilated)
    seen["convoys"] += any(p.act == "C" for p in pieces)
    seen["traders"] += any(p.trader for p in pieces)
    seen["heroes"] += any(p.hero for p in pieces)
    seen["amphibious"] += any(p.kind == "C" for p in pieces)
    hole = set(given["memory"]["wormhole"])
    seen["wormhole"] += any(p.act == "M" and {p.at, p.to} == hole for p in pieces)
    for what, a, b in (
        ("enters", engine.enters, oracle.enters), ("wins", engine.wins, oracle.wins),
        ("cut", engine.cut - void, oracle.cut - void), ("open", engine.open, oracle.open),
        ("dislodged", set(engine.dislodged), set(oracle.dislodged)),
        ("assimilated", set(engine.assimilated), set(oracle.assimilated)),
    ):  # fmt: skip
        if a != b:
            orders = [f"{e.power}: {e.order} {list(e.result)}" for e in outcome.entries]
            return f"board {number}, {what}: engine {sorted(a)}, oracle {sorted(b)}\n" + "\n".join(orders)
    return None


def test_engine_and_oracle_agree() -> None:
    seen: Counter[str] = Counter()
    wrong = [found for number in range(BOARDS) if (found := compare(number, seen)) is not None]
    assert not wrong, f"{len(wrong)} of {seen['compared']} boards, the first:\n" + "\n\n".join(wrong[:3])
    assert seen["undecided"] <= BOARDS // 100, seen
    assert seen["compared"] >= BOARDS * 0.7, seen
    rich = (
        "bounced",
        "cut",
        "dislodged",
        "assimilated",
        "convoys",
        "traders",
        "heroes",
        "amphibious",
        "wormhole",
    )
    assert all(seen[what] >= BOARDS // 100 for what in rich), seen
