"""Powers look different: to everybody, by night and by day, by colour, pattern and emblem."""

from __future__ import annotations

import itertools
import re

import pytest

import adjudicator as adj
from adjudicator import drawing
from adjudicator.drawing.looks import contrast, looks_of
from tests.adjudicator.drawing.colour import SIGHTS, difference, seen

DRAWN = ["standard", "stdip", "quadrants", "rings"]
LEAST = 15.0  # CIEDE2000; 2.3 is what can just be noticed, 10 is plain at a glance


def test_the_difference_is_the_published_one() -> None:
    # From the test data of Sharma, Wu and Dalal (pairs 1, 7, 13, 17, 25, 34).
    published = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ]
    for one, other, expected in published:
        assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("ground", ["dark", "light"])
@pytest.mark.parametrize("variant", DRAWN)
def test_all_powers_are_told_apart_by_colour(variant: str, ground: str, sight: str) -> None:
    looks = drawing.look(variant)
    for a, b in itertools.combinations(looks, 2):
        apart = difference(seen(looks[a][ground], sight), seen(looks[b][ground], sight))
        assert apart >= LEAST, (a, b, round(apart, 1))


@pytest.mark.parametrize("variant", DRAWN)
def test_pattern_and_emblem_say_the_same_again(variant: str) -> None:
    looks = drawing.look(variant)
    assert list(looks) == [power.id for power in adj.variant(variant).powers]
    for cue in ("pattern", "emblem", "name"):
        assert len({look[cue] for look in looks.values()}) == len(looks), cue


@pytest.mark.parametrize("variant", DRAWN)
def test_emblems_stand_out_from_their_colour(variant: str) -> None:
    for power, look in looks_of(variant).items():
        assert contrast(look.ink, look.dark) >= 4.5, power
        assert contrast(look.ink_light, look.light) >= 3.0, power


@pytest.mark.parametrize("theme", ["night", "day"])
@pytest.mark.parametrize("variant", ["standard", "stdip"])
def test_names_can_be_read_on_any_ground(variant: str, theme: str) -> None:
    """Names have a halo; even without it they pass AA for large text on every owner's tint."""
    css = drawing.stylesheet(variant)
    rule = re.search(r"\.board\{([^}]*)\}" if theme == "night" else r'light"\] \.board\{([^}]*)\}', css)
    assert rule is not None
    colours = dict(entry.split(":") for entry in rule[1].rstrip(";").split(";"))
    ground = "dark" if theme == "night" else "light"
    tint = float(colours["--tint"])
    for land in ("--land", "--land-2"):
        assert contrast(colours["--name"], colours[land]) >= 7
        for power, look in drawing.look(variant).items():
            assert contrast(colours["--name"], mixed(look[ground], colours[land], tint)) >= 4, power
    assert contrast(colours["--name-sea"], colours["--space"]) >= 4.5


def mixed(above: str, below: str, share: float) -> str:
    parts = [(int(above[i : i + 2], 16), int(below[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def test_emblems_for_lists_are_decoration() -> None:
    svg = drawing.emblem("stdip", "borg")
    assert svg.startswith('<svg class="emblem power-borg"')
    assert 'aria-hidden="true"' in svg
    with pytest.raises(KeyError):
        drawing.emblem("stdip", "austria")
