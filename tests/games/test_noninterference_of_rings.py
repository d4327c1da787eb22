"""Noninterference of rings at the site: where ships in warp are bound changes no byte of what others get.

Two games in which everybody but the viewer warps just as often, each time to somewhere else, and turns its
ships into the wormhole before they arrive.
"""

import random

import pytest

import adjudicator as adj
from adjudicator.position import Position
from tests.games.rings_tables import POWERS, began
from tests.games.twins import Plan, Sheets, Table, received
from trekdip.games.services.lots import adjudicator_seed
from trekdip.parts import rings_players

PHASES = 8
SEEDS = ("5eed" * 8, "7eed" * 8)
RINGS = Table(
    "rings",
    POWERS,
    began,
    (
        "S warp aja - wormhole",
        "2S aga warp",
        "S aga warp +12",
        "S nowhere H",
        "S aga S borg - wormhole",
        "5S aka H",
    ),
)
Told = dict[str, bytes]


def planned(viewer: str, chance: int) -> tuple[Plan, Plan]:
    """Two games in which the viewer has the same evidence all the time."""
    rng = random.Random(chance)
    plans = tuple(Plan(seed) for seed in SEEDS)
    twins = [adj.new("rings", seed=adjudicator_seed(seed)) for seed in SEEDS]
    for _ in range(PHASES):
        common = {power: _open(twins[0], power, rng) for power in POWERS}
        for number, (plan, twin) in enumerate(zip(plans, twins, strict=True)):
            sheets = {power: list(lines) for power, lines in common.items()}
            for power in POWERS:
                if power != viewer:
                    sheets[power] = _hidden(twin, power, sheets[power], rng)
            plan.sheets.append(sheets)
            twins[number] = adj.resolve(twin, sheets).state
            plan.truths.append(adj.dumps(twins[number]))
        assert adj.view(twins[0], viewer) == adj.view(twins[1], viewer)
        assert viewer not in POWERS or adj.legal(twins[0], viewer) == adj.legal(twins[1], viewer)
    return plans[0], plans[1]


def _open(twin: Position, power: str, rng: random.Random) -> list[str]:
    """What the scripted player does with the ships on the board."""
    legal = {unit: texts for unit, texts in adj.legal(twin, power).items() if " warp " not in unit}
    return rings_players.orders(adj.view(twin, power), legal, power, rng)


def _hidden(twin: Position, power: str, lines: list[str], rng: random.Random) -> list[str]:
    """The same warps to other places, and all ships in warp turned into the wormhole."""
    other = [
        f"{line.rpartition(' ')[0]} {rng.choice('+-')}{rng.randint(1, 9)}" if " warp " in line else line
        for line in lines
    ]
    turned = [
        next(text for text in texts if text.endswith(" - wormhole"))
        for unit, texts in adj.legal(twin, power).items()
        if " warp " in unit and twin.turn.endswith("M")
    ]
    return [*other, *turned]


def bound(truth: str) -> list[tuple[str, str]]:
    """Who is in warp to where, in a position."""
    return [(ship["power"], ship["to"]) for ship in adj.loads(truth).memory.get("warp", ())]


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", ["romulan", "public"])
def test_twin_games_give_the_same_bytes(viewer: str) -> None:
    one, two = planned(viewer, chance=5)
    destinations = [(bound(a), bound(b)) for a, b in zip(one.truths, two.truths, strict=True)]
    assert sum(a != b for a, b in destinations) >= 2
    assert all(len(a) == len(b) for a, b in destinations)
    first, second = received(one, viewer, RINGS), received(two, viewer, RINGS)
    assert first.keys() == second.keys()
    assert [asked for asked in first if first[asked] != second[asked]] == []
    drawn = [first[f"{number} pushed"] for number in range(PHASES)]
    hidden = {f"warp {to}" for truth in one.truths for power, to in bound(truth) if power != viewer}
    assert hidden
    assert not [name for name in hidden for text in drawn if name.encode() in text]


def differing(sheets: list[Sheets], others: list[Sheets]) -> int:
    """In how many phases two games were ordered differently."""
    return sum(a != b for a, b in zip(sheets, others, strict=True))


def test_the_twins_are_ordered_differently() -> None:
    one, two = planned("public", chance=5)
    assert differing(one.sheets, two.sheets) >= PHASES // 3
