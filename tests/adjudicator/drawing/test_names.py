"""Names never lie under a unit, wherever units can stand, and not on each other: all boards, as they lie at
any time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

import pytest

import adjudicator as adj
from adjudicator.drawing.boards import Drawing, Label, drawing_of
from adjudicator.drawing.lettering import half
from adjudicator.drawing.sky import short

Point = tuple[float, float]
VARIANTS = ["standard", "stdip", "quadrants", "rings", "cosmic"]
UNIT, SECOND, CENTRE = 19.5, 15.6, 7.0  # from middle to tip, for a unit of radius 17; the second is smaller
CODE = 15 * 1.12  # font size of codes, which are bold


def lying(variant: str) -> Iterator[Drawing]:
    """The board in all the ways it can lie."""
    wheel = drawing_of(variant).wheel
    turns = max(len(ring.planets) for ring in wheel.rings) if wheel else 1
    return (drawing_of(variant, turned) for turned in range(turns))


def away(label: Label, frame: Point, spot: Point) -> float:
    """How far a point is from a name."""
    angle = math.radians(-label.angle)
    x, y = spot[0] - label.at[0], spot[1] - label.at[1]
    across, down = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return math.hypot(max(abs(across) - frame[0], 0), max(abs(down) - frame[1], 0))


def stands(board: Drawing) -> list[tuple[str, Point, float]]:
    """Every spot on which a unit can be drawn: its region, the spot, and how far the unit reaches; all of the
    circle where many stand in one."""
    scale = board.radius / 17
    entered = {link.goal for link in board.chart.links}
    return [
        (region, spot, reach * scale + place.crowd)
        for region, place in board.places.items()
        if region in entered
        for spot, reach in ((place.unit, UNIT), (place.unit if place.crowd else place.second, SECOND))
    ]


def names(board: Drawing) -> dict[str, tuple[Label, Point]]:
    """The names written out beside or in their provinces, each with half its width and height. A name in the
    middle of its node gives way to a unit: the view's tag tells it again."""
    return {
        province: (label, half(label.lines, label.size))
        for province, label in board.labels.items()
        if label.at != board.places[province].unit
    }


def codes(board: Drawing) -> dict[str, tuple[Label, Point]]:
    """The same for what stands there on small screens."""
    return {
        province: (Label(label.code, CODE, (short(province),), label.code), half((short(province),), CODE))
        for province, (label, _) in names(board).items()
    }


@pytest.mark.parametrize("written", [names, codes])
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_unit_covers_a_name(
    variant: str, written: Callable[[Drawing], dict[str, tuple[Label, Point]]]
) -> None:
    covered = {
        (province, region, board.turned, round(reach - away(label, frame, spot), 1))
        for board in lying(variant)
        for province, (label, frame) in written(board).items()
        for region, spot, reach in stands(board)
        if away(label, frame, spot) < reach
    }
    assert covered == set()


@pytest.mark.parametrize("variant", VARIANTS)
def test_names_keep_clear_of_centre_marks_and_of_each_other(variant: str) -> None:
    for board in lying(variant):
        written = names(board)
        for (province, (label, frame)), (centre, spot) in itertools.product(
            written.items(), board.centres.items()
        ):
            assert away(label, frame, spot) >= CENTRE, (province, centre)
        level = [(p, label, frame) for p, (label, frame) in written.items() if not label.angle]
        for (p, a, (w, h)), (q, b, (v, g)) in itertools.combinations(level, 2):
            assert abs(a.at[0] - b.at[0]) >= w + v or abs(a.at[1] - b.at[1]) >= h + g, (p, q)


@pytest.mark.parametrize("variant", VARIANTS)
def test_codes_are_short_and_tell_places_apart(variant: str) -> None:
    written = [short(p.id) for p in adj.variant(variant).chart.provinces]
    assert len(set(written)) == len(written)
    assert max(map(len, written)) <= 7


def test_numbers_in_the_middle_of_nodes_are_told_again_beside_the_unit() -> None:
    board = drawing_of("cosmic")
    within = sorted(p for p, label in board.labels.items() if label.at == board.places[p].unit)
    state = adj.setup(
        {"variant": "cosmic", "turn": "A2820M", "units": {"human": [f"F {within[0]}"]}, "centers": {}}
    )
    drawn = adj.render(adj.view(state, "gm"), variant="cosmic")
    told = drawn.split('<g class="tag number"')[1].split("</g>")[0]
    assert f'data-province="{within[0]}"' in told
    assert board.labels[within[0]].lines[0] in told
