"""Text <-> orders, liberal in, canonical out. Knows places and words, not rules: an impossible order reads
perfectly well."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from adjudicator.chart import Chart
from adjudicator.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
    Order,
    Piece,
)

_WORDS = {
    "army": "A", "armies": "A", "fleet": "F", "fleets": "F",
    "to": "-", "move": "-", "moves": "-", "m": "-", "attacks": "-", "attack": "-",
    "hold": "H", "holds": "H", "stand": "H", "stands": "H",
    "support": "S", "supports": "S", "supporting": "S",
    "convoy": "C", "convoys": "C", "transports": "C", "convoying": "C",
    "retreat": "R", "retreats": "R", "disband": "D", "disbands": "D", "remove": "D", "removes": "D",
    "destroy": "D",
    "build": "B", "builds": "B", "waive": "WAIVE", "waives": "WAIVE",
    "h": "H", "s": "S", "c": "C", "r": "R", "d": "D", "b": "B", "via": "via",
}  # fmt: skip
_COASTS = {
    "nc": "nc", "sc": "sc", "ec": "ec", "wc": "wc", "n": "nc", "s": "sc", "e": "ec", "w": "wc",
    "north": "nc", "south": "sc", "east": "ec", "west": "wc",
}  # fmt: skip
_ARROWS = re.compile(r"-{1,2}>|=>|[–—→]")
_TOKEN = re.compile(r"\([^()]*\)|[^\s()]+")
_COAST_WORDS = re.compile(
    r"(?:\s*/\s*|\s*\(\s*|\s+)(north|south|east|west|nc|sc|ec|wc)(?:\s+coast)?\b\s*\)?", re.IGNORECASE
)
_SHORT_COAST = re.compile(r"(?<=\w)\s*/\s*([nsew])c?(?=\s|$)", re.IGNORECASE)
_VIA = re.compile(r"\s+(?:via\s+convoy|by\s+convoy|via|\(via convoy\))\s*\.?$", re.IGNORECASE)

LONGEST = 400  # characters of a line that is looked at at all

Reader = Callable[["Notation", tuple[str, ...]], Order | None]
Writer = Callable[[Order], str | None]


class UnreadableError(ValueError):
    """A line is not an order of this variant; the message says what was expected."""


def shortened(text: str) -> str:
    """A line that cannot be read, short enough to be shown."""
    line = text.strip()
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


class Notation:
    """Reads and writes the orders of one chart. The dash before a goal may be left out.

    `kinds`: letter -> name of each kind of unit; `marks`: the marks that may follow a unit; `readers` and
    `writers`: a variant's further order forms, tried before the standard ones on the tokens of a line (`("F",
    "earth", "scan", "war")`)."""

    def __init__(
        self,
        chart: Chart,
        kinds: Mapping[str, str],
        *,
        marks: tuple[str, ...] = (),
        powers: Mapping[str, str] | None = None,
        readers: tuple[Reader, ...] = (),
        writers: tuple[Writer, ...] = (),
    ) -> None:
        self.chart = chart
        self.kinds = kinds
        self.marks = frozenset(marks)
        self.powers = powers or {}
        self._readers = readers
        self._writers = writers
        self._words = _WORDS | {name.lower(): letter for letter, name in kinds.items()}
        self._words |= {letter.lower(): letter for letter in kinds}
        self._names: dict[str, str] = {}
        for p in chart.provinces:
            self._names[p.id.lower()] = p.id
            for name in (p.name, *p.aliases):
                self._names.setdefault(" ".join(name.lower().replace("-", " ").split()), p.id)
        many = sorted((n for n in self._names if " " in n or "." in n), key=len, reverse=True)
        spaced = "|".join(re.escape(n).replace(r"\ ", r"[\s-]+") for n in many)
        self._many = re.compile(rf"\b({spaced})(?=\W|$)", re.IGNORECASE) if many else None

    # -- reading --
    def tokens(self, text: str) -> tuple[str, ...]:
        """The words of a line with names, coasts and verbs brought to their short forms."""
        line = _ARROWS.sub(" - ", " ".join(text.strip().rstrip(".;").split()))
        if self._many is not None:
            line = self._many.sub(
                lambda m: self._names[" ".join(m[1].lower().replace("-", " ").split())], line
            )
        if "via" in line.lower() or "by convoy" in line.lower():
            line = _VIA.sub(" via", line)
        line = _COAST_WORDS.sub(lambda m: self._coast(line, m), line)
        line = _SHORT_COAST.sub(lambda m: "/" + _COASTS[m[1].lower()], line)
        found: list[str] = []
        for token in _TOKEN.findall(line):
            for word in self._token(token):
                if word != "-" or found[-1:] not in (["-"], ["R"]):  # “moves to”, “retreats to”
                    found.append(word)
        return tuple(found)

    def _coast(self, line: str, match: re.Match[str]) -> str:
        """`stp north coast`, `stp (nc)`, `stp nc` -> `stp/nc`, but only behind a place that has coasts."""
        before = line[: match.start()].split()
        place = self._names.get(before[-1].lower()) if before else None
        if place is None or not self.chart.provinces[self.chart.index[place]].coasts:
            return match[0]
        return f"/{_COASTS[match[1].lower()]} "

    def _token(self, token: str) -> list[str]:
        lower = token.lower()
        if lower in self._names:
            return [self._names[lower]]
        if token in self.kinds or token in {"H", "S", "C", "R", "D", "B", "-"}:
            return [token]
        if lower in self._words:
            return [self._words[lower]]
        base, slash, coast = lower.partition("/")
        if slash and base in self._names:
            return [f"{self._names[base]}/{_COASTS.get(coast, coast)}"]
        if token.startswith("-") and token.strip("-"):
            return ["-", *self._token(token.lstrip("-"))]
        left, dash, right = token.partition("-")
        if dash and left and right and left.lower().partition("/")[0] in self._names:
            return [*self._token(left), "-", *self._token(right)]
        return [lower] if token.startswith("(") else [token]

    def read(self, text: str) -> Order:
        """The order a line says.

        Raises `UnreadableError` saying what could not be understood."""
        if len(text) > LONGEST:
            raise UnreadableError(f"the line is too long to be an order ({len(text)} characters)")
        words = self.tokens(text)
        if not words:
            raise UnreadableError("the line is empty")
        for reader in self._readers:
            order = reader(self, words)
            if order is not None:
                return order
        if words[0] == "WAIVE":
            return Order(WAIVE)
        if words[0] in {"B", "D"} and len(words) > 1:
            unit, rest = self.piece(words[1:])
            self._end(rest, text)
            return Order(BUILD if words[0] == "B" else REMOVE, unit)
        unit, rest = self.piece(words)
        return self._verb(unit, rest, text)

    def _verb(self, unit: Piece, rest: tuple[str, ...], text: str) -> Order:
        if not rest:
            raise UnreadableError(
                f"“{text.strip()}” says no order for the unit: H, - place, S unit, C unit …"
            )
        verb, rest = rest[0], rest[1:]
        if verb in {"S", "C"}:
            return self._assist(unit, verb, rest, text)
        unsaid = self._is_place(verb)  # `vie gal`
        if verb in {"-", "R"} or unsaid:
            to, rest = self.place((verb, *rest) if unsaid else rest)
            via = rest[:1] == ("via",)
            self._end(rest[1:] if via else rest, text)
            return Order(RETREAT if verb == "R" else MOVE, unit, to, via=via)
        simple = {"H": HOLD, "D": DISBAND, "B": BUILD}.get(verb)
        if simple is None:
            raise UnreadableError(f"“{verb}” is no order: H, - place, S unit, C unit … are")
        self._end(rest, text)
        return Order(simple, unit)

    def _assist(self, unit: Piece, verb: str, rest: tuple[str, ...], text: str) -> Order:
        aim, rest = self.piece(rest)
        held = rest[:1] == ("H",)
        if held:
            rest = rest[1:]
        unsaid = bool(rest) and not held and self._is_place(rest[0])  # `bud s vie gal`
        if rest[:1] == ("-",) or unsaid:
            to, rest = self.place(rest if unsaid else rest[1:])
            rest = rest[1:] if rest[:1] == ("via",) else rest
            self._end(rest, text)
            return Order(SUPPORT if verb == "S" else CONVOY, unit, to, aim)
        self._end(rest, text)
        if verb == "C":
            raise UnreadableError(f"“{text.strip()}” does not say where the army is convoyed to")
        return Order(SUPPORT, unit, None, aim)

    def _end(self, rest: tuple[str, ...], text: str) -> None:
        if rest:
            raise UnreadableError(
                f"“{' '.join(rest)}” at the end of “{text.strip()}” could not be understood"
            )

    def piece(self, words: tuple[str, ...]) -> tuple[Piece, tuple[str, ...]]:
        """A unit from the front of the words (`A bul`, `F war (I)`, `ferengi F lyo`, or only `bul`), and what
        follows it."""
        owner = self.powers.get(words[0].rstrip(":").lower()) if words else None
        if owner is not None and not self._starts_piece(words[1:]) and words[0] in self.chart.index:
            owner = None  # the word is a place too, and nothing follows that could be one
        if owner is not None:
            words = words[1:]
        kind = words[0] if words and words[0] in self.kinds else None
        place, words = self.place(words[1:] if kind else words)
        marks = []
        while words and words[0].startswith("("):
            mark = words[0][1:-1].strip().upper()
            if mark not in self.marks:
                raise UnreadableError(f"“({mark})” is no mark of this game")
            marks.append(mark)
            words = words[1:]
        return Piece(kind, place, tuple(sorted(marks)), owner), words

    def _is_place(self, word: str) -> bool:
        return word.partition("/")[0] in self.chart.index

    def _starts_piece(self, words: tuple[str, ...]) -> bool:
        return bool(words) and (words[0] in self.kinds or self._is_place(words[0]))

    def place(self, words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """A region id from the front of the words, and what follows it. A coast the province lacks is
        dropped."""
        if not words:
            raise UnreadableError("a place is missing")
        base, slash, coast = words[0].partition("/")
        if base not in self.chart.index:
            raise UnreadableError(f"“{words[0]}” is no place on the map")
        if slash and coast in self.chart.provinces[self.chart.index[base]].coasts:
            return words[0], words[1:]
        return base, words[1:]

    # -- writing --
    def piece_text(self, piece: Piece) -> str:
        """`A bul`, `F war (I)`, `2S bca`."""
        name = f"{piece.kind} {piece.place}" if piece.kind else piece.place
        if piece.count != 1:
            name = f"{piece.count}{name}"
        if piece.marks:
            name = f"{name} {''.join(f'({m})' for m in piece.marks)}"
        return f"{piece.owner} {name}" if piece.owner else name

    def write(self, order: Order) -> str:
        """The canonical text of an order; `read(write(order)) == order`."""
        for writer in self._writers:
            text = writer(order)
            if text is not None:
                return text
        if order.unit is None:
            return "WAIVE"
        unit = self.piece_text(order.unit)
        match order.verb:
            case "move":
                return f"{unit} - {order.to} via" if order.via else f"{unit} - {order.to}"
            case "support" | "convoy" if order.aim is not None:
                letter = "S" if order.verb == SUPPORT else "C"
                goal = f" - {order.to}" if order.to else ""
                return f"{unit} {letter} {self.piece_text(order.aim)}{goal}"
            case "retreat":
                return f"{unit} R {order.to}"
            case "disband":
                return f"{unit} D"
            case "remove":
                return f"D {unit}"
            case "build":
                return f"B {unit}"
        return f"{unit} H"
