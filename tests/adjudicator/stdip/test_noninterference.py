"""Noninterference: two truths that give a viewer the same evidence give that viewer the same bytes.

Whole random games are played twice at once: beside the game runs a twin in which something is different
that not everybody may know (a cloaked unit's place, kind, order, an infiltration, a take-over, a hidden
build, the seed, a misfit line, the order of lists). For each viewer game and twin are compared as long as
that viewer's evidence (`witness.evidence`) has been the same from the start; then everything it can ask for
must be the same text. Where a change can by its nature leave no trace, equal evidence itself is demanded.

`NONINTERFERENCE=2000 pytest …` plays more games than the everyday run.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import adjudicator as adj
from tests.adjudicator.stdip.play import POWERS, VIEWERS, Sheets, crowded_setup, new_game, sheets
from tests.adjudicator.stdip.witness import everything, evidence, probes

GAMES = int(os.environ.get("NONINTERFERENCE", "3"))
PHASES = 7
FOLLOWED = 4  # phases for which a twin is followed

Twin = tuple[adj.Position, Sheets, frozenset[str]]  # state, sheets, viewers who must not notice at all
NOBODY: frozenset[str] = frozenset()
Change = Callable[[random.Random, adj.Position, Sheets], Twin]


def province(place: str) -> str:
    return place.partition("/")[0]


def hidden(state: adj.Position) -> list[int]:
    """Cloaked units nobody but their owner knows of."""
    known = (
        {(k["owner"], f"{k['kind']} {k['place']}") for ks in state.memory["known"].values() for k in ks}
        if state.memory.get("known")
        else set()
    )
    return [
        i for i, u in enumerate(state.units)
        if "I" in u.marks and (u.owner, u.plain) not in known and u.controller is None
    ]  # fmt: skip


def replaced(state: adj.Position, units: list[object]) -> adj.Position:
    board = adj.variant("stdip").board(state)
    units.sort(key=lambda u: (board.spot[u.place], u.owner))  # type: ignore[attr-defined]
    return msgspec.structs.replace(state, units=tuple(units))


def other_seed(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    return msgspec.structs.replace(state, seed=rng.getrandbits(50)), given, NOBODY


def other_infiltrations(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    """Tags moved to other units; the Dominion's take-overs go with its knowledge."""
    fit = [i for i, u in enumerate(state.units) if u.owner not in {"borg", "dominion"}]
    chosen = set(rng.sample(fit, min(len(fit), rng.randint(0, 5))))
    units = [
        msgspec.structs.replace(
            u, tags=(*(t for t in u.tags if t != "infiltrated"), *(("infiltrated",) if i in chosen else ()))
        )
        for i, u in enumerate(state.units)
    ]
    given = {**given, "dominion": [line for line in given.get("dominion", []) if "(D)" not in line]}
    return msgspec.structs.replace(state, units=tuple(units)), given, NOBODY


def through_the_dominion(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    """The same order, given by the Dominion instead of the owner."""
    spies = [u for u in state.units if "infiltrated" in u.tags]
    if not spies or not state.turn.endswith("M"):
        return state, given, NOBODY
    unit = rng.choice(spies)
    mine = [line for line in given.get(unit.owner, []) if line.startswith(unit.plain)]
    if len(mine) != 1 or "(E)" in mine[0] or any(u.place == unit.place and u != unit for u in state.units):
        return state, given, NOBODY
    taken = mine[0].replace(unit.plain, f"{unit.plain} (D)", 1)
    others = given.get("dominion", [])
    if any(line.startswith(unit.plain) for line in others):
        return state, given, NOBODY
    given = {
        **given,
        "dominion": [*others, taken],
        unit.owner: [o for o in given[unit.owner] if o != mine[0]],
    }
    return state, given, frozenset(VIEWERS) - {"dominion", unit.owner}


def other_kind(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    """An unknown cloaked unit on a coast is of the other kind."""
    chart = adj.variant("stdip").chart
    fit = [
        i
        for i in hidden(state)
        if chart.provinces[chart.index[province(state.units[i].place)]].kind == "coast"
    ]
    if not fit:
        return state, given, NOBODY
    i = rng.choice(fit)
    unit, spot = state.units[i], chart.provinces[chart.index[province(state.units[i].place)]]
    place = spot.id if unit.kind == "F" or not spot.coasts else f"{spot.id}/{rng.choice(spot.coasts)}"
    turned = msgspec.structs.replace(unit, kind="A" if unit.kind == "F" else "F", place=place)
    return replaced(state, [turned if n == i else u for n, u in enumerate(state.units)]), given, NOBODY


def other_place(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    """An unknown cloaked unit is elsewhere, or nowhere."""
    fit = hidden(state)
    if not fit or not state.turn.endswith("M"):
        return state, given, NOBODY
    i, chart = rng.choice(fit), adj.variant("stdip").chart
    taken = {province(u.place) for u in state.units} | {
        p for c in state.memory.get("covered", {}).values() for p in c
    }
    free = [p for p in chart.provinces if p.id not in taken and not p.coasts]
    rest = [u for n, u in enumerate(state.units) if n != i]
    if free and rng.random() < 0.8:
        spot = rng.choice(free)
        kind = {"sea": "F", "land": "A", "coast": rng.choice("AF")}[spot.kind]
        rest.append(msgspec.structs.replace(state.units[i], kind=kind, place=spot.id))
    return replaced(state, rest), given, NOBODY


def other_romulan_orders(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    """One cloaked unit, or one cloaked build, is ordered otherwise."""
    menu = adj.legal(state, "romulan")
    mine = given.get("romulan", [])
    if state.turn.endswith("A"):
        hidden_builds = [o for options in menu.values() for o in options if "(I)" in o]
        return state, {**given, "romulan": rng.sample(hidden_builds, min(len(hidden_builds), 3))}, NOBODY
    cloaked = [unit for unit in menu if "(I)" in unit]
    if not cloaked:
        return state, given, NOBODY
    unit = rng.choice(cloaked)
    rest = [o for o in mine if o not in menu[unit]]
    marked = [o for o in menu[unit] if "(I)" in o]
    return state, {**given, "romulan": [*rest, rng.choice(marked)]}, NOBODY


def stray_lines(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    """Lines that are for no unit of their writer."""
    power = rng.choice(POWERS)
    strange = [f"A {p.id} - mun" for p in adj.variant("stdip").chart.provinces]
    own = {province(u.place) for u in state.units if u.owner == power}
    lines = [o for o in rng.sample(strange, 5) if o.split()[1] not in own]
    return state, {**given, power: [*lines, "???", *given.get(power, [])]}, frozenset(VIEWERS) - {power}


def shuffled(rng: random.Random, state: adj.Position, given: Sheets) -> Twin:
    powers = rng.sample(list(given), len(given))
    if not state.turn.endswith("M"):
        return state, {p: given[p] for p in powers}, frozenset(VIEWERS)
    lines = {p: given[p] if p == "dominion" else rng.sample(given[p], len(given[p])) for p in powers}
    double = any(len({tuple(o.split()[:2]) for o in ls}) < len(ls) for ls in lines.values())
    return state, {p: given[p] for p in powers} if double else lines, frozenset(VIEWERS)


CHANGES: tuple[Change, ...] = (
    other_seed, other_infiltrations, through_the_dominion, other_kind, other_place, other_romulan_orders,
    stray_lines, shuffled,
)  # fmt: skip


def careless(rng: random.Random, given: Sheets) -> Sheets:
    """The sheets with some kinds of supported and convoyed units left out, as people do."""
    return {
        power: [re.sub(r" ([SC]) [AFC] ", r" \1 ", o) if rng.random() < 0.15 else o for o in lines]
        for power, lines in given.items()
    }


def adapted(rng: random.Random, state: adj.Position, given: Sheets) -> Sheets:
    """The same sheets; the Romulan's and the Dominion's where they may be the same, else others."""
    mine = dict(given)
    for power in ("romulan", "dominion"):
        menu = adj.legal(state, power)
        lines = []
        for options in menu.values():
            same = [o for o in given.get(power, []) if o in options]
            lines += same[:1] or [rng.choice(options)]
        mine[power] = lines
    return mine


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_whole_games(change: Change) -> None:
    met: Counter[str] = Counter()

    @settings(
        max_examples=GAMES, deadline=None, derandomize=True, phases=[Phase.generate], database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.integers(0, 2**40))
    def play(number: int) -> None:
        rng = random.Random(number)
        state = (
            new_game(rng) if rng.random() < 0.25 else adj.setup(crowded_setup(rng, units=rng.randint(16, 40)))
        )
        for _ in range(PHASES):
            if state.winner is not None:
                return
            given_now = careless(rng, sheets(rng, state))
            met.update(beside_a_twin(rng, change, state, given_now))
            state = adj.resolve(state, given_now).state

    play()
    if change is not shuffled:  # the best that can come of which is an equal truth
        assert met["compared"] >= 2 * GAMES, "equal truths would prove nothing"


def beside_a_twin(rng: random.Random, change: Change, state: adj.Position, given: Sheets) -> Counter[str]:
    """Follow the truth and its changed twin; how many pairs of views were compared."""
    met: Counter[str] = Counter()
    twin, twin_sheets, untouched = change(rng, state, given)
    viewers = [v for v in alike(state, twin, VIEWERS) if given.get(v) == twin_sheets.get(v)]
    if change is other_infiltrations:
        viewers = [v for v in viewers if v != "dominion"]  # which is told of them
    met["compared"] += compare(rng, change.__name__, state, twin, viewers, (given, twin_sheets))
    before = state
    for step in range(FOLLOWED):
        state, twin = adj.resolve(state, given).state, adj.resolve(twin, twin_sheets).state
        left = alike(state, twin, viewers)
        if step == 0:
            noticed = untouched.intersection(viewers).difference(left)
            assert not noticed, (change.__name__, noticed, given, twin_sheets, adj.dumps(before))
        viewers = left
        met["compared"] += compare(rng, change.__name__, state, twin, viewers, (given, twin_sheets))
        if not viewers or state.winner is not None:
            break
        given = careless(rng, sheets(rng, state))
        twin_sheets = adapted(rng, twin, given)
        viewers = [v for v in viewers if given.get(v) == twin_sheets.get(v)]
    return met


def alike(state: adj.Position, twin: adj.Position, viewers: Iterable[str]) -> list[str]:
    """The viewers whose evidence is the same in both truths."""
    mine, other = adj.views(state), adj.views(twin)
    return [v for v in viewers if evidence(mine[v], v) == evidence(other[v], v)]


def compare(
    rng: random.Random,
    change: str,
    state: adj.Position,
    twin: adj.Position,
    viewers: list[str],
    played: object,
) -> int:
    """Everything that each of these viewers can ask for, in both truths; how many were compared."""
    if state == twin:
        return 0
    for viewer in viewers:
        lines = probes(rng, state, viewer) if viewer != "public" else []
        mine, other = everything(state, viewer, lines), everything(twin, viewer, lines)
        if mine != other:
            at = next(i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b)
            raise AssertionError(
                f"{change}: {viewer} can tell the truths apart in {state.turn}:\n"
                f"{mine[max(0, at - 300) : at + 200]}\n"
                f"{other[max(0, at - 300) : at + 200]}\n{played}\n{adj.dumps(state)}"
            )
    return len(viewers)
