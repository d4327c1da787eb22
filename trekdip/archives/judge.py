"""Orders and results as judges write them in their reports, from a viewer's Views. Reads nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

View = Mapping[str, Any]

_VERBS = {"H": "HOLD", "-": "->", "S": "SUPPORT", "C": "CONVOY", "via": "by convoy"}
_WIDTH = 12  # of the column of powers' names, as judges set it


@dataclass(frozen=True)
class Words:
    """The titles of powers, the names of provinces, the names of kinds of units by their letters."""

    powers: Mapping[str, str]
    places: Mapping[str, str]
    kinds: Mapping[str, str]

    def power(self, power: str) -> str:
        """A power's title."""
        return self.powers.get(power, power)

    def place(self, region: str) -> str:
        """`St Petersburg (north coast)`-like: the name, and the coast in the order's own letters."""
        province, _, coast = region.partition("/")
        name = self.places.get(province, province)
        return f"{name} ({coast})" if coast else name

    def unit(self, unit: str) -> str:
        """`A bud` as `Army Budapest`."""
        kind, _, region = unit.partition(" ")
        return f"{self.kinds.get(kind, kind).capitalize()} {self.place(region)}"

    def order(self, order: str) -> str:
        """`A mar S A par - bur` as `Army Marseilles SUPPORT Army Paris -> Burgundy`."""
        words = order.split()
        match words:
            case ["B", kind, region]:
                return f"Builds {self._article(kind)} in {self.place(region)}"
            case ["D", kind, region]:
                return f"Removes {self._article(kind)} in {self.place(region)}"
            case ["WAIVE"]:
                return "Build waived"
            case [kind, region, "R", goal]:
                return f"{self.unit(f'{kind} {region}')} -> {self.place(goal)}"
            case [kind, region, "D"]:
                return f"{self.unit(f'{kind} {region}')} DISBAND"
        return " ".join(self._word(word) for word in words)

    def _word(self, word: str) -> str:
        if word in _VERBS:
            return _VERBS[word]
        if word in self.kinds:
            return self.kinds[word].capitalize()
        return self.place(word)

    def _article(self, kind: str) -> str:
        name = self.kinds.get(kind, kind)
        return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def results(
    title: str, views: Sequence[View], phases: Sequence[str], words: Words, *, ending: str = ""
) -> str:
    """The whole game: for each phase its orders with results, who was pushed out, and in the end the centres.

    `phases` are the phases' titles, one a view; `ending` says how the game ended, if it has.
    """
    parts = [f"{title}\n"]
    for (view, phase), (after, _) in pairwise(zip(views, phases, strict=True)):
        parts.append("\n".join(_results(view, phase, after, words)) + "\n")
    newest = views[-1]
    parts.append("\n".join(_centres(newest, phases[-1], words)) + "\n")
    if ending:
        parts.append(f"The game is over: {ending}.\n")
    return "\n".join(parts)


def _results(view: View, phase: str, after: View, words: Words) -> Iterator[str]:
    """One phase: `after` tells what became of the orders given on `view`."""
    yield f"Results for {phase} ({view['turn']}):"
    yield ""
    if not after["orders"]:
        yield "No orders."
    for entry in after["orders"]:
        told = words.order(entry["order"])
        outcome = "".join(f"  (*{word}*)" for word in entry["result"])
        yield f"{words.power(entry['power']) + ':':<{_WIDTH}} {told}.{outcome}"
    if after["dislodged"]:
        yield ""
        yield "The following units were dislodged:"
        for row in after["dislodged"]:
            ways = row.get("retreats")
            goals = " or ".join(words.place(way) for way in ways or ())
            unit = f"{words.power(row['power'])}: {words.unit(row['unit'])}"
            if ways is None:
                yield f"{unit}."
            else:
                yield f"{unit} can retreat to {goals}." if goals else f"{unit} has nowhere to go."


def _centres(view: View, phase: str, words: Words) -> Iterator[str]:
    """Who owns what now."""
    yield f"Ownership of centres, {phase} ({view['turn']}):"
    yield ""
    for power, centres in view["centers"].items():
        places = ", ".join(words.place(centre) for centre in centres) or "none"
        yield f"{words.power(power) + ':':<{_WIDTH}} {len(centres)}: {places}."
