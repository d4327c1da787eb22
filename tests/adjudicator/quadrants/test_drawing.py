"""The board of quadrants: every system and lane once, layers told apart, room around everything; drawn from
a view."""

from __future__ import annotations

import itertools
import json
import math
import random
from typing import Any

import adjudicator as adj
from tests.adjudicator.quadrants.board import CHART, SYSTEMS, concerted, lanes

BOARD: dict[str, Any] = json.loads((CHART.parent / "board.json").read_text(encoding="utf-8"))
NODES: dict[str, list[float]] = BOARD["nodes"]
LAYERS = {1: "lower", 3: "upper"}


def test_every_system_and_every_lane_is_drawn_once() -> None:
    assert set(NODES) == set(SYSTEMS)
    drawn = [frozenset(lane[:2]) for lane in BOARD["lanes"]]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {frozenset((a, b)) for a in SYSTEMS for b in lanes(a)}


def test_lanes_say_in_which_layer_they_run() -> None:
    for a, b, *words in BOARD["lanes"]:
        layers = {SYSTEMS[a]["layer"], SYSTEMS[b]["layer"]}
        word = "vertical" if len(layers) > 1 else LAYERS.get(layers.pop())
        assert words == ([word] if word else []), (a, b)


def test_systems_have_room_and_no_lane_runs_through_another_system() -> None:
    for a, b in itertools.combinations(NODES, 2):
        assert math.dist(NODES[a], NODES[b]) > 2.5 * BOARD["radius"], (a, b)
    for a, b, *_ in BOARD["lanes"]:
        for system in NODES.keys() - {a, b}:
            assert clearance(NODES[system], NODES[a], NODES[b]) > BOARD["radius"], (a, b, system)
    assert all(
        40 <= x <= BOARD["size"][0] - 40 and 40 <= y <= BOARD["size"][1] - 40 for x, y in NODES.values()
    )


def clearance(point: list[float], a: list[float], b: list[float]) -> float:
    along = sum((p - s) * (e - s) for p, s, e in zip(point, a, b, strict=True)) / math.dist(a, b) ** 2
    near = [s + min(1.0, max(0.0, along)) * (e - s) for s, e in zip(a, b, strict=True)]
    return math.dist(point, near)


def test_units_and_moves_of_any_system_are_drawn() -> None:
    rng = random.Random(2)
    state = adj.new("quadrants", seed=1)
    for _ in range(6):
        state = adj.resolve(state, concerted(rng, state)).state
        view = adj.view(state, "public")
        svg = adj.render(view, variant="quadrants")
        for units in view["units"].values():
            assert all(f'data-unit="{unit}"' in svg for unit in units)
        assert svg == adj.render(adj.view(adj.loads(adj.dumps(state)), "public"), variant="quadrants")
