"""What rings adds to the site: fleets and what they may number, who is in warp, where ships can be in seasons
to come, orders of stacks and races in words.

Worked out from the viewer's own view and nothing else.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from trekdip.games import gate
from trekdip.games.words import Words
from trekdip.parts import rings_players
from trekdip.parts.part import Card, Demo, Legal, Part, View

_VARIANT = "rings"
_UNIT = re.compile(r"(\d*)S(?: (warp))?(?: (\w+))?")


@dataclass(frozen=True)
class Fleet:
    """One race: planets owned, ships these allow (a homeworld two), ships on the board and in warp; where
    those in warp are bound, as far as the viewer may know.
    """

    power: str
    title: str
    planets: int
    allowed: int
    ships: int
    warp: int
    bound: list[str]


@dataclass(frozen=True)
class Reach:
    """Where one of the viewer's ships can be after 1, 2 … seasons, in words."""

    unit: str
    seasons: list[str]


def panel(view: View, legal: Legal, viewer: str) -> Mapping[str, Any]:  # noqa: ARG001
    """Fleets, the turn of the wheel, and the viewer's own reach; `ahead` is that of all ships, as JSON, with
    the places of those the viewer looks for first.
    """
    words = Words(_VARIANT)
    reach = gate.reach(_VARIANT, view)
    warp: Mapping[str, list[str | None]] = view.get("warp") or {}
    own = [text.split()[-1] for text in view["units"].get(viewer, ())]
    own += [f"warp {goal}" for goal in dict.fromkeys(warp.get(viewer, ())) if goal is not None]
    own = list(dict.fromkeys(own))
    return {
        "turned": view["memory"]["rotation"],
        "fleets": [_fleet(power, title, view, words) for power, title in gate.variant(_VARIANT).powers],
        "ahead": msgspec.json.encode({"reach": reach, "own": own or list(reach)}).decode(),
        "own": [_reach(start, reach[start], words) for start in own],
    }


def _fleet(power: str, title: str, view: View, words: Words) -> Fleet:
    great = set(gate.geometry(_VARIANT)["wheel"]["great"])
    owned = view["centers"].get(power, ())
    goals = (view.get("warp") or {}).get(power, ())
    known = Counter(str(goal) for goal in goals if goal is not None)
    return Fleet(
        power,
        title,
        planets=len(owned),
        allowed=len(owned) + len(great & set(owned)),
        ships=sum(_count(text) for text in view["units"].get(power, ())),
        warp=len(goals),
        bound=[f"{number} to {words.place(goal)}" for goal, number in known.items()],
    )


def _reach(start: str, seasons: list[list[str]], words: Words) -> Reach:
    place = words.place(start.removeprefix("warp "))
    unit = f"In warp to {place}" if start.startswith("warp ") else place
    return Reach(unit, [", ".join(map(words.place, places)) for places in seasons])


def _count(text: str) -> int:
    return int(text.split(maxsplit=1)[0].rstrip("S") or 1)


def sentence(words: Words, unit: str | None, order: str) -> str | None:  # noqa: ARG001
    """An order of this game in words; None for what reads as everywhere."""
    if order == "WAIVE":
        return None
    verb, _, ships = order.partition(" ") if order[:2] in {"B ", "D "} else ("", "", order)
    found = _UNIT.match(ships)
    if found is None:
        return order
    many = int(found[1] or 1)
    number = "A ship" if many == 1 else f"{many} ships"
    if verb == "B":
        return f"{number} built at {words.place(found[3])}"
    s = "s" if many == 1 else ""
    if found[2] is not None and found[3] is not None:
        number += f" in warp to {words.place(found[3])}"
    elif found[2] is not None:
        number += " in warp"
    else:
        number += f" at {words.place(found[3])}"
    if verb == "D":
        return f"{number} disband{s}"
    at = "" if found[2] is not None else found[3] or ""
    return f"{number} {_deed(words, ships[found.end() :].split(), s, at)}"


def _deed(words: Words, rest: list[str], s: str, at: str) -> str:
    """What ships do; `at` is where they stand, empty for ships in warp."""
    arriving = not at
    names = dict(gate.variant(_VARIANT).powers)
    match rest:
        case ["-", "wormhole"] if arriving:
            return f"turn{s} into the wormhole"
        case ["-", goal] if arriving:
            return f"arrive{s} at {words.place(goal)}"
        case ["-", goal]:
            return f"move{s} to {words.place(goal)}"
        case ["R", goal]:
            return f"retreat{s} to {words.place(goal)}"
        case ["D"]:
            return f"disband{s}"
        case ["S", race, "-", goal]:
            return f"support{s} the {names.get(race, race)} attack on {words.place(goal)}"
        case ["S", race, goal]:
            return f"support{s} the {names.get(race, race)} ships at {words.place(goal)}"
        case ["warp"]:
            return f"stand{s} to enter warp"
        case ["warp", steps]:
            way = "anticlockwise" if steps.startswith("+") else "clockwise"
            return f"enter{s} warp for {words.place(_along(at, int(steps)))}, {steps[1:]} places {way}"
        case _:
            return f"hold{s}"


def _along(planet: str, steps: int) -> str:
    """The planet so many places along its ring, anticlockwise."""
    rings = (ring["planets"] for ring in gate.geometry(_VARIANT)["wheel"]["rings"])
    row = next((ring for ring in rings if planet in ring), [planet])
    return str(row[(row.index(planet) + steps) % len(row)])


PART = Part(
    panel_title="Wheel",
    panel=panel,
    script=True,
    language=True,
    style=True,
    sentence=sentence,
    on_board=("memory", "warp"),  # how far the wheel has turned; who is in warp
    scripted=rings_players.orders,
    card=Card(
        flavour="Three rings of planets turn around a wormhole: every season brings other neighbours.",
        length="Long: ten game years and more.",
        hidden="The board is open to all; where a ship in warp is bound, only its owner knows.",
        simulation="In 1,000 games of simple scripted players without agreements a game took 22 years on "
        "average; 3 were open after 60. Won: Federation 13.5 %, Species 8472 13.4 %, Borg 13.3 %, "
        "Cardassian 13.1 %, Romulan 13.1 %, Dominion 11.8 %, Ferengi 11.8 %, Klingon 9.7 %.",
    ),
    demo=Demo(
        title="Demonstration of the rings",
        phases=9,
        seed=hashlib.sha256(b"rings demonstration").hexdigest()[:32],
    ),
)
