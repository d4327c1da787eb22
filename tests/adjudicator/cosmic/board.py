"""The tests' own reading of the map, from the map file alone; and random crowded boards on a corner of it."""

from __future__ import annotations

import functools
import random
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

DATA = tomllib.loads(
    (Path(__file__).parents[3] / "maps" / "cosmic" / "chart.toml").read_text(encoding="utf-8")
)
POWERS = tuple(row["id"] for row in DATA["country"])
HOMES = {row["id"]: row["homes"] for row in DATA["country"]}
CENTRES = {row["id"] for row in DATA["province"] if row.get("centre")}
IMPERIAL = {row["id"] for row in DATA["province"] if row["kind"] == "imperial"}
HOLES = {row["id"] for row in DATA["hole"]}
RIM = {place for row in DATA["hole"] for place in row["beside"]}
LANES = {frozenset((row["id"], other)) for row in DATA["province"] for other in row.get("fleet", ())}
SPACES = [row["id"] for row in DATA["province"] if row["id"] not in HOLES]


@dataclass(frozen=True)
class Piece:
    """A unit with its order: `H`; `-` (goal); `S` (helped, goal: `helped` itself for a hold); `W` and `B`, a
    warp and its support (lane, sign)."""

    power: str
    kind: str
    place: str
    what: str = "H"
    goal: str = ""
    helped: str = ""
    lane: frozenset[str] = frozenset()
    sign: str = ""

    @property
    def unit(self) -> str:
        return f"{self.kind} {self.place}"

    def text(self, kinds: dict[str, str]) -> str:
        """The order as it is sent."""
        warp = self.sign.join(sorted(self.lane))
        match self.what:
            case "-":
                return f"{self.unit} - {self.goal}"
            case "S" if self.goal == self.helped:
                return f"{self.unit} S {kinds[self.helped]} {self.helped}"
            case "S":
                return f"{self.unit} S {kinds[self.helped]} {self.helped} - {self.goal}"
            case "W":
                return f"{self.unit} W {warp}"
            case "B":
                return f"{self.unit} S {warp}"
        return f"{self.unit} H"


PATCH = ("49", "50", "58", "42", "43", "44", "51", "64", "41", "34", "66", "59")


@functools.cache
def near(place: str) -> frozenset[str]:
    """The printed neighbours of a space."""
    return frozenset(other for lane in LANES if place in lane for other in lane if other != place)


def random_pieces(rng: random.Random) -> list[Piece]:
    """Up to nine units in a corner of numbered spaces, half of them folds; moves, supports and warps that
    often concern each other."""
    powers = rng.sample(POWERS, 3)
    places = rng.sample(PATCH, rng.randint(5, 9))
    bare = [Piece(rng.choice(powers), rng.choice("FQ"), place) for place in places]
    lanes = [frozenset(rng.sample(PATCH, 2)) for _ in range(2)]
    lanes += [frozenset((place, rng.choice(sorted(near(place) & set(PATCH))))) for place in places[:1]]
    moved = [_ordered(rng, piece, places, lanes) for piece in bare]
    return [_helping(rng, piece, moved) for piece in moved]


def _ordered(rng: random.Random, piece: Piece, places: list[str], lanes: list[frozenset[str]]) -> Piece:
    if piece.kind == "Q" and rng.random() < 0.5:
        what = rng.choice("WWB")
        return replace(piece, what=what, lane=rng.choice(lanes), sign=rng.choice("+++//"))
    if rng.random() < 0.6:
        goals = near(piece.place) & set(PATCH)
        goals |= {other for lane in lanes if piece.place in lane for other in lane} - {piece.place}
        liked = sorted(goals & set(places)) or sorted(goals)
        return replace(piece, what="-", goal=rng.choice(liked if rng.random() < 0.7 else sorted(goals)))
    return piece


def _helping(rng: random.Random, piece: Piece, others: list[Piece]) -> Piece:
    if piece.what != "H" or rng.random() < 0.1:
        return piece
    reach = near(piece.place)
    moves = [(o.place, o.goal) for o in others if o.what == "-" and o.goal in reach]
    stands = [(o.place, o.place) for o in others if o.place in reach]
    if moves and rng.random() < 0.75:
        helped, goal = rng.choice(moves)
        return replace(piece, what="S", helped=helped, goal=goal)
    if stands:
        helped, goal = rng.choice(stands)
        return replace(piece, what="S", helped=helped, goal=goal)
    return piece
