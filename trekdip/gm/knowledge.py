"""Views taken apart into things to know, so that two of them can be compared; and why a seat knows a thing,
in words.

Pure: plain Views go in, values come out. Whoever calls this has settled that the asker may read those Views.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trekdip.games import gate
from trekdip.games.dispatches import seasons
from trekdip.games.selectors import Reported
from trekdip.games.words import Words
from trekdip.parts import part_of

View = Mapping[str, Any]
_APART = {"viewer", "turn", "awaiting", "winner"}  # who looks, when, and what everybody is told anyway


@dataclass(frozen=True)
class Item:
    """One thing to know. `key` alone says whether two are the same; `group` and `text` are for people,
    `power` is whose thing it is, empty for nobody's.
    """

    key: str
    group: str = field(compare=False)
    power: str = field(compare=False)
    text: str = field(compare=False)


@dataclass(frozen=True)
class Reason:
    """A thing a viewer knows and why; `apart`: the truth reads otherwise, or is not told to this viewer."""

    item: Item
    why: str
    open: bool
    apart: bool


class Reader:
    """Takes Views of one variant apart."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.words = Words(variant)
        self.titles = dict(gate.variant(variant).powers)

    def items(self, view: View) -> list[Item]:
        """Everything a View says, in its order, nothing twice."""
        found = (item for about in view if about not in _APART for item in self._part(about, view[about]))
        return list(dict.fromkeys(found))

    def only(self, here: View, there: View) -> list[Item]:
        """What one View says and the other does not."""
        known = set(self.items(there))
        return [item for item in self.items(here) if item not in known]

    def reasons(self, given: Iterable[gate.Given], viewer: str) -> list[Reason]:
        """Each thing a viewer is given, with the reason in words."""
        return [
            Reason(item, self._why(one.why, viewer), one.why == ("open",), one.veiled)
            for one in given
            if one.about not in _APART
            for item in self._given(one)
        ]

    def _given(self, one: gate.Given) -> Iterator[Item]:
        """A fact as the things its part of a View is taken apart into."""
        says: Any = one.says
        match one.about:
            case "units" | "centers":
                says = {says[0]: [says[1]]}
            case "reports":
                says = {says[0]: [says[1]]}
            case "adjustments" | "memory":
                says = {says[0]: says[1]}
            case "further":
                yield from self._part(says[0], says[1])
                return
            case _:
                says = [says]
        yield from self._part(one.about, says)

    def _part(self, about: str, says: Any) -> Iterator[Item]:
        """One part of a View."""
        match about:
            case "units" | "centers":
                yield from self._held(about, says)
            case "orders":
                yield from map(self._order, says)
            case "reports":
                for power, reports in says.items():
                    for report in reports:
                        yield _item(about, "Dispatches", power, self._told(power, report), [power, report])
            case "dislodged":
                for row in says:
                    yield from self._dislodged(row)
            case "ghosts":
                for row in says:
                    yield _item(about, "Lost from sight", row["power"], self._ghost(row), row)
            case "adjustments":
                for power, due in says.items():
                    deed = f"builds {due}" if due > 0 else f"disbands {-due}"
                    yield _item(about, "Builds and disbands", power, deed, [power, due])
            case _:
                yield from self._further(about, says)

    def _held(self, about: str, says: Mapping[str, list[str]]) -> Iterator[Item]:
        """What powers have: units by name, centres by place."""
        group, named = ("Units", self.words.unit) if about == "units" else ("Centres", self.words.place)
        for power, names in says.items():
            for name in names:
                yield _item(about, group, power, named(name), [power, name])

    def _order(self, row: Mapping[str, Any]) -> Item:
        """An order and what came of it. The reason given is not part of what is known: it follows from it."""
        result = list(row.get("result") or ())
        outcome = self.words.outcome(result)
        text = self.words.order(row["unit"], row["order"]) + (f": {outcome}" if outcome else "")
        key = [row["power"], row["unit"], row["order"], result]
        return _item("orders", "Orders", row["power"], text, key)

    def _dislodged(self, row: Mapping[str, Any]) -> Iterator[Item]:
        """A dislodged unit; by whom and whereto are things of their own."""
        power, unit = row["power"], row["unit"]
        named = self.words.unit(unit)
        yield _item("dislodged", "Dislodged", power, named, [power, unit])
        if row.get("by"):
            text = f"{named}, by {self.words.unit(row['by'])}"
            yield _item("dislodged by", "Dislodged", power, text, [power, unit, row["by"]])
        if row.get("retreats") is not None:
            goals = ", ".join(self.words.place(goal) for goal in row["retreats"]) or "nowhere"
            text = f"{named}, may retreat to {goals}"
            yield _item("retreats", "Dislodged", power, text, [power, unit, row["retreats"]])

    def _told(self, power: str, report: Mapping[str, Any]) -> str:
        """A report as its power reads it."""
        told = seasons(self.variant, power, [Reported(0, "", "", {power: [dict(report)]}, [])])
        return told[0].dispatches[0].sentence

    def _ghost(self, row: Mapping[str, Any]) -> str:
        """Where a unit was last known."""
        since = gate.turn_title(self.variant, row["since"])
        return f"{self.words.unit(row['unit'])}, last known in {self.words.place(row['at'])}, {since}"

    def _further(self, about: str, says: Any) -> Iterator[Item]:
        """A part that only this variant's views have: an item for each element."""
        group = about.replace("_", " ").capitalize()
        if isinstance(says, Mapping):
            for name, value in says.items():
                power = name if name in self.titles else ""
                text = self._plain(value) if power else f"{self._plain(name)}: {self._plain(value)}"
                yield _item(about, group, power, text, [name, value])
        elif isinstance(says, (list, tuple)) and about not in part_of(self.variant).on_board:
            for value in says:
                power = value.get("power", "") if isinstance(value, Mapping) else ""
                text = self.words.unit(value["unit"]) if power and "unit" in value else self._plain(value)
                yield _item(about, group, power, text, value)
        else:
            yield _item(about, group, "", self._plain(says), says)

    def _plain(self, value: Any) -> str:
        """Any value as text: places and powers by name."""
        if isinstance(value, str):
            return self.titles.get(value) or self.words.place(value)
        if isinstance(value, (list, tuple)):
            return ", ".join(self._plain(one) for one in value) or "none"
        if isinstance(value, Mapping):
            return "; ".join(f"{self._plain(name)}: {self._plain(one)}" for name, one in value.items())
        return "unknown" if value is None else str(value)

    def _why(self, why: tuple[str, ...], viewer: str) -> str:
        """The reason of an audience, in words."""
        match why:
            case ("open",):
                return "open to everybody"
            case ("own",):
                return "its own"
            case ("told",):
                return "told to this power alone" if viewer != gate.GM else "told to one power alone"
            case ("sensed", turn, *by):
                return f"sensed in {gate.turn_title(self.variant, turn)}: {self._sensors(by)}"
            case ("ghost", turn, *by):
                return f"out of sight since {gate.turn_title(self.variant, turn)}; then {self._sensors(by)}"
            case ("infiltrated",):
                return "it has infiltrated the unit"
            case ("commands",):
                return "it gives the unit its orders"
            case ("knows",):
                return "it knows of the unit"
            case ("looks",):
                return "as it looks from what this viewer knows"
            case _:
                return "for this viewer alone" if viewer != gate.GM else "known to the GM"

    def _sensors(self, by: list[str]) -> str:
        """What sensed a unit: `contact A pru`, `scan F war`, `centre mos`."""
        ways = {"contact": "contact with", "scan": "scan by", "centre": "report of the centre in"}
        found = []
        for one in by:
            way, _, name = one.partition(" ")
            named = self.words.place(name) if way == "centre" else self.words.unit(name)
            found.append(f"{ways.get(way, 'by')} {named}")
        return ", ".join(found) or "by means that are not told"


def _item(about: str, group: str, power: str, text: str, key: object) -> Item:
    """An item, its key made of the part it is in and what it says."""
    return Item(f"{about} {json.dumps(key, sort_keys=True)}", group, power, text)
