"""What cosmic adds to the site: danger beside black holes, warps in force, empires and how near victory is;
its scripted player and its demonstration.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trekdip.games import gate
from trekdip.games.words import Words
from trekdip.parts.cosmic_players import scripted
from trekdip.parts.part import Card, Demo, Legal, Part, View

_VARIANT = "cosmic"
CENTRES_TO_WIN = 20
SETS_TO_WIN = 4
_FOLDS = 3  # given up for a warp of type C


@dataclass(frozen=True)
class Endangered:
    """A unit beside a black hole, and who could support it there over the lanes of the moment."""

    power: str
    unit: str
    sentence: str
    helpers: tuple[str, ...]
    mine: bool


@dataclass(frozen=True)
class Realm:
    """A power on its way to victory: its centres, the home sets it owns whole by the name of their power,
    those of them its empire has; whether it has fallen.
    """

    power: str
    title: str
    mine: bool
    centers: int
    whole: tuple[str, ...]
    empire: tuple[str, ...]
    fallen: bool


def panel(view: View, legal: Legal, viewer: str) -> Mapping[str, Any]:
    """The section: the same for everybody but for what is the viewer's own."""
    noted = gate.notes(_VARIANT, view)
    return {
        "endangered": sorted(_endangered(view, noted, viewer), key=lambda one: not one.mine),
        "warps": [note["title"] for note in noted if "warp" in note["words"].split()],
        "realms": sorted(_realms(view, viewer), key=lambda realm: not realm.mine),
        "centres_to_win": CENTRES_TO_WIN,
        "sets_to_win": SETS_TO_WIN,
        "task": _task(view, legal, viewer),
        "cosmos": json.dumps({key: view["memory"][key] for key in ("warps", "empires")}),
    }


def _standing(view: View) -> dict[str, tuple[str, str]]:
    """Space -> power and unit."""
    return {text.split()[1]: (power, text) for power, texts in view["units"].items() for text in texts}


def _endangered(view: View, noted: list[dict[str, Any]], viewer: str) -> list[Endangered]:
    words, at, lanes = Words(_VARIANT), _standing(view), gate.geometry(_VARIANT)["lanes"]
    found = []
    for note in noted:
        if "held" not in note["words"].split():
            continue
        power, unit = at[note["at"]]
        near = [at[place] for place in lanes[note["at"]] if place in at]
        helpers = [words.unit(text) for other, text in near if other == power]
        found.append(Endangered(power, words.unit(unit), note["title"], tuple(helpers), power == viewer))
    return found


def _realms(view: View, viewer: str) -> list[Realm]:
    titles, homes = dict(gate.variant(_VARIANT).powers), gate.homes(_VARIANT)
    found = []
    for power, title in titles.items():
        owned = set(view["centers"].get(power, ()))
        found.append(
            Realm(
                power,
                title,
                power == viewer,
                len(owned),
                tuple(titles[p] for p, systems in homes.items() if owned.issuperset(systems)),
                tuple(titles[p] for p in view["memory"]["empires"].get(power, ())),
                owned.isdisjoint(homes[power]),
            )
        )
    return found


def _task(view: View, legal: Legal, viewer: str) -> str:
    """What a phase of Omega's warps asks of the viewer."""
    if not legal or viewer not in dict(gate.variant(_VARIANT).powers):
        return ""
    match str(view["turn"])[-1]:
        case "B":
            count = 1 + len(view["memory"]["empires"].get(viewer, ()))
            return (
                f"You may order {'one lasting warp' if count == 1 else f'{count} lasting warps'}, or support "
                "a warp that somebody else orders. Nobody has to."
            )
        case "C":
            return f"For every {_FOLDS} folds or more that you give up you may make one lasting warp."
    return "You may take the home systems of another power into your empire." if "EMPIRE" in legal else ""


def sentence(words: Words, unit: str | None, order: str) -> str | None:
    """Warps and empires in words; None for what reads as everywhere."""
    first, *rest = order.split()
    if first == "EMPIRE" and rest:
        titles = dict(gate.variant(_VARIANT).powers)
        return f"Takes in the home systems of {titles.get(rest[0], rest[0])}"
    *before, warp = order.split()
    sign = next((sign for sign in ("+", "/") if sign in warp), "")
    a, _, b = warp.partition(sign) if sign else (warp, "", "")
    if not (words.knows(a) and words.knows(b)):
        return None
    does = "connect" if sign == "+" else "disconnect"
    ends = f"{words.place(a)} and {words.place(b)}"
    if unit is None and before and before[-1] != "S":
        folds = ", ".join(words.place(fold.removeprefix("Q")) for fold in before[0].split(","))
        return f"{does.capitalize()}s {ends}; the folds in {folds} are gone"
    deed = f"supports those who {does} {ends}" if before and before[-1] == "S" else f"{does}s {ends}"
    return f"{deed[0].upper()}{deed[1:]}" if unit is None else f"{words.unit(unit)} {deed}"


PART = Part(
    panel_title="Space",
    panel=panel,
    script=True,
    language=True,
    style=True,
    sentence=sentence,
    on_board=("memory",),  # the warps in force
    scripted=scripted,
    card=Card(
        flavour="Seven powers among black holes. Fleets conquer; space folds open and close the lanes "
        "between any two spaces, for a season or for good.",
        length="Two seasons of movement and one of building a year: long games, of fifteen years and more.",
        hidden="Nothing: the whole board is public. Orders are secret until they are played out.",
        simulation="In 1,000 games of simple scripted players without agreements a game took 26.0 years on "
        "average, half of them 19 to 31; 9 were open after 80. Won: Super Skell 30.8 %, Krass 14.0 %, Human "
        "12.7 %, Skell 11.4 %, Vulcan 10.6 %, Klingon 10.5 %, Human New State 9.1 %. People make agreements, "
        "and play faster.",
    ),
    demo=Demo(
        title="Demonstration of Cosmic Diplomacy",
        phases=22,
        seed=hashlib.sha256(b"cosmic demonstration").hexdigest()[:32],
    ),
)
