"""What is hidden of warp stays hidden: two games that differ only in one race's destinations, its diversions'
origins and its unreadable lines give everybody else the same bytes."""

from __future__ import annotations

import json
import random
import re

import pytest

import adjudicator as adj
from tests.adjudicator.rings.board import PLANETS, POWERS

YEARS = 8
PROBES = [
    "S warp {} - wormhole",
    "S aga warp +5",
    "D S warp {}",
    "S cba S borg - cca",
    "2S aga - bda",
    "hello",
]


def everything(state: adj.Position, viewer: str) -> str:
    """All that a viewer can get: view, menus, how lines are understood."""
    found: list[object] = [adj.view(state, viewer)]
    if viewer in POWERS:
        found.append(adj.legal(state, viewer))
        lines = [probe.format(place) for probe in PROBES for place in ("aja", "cba", "bea")]
        found += [(r.text, r.order, r.unit, r.ok, r.problem) for r in adj.check(state, viewer, lines)]
    return json.dumps(found)


def otherwise_bound(rng: random.Random, line: str) -> str:
    """The same order to enter warp for another distance."""
    return re.sub(r"warp [+-]\d+", lambda _: f"warp {rng.choice('+-')}{rng.randint(1, 9)}", line)


def common(rng: random.Random, state: adj.Position, power: str) -> list[str]:
    """Lines for a sheet, those about ships in warp left out; warp is popular."""
    lines = []
    for unit, texts in adj.legal(state, power).items():
        if "warp" not in unit:
            drives = [t for t in texts if "warp" in t]
            lines += rng.sample(drives, 1) if drives and rng.random() < 0.4 else rng.sample(texts, 1)
    return lines


def diverted(state: adj.Position, power: str) -> list[str]:
    """All ships of the race in warp turned into the wormhole."""
    return [
        next(t for t in texts if t == f"{unit} - wormhole")
        for unit, texts in adj.legal(state, power).items()
        if "warp" in unit and state.turn[-1] == "M"
    ]


@pytest.mark.parametrize("seed", range(4))
def test_whole_games(seed: int) -> None:
    rng = random.Random(seed)
    secret = POWERS[seed * 2 % len(POWERS)]
    one = two = adj.new("rings", seed=seed)
    differed = 0
    while one.winner is None and int(one.turn[1:-1]) < 2371 + YEARS:
        sheets = {p: common(rng, one, p) for p in POWERS}
        for power in POWERS:
            if power != secret and rng.random() < 0.5:
                sheets[power] += diverted(one, power)
        mine = sheets[secret]
        first = {**sheets, secret: mine + diverted(one, secret)}
        second = {
            **sheets,
            secret: [*(otherwise_bound(rng, x) for x in mine), *diverted(two, secret), "S aga warpp +3", "?"],
        }
        one, two = adj.resolve(one, first).state, adj.resolve(two, second).state
        differed += adj.view(one, "gm")["warp"] != adj.view(two, "gm")["warp"]
        for viewer in (*POWERS, "public"):
            if viewer != secret:
                assert everything(one, viewer) == everything(two, viewer)
    assert differed > 2, "the secret never mattered"


@pytest.mark.parametrize("verb", ["+12", "+0", "-40"])
def test_a_warp_that_does_not_count_hides_its_distance_too(verb: str) -> None:
    start = adj.new("rings")
    seen = {
        everything(adj.resolve(start, {"borg": [f"S aga warp {number}"]}).state, "romulan")
        for number in (verb, "+99")
    }
    assert len(seen) == 1
    assert "+99" not in seen.pop()


@pytest.mark.parametrize("other", ["bfa", "cha"])
def test_disbanded_in_winter(other: str) -> None:
    def winter(to: str, lines: list[str]) -> adj.Position:
        state = adj.setup(
            {
                "variant": "rings",
                "turn": "W2375A",
                "units": {"borg": ["S cba"], "romulan": ["S aka"]},
                "centers": {"borg": ["cba"], "romulan": ["aka"]},
                "memory": {"warp": [{"power": "borg", "to": to}]},
            }
        )
        return adj.resolve(state, {"borg": lines}).state

    for lines in ([], ["D S warp aja", "D S warp aja", f"D S warp {other}", f"D S warp {other}"]):
        a, b = winter("aja", lines), winter(other, lines)
        assert everything(a, "romulan") == everything(b, "romulan")
        assert everything(a, "borg") != everything(b, "borg")
        assert adj.view(a, "gm") != adj.view(b, "gm")


def test_every_destination_looks_alike_while_it_is_secret() -> None:
    def afloat(to: str) -> adj.Position:
        return adj.setup(
            {
                "variant": "rings",
                "turn": "S2375M",
                "units": {"romulan": ["S aia", "S cba"]},
                "memory": {"warp": [{"power": "borg", "to": to}]},
            }
        )

    for viewer in ("romulan", "public"):
        assert len({everything(afloat(to), viewer) for to in PLANETS}) == 1
        turned = {
            everything(adj.resolve(afloat(to), {"borg": [f"S warp {to} - wormhole"]}).state, viewer)
            for to in PLANETS
        }
        assert len(turned) == 1
