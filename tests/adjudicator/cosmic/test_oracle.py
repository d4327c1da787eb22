"""The battle of cosmic against the oracle on random crowded boards, and against itself with everything listed
in another order."""

from __future__ import annotations

import os
import random
from collections import Counter

import adjudicator as adj
from tests.adjudicator.cosmic.board import Piece, random_pieces
from tests.adjudicator.cosmic.oracle import Answer, Oracle

BOARDS = int(os.environ.get("COSMIC_BOARDS", "400"))
MOST_QUESTIONS = 9


def setup_of(pieces: list[Piece]) -> adj.Position:
    units: dict[str, list[str]] = {}
    for piece in pieces:
        units.setdefault(piece.power, []).append(piece.unit)
    return adj.setup({"variant": "cosmic", "turn": "A2825M", "units": units, "centers": {}})


def sheets_of(pieces: list[Piece]) -> dict[str, list[str]]:
    kinds = {p.place: p.kind for p in pieces}
    sheets: dict[str, list[str]] = {}
    for piece in pieces:
        sheets.setdefault(piece.power, []).append(piece.text(kinds))
    return sheets


def answer_of(done: adj.Outcome) -> Answer:
    warped = done.further["memory"]["season_warps"]
    return Answer(
        frozenset((p, u) for p, units in done.units.items() for u in units),
        frozenset((d["power"], d["unit"]) for d in done.dislodged),
        frozenset(warped),
    )


def test_the_engine_agrees_with_the_oracle() -> None:
    seen: Counter[str] = Counter()
    for seed in range(BOARDS):
        pieces = random_pieces(random.Random(seed))
        oracle = Oracle(pieces)
        if len(oracle.moves) + len(oracle.lanes) > MOST_QUESTIONS:
            continue
        answers = list(oracle.answers())
        seen["unique" if len(answers) == 1 else "other"] += 1
        if len(answers) != 1:
            continue
        done = adj.resolve(setup_of(pieces), sheets_of(pieces))
        wanted, found = answers[0], answer_of(done)
        if done.turn[-1] == "M":  # nobody retreats: the season's warps are over
            found = Answer(found.units, found.dislodged, wanted.warps)
        assert found == wanted, (seed, sheets_of(pieces))
        seen["warped"] += bool(wanted.warps)
        seen["dislodged"] += bool(wanted.dislodged)
    assert seen["unique"] > BOARDS // 2
    assert min(seen["warped"], seen["dislodged"]) > BOARDS // 20


def test_the_order_in_which_things_are_listed_changes_nothing() -> None:
    for seed in range(BOARDS // 4):
        rng = random.Random(seed)
        pieces = random_pieces(rng)
        first = adj.resolve(setup_of(pieces), sheets_of(pieces))
        rng.shuffle(pieces)
        sheets = dict(reversed(sheets_of(pieces).items()))
        again = adj.resolve(setup_of(pieces), {p: lines[::-1] for p, lines in sheets.items()})
        assert again.to_dict() == first.to_dict()
        assert again.state == first.state
