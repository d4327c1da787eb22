"""What a viewer gets from the engine, and the part of it that counts as evidence; for the tests of
noninterference.

`evidence` is deliberately poor: units, posted orders with their result words, reports, centres; no order of
lists, no reasons, no retreats, no waiting list, no figures, no ghosts. Everything else that reaches the
viewer must follow from it, byte for byte.
"""

from __future__ import annotations

import importlib.util
import json
import random
from typing import Any

import adjudicator as adj
from tests.adjudicator.stdip.play import NONSENSE

DRAWN = importlib.util.find_spec("adjudicator.drawing") is not None
Json = dict[str, Any]


def evidence(view: Json, viewer: str) -> str:
    """What the rulings let this viewer know of the last phase and the board after it."""
    own = [d for d in view["dislodged"] if d["power"] == viewer]
    return json.dumps(
        {
            "turn": view["turn"],
            "winner": view["winner"],
            "units": {power: sorted(units) for power, units in sorted(view["units"].items())},
            "dislodged": sorted((d["power"], d["unit"]) for d in view["dislodged"]),
            "by": sorted((d["unit"], d["by"]) for d in own),
            "centers": view["centers"],
            "orders": sorted(
                (e["power"], str(e["unit"]), e["order"], sorted(e["result"])) for e in view["orders"]
            ),
            "reports": sorted(json.dumps(r, sort_keys=True) for r in view["reports"].get(viewer, [])),
        },
        sort_keys=True,
    )


def probes(rng: random.Random, state: adj.Position, viewer: str) -> list[str]:
    """Lines a curious player might have judged: orders for anything, about any province, seen or not."""
    provinces = [p.id for p in adj.variant("stdip").chart.provinces]
    own = [name.split(" (")[0] for name in adj.legal(state, viewer)]
    lines = list(NONSENSE)
    for unit in own[:6] or ["A war"]:
        here, there, far = rng.sample(provinces, 3)
        lines += [
            f"{unit} S {here}", f"{unit} S {here} - {there}", f"{unit} S A {here} - {there}",
            f"{unit} - {far} via", f"{unit} C {here} - {there}", f"{unit} scan {far}", f"{unit} - {far}",
            f"{unit} (T) - {here} - {far}",
            f"{unit} (M) H", f"{unit} (E) - {far}", f"{unit} R {far}", f"{unit} R {here}", f"D {unit}",
        ]  # fmt: skip
    for place in rng.sample(provinces, 12):
        lines += [
            f"A {place} (D) H",
            f"F {place} (D) H",
            f"A {place} H",
            f"{place} (D) - {rng.choice(provinces)}",
        ]
        lines += [f"B A {place}", f"B F {place}", f"CHOOSE A {place}", f"A {place} R {rng.choice(provinces)}"]
    return lines


def everything(state: adj.Position, viewer: str, lines: list[str]) -> str:
    """All that the public face hands to this viewer, as one text."""
    view = adj.view(state, viewer)
    got: Json = {"view": view, "awaiting": adj.awaiting(state)}
    if DRAWN:
        got["drawing"] = adj.render(view, variant="stdip")
    if viewer != "public":
        got["legal"] = adj.legal(state, viewer)
        got["check"] = [(r.text, r.order, r.unit, r.ok, r.problem) for r in adj.check(state, viewer, lines)]
        got["one by one"] = [
            (r.order, r.unit, r.ok, r.problem)
            for line in lines[::9]
            for r in adj.check(state, viewer, [line])
        ]
    return json.dumps(got)
