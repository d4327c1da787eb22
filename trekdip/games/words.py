"""Canonical orders and result words as sentences for pages. Reads no table; names come from the drawing."""

from collections.abc import Mapping

from trekdip.games import gate
from trekdip.parts import part_of

_KINDS = {"A": "Army", "F": "Fleet", "C": "Unit", "S": "Starship", "Q": "Fold"}
_BUILDS = {"A": "an army", "F": "a fleet", "C": "a unit", "S": "a starship", "Q": "a fold"}
_COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
_ORDERED = {
    "I": "cloaked",
    "E": "as the Enterprise",
    "T": "as a trader",
    "M": "as a military unit",
    "D": "taken over",
}
_STANDING = {"I": "cloaked", "E": "Enterprise", "T": "trader", "M": "military", "D": "infiltrated"}
_OUTCOMES = {
    "bounce": "bounced",
    "cut": "cut",
    "void": "void",
    "no convoy": "no convoy",
    "disrupted": "disrupted",
    "dislodged": "dislodged",
    "destroyed": "destroyed",
    "assimilates": "assimilates",
    "assimilated": "assimilated",
    "illegal": "illegal",
    "superseded": "superseded",
    "romulan activity": "Romulan activity",
}


class Words:
    """Speaks about one variant's board."""

    def __init__(self, variant: str) -> None:
        self._own = part_of(variant).sentence
        provinces: Mapping[str, Mapping[str, str]] = gate.geometry(variant)["provinces"]
        self._names = {province: facts["name"] for province, facts in provinces.items()}

    def knows(self, place: str) -> bool:
        """Whether there is such a province on the map."""
        return place in self._names

    def place(self, region: str) -> str:
        """`stp/nc` is "Saint Petersburg, north coast"; an unknown id is returned as it is."""
        province, _, coast = region.partition("/")
        name = self._names.get(province, province)
        return f"{name}, {_COASTS.get(coast, coast)}" if coast else name

    def unit(self, text: str) -> str:
        """`A bul` is "Army Bulgaria", `A war (I)` "Army Warsaw (cloaked)", `place 1` "Unit 1"."""
        if text.startswith("place "):
            return f"Unit {text.removeprefix('place ')}"
        marks = "".join(f" ({_STANDING.get(letter, letter)})" for letter in _letters(text))
        return " ".join(self._word(token) for token in _bare(text)) + marks

    def order(self, unit: str | None, order: str) -> str:
        """A canonical order as a sentence: "Army Vienna moves to Galicia, cloaked"."""
        own = self._own(self, unit, order)
        if own is not None:
            return own
        tokens = _bare(order)
        marks = "".join(f", {_ORDERED.get(letter, letter)}" for letter in _letters(order))
        match tokens:
            case ["WAIVE"]:
                return "A build is waived"
            case ["B", kind, place] if kind in _BUILDS:
                return f"Builds {_BUILDS[kind]} in {self.place(place)}{marks}"
            case ["D", kind, place] if kind in _KINDS:
                return f"{_KINDS[kind]} {self.place(place)} disbands"
            case ["place", number, place]:
                return f"Unit {number.removesuffix(':')} is placed in {self.place(place)}"
            case ["CHOOSE", kind, place]:
                return f"The unit in {self.place(place)} becomes {_BUILDS.get(kind, kind)}"
        if unit is None:  # for no unit: an ability with its place, or words that could not be understood
            known = len(tokens) == 2 and tokens[0].isupper()
            return f"{tokens[0].capitalize()} {self.place(tokens[1])}" if known else order
        return f"{self.unit(unit)} {self._deed(tokens[1], tokens[2:])}{marks}"

    def outcome(self, words: list[str]) -> str:
        """The result words of an order, for people; empty where it did what it says."""
        return ", ".join(_OUTCOMES.get(word, word) for word in words)

    def _deed(self, here: str, rest: list[str]) -> str:
        """What follows the unit that stands `here` in an order, in words."""
        match rest:
            case ["-", first, "-", second]:
                step = "holds" if first == here else f"moves to {self.place(first)}"
                said = f"{step}, then moves to {self.place(second)}"
            case ["scan", goal]:
                said = f"scans {self.place(goal)}"
            case ["H"]:
                said = "holds"
            case ["-", goal]:
                said = f"moves to {self.place(goal)}"
            case ["-", goal, "via"]:
                said = f"moves to {self.place(goal)} by convoy"
            case ["S", *helped, "-", goal]:
                said = f"supports {self.unit(' '.join(helped))} to {self.place(goal)}"
            case ["S", *helped]:
                said = f"supports {self.unit(' '.join(helped))} to hold"
            case ["C", *helped, "-", goal]:
                said = f"convoys {self.unit(' '.join(helped))} to {self.place(goal)}"
            case ["R", goal]:
                said = f"retreats to {self.place(goal)}"
            case ["D"]:
                said = "disbands"
            case _:
                said = self.unit(" ".join(rest))
        return said

    def _word(self, token: str) -> str:
        """A kind or a place written out; anything else as it is."""
        if token in _KINDS:
            return _KINDS[token]
        number, kind = token[:-1], token[-1:]
        if number.isdecimal() and kind in _KINDS:
            return f"{number} {_KINDS[kind].lower()}s"
        return self.place(token) if token.partition("/")[0] in self._names else token


def _bare(text: str) -> list[str]:
    """The words of an order or a unit without its marks."""
    return [token for token in text.split() if not token.startswith("(")]


def _letters(text: str) -> list[str]:
    """The letters of its marks: D and T of `(D)(T)`."""
    return [letter for token in text.split() if token.startswith("(") for letter in token if letter.isalpha()]
