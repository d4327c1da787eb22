"""What stdip adds to the site: what marks and far moves lead to, for the sheet of a player who is about to
order them.

Worked out from that player's own view and list of legal orders and nothing else; what the truth would add is
not known here.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from trekdip.games import gate
from trekdip.parts.part import Card, Demo, Part
from trekdip.parts.stdip_dispatches import betrayal, dispatch

_VARIANT = "stdip"
_EVERY_SEASON = 13  # centres from which on the Enterprise is not used up (Fed 3)
_CLOAKED = "Only those see it whose units, centres or scans touch its way."
_UNCLOAKED = "It drops its cloak: everybody will see it, and this order."
_TRADER = "As a trader it fights nobody and nobody fights it; it neither supports nor takes centres."
_MILITARY = "It is armed again: it fights and can be fought from this season on."
_SEIZED = "Your order replaces its owner's, who is told so, and uses the infiltration up."
_ONE_ENTERPRISE = "More than one unit carries the mark of the Enterprise: then none of them is."
_SURE = "This would open the wormhole between {here} and {there}, for everybody and for ever."
_MAYBE = "If no convoy carries it, this would open the wormhole between {here} and {there} for ever."


class Finds(msgspec.Struct, frozen=True):
    """Goals of a unit's moves that open the wormhole: by themselves, and if no convoy comes."""

    sure: list[str]
    maybe: list[str]


class Meanings(msgspec.Struct, frozen=True):
    """Sentences by the letter of a mark that an order carries, or that the unit had and the order drops; what
    is wrong if two orders carry it; far goals by unit, with the sentences about them.
    """

    marks: dict[str, str]
    without: dict[str, str]
    once: dict[str, str]
    finds: dict[str, Finds]
    sure: str = _SURE
    maybe: str = _MAYBE


def meanings(viewer: str, view: Mapping[str, Any], legal: Mapping[str, Sequence[str]]) -> str:
    """The meanings of one viewer's movement phase as JSON; empty where there is nothing to explain."""
    turn = str(view["turn"])
    marked = any("(" in order for texts in legal.values() for order in texts)
    finds = _finds(viewer, view, legal)
    if not turn.endswith("M") or not (marked or finds):
        return ""
    marks = {
        "I": _CLOAKED,
        "T": _TRADER,
        "M": _MILITARY,
        "D": _SEIZED,
        "E": _enterprise(turn[1:-1], len(view["centers"].get(viewer, ()))),
    }
    return msgspec.json.encode(Meanings(marks, {"I": _UNCLOAKED}, {"E": _ONE_ENTERPRISE}, finds)).decode()


def _enterprise(year: str, centres: int) -> str:
    """What the mark of the Enterprise does and costs with so many centres."""
    lasting = "Nothing can stop or dislodge it this season"
    if centres >= _EVERY_SEASON:
        return f"{lasting}; with {centres} centres you may name it every season."
    return f"{lasting}; the Enterprise is then used for {year}."


def _finds(viewer: str, view: Mapping[str, Any], legal: Mapping[str, Sequence[str]]) -> dict[str, Finds]:
    """The viewer's own units with the goals that lie farther off than the unit can look, no convoy named.

    Such moves are offered only while they would open the wormhole. Between coasts a convoy could carry an
    army as well; there a home centre at either end opens nothing.
    """
    kinds = {province: facts["kind"] for province, facts in gate.geometry(_VARIANT)["provinces"].items()}
    homes = gate.home_centres(_VARIANT)
    found: dict[str, Finds] = {}
    for unit in view["units"].get(viewer, ()):
        kind, here = unit.split()[0], _province(unit.split()[1])
        orders = [
            [word for word in order.split() if not word.startswith("(")] for order in legal.get(unit, ())
        ]
        near = {_province(words[3]) for words in orders if words[2:3] == ["scan"]}
        goals = {_province(words[3]) for words in orders if len(words) == 4 and words[2] == "-"}
        far = goals - near if near else set()
        ferried = {goal for goal in far if kind == "A" and kinds[here] == kinds[goal] == "coast"}
        maybe = ferried - homes if here not in homes else set()
        found[unit] = Finds(sorted(far - ferried), sorted(maybe))
    possible = any(finds.sure for finds in found.values())
    return {unit: finds for unit, finds in found.items() if possible and (finds.sure or finds.maybe)}


def _province(region: str) -> str:
    """`stp` of `stp/nc`."""
    return region.partition("/")[0]


PART = Part(
    meanings=meanings,
    dispatch=dispatch,
    betrayal=betrayal,
    on_board=("wormhole",),
    card=Card(
        flavour="The map everybody knows, played by seven civilisations that bend its rules: cloaks, "
        "infiltrations, assimilation, one Enterprise.",
        length="Ten to fifteen game years.",
        hidden="Cloaked units, infiltrations and scans: every player sees another board.",
        simulation="In 1,000 games of simple scripted players without agreements, in countries drawn by lot, "
        "a game took 26.3 years on average, half of them 17 to 33, none more than 103. Won: Federation "
        "49.2 %, Klingon 18.9 %, Borg 14.0 %, Dominion 7.7 %, Romulan 5.5 %, Cardassian 4.7 %, Ferengi "
        "never; these players neither trade well nor gang up on a leader.",
    ),
    demo=Demo(
        title="Demonstration: ten years since 2371",
        phases=50,  # twenty seasons, each with its retreats, and ten winters
        seed=hashlib.sha256(b"demonstration 17").hexdigest()[:32],  # the same game on every machine
    ),
)
