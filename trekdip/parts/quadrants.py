"""What quadrants adds to the site: who can still do what, at which price, and who is near victory."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from trekdip.games import gate
from trekdip.games.words import Words
from trekdip.parts import quadrants_players
from trekdip.parts.part import Card, Demo, Legal, Part, View

_VARIANT = "quadrants"
GOALS = {
    "federation": 10,
    "klingon": 12,
    "romulan": 8,
    "cardassian": 14,
    "ferengi": 9,
    "breen": 18,
    "gorn": 9,
}
LATINUM_TO_WIN = 100
ALLIED_TO_WIN = 24
PRICES = {"BRIBE": 15, "SABOTAGE": 25}
_DEEDS = {
    "FREEZE": "Freezes",
    "BRIBE": "Bribes",
    "SABOTAGE": "Sabotages the support from",
    "IMMUNITY": "Keeps the fleet in",
}

_USED, _READY, _ALWAYS = "used", "ready", "always"


@dataclass(frozen=True)
class Ability:
    """What a power can do: its name, whether it is `ready`, `used` or `always` at work, what it does,
    and what there is to know of it now.
    """

    name: str
    standing: str
    does: str
    now: tuple[str, ...] = ()


@dataclass(frozen=True)
class PowerCard:
    """A power as the section shows it: centres it has and needs, its ally, its ability."""

    power: str
    title: str
    mine: bool
    eliminated: bool
    centers: int
    goal: int
    ability: Ability

    @property
    def share(self) -> int:
        """How much of the way to victory alone is done, in hundredths."""
        return min(100, 100 * self.centers // self.goal)


@dataclass(frozen=True)
class Pair:
    """Allies, or a proposal from the first to the second; the centres they have together."""

    first: str
    second: str
    centers: int


@dataclass(frozen=True)
class Told:
    """A report: to whom it went (empty: to the viewer), its heading and what it says."""

    to: str
    heading: str
    sentence: str


def panel(view: View, legal: Legal, viewer: str) -> Mapping[str, Any]:
    """The section of one viewer: treasury, abilities, alliances, victory, and what the viewer was told."""
    words, titles = Words(_VARIANT), dict(gate.variant(_VARIANT).powers)
    memory = view["memory"]
    counts = {power: len(view["centers"].get(power, ())) for power in titles}

    def pair(names: Sequence[str]) -> Pair:
        return Pair(titles[names[0]], titles[names[1]], sum(counts[name] for name in names))

    cards = [
        PowerCard(
            power=power,
            title=title,
            mine=power == viewer,
            eliminated=not (counts[power] or _on_board(view, power)),
            centers=counts[power],
            goal=GOALS[power],
            ability=_ability(power, view, legal if power == viewer else {}, words),
        )
        for power, title in titles.items()
    ]
    return {
        "cards": sorted(cards, key=lambda card: not card.mine),
        "latinum": memory["latinum"],
        "latinum_to_win": LATINUM_TO_WIN,
        "allied_to_win": ALLIED_TO_WIN,
        "alliances": [pair(names) for names in memory["alliances"]],
        "proposals": [pair(names) for names in memory["proposals"]],
        "told": _told(view, viewer, words, titles),
    }


def dispatch(report: Mapping[str, Any], words: Words, titles: Mapping[str, str]) -> tuple[str, str] | None:
    """A private report's heading and sentence; None for a kind this variant does not have."""
    match report["kind"]:
        case "tal_shiar":
            whose = titles[report["power"]]
            return "Tal Shiar", f"{whose}: {words.order(report['unit'], report['order'])}."
        case "obsidian_order":
            return "Obsidian Order", f"{titles[report['power']]} {_goals(report['destinations'], words)}."
        case "resilience":
            fate = f"comes back in {words.place(report['at'])}" if report["at"] else "is lost"
            return "Reptilian Resilience", f"{words.unit(report['unit'])} {fate}."
        case "disbanded":
            return "Eliminated", f"{words.unit(report['unit'])} is disbanded: its power has no centre left."
    return None


def sentence(words: Words, unit: str | None, order: str) -> str | None:  # noqa: ARG001
    """The order of an ability in words; None for the orders of fleets."""
    verb, _, place = order.partition(" ")
    return f"{_DEEDS[verb]} {words.place(place)}" if verb in _DEEDS and place else None


def _goals(destinations: Sequence[str], words: Words) -> str:
    """Where a power's moves lead, each place once with how many go there."""
    if not destinations:
        return "orders no moves"
    counted = Counter(destinations)
    places = (f"{words.place(goal)}{f' ({n} times)' if n > 1 else ''}" for goal, n in counted.items())
    return f"moves to {', '.join(places)}"


def _told(view: View, viewer: str, words: Words, titles: Mapping[str, str]) -> list[Told]:
    found = []
    for power, reports in view["reports"].items():
        for report in reports:
            said = dispatch(report, words, titles)
            if said is not None:
                found.append(Told(titles[power] if power != viewer else "", *said))
    return found


def _on_board(view: View, power: str) -> bool:
    return bool(view["units"].get(power)) or any(one["power"] == power for one in view["dislodged"])


def _ability(power: str, view: View, legal: Legal, words: Words) -> Ability:
    """A power's ability as everybody may know it; `legal`: what its own player can order of it now."""
    memory = view["memory"]
    match power:
        case "federation":
            open_for = [words.place(text.split()[1]) for text in legal.get("IMMUNITY", ())]
            now = (f"Can be used now, for the fleet in {' or '.join(open_for)}.",) if open_for else ()
            return Ability(
                "Diplomatic Immunity",
                _USED if memory["immunity_used"] else _READY,
                "Once in the game, in a retreat phase: one dislodged Federation fleet stays after all, and "
                "the season is judged again as if it could not be dislodged.",
                now,
            )
        case "klingon":
            return Ability(
                "Warrior’s Rage",
                _ALWAYS,
                "Klingon moves count 2 and their supports; wherever a Klingon fleet is attacked it counts 0 "
                "and its supports.",
            )
        case "romulan":
            return Ability(
                "Tal Shiar",
                _ALWAYS,
                "When orders lock, one or two of all other powers’ orders, drawn by lot, are shown to the "
                "Romulans alone.",
            )
        case "cardassian":
            return Ability(
                "Obsidian Order",
                _ALWAYS,
                "When orders lock, the Cardassians alone are told where the moves of every other power lead, "
                "not which fleets make them.",
            )
        case "ferengi":
            return _acquisition(view, legal, words)
        case "breen":
            frozen = memory["frozen"]
            return Ability(
                "Energy Dampening Weapon",
                _USED if memory["freeze_used"] else _READY,
                "Once in the game, with movement orders: nothing enters, leaves or passes one system for "
                "that season, and the fleet in it cannot be dislodged.",
                (f"{words.place(frozen)} is frozen until the season ends.",) if frozen else (),
            )
    return Ability(
        "Reptilian Resilience",
        _ALWAYS,
        "A dislodged Gorn fleet that has nowhere to retreat to comes back in a free home system in one case "
        "of two.",
    )


def _acquisition(view: View, legal: Legal, words: Words) -> Ability:
    """The Ferengi's treasury and what it can pay for."""
    memory = view["memory"]
    latinum, income = memory["latinum"], len(view["centers"].get("ferengi", ())) // 2
    now = [f"{latinum} of {LATINUM_TO_WIN} latinum in the treasury; {income} more after the next Fall."]
    now += [f"{words.place(place)} is bribed and claimed after the Fall." for place in memory["bribed"]]
    for verb, price in PRICES.items():
        times = latinum // price
        if verb in legal:
            now.append(
                f"{verb.capitalize()}: {price} latinum, {'once' if times == 1 else f'{times} times'} now."
            )
        elif legal:
            now.append(f"{verb.capitalize()}: {price} latinum, more than there is.")
    return Ability(
        "Rules of Acquisition",
        _READY if latinum >= min(PRICES.values()) else _ALWAYS,
        "Half a latinum for each centre every Fall. A bribe (15) claims a centre that nobody owns after "
        "the Fall; sabotage (25) makes the support of a foreign fleet void. 100 latinum win the game.",
        tuple(now),
    )


def option_fields() -> dict[str, forms.Field]:
    """The three options of the table."""
    return {
        "intel_window": forms.IntegerField(
            label="Hours to amend",
            help_text="How long Romulans and Cardassians may change their own orders after their reports. "
            "0: their reports come with the results.",
            min_value=0,
            max_value=72,
            required=False,
            initial=0,
        ),
        "no_first_fall_win": forms.BooleanField(
            label="Nobody wins in the first Fall",
            help_text="Unopposed, the Federation can have its ten centres by then.",
            required=False,
        ),
        "draw_after": forms.IntegerField(
            label="Last year",
            help_text="If nobody has won by the end of this year, all that are left share a draw.",
            min_value=2371,
            max_value=2470,
            required=False,
        ),
    }


def lock_hours(options: Mapping[str, Any]) -> float:
    """The intelligence window of a table, in hours."""
    return float(options.get("intel_window") or 0)


PART = Part(
    panel_title="Abilities",
    panel=panel,
    script=True,
    language=True,
    style=True,
    option_fields=option_fields,
    lock_hours=lock_hours,
    declarations={
        "PROPOSE": ("Propose an alliance", "proposes an alliance to {other}"),
        "ACCEPT": ("Accept", "accepts the alliance with {other}"),
        "DECLINE": ("Decline", "declines an alliance with {other}"),
        "WITHDRAW": ("Take back the proposal", "takes back the proposal to {other}"),
        "BREAK": ("Break the alliance", "breaks the alliance with {other}"),
    },
    dispatch=dispatch,
    sentence=sentence,
    silent_when_out=True,  # they watch on, but take no part in negotiations
    scripted=quadrants_players.orders,
    card=Card(
        flavour="Sixty-seven systems in three storeys, fleets only, and an ability for each of seven powers.",
        length="Three to five game years between scripted players; people who stop each other need longer.",
        hidden="Board and posted orders are open to all. Private are two services’ reports, "
        "and bribes, sabotage and the freeze until they are posted.",
        simulation="In 1,000 games of simple scripted players without agreements a game took 4.2 years on "
        "average, half of them 3 to 5, none more than 18. Alone won: Klingon 38.5 %, "
        "Federation 32.2 %, Ferengi 10.5 %, Gorn 8.2 %, Romulan 3.4 %, Cardassian 0.4 %, Breen never; 6.8 % "
        "were shared. People who see a threshold coming stop it: that is the game.",
    ),
    demo=Demo(
        title="Demonstration of the quadrants",
        phases=8,
        seed=hashlib.sha256(b"quadrants demonstration").hexdigest()[:32],
    ),
)
