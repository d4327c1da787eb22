"""Views of all viewers at once are the views of each, whatever the variant's views hold; and every fact of
theirs has its reason."""

from __future__ import annotations

import random

import pytest

import adjudicator as adj


def played(variant: str, phases: int) -> list[adj.Position]:
    """The positions of a game in which everybody orders something that is legal, by chance."""
    rng = random.Random(variant)
    position = adj.new(variant, seed=5)
    found = [position]
    for _ in range(phases):
        sheets = {}
        for power in adj.variant(variant).ids:
            legal = adj.legal(position, power)
            sheets[power] = [rng.choice(list(orders)) for orders in legal.values() if orders]
        position = adj.resolve(position, sheets).state
        found.append(position)
        if position.winner is not None:
            break
    return found


@pytest.mark.parametrize("variant", ["standard", "stdip", "quadrants", "rings"])
def test_all_views_at_once_are_the_views_of_each(variant: str) -> None:
    for position in played(variant, 6):
        together = adj.views(position)
        for viewer, view in together.items():
            assert view == adj.view(position, viewer), (position.turn, viewer)


@pytest.mark.parametrize("variant", ["stdip", "rings"])
def test_a_view_is_made_of_explained_facts_alone(variant: str) -> None:
    for position in played(variant, 5):
        for viewer in (*adj.variant(variant).ids, "public"):
            given = adj.explain(position, viewer)
            assert all(one["why"] and one["why"][0] for one in given)
            units = sum(one["about"] == "units" for one in given)
            view = adj.view(position, viewer)
            assert units == sum(map(len, view["units"].values()))
            further = {one["says"][0] for one in given if one["about"] == "further"}
            assert further <= set(view)


def test_nobody_is_explained_who_has_no_eyes() -> None:
    with pytest.raises(adj.BadViewerError, match="mars"):
        adj.explain(adj.new("standard"), "mars")
