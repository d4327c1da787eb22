"""Canonical orders and result words as sentences for pages. Reads no table; names come from the drawing."""

from collections.abc import Mapping

from trekdip.games import gate

_KINDS = {"A": "Army", "F": "Fleet", "S": "Starship", "Q": "Fold"}
_BUILDS = {"A": "an army", "F": "a fleet", "S": "a starship", "Q": "a fold"}
_COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
_OUTCOMES = {
    "bounce": "bounced",
    "cut": "cut",
    "void": "void",
    "no convoy": "no convoy",
    "disrupted": "convoy disrupted",
    "dislodged": "dislodged",
    "destroyed": "destroyed",
    "assimilates": "assimilates",
    "assimilated": "assimilated",
    "illegal": "illegal",
    "superseded": "superseded",
}


class Words:
    """Speaks about one variant's board."""

    def __init__(self, variant: str) -> None:
        provinces: Mapping[str, Mapping[str, str]] = gate.geometry(variant)["provinces"]
        self._names = {province: facts["name"] for province, facts in provinces.items()}

    def place(self, region: str) -> str:
        """`stp/nc` is "Saint Petersburg, north coast"; an unknown id is returned as it is."""
        province, _, coast = region.partition("/")
        name = self._names.get(province, province)
        return f"{name}, {_COASTS.get(coast, coast)}" if coast else name

    def unit(self, text: str) -> str:
        """`A bul` is "Army Bulgaria"."""
        return " ".join(self._word(token) for token in text.split())

    def order(self, unit: str | None, order: str) -> str:
        """A canonical order as a sentence: "Army Vienna moves to Galicia"."""
        tokens = [token for token in order.split() if not token.startswith("(")]
        marks = "".join(f" {token}" for token in order.split() if token.startswith("("))
        if tokens == ["WAIVE"]:
            return "A build is waived"
        if len(tokens) == 3 and tokens[0] in {"B", "D"} and tokens[1] in _KINDS:
            kind, place = tokens[1], self.place(tokens[2])
            return (
                f"Builds {_BUILDS[kind]} in {place}"
                if tokens[0] == "B"
                else f"{_KINDS[kind]} {place} disbands"
            )
        if unit is None:  # for no unit: an ability with its place, or words that could not be understood
            known = len(tokens) == 2 and tokens[0].isupper()
            return f"{tokens[0].capitalize()} {self.place(tokens[1])}" if known else order
        return f"{self.unit(unit)}{marks} {self._deed(tokens[2:])}"

    def outcome(self, words: list[str]) -> str:
        """The result words of an order, for people; empty where it did what it says."""
        return ", ".join(_OUTCOMES.get(word, word) for word in words)

    def _deed(self, rest: list[str]) -> str:
        """What follows the unit in an order, in words."""
        match rest:
            case ["H"]:
                return "holds"
            case ["-", goal]:
                return f"moves to {self.place(goal)}"
            case ["-", goal, "via"]:
                return f"moves to {self.place(goal)} by convoy"
            case ["S", *helped, "-", goal]:
                return f"supports {self.unit(' '.join(helped))} to {self.place(goal)}"
            case ["S", *helped]:
                return f"supports {self.unit(' '.join(helped))} to hold"
            case ["C", *helped, "-", goal]:
                return f"convoys {self.unit(' '.join(helped))} to {self.place(goal)}"
            case ["R", goal]:
                return f"retreats to {self.place(goal)}"
            case ["D"]:
                return "disbands"
            case _:
                return self.unit(" ".join(rest))

    def _word(self, token: str) -> str:
        """A kind or a place written out; anything else as it is."""
        if token in _KINDS:
            return _KINDS[token]
        return self.place(token) if token.partition("/")[0] in self._names else token
