"""Orders and results as judges write them in their reports, from a viewer's Views. Reads nothing else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

View = Mapping[str, Any]

_VERBS = {"H": "HOLD", "-": "->", "S": "SUPPORT", "C": "CONVOY", "via": "by convoy"}
_HELPING = {"S", "C"}
_WARP = "warp"
_KIND = re.compile(r"(\d*)([A-Z])")
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
        """`A bud` as `Army Budapest`, `2S aga` as `2 ships Borg Homeworld`."""
        return self._said(unit.split())

    def order(self, order: str) -> str:
        """`A mar S A par - bur` as `Army Marseilles SUPPORT Army Paris -> Burgundy`."""
        words = order.split()
        match words:
            case ["B" | "D" as verb, kind, *where] if where and self._kind(kind):
                return f"{'Builds' if verb == 'B' else 'Removes'} {self._some(kind)} {self._where(where)}"
            case ["WAIVE"]:
                return "Build waived"
            case [_, _, "R", _]:
                return self._said([*words[:2], "-", words[3]])
            case [kind, _, "D"]:
                return f"{self._said(words[:2])} DISBAND"
        return self._said(words)

    def _said(self, words: Sequence[str]) -> str:
        """Each word by what it is there: a letter is a kind of unit where a unit is named, else a verb."""
        said: list[str] = []
        begins = True  # a unit may be named here
        for word in words:
            if begins and (kind := self._kind(word)):
                said.append(kind)
                begins = False
            elif begins and word in self.powers and said:
                said.append(self.powers[word])
            elif word in _VERBS:
                said.append(_VERBS[word])
                begins = word in _HELPING
            elif word == _WARP and said and not begins and len(said) == 1:
                said.append("in warp to")
            else:
                said.append(self.place(word))
                begins = word.isalpha() and word.isupper()  # CHOOSE F bul
        return " ".join(said)

    def _kind(self, word: str) -> str:
        """`A` as `Army`, `2S` as `2 ships`; empty for what is no kind of unit."""
        found = _KIND.fullmatch(word)
        name = self.kinds.get(found[2], "") if found else ""
        if not found or not name:
            return ""
        return f"{found[1]} {name}s" if found[1] else name.capitalize()

    def _some(self, word: str) -> str:
        """`A` as `an army`, `2S` as `2 ships`."""
        named = self._kind(word).lower()
        return named if named[0].isdigit() else f"{'an' if named[0] in 'aeiou' else 'a'} {named}"

    def _where(self, words: Sequence[str]) -> str:
        """`in Budapest`, `in warp to Aja`."""
        if words[0] == _WARP:
            return f"in warp to {self._said(words[1:])}"
        return f"in {' '.join(self.place(word) for word in words)}"


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
