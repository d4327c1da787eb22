"""Where can I be in n seasons: as far as the engine lets a lone ship go, season by season."""

from __future__ import annotations

import pytest

import adjudicator as adj
from adjudicator.position import Position
from adjudicator.variants.rings.reach import SEASONS, reach


def alone(place: str, rotation: int, warp: str | None = None) -> Position:
    """One ship of the Borg in the sky, or on its way."""
    return adj.setup(
        {
            "variant": "rings",
            "turn": "S2380M",
            "units": {"borg": [] if warp else [f"S {place}"]},
            "memory": {
                "rotation": rotation,
                "warp": [{"power": "borg", "to": warp}] if warp else [],
            },
        }
    )


def where(position: Position) -> tuple[str, str]:
    """The place of the ship, and where it is bound for in warp."""
    view = adj.view(position, "borg")
    units, bound = view["units"].get("borg", []), view["warp"].get("borg", [])
    return (units[0].split()[-1], "") if units else ("", bound[0])


def season_after(position: Position, order: str) -> Position:
    """The movement phase of the next season."""
    after = adj.resolve(position, {"borg": [order]}).state
    while not after.turn.endswith("M"):
        after = adj.resolve(after, {}).state
    return after


def played(start: Position) -> list[set[str]]:
    """Where the ship stands after 1, 2, 3 seasons, by every legal order of every season."""
    known = {where(start): start}
    found = []
    for _ in range(3):
        after: dict[tuple[str, str], Position] = {}
        for position in known.values():
            for texts in adj.legal(position, "borg").values():
                for text in texts:
                    one = season_after(position, text)
                    after[where(one)] = one
        known = after
        found.append({place for place, _ in known if place})
    return found


@pytest.mark.parametrize(
    ("place", "rotation", "warp"),
    [("aga", 0, None), ("bca", 5, None), ("cha", 13, None), ("wormhole", 2, None), ("", 7, "aza")],
)
def test_reach_is_what_the_legal_orders_lead_to(place: str, rotation: int, warp: str | None) -> None:
    start = alone(place, rotation, warp)
    told = reach(adj.view(start, "borg"))
    assert list(told) == [f"warp {warp}" if warp else place]
    (answer,) = told.values()
    assert len(answer) == SEASONS
    assert [set(places) for places in answer[:3]] == played(start)


def test_reach_of_a_stack_is_that_of_each_ship_and_what_others_hide_stays_hidden() -> None:
    state = adj.setup(
        {
            "variant": "rings",
            "turn": "S2380M",
            "units": {"borg": ["2S aga"], "romulan": ["S aka"]},
            "memory": {"rotation": 4, "warp": [{"power": "romulan", "to": "bca"}]},
        }
    )
    assert set(reach(adj.view(state, "borg"))) == {"aga", "aka"}
    assert set(reach(adj.view(state, "romulan"))) == {"aga", "aka", "warp bca"}
    assert adj.reach(adj.view(state, "borg"), variant="rings") == reach(adj.view(state, "borg"))
    assert adj.reach({"units": {}}, variant="standard") == {}
