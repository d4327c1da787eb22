"""The battle of cosmic against the oracle on random crowded boards, and against itself with everything listed
in another order."""

from __future__ import annotations

import os
import random
from collections import Counter

import adjudicator as adj
from tests.adjudicator.cosmic.board import Piece, random_pieces
from tests.adjudicator.cosmic.oracle import Answer, Knot, Oracle

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


def test_of_knots_only_what_belongs_to_them_stands() -> None:
    """Rule 10: what the engine says to stand in a knot is given to the oracle; all else has one answer then,
    and it is the engine's. Boards with one consistent end have no knot."""
    seen: Counter[str] = Counter()
    for seed in range(BOARDS * 2):
        pieces = random_pieces(random.Random(f"knot {seed}"))
        if sum(p.what in {"-", "W"} for p in pieces) > MOST_QUESTIONS:
            continue
        done = adj.resolve(setup_of(pieces), sheets_of(pieces))
        knot = knot_of(pieces, done)
        if knot == Knot():
            continue
        assert len(list(Oracle(pieces).answers())) != 1, seed
        answers = list(Oracle(pieces, knot).answers())
        found = answer_of(done)
        if done.turn[-1] == "M":
            answers = [Answer(a.units, a.dislodged, found.warps) for a in answers]
        assert answers == [found], (seed, sheets_of(pieces))
        seen["knots"] += 1
        seen["lanes"] += bool(knot.lanes)
    assert min(seen["knots"], seen["lanes"]) > 0


def knot_of(pieces: list[Piece], done: adj.Outcome) -> Knot:
    """What was decided by rule 10, as the engine explains it."""
    stood = {e["unit"] for e in done.orders if "X-j" in e["because"]}
    inside = [p for p in pieces if p.unit in stood]
    lanes = {p.lane for p in inside if p.what == "W"}
    return Knot(
        frozenset(p.place for p in inside if p.what == "-"),
        frozenset(p.place for p in inside if p.what in "SB"),
        frozenset(lanes),
    )


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
