"""Whole random games of stdip, twenty years each: nothing raises, the books are in order after every phase.

`STDIP_GAMES=200 pytest …` plays more games than the everyday run.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from typing import Any

import pytest

import adjudicator as adj
from tests.adjudicator.stdip.play import POWERS, VIEWERS, Sheets, crowded_setup, new_game, sheets

GAMES = int(os.environ.get("STDIP_GAMES", "6"))
YEARS = 20
CHART = adj.variant("stdip").chart
PROVINCES = {p.id: p for p in CHART.provinces}
COUNTRY = {p.id: p.home for p in CHART.provinces if p.centre}
Json = dict[str, Any]


def province(place: str) -> str:
    return place.partition("/")[0]


def standing_is_right(state: adj.Position) -> None:
    """One unit a province, but for traders beside others; each where its kind can be."""
    military = Counter(province(u.place) for u in state.units if "T" not in u.marks)
    ferengi = Counter(province(u.place) for u in state.units if u.owner == "ferengi")
    assert max(military.values(), default=0) <= 1, military
    assert max(ferengi.values(), default=0) <= 1, ferengi
    for unit in state.units:
        spot = PROVINCES[province(unit.place)]
        assert (unit.kind == "C") == (unit.owner == "cardassian")
        assert unit.kind != "A" or (spot.kind != "sea" and "/" not in unit.place)
        assert unit.kind != "F" or (spot.kind != "land" and bool(spot.coasts) == ("/" in unit.place))
        assert set(unit.marks) <= {"romulan": {"I"}, "ferengi": {"T"}}.get(unit.owner, set())


def secrets_are_in_order(before: adj.Position, state: adj.Position) -> None:
    """Infiltrations only where they may be; command back with the owners; one wormhole for ever."""
    for unit in state.units:
        if "infiltrated" in unit.tags and "assimilated" not in unit.tags:
            assert unit.owner not in {"borg", "dominion"}
        if not state.turn.endswith("R"):
            assert unit.controller is None
            assert set(unit.tags) <= {"infiltrated"}
    if not state.turn.endswith("R"):
        assert not state.dislodged
    ends = tuple(before.memory.get("wormhole", ()))
    assert not ends or ends == tuple(state.memory["wormhole"])
    if ends:
        assert all(PROVINCES[e].home is None for e in ends)
    if "dominion" not in state.centers.values() and state.turn.endswith("A"):
        assert not any("infiltrated" in u.tags for u in state.units)


def supply_is_right(state: adj.Position, due: dict[str, int]) -> None:
    """Add 2, Borg 8 and 9, reckoned anew."""
    year, counts = int(state.turn[1:5]), state.memory.get("assimilated", {})
    for power in POWERS:
        centres = [c for c, owner in state.centers.items() if owner == power]
        units = [u for u in state.units if u.owner == power]
        civil = int(year >= 2372 and power != "ferengi")
        allowed = max(0, len(centres) - civil + counts.get(power, 0)) if centres else 0
        taken = {province(u.place) for u in state.units if "T" not in u.marks or power == "ferengi"}
        home = state.assignment.get(power)
        sites = [c for c in centres if c not in taken and (power == "cardassian" or COUNTRY[c] == home)]
        assert due.get(power, 0) == min(allowed - len(units), len(sites)), power


def centres_are_right(before: adj.Position, state: adj.Position, told: Json) -> None:
    """They change hands after a Fall only: to who stands there, or to the Federation as was told."""
    if not (before.turn.startswith("F") and not state.turn.startswith("F")):
        assert before.centers == state.centers
        return
    joined = {r["center"] for r in told["reports"].get("federation", []) if r["kind"] == "joined"}
    standing = {province(u.place): u.owner for u in state.units if "T" not in u.marks}
    for centre in COUNTRY:
        owner = "federation" if centre in joined else standing.get(centre, before.centers.get(centre))
        if owner != "borg" or state.centers.get(centre) == "borg" or centre in standing:
            assert state.centers.get(centre) == owner, centre
    assert all(COUNTRY[c] is None for c in joined)


def numbers_are_right(before: adj.Position, state: adj.Position, due: dict[str, int]) -> None:
    """After Winter nobody has more units than allowed, and nobody lost more than was due."""
    for power in POWERS:
        was, now = (sum(u.owner == power for u in s.units) for s in (before, state))
        owed = due.get(power, 0)
        assert was + min(owed, 0) <= now <= was + max(owed, 0)
        assert owed >= 0 or now == was + owed


def listed_is_legal(rng: random.Random, state: adj.Position) -> None:
    """Whatever `legal` lists, given alone, `check` accepts and `resolve` does not call illegal."""
    power = rng.choice(POWERS)
    menu = adj.legal(state, power)
    for options in menu.values():
        line = rng.choice(options)
        (reading,) = adj.check(state, power, [line])
        assert reading.ok, (power, line, reading)
        assert reading.order == line, (power, line, reading)
        for entry in adj.resolve(state, {power: [line]}).orders:
            ours = entry["power"] == power or "(D)" in line
            assert not (ours and "illegal" in entry["result"] and entry["order"] == line), (power, entry)


def order_does_not_matter(rng: random.Random, state: adj.Position, given: Sheets, done: adj.Position) -> None:
    """Sheets and lines in any order (but the Dominion's, whose first finds the wormhole)."""
    mixed = {p: rng.sample(given[p], len(given[p])) for p in rng.sample(list(given), len(given))}
    heads = {p: [" ".join(o.split()[:2]) for o in lines] for p, lines in given.items()}
    steady = {p for p, names in heads.items() if len(set(names)) < len(names) or p == "dominion"}
    if not state.turn.endswith("M"):
        steady = set(given)
    again = adj.resolve(state, {p: given[p] if p in steady else mixed[p] for p in mixed}).state
    assert {**_plain(again)} == {**_plain(done)}


def _plain(state: adj.Position) -> Json:
    """A position without the order of the lines that are for nobody."""
    entries = sorted(map(str, state.record.entries)) if state.record else []
    return {"text": adj.dumps(state).partition('"entries"')[0], "entries": entries, "units": state.units}


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game(number: int) -> None:
    rng = random.Random(number)
    state = new_game(rng) if number % 2 else adj.setup(crowded_setup(rng))
    first = int(state.turn[1:5])
    due: dict[str, int] = {}
    while state.winner is None and int(state.turn[1:5]) < first + YEARS:
        given = sheets(rng, state)
        text = adj.dumps(state)
        outcome = adj.resolve(state, given)
        assert adj.dumps(state) == text, "resolve changed its input"
        after, told = outcome.state, outcome.to_dict()
        stored = adj.loads(adj.dumps(after))
        assert stored == after
        assert json.dumps(adj.views(stored)) == json.dumps(adj.views(after))
        standing_is_right(after)
        secrets_are_in_order(state, after)
        centres_are_right(state, after, told)
        if state.turn.endswith("A"):
            numbers_are_right(state, after, due)
        due = told["adjustments"]
        if after.turn.endswith("A") and after.winner is None:
            supply_is_right(after, due)
        if rng.random() < 0.2:
            order_does_not_matter(rng, state, given, after)
        if rng.random() < 0.05:
            listed_is_legal(rng, after)
        seen = adj.views(after)
        assert set(seen) == {*VIEWERS, "gm"}
        assert set(told["awaiting"]) <= set(POWERS)
        state = after


@pytest.mark.parametrize("number", range(GAMES))
def test_a_setup_may_list_its_units_in_any_order(number: int) -> None:
    rng = random.Random(f"setup {number}")
    given = crowded_setup(rng)
    other = {**given, "units": {p: rng.sample(u, len(u)) for p, u in reversed(given["units"].items())}}
    state, twin = adj.setup(given), adj.setup(other)
    assert adj.dumps(state) == adj.dumps(twin)
    played = sheets(rng, state)
    assert adj.dumps(adj.resolve(state, played).state) == adj.dumps(adj.resolve(twin, played).state)
