"""Positions corrected by hand: what may stand where, and what a corrected unit keeps."""

from __future__ import annotations

import pytest

import adjudicator as adj


def start() -> adj.Position:
    """A new game of stdip."""
    return adj.new("stdip", seed=1)


def as_it_is(position: adj.Position) -> list[adj.Standing]:
    """All units unchanged."""
    return [adj.Standing(unit.owner, unit.name, number) for number, unit in enumerate(position.units)]


def test_nothing_amended_is_the_same_position() -> None:
    position = start()
    assert adj.dumps(adj.amend(position, as_it_is(position), {})) == adj.dumps(position)


def test_a_unit_that_is_moved_keeps_what_is_noted_on_it() -> None:
    position = start()
    number = next(n for n, unit in enumerate(position.units) if "infiltrated" in unit.tags)
    unit, units = position.units[number], as_it_is(position)
    units[number] = adj.Standing(unit.owner, "A boh", number)
    moved = next(u for u in adj.amend(position, units, {}).units if u.place == "boh")
    assert (moved.owner, moved.tags) == (unit.owner, unit.tags)


def test_units_and_centres_are_given_and_taken() -> None:
    position = adj.new("standard")
    units = [one for one in as_it_is(position) if one.unit != "A vie"] + [adj.Standing("turkey", "A gal")]
    amended = adj.amend(position, units, {"vie": "turkey", "lon": None})
    assert {unit.name for unit in amended.units if unit.owner == "turkey"} >= {"A gal", "A con"}
    assert all(unit.name != "A vie" for unit in amended.units)
    assert amended.centers["vie"] == "turkey"
    assert "lon" not in amended.centers
    assert adj.view(amended, "public")["centers"]["turkey"] == ["ank", "con", "smy", "vie"]


@pytest.mark.parametrize(
    ("units", "centers", "told"),
    [
        ([adj.Standing("austria", "A xyz")], {}, "xyz"),
        ([adj.Standing("austria", "A nth")], {}, "A nth"),
        ([adj.Standing("mars", "A vie")], {}, "no power 'mars'"),
        ([adj.Standing("austria", "A vie"), adj.Standing("italy", "A vie")], {}, "there is a unit in vie"),
        ([adj.Standing("austria", "A vie", 99)], {}, "no unit number 99"),
        ([], {"gal": "austria"}, "'gal' is no centre"),
        ([], {"vie": "mars"}, "no power 'mars'"),
    ],
)
def test_what_cannot_be_is_refused_and_named(
    units: list[adj.Standing], centers: dict[str, str | None], told: str
) -> None:
    with pytest.raises(adj.BadSetupError, match=told):
        adj.amend(adj.new("standard"), units, centers)
